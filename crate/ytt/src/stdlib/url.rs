//! `@ytt:url`: `parse`, and the encoding of path segments and query parameters.

use super::arguments;
use crate::byte_text;
use crate::diagnostics::Error;
use crate::go::url::{Part, Url, User, encode_query, escape, parse_query, unescape};
use crate::natives::{self, Call, Captured, Evaluation, Heap, Object, ObjectType, Value, native, object_of};
use crate::yaml::tree;

module! {
    "url" "Parts of URLs.",
    "url.path_segment_encode" "(text)" "The string escaped for a path."
        => Function(|_, call, eval| encode(Part::PathSegment, call, eval)),
    "url.path_segment_decode" "(text)" "The unescaped string of a path."
        => Function(|_, call, eval| decode(Part::PathSegment, call, eval)),
    "url.query_param_value_encode" "(text)" "The string escaped for a query."
        => Function(|_, call, eval| encode(Part::Query, call, eval)),
    "url.query_param_value_decode" "(text)" "The unescaped string of a query."
        => Function(|_, call, eval| decode(Part::Query, call, eval)),
    "url.query_params_encode" "(params)" "A map of lists as a query." => Function(query_params_encode),
    "url.query_params_decode" "(text)" "The query as a map of lists." => Function(query_params_decode),
    "url.parse" "(text)" "A URL with its parts: string(), hostname(), without_user(), user." => Function(parse),
}

fn encode<'v>(part: Part, call: &Call<'v>, eval: &dyn Evaluation<'v>) -> Result<Value<'v>, Error> {
    Ok(eval.heap().alloc(escape(&byte_text::to_bytes(arguments::only_string(call)?), part)))
}

fn decode<'v>(part: Part, call: &Call<'v>, eval: &dyn Evaluation<'v>) -> Result<Value<'v>, Error> {
    let bytes = unescape(arguments::only_string(call)?, part).map_err(Error::message)?;
    Ok(eval.heap().alloc(&*byte_text::from_bytes(&bytes)))
}

/// `url.query_params_encode(params)`: a dict of lists of strings as a query.
fn query_params_encode<'v>(
    _: &Captured<'v>,
    call: &Call<'v>,
    eval: &mut dyn Evaluation<'v>,
) -> Result<Value<'v>, Error> {
    let value = arguments::only(call)?;
    let tree = eval.to_tree(value)?;
    let is_fragment = natives::type_name(value) == "yamlfragment";
    let tree::Value::Map(map) = &tree else {
        let kind = natives::go_kind(value);
        return Err(Error::message(format!("expected argument to be a map, but was {kind}")));
    };
    if is_fragment {
        return Err(Error::message("expected argument to be a map, but was *yamlmeta.Map"));
    }
    let map = map.borrow();
    let mut parameters = Vec::with_capacity(map.items.len());
    for item in map.iter() {
        let Some(key) = natives::string(&item.key) else {
            let kind = natives::go_type(&item.key);
            return Err(Error::message(format!("expected map key to be string, but was {kind}")));
        };
        let tree::Value::Array(array) = &item.value else {
            let kind = natives::go_type(&item.value);
            return Err(Error::message(format!("expected map value to be array, but was {kind}")));
        };
        let text = |item: std::cell::Ref<'_, tree::ArrayItem>| match natives::string(&item.value) {
            Some(text) => Ok(text.into_owned()),
            None => {
                let kind = natives::go_type(&item.value);
                Err(Error::message(format!("expected array value to be string, but was {kind}")))
            }
        };
        parameters.push((key.into_owned(), array.borrow().iter().map(text).collect::<Result<Vec<_>, _>>()?));
    }
    let parameters = parameters.iter().map(|(key, texts)| (&**key, texts.iter().map(String::as_str).collect()));
    Ok(eval.heap().alloc(encode_query(parameters)))
}

/// `url.query_params_decode(query)`: a query as a dict of lists of strings, sorted by key.
fn query_params_decode<'v>(
    _: &Captured<'v>,
    call: &Call<'v>,
    eval: &mut dyn Evaluation<'v>,
) -> Result<Value<'v>, Error> {
    let heap = eval.heap();
    let mut result = Vec::new();
    for (key, texts) in parse_query(arguments::only_string(call)?).map_err(Error::message)? {
        let texts = texts.iter().map(|text| heap.alloc(&*byte_text::from_bytes(text))).collect();
        result.push((byte_text::from_bytes(&key).into_owned(), natives::list(heap, texts)));
    }
    Ok(natives::dict(heap, result))
}

