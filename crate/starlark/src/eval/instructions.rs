//! The instructions that build the nodes of a template. Each is for the template of the function that runs, so that functions of other files
//! build their own nodes whoever calls them.

use std::cell::Ref;

use starlark::eval::Evaluator;
use starlark::values::tuple::{AllocTuple, TupleRef};
use starlark::values::{Heap, NoSerialize, StarlarkPagablePanic, StarlarkValue, Value, ValueLike, starlark_value};

use allocative::Allocative;
use starlark::any::ProvidesStaticType;

use super::builtins::call::Call;
use super::errors;
use super::fragment::{Fragment, go_kind};
use super::plain_value::Annotation;
use super::run::Run;
use super::running::Running;
use super::scalars::{scalar, type_name};
use super::session::Session;
use super::store::Store;
use super::tree_builder::{Built, Context, ReplacedKind, Replacement};
use super::values;
use crate::byte_text;
use crate::diagnostics::Error;
use crate::diagnostics::cause::Cause;
use crate::diagnostics::code::Code;
use crate::machine::code::Instruction;
use crate::positions::Position;
use crate::yaml::node::Node;
use crate::yaml::tree::{self, ArrayItem, Document};

/// Runs an instruction of the template with that index.
pub(crate) fn run<'v>(
    instruction: Instruction,
    template: usize,
    call: &Call<'v>,
    eval: &mut Evaluator<'v, '_, '_>,
) -> starlark::Result<Value<'v>> {
    if instruction == Instruction::CollectAnnotation {
        return Ok(collected(call.args(), call.kwargs(), eval.heap()));
    }
    let running = Session::of(eval)?.running(template);
    let running = &running.ok_or_else(|| errors::message("expected a template"))?;
    let args = call.args();
    match instruction {
        Instruction::StartContext => start_ctx(running),
        Instruction::EndContext => return end_ctx(running, args, eval),
        Instruction::StartAnnotation => start_node_annotation(running, args, eval)?,
        Instruction::StartNode => start_node(running, args)?,
        Instruction::SetNode => set_node(running, args, eval)?,
        Instruction::SetMapItemKey => set_map_item_key(running, args, eval)?,
        Instruction::CollectAnnotation => {}
    }
    Ok(Value::new_none())
}

fn tag(value: Option<&Value<'_>>) -> u32 {
    value.and_then(|v| v.unpack_i32()).and_then(|i| u32::try_from(i).ok()).unwrap_or(0)
}

/// Puts the instruction's name in front of an error, as ytt shows it.
fn failed(running: &Running, instruction: &str, error: Error) -> starlark::Error {
    errors::fail(error.coded(Code::NodeValue).context(format!("__ytt_tpl{}_{instruction}", running.number)))
}

fn with_context<T>(
    running: &Running,
    instruction: &str,
    act: impl FnOnce(&mut Context) -> Result<T, Error>,
) -> starlark::Result<T> {
    let mut contexts = running.contexts.borrow_mut();
    match contexts.last_mut() {
        Some(context) => act(context).map_err(|error| failed(running, instruction, error)),
        None => Err(failed(running, instruction, Error::message("expected a started context"))),
    }
}

fn start_ctx(running: &Running) {
    running.contexts.borrow_mut().push(Context::default());
}

/// Ends the innermost context. Its value is the argument, or else the context's.
fn end_ctx<'v>(running: &Running, rest: &[Value<'v>], eval: &mut Evaluator<'v, '_, '_>) -> starlark::Result<Value<'v>> {
    let Some(context) = running.contexts.borrow_mut().pop() else {
        return Err(failed(running, "end_ctx", Error::message("unexpected ctx end")));
    };
    let outermost = running.contexts.borrow().is_empty();
    let value = match rest.first() {
        Some(value) if !outermost => return Ok(*value),
        value => value.copied(),
    };
    let built = context.finish();
    let heap = eval.heap();
    let result = value.unwrap_or_else(|| match &built {
        Built::Tree(tree) => heap.alloc(Fragment::new(tree.clone())),
        Built::Text(text) => heap.alloc(byte_text::joined(text.text.clone())),
        Built::Nothing => heap.alloc(Fragment::new(tree::Value::Null)),
    });
    if outermost {
        // The first context that ends outermost is the file's own: functions are only called within it,
        // or after it, when the file's result is no longer wanted.
        let mut root = running.root.borrow_mut();
        if root.is_none() {
            *root = Some(built);
        }
    }
    Ok(result)
}

/// The arguments of an annotation as one value.
fn collected<'v>(positional: &[Value<'v>], named: &[(&str, Value<'v>)], heap: Heap<'v>) -> Value<'v> {
    let mut all = vec![heap.alloc(AllocTuple(positional.iter().copied()))];
    for (name, value) in named {
        all.push(heap.alloc(AllocTuple([heap.alloc(*name), *value])));
    }
    heap.alloc(AllocTuple(all))
}

