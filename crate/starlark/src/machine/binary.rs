//! Operators: small ints here, all else by the functions of `builtins::operators`.

use starlark::eval::Evaluator;
use starlark::values::Value;

use super::code::{Binary, Unary};
use crate::eval::builtins::{kinds, operators};

type Outcome<'v> = starlark::Result<Value<'v>>;

#[inline(always)]
pub(super) fn binary<'v>(op: Binary, a: Value<'v>, b: Value<'v>, eval: &mut Evaluator<'v, '_, '_>) -> Outcome<'v> {
    if let (Some(x), Some(y)) = (a.unpack_i32(), b.unpack_i32()) {
        let small = match op {
            Binary::Add => x.checked_add(y),
            Binary::Sub => x.checked_sub(y),
            Binary::Mul => x.checked_mul(y),
            Binary::Mod if x >= 0 && y > 0 => Some(x % y),
            Binary::FloorDiv if x >= 0 && y > 0 => Some(x / y),
            Binary::Eq => return Ok(Value::new_bool(x == y)),
            Binary::Ne => return Ok(Value::new_bool(x != y)),
            Binary::Lt => return Ok(Value::new_bool(x < y)),
            Binary::Le => return Ok(Value::new_bool(x <= y)),
            Binary::Gt => return Ok(Value::new_bool(x > y)),
            Binary::Ge => return Ok(Value::new_bool(x >= y)),
            _ => None,
        };
        if let Some(small) = small {
            return Ok(eval.heap().alloc(small));
        }
    }
    any(op, [a, b], eval)
}

#[inline(never)]
fn any<'v>(op: Binary, operands: [Value<'v>; 2], eval: &mut Evaluator<'v, '_, '_>) -> Outcome<'v> {
    let code = match op {
        Binary::Add => operators::add,
        Binary::Sub => operators::subtract,
        Binary::Mul => operators::multiply,
        Binary::Div => operators::divide,
        Binary::FloorDiv => operators::floor_divide,
        Binary::Mod => operators::modulo,
        Binary::And => operators::bit_and,
        Binary::Or => operators::bit_or,
        Binary::Xor => operators::bit_xor,
        Binary::Shl => operators::shift_left,
        Binary::Shr => operators::shift_right,
        Binary::Eq => operators::equal,
        Binary::Ne => operators::not_equal,
        Binary::Lt => operators::less,
        Binary::Le => operators::less_or_equal,
        Binary::Gt => operators::greater,
        Binary::Ge => operators::greater_or_equal,
        Binary::In => operators::is_in,
        Binary::NotIn => operators::is_not_in,
        Binary::Index => operators::index,
    };
    code(operands, eval)
}

pub(super) fn unary<'v>(op: Unary, a: Value<'v>, eval: &Evaluator<'v, '_, '_>) -> Outcome<'v> {
    let heap = eval.heap();
    let result = match op {
        Unary::Not => return kinds::truth(a).map(|truth| Value::new_bool(!truth)),
        Unary::Minus => a.minus(heap),
        Unary::Plus => a.plus(heap),
        Unary::Invert => a.bit_not(heap),
    };
    result.map_err(|error| kinds::named(error, &[a]))
}

impl Binary {
    /// How messages show it.
    pub(super) fn sign(self) -> Option<&'static str> {
        Some(match self {
            Binary::Add => "+",
            Binary::Sub => "-",
            Binary::Mul => "*",
            Binary::Div => "/",
            Binary::FloorDiv => "//",
            Binary::Mod => "%",
            Binary::And => "&",
            Binary::Or => "|",
            Binary::Xor => "^",
            Binary::Shl => "<<",
            Binary::Shr => ">>",
            Binary::Eq => "==",
            Binary::Ne => "!=",
            Binary::Lt => "<",
            Binary::Le => "<=",
            Binary::Gt => ">",
            Binary::Ge => ">=",
            Binary::In => "in",
            Binary::NotIn => "not in",
            Binary::Index => return None,
        })
    }
}

impl Unary {
    /// How messages show it.
    pub(super) fn sign(self) -> &'static str {
        match self {
            Unary::Not => "not",
            Unary::Minus => "-",
            Unary::Plus => "+",
            Unary::Invert => "~",
        }
    }
}