fn parse<'v>(_: &Captured<'v>, call: &Call<'v>, eval: &mut dyn Evaluation<'v>) -> Result<Value<'v>, Error> {
    let url = Url::parse(arguments::only_string(call)?).map_err(Error::message)?;
    Ok(url_value(eval.heap(), url))
}

fn url_value(heap: Heap<'_>, url: Url) -> Value<'_> {
    natives::object(heap, UrlValue(url))
}

fn user_value(heap: Heap<'_>, user: User) -> Value<'_> {
    natives::object(heap, UserValue(user))
}

/// A URL as a value of code.
#[derive(Debug)]
struct UrlValue(Url);

/// The user of a URL as a value of code.
#[derive(Debug)]
struct UserValue(User);

static URL: ObjectType = ObjectType {
    name: "@ytt:url.value",
    go_name: "*yttlibrary.URLValue",
    refusal: "does not automatically encode (hint: use .string())",
};

static USER: ObjectType = ObjectType {
    name: "@ytt:url.user",
    go_name: "*yttlibrary.URLUser",
    refusal: "does not automatically encode (hint: use .string())",
};

impl Object for UrlValue {
    fn object_type(&self) -> &'static ObjectType {
        &URL
    }

    fn attribute<'v>(&self, name: &str, heap: Heap<'v>) -> Option<Value<'v>> {
        let method = |name, code| native(heap, name, code, vec![url_value(heap, self.0.clone())]);
        Some(match name {
            "user" => self.0.user.clone().map_or_else(Value::new_none, |user| user_value(heap, user)),
            "without_user" => method("url.value.without_user", without_user),
            "string" => method("url.value.string", url_text),
            "hostname" => method("url.value.hostname", hostname),
            _ => return None,
        })
    }

    fn attributes(&self) -> &'static [&'static str] {
        &["user", "without_user", "string", "hostname"]
    }
}

impl Object for UserValue {
    fn object_type(&self) -> &'static ObjectType {
        &USER
    }

    fn attribute<'v>(&self, name: &str, heap: Heap<'v>) -> Option<Value<'v>> {
        let text = |bytes: &[u8]| heap.alloc(&*byte_text::from_bytes(bytes));
        Some(match name {
            "name" => text(&self.0.name),
            "password" => self.0.password.as_deref().map_or_else(Value::new_none, text),
            "string" => native(heap, "string", user_text, vec![user_value(heap, self.0.clone())]),
            _ => return None,
        })
    }

    fn attributes(&self) -> &'static [&'static str] {
        &["name", "password", "string"]
    }
}

/// The receiver of a method without arguments.
fn url_receiver<'v>(captured: &Captured<'v>, call: &Call<'v>) -> Result<&'v Url, Error> {
    arguments::none(call)?;
    let own = captured.first().and_then(|own| object_of::<UrlValue>(*own));
    own.map(|own| &own.0).ok_or_else(|| Error::message("expected a URL"))
}

fn without_user<'v>(own: &Captured<'v>, call: &Call<'v>, eval: &mut dyn Evaluation<'v>) -> Result<Value<'v>, Error> {
    let mut url = url_receiver(own, call)?.clone();
    url.user = None;
    Ok(url_value(eval.heap(), url))
}

fn url_text<'v>(own: &Captured<'v>, call: &Call<'v>, eval: &mut dyn Evaluation<'v>) -> Result<Value<'v>, Error> {
    Ok(eval.heap().alloc(byte_text::joined(url_receiver(own, call)?.text())))
}

fn hostname<'v>(own: &Captured<'v>, call: &Call<'v>, eval: &mut dyn Evaluation<'v>) -> Result<Value<'v>, Error> {
    Ok(eval.heap().alloc(&*byte_text::from_bytes(&url_receiver(own, call)?.hostname())))
}

fn user_text<'v>(own: &Captured<'v>, call: &Call<'v>, eval: &mut dyn Evaluation<'v>) -> Result<Value<'v>, Error> {
    arguments::none(call)?;
    let own = own.first().and_then(|own| object_of::<UserValue>(*own));
    let text = own.map(|own| own.0.text()).ok_or_else(|| Error::message("expected a user"))?;
    Ok(eval.heap().alloc(text))
}
