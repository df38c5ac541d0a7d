//! `@ytt:schema`, of the extension `schema-proposal`: `apply`.

use super::arguments;
use crate::diagnostics::{Error, ErrorKind};
use crate::natives::{self, Call, Captured, Evaluation, Value};
use crate::positions::Position;
use crate::schema::in_memory;
use crate::schema::{self, Defaults, Schema};
use crate::validations::{self, Checked};
use crate::yaml::tree::{self, Document};

module! {
    "schema" "Schemas for any value.",
    "schema.apply" "(schema, value)"
        "The value with the defaults of the schema, which is the YAML of a function. Fails if the value is invalid."
        => Proposed(apply),
}

/// `schema.apply(fragment, value)`: the value, completed with the defaults of the schema in the fragment, or only the
/// defaults if there is no value. Fails if the value does not conform to the schema or breaks a rule.
fn apply<'v>(_: &Captured<'v>, call: &Call<'v>, eval: &mut dyn Evaluation<'v>) -> Result<Value<'v>, Error> {
    arguments::keywords(call, &[])?;
    let (fragment, value) = match call.args() {
        [fragment] => (*fragment, None),
        [fragment, value] => (*fragment, Some(*value)),
        _ => return Err(arguments::wrong("expected a schema, and a value to apply it to")),
    };
    let heap = eval.heap();
    let mut fragment = eval.to_tree(fragment)?;
    fragment.convert_computed();
    let position = in_memory::set_root_position(&fragment);
    let given = value.map(|value| eval.to_tree(value)).transpose()?;
    let host = eval.host()?;
    let calls = &mut *eval.function_caller();
    let schema = Schema::from_fragment(Document::new(fragment, position), calls)?;
    let mut document = match given {
        Some(value) => {
            let position = in_memory::set_root_position(&value);
            let notices = schema.notices(&value, calls)?;
            host.deprecated.borrow_mut().extend(notices.deprecated);
            if !notices.removed.is_empty() {
                return Err(schema::invalid_values(notices.removed));
            }
            Document::new(value, position)
        }
        None => schema.default_data_values().unwrap_or_else(|| Document::new(tree::Value::Null, Position::unknown())),
    };
    let mut findings = schema.assign_and_check(&mut document, &mut Defaults::default(), calls)?;
    if findings.is_empty() {
        findings = schema.key_counts(&document.value, calls)?;
    }
    if !findings.is_empty() {
        return Err(schema::invalid_values(findings));
    }
    let broken: Vec<_> = validations::check(&document, calls)?.iter().filter_map(Checked::invalid).collect();
    if !broken.is_empty() {
        return Err(Error::of(ErrorKind::ContextLine(
            "values break rules".to_owned(),
            Error::of(ErrorKind::Violations(broken)),
        )));
    }
    Ok(natives::fragment_or_scalar(&document.value, heap))
}
