//! The schema as the boundary's tree, for documentation tables.

use crate::boundary::{SchemaExample, SchemaKeys, SchemaNode};
use crate::editor::places::place;
use crate::schema::Schema;
use crate::yaml::printer::print_trimmed;
use ytterby_schema_io::describe::{self, Described};

/// None if no file declares a schema.
pub(super) fn tree(schema: &Schema) -> Option<SchemaNode> {
    describe::root(schema).map(node)
}

fn node(described: Described) -> SchemaNode {
    SchemaNode {
        key: described.key,
        path: described.path_in_reports,
        r#type: described.kind.into_owned(),
        title: described.title,
        description: described.description,
        default: Some(print_trimmed(&described.default)),
        examples: described
            .examples
            .into_iter()
            .map(|(description, value)| SchemaExample { description, value: print_trimmed(&value) })
            .collect(),
        nullable: described.nullable,
        deprecated: described.deprecated,
        removed: described.removed,
        keys: described.keys.map(|keys| SchemaKeys { which: keys.which, count: keys.count }),
        rules: described.rules,
        choices: described.choices.iter().map(print_trimmed).collect(),
        place: place(&described.position),
        children: described.children.into_iter().map(node).collect(),
    }
}