fn start_node_annotation<'v>(
    running: &Running,
    rest: &[Value<'v>],
    eval: &mut Evaluator<'v, '_, '_>,
) -> starlark::Result<()> {
    let [node, name, collected] = rest else {
        return Err(errors::message("expected exactly 3 arguments"));
    };
    let (tag, name) = (tag(Some(node)), name.unpack_str().unwrap_or_default());
    let mut store = Store::of(eval).ok_or_else(|| errors::message("expected a store"))?;
    let mut args = Vec::new();
    let mut kwargs = Vec::new();
    if let Some((positional, named)) = TupleRef::from_value(*collected).and_then(|t| t.content().split_first()) {
        for value in TupleRef::from_value(*positional).map_or(&[][..], |t| t.content()) {
            args.push(values::to_argument(*value, eval, &mut store).map_err(errors::fail)?);
        }
        for pair in named {
            if let Some([name, value]) = TupleRef::from_value(*pair).map(|t| t.content()) {
                let name = name.unpack_str().unwrap_or_default().to_owned();
                let value = values::to_argument(*value, eval, &mut store).map_err(errors::fail)?;
                kwargs.push((name, value));
            }
        }
    }
    let known = running.template.program.nodes.get(tag).and_then(|n| n.annotations.iter().find(|(n, _)| &**n == name));
    // The program has the name in a string, where a backslash starts an escape.
    let Some((name, position)) = known.cloned() else {
        let error = Error::message(format!("expected to find {name} on node node tag {tag}"));
        return Err(failed(running, "start_node_annotation", error));
    };
    with_context(running, "start_node_annotation", |context| {
        context.annotate(tag, Annotation { name, args, kwargs, position });
        Ok(())
    })
}

fn start_node(running: &Running, rest: &[Value<'_>]) -> starlark::Result<()> {
    let program = &running.template.program;
    with_context(running, "start_node", |context| {
        context.start(&program.nodes, tag(rest.first()), program.implicit_map_key_overrides)
    })
}

fn set_node<'v>(running: &Running, rest: &[Value<'v>], eval: &mut Evaluator<'v, '_, '_>) -> starlark::Result<()> {
    let budget = &Run::of(eval)?.budget;
    with_context(running, "set_node", |context| match rest {
        [node] => context.set_default(&running.template.program.nodes, tag(Some(node))),
        [_, value, ..] if value.downcast_ref::<Replaced>().is_some() => Ok(()),
        [_, value, ..] if context.on_text() => match value.unpack_str() {
            Some(text) => context.set_text(text, budget),
            None => {
                // A value without a form in YAML fails as it does there.
                values::to_tree(*value, eval)?;
                let kind = go_kind(*value);
                let text =
                    format!("cannot set non-string value ({kind}), consider using str(...) to convert to string");
                Err(Error::message(text).caused(Cause::NotText { kind: type_name(*value).to_owned() }))
            }
        },
        [_, value, ..] => context.set_value(values::to_tree_at(*value, eval, &Position::computed())?),
        [] => Ok(()),
    })
}

fn set_map_item_key<'v>(
    running: &Running,
    rest: &[Value<'v>],
    eval: &mut Evaluator<'v, '_, '_>,
) -> starlark::Result<()> {
    with_context(running, "set_map_item_key", |context| {
        if let [node, value, ..] = rest {
            context.set_key(tag(Some(node)), values::to_tree(*value, eval)?);
        }
        Ok(())
    })
}

/// `template.replace(value)` in the template with that index.
pub(crate) fn replace<'v>(
    template_index: usize,
    call: &Call<'v>,
    eval: &mut Evaluator<'v, '_, '_>,
) -> Result<Value<'v>, Error> {
    let [value] = call.args() else {
        return Err(Error::message("expected exactly one argument"));
    };
    let session = Session::of(eval).map_err(|error| errors::flatten(&error))?;
    let Some(running) = session.running(template_index) else {
        return Err(Error::message("expected a template"));
    };
    let mut contexts = running.contexts.borrow_mut();
    let Some(context) = contexts.last_mut() else {
        return Err(Error::message("expected a started context"));
    };
    let from_code = Fragment::from_value(*value).is_none();
    let tree = values::to_tree_at(*value, eval, &context.position())?;
    let kind = context.replaced_kind()?;
    let replacement = match (kind, tree) {
        // ytt puts the nodes of a fragment into the tree as they are.
        (ReplacedKind::Document, tree::Value::DocumentSet(set)) => Replacement::Documents(set.borrow().items.clone()),
        (ReplacedKind::Document, tree::Value::Array(array)) if from_code => {
            let document = |item: Ref<'_, ArrayItem>| Node::new(Document::new(item.value.clone(), Position::unknown()));
            Replacement::Documents(array.borrow().iter().map(document).collect())
        }
        (ReplacedKind::MapItem, tree::Value::Map(map)) => {
            Replacement::MapItems { items: map.borrow().items.clone(), carries_annotations: !from_code }
        }
        (ReplacedKind::ArrayItem, tree::Value::Array(array)) => Replacement::ArrayItems(array.borrow().items.clone()),
        (kind, _) => {
            let want = match kind {
                ReplacedKind::Document => "document set",
                ReplacedKind::MapItem => "map",
                ReplacedKind::ArrayItem => "array",
            };
            let found = Fragment::from_value(*value).map(|fragment| fragment.tree().type_name());
            let found = found.unwrap_or_else(|| type_name(*value)).to_owned();
            return Err(Error::message(format!("expected value to be {want}, but was {}", node_type(*value)))
                .caused(Cause::Replacement { wanted: want, found }));
        }
    };
    context.replace(replacement, running.template.program.implicit_map_key_overrides)?;
    Ok(eval.heap().alloc(Replaced))
}

/// The kind of a value as ytt's node messages name it.
fn node_type(value: Value<'_>) -> &'static str {
    match (scalar(value), Fragment::from_value(value)) {
        (Some(tree::Value::Str(_)), _) => "string",
        (Some(scalar), _) => scalar.type_name(),
        (None, Some(fragment)) => fragment.tree().type_name(),
        (None, None) => go_kind(value),
    }
}

/// The result of `template.replace`: no value, so that none is set on the replaced node.
#[derive(Debug, Clone, ProvidesStaticType, NoSerialize, Allocative, StarlarkPagablePanic)]
struct Replaced;

starlark::starlark_simple_value!(Replaced);

impl std::fmt::Display for Replaced {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("noop")
    }
}

#[starlark_value(type = "noop")]
impl<'v> StarlarkValue<'v> for Replaced {}
