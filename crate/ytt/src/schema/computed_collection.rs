//! Computed collections in a schema, such as `ovens: #@ {"kind": "gas"}`. ytt rejects them, unlike fragments, because
//! they have no positions.

use crate::diagnostics::Error;
use crate::positions::Position;
use crate::yaml::go_format;
use crate::yaml::tree::Value;

/// Fails for a Starlark dict or list that is the value of a node in a file.
pub(super) fn reject(value: &Value, holder: &Position) -> Result<(), Error> {
    if !value.is_computed() || !holder.is_known() {
        return Ok(());
    }
    let (shown, kind) = (go_formatted(value, 's'), value.node_type_name());
    let text = format!("Expected value '{shown}' to be a map, array, or scalar, but was {kind}");
    Err(Error::at(text, holder.clone()))
}

/// A value in Go's format `%s` or `%v`; the former marks values that are no strings.
fn go_formatted(value: &Value, verb: char) -> String {
    let inner = |value: &Value| match value {
        Value::Map(_) if verb == 's' => format!("%!s(*orderedmap.Map={})", go_formatted(value, 'v')),
        value => go_formatted(value, verb),
    };
    match value {
        Value::Null => "<nil>".to_owned(),
        Value::Map(map) => {
            let map = map.borrow();
            let items = map.iter().map(|item| format!("{{{} {}}}", inner(&item.key), inner(&item.value)));
            format!("&{{[{}]}}", items.collect::<Vec<_>>().join(" "))
        }
        Value::Array(array) => {
            format!("[{}]", array.borrow().iter().map(|item| inner(&item.value)).collect::<Vec<_>>().join(" "))
        }
        Value::DocumentSet(_) => value.type_name().to_owned(),
        _ if verb == 's' => go_format::computed_scalar(value),
        _ => go_format::plain(value),
    }
}
