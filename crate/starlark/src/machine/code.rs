//! Compiled programs: instructions for a machine with registers.

use std::sync::Arc;

use starlark::values::{FrozenHeapRef, FrozenValue};

use crate::eval::builtins::native::MethodCode;
use crate::syntax::source::Span;

/// A register of the function that runs.
pub(crate) type Register = u32;

/// A register, or a constant of the function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Operand(u32);

/// Set in operands that are constants.
const CONSTANT: u32 = 1 << 31;

impl Operand {
    pub(crate) fn register(register: Register) -> Operand {
        Operand(register)
    }

    pub(crate) fn constant(index: usize) -> Operand {
        // A program is shorter than 2^31 bytes.
        Operand(index as u32 | CONSTANT)
    }

    /// The index of a constant, or else the register.
    #[inline(always)]
    pub(crate) fn decode(self) -> Result<usize, usize> {
        if self.0 & CONSTANT == 0 { Err(self.0 as usize) } else { Ok((self.0 & !CONSTANT) as usize) }
    }
}

/// An operator of two operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Binary {
    Add,
    Sub,
    Mul,
    Div,
    FloorDiv,
    Mod,
    And,
    Or,
    Xor,
    Shl,
    Shr,
    Eq,
    Ne,
    Lt,
    Le,
    Gt,
    Ge,
    In,
    NotIn,
    Index,
}

/// An operator of one operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Unary {
    Not,
    Minus,
    Plus,
    Invert,
}

/// Operations that build the nodes of a template.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Instruction {
    StartContext,
    EndContext,
    StartAnnotation,
    CollectAnnotation,
    StartNode,
    SetNode,
    SetMapItemKey,
}

/// An instruction of the machine.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Op {
    Move {
        to: Register,
        from: Operand,
    },
    /// Fails where a local variable has no value yet.
    Check {
        local: Register,
    },
    Binary {
        op: Binary,
        to: Register,
        a: Operand,
        b: Operand,
    },
    /// `a + b` of `a += b`, which changes lists.
    Grow {
        to: Register,
        a: Operand,
        b: Operand,
    },
    Unary {
        op: Unary,
        to: Register,
        a: Operand,
    },
    GetGlobal {
        to: Register,
        index: u32,
    },
    SetGlobal {
        index: u32,
        from: Operand,
    },
    /// Puts a variable that inner functions use into a cell.
    MakeCell {
        register: Register,
    },
    GetCell {
        to: Register,
        cell: Register,
    },
    SetCell {
        cell: Register,
        from: Operand,
    },
    /// The value of a variable of a function around.
    GetFree {
        to: Register,
        index: u32,
    },
    /// Its cell, for a function inside.
    FreeCell {
        to: Register,
        index: u32,
    },
    Jump {
        to: u32,
    },
    /// A jump backwards. Limits are checked and garbage is collected here.
    Loop {
        to: u32,
    },
    JumpIf {
        a: Operand,
        to: u32,
    },
    JumpIfNot {
        a: Operand,
        to: u32,
    },
    /// Skips the next instruction, which jumps, if the comparison holds.
    Test {
        op: Binary,
        a: Operand,
        b: Operand,
    },
    List {
        to: Register,
        start: Register,
        count: u32,
    },
    Tuple {
        to: Register,
        start: Register,
        count: u32,
    },
    Dict {
        to: Register,
    },
    /// An entry of a dict literal.
    Entry {
        dict: Register,
        key: Operand,
        value: Operand,
    },
    /// An entry that a comprehension makes, which may replace another.
    Insert {
        dict: Register,
        key: Operand,
        value: Operand,
    },
    /// The list of a comprehension.
    BeginList,
    Collect {
        a: Operand,
    },
    EndList {
        to: Register,
    },
    SetIndex {
        object: Operand,
        index: Operand,
        value: Operand,
    },
    SetAttribute {
        object: Operand,
        name: Operand,
        value: Operand,
    },
    /// The bounds are in three registers, `None` for those that are left out.
    Slice {
        to: Register,
        object: Operand,
        start: Register,
    },
    Attribute {
        to: Register,
        object: Operand,
        name: Operand,
    },
    /// Looks an attribute up that is to be called. `start + 1` becomes the value with the method if that is one of a built-in type,
    /// and else the attribute; `start` says which, by being set.
    Method {
        start: Register,
        object: Operand,
        site: u32,
    },
    /// Calls the value in `start` with the values after it.
    Call {
        to: Register,
        start: Register,
        count: u32,
    },
    /// Calls the method that [`Op::Method`] has found with the values after it.
    CallMethod {
        to: Register,
        start: Register,
        site: u32,
    },
    /// Calls the value in `start` with arguments that have names or stars.
    CallSpread {
        to: Register,
        start: Register,
        site: u32,
    },
    Iterate {
        a: Operand,
    },
    /// The next item of the innermost loop; at its end, the loop is left.
    Next {
        to: Register,
        exit: u32,
    },
    EndLoop,
    Unpack {
        a: Operand,
        start: Register,
        count: u32,
    },
    /// Makes a function: its default values and cells are in registers from `start` on.
    Function {
        to: Register,
        index: u32,
        start: Register,
    },
    Load {
        to: Register,
        path: Operand,
    },
    Loaded {
        to: Register,
        module: Register,
        name: Operand,
    },
    Instruction {
        instruction: Instruction,
        to: Register,
        start: Register,
        count: u32,
    },
    /// An instruction with arguments that have names or stars.
    InstructionSpread {
        instruction: Instruction,
        to: Register,
        start: Register,
        site: u32,
    },
    Return {
        a: Operand,
    },
    /// Notes a value for editors.
    Note {
        site: u32,
        a: Operand,
    },
    /// Notes that the run has come to the statement of a block.
    Reach {
        block: u32,
    },
    /// Notes that the statements of a block run.
    Enter {
        block: u32,
    },
}

/// The place of an instruction in the program.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Place {
    /// The position of ytt's line; none for code that ytt adds itself.
    pub at: Option<u32>,
    pub expression: Option<Span>,
}

impl Place {
    /// Code that is not in the program.
    pub(crate) const NONE: Place = Place { at: None, expression: None };

    pub(crate) fn new(at: Span, expression: Option<Span>) -> Place {
        Place { at: Some(at.start), expression }
    }
}

/// A call of an attribute.
#[derive(Debug)]
pub(crate) struct MethodSite {
    /// A string.
    pub name: FrozenValue,
    /// How many arguments the call has, all of them by position.
    pub count: u32,
    pub known: KnownMethods,
}

/// The methods of a name.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct KnownMethods {
    pub string: Option<(&'static str, MethodCode)>,
    pub list: Option<(&'static str, MethodCode)>,
    pub dict: Option<(&'static str, MethodCode)>,
    pub set: Option<(&'static str, MethodCode)>,
}

/// Arguments with names or stars, in registers one after the other: those by position, those by name, `*`, `**`.
#[derive(Debug)]
pub(crate) struct SpreadSite {
    pub positional: u32,
    /// Strings.
    pub names: Vec<FrozenValue>,
    pub star: bool,
    pub double_star: bool,
}

#[derive(Debug)]
pub(crate) struct Parameter {
    pub name: String,
    pub is_required: bool,
}

/// The parameters of a function, in the order of their registers.
#[derive(Debug, Default)]
pub(crate) struct Parameters {
    /// The parameters that take one argument.
    pub single: Vec<Parameter>,
    /// How many of these may be passed by position.
    pub positional: usize,
    /// Whether there is a `*args`, in the register after these, and a `**kwargs` after that.
    pub star: bool,
    pub double_star: bool,
    /// All are required and may be passed by position: calls with as many arguments have nothing to do.
    pub are_simple: bool,
}

impl Parameters {
    pub(crate) fn are_none(&self) -> bool {
        self.single.is_empty() && !self.star && !self.double_star
    }
}

/// A function, or the top level of a program.
#[derive(Debug)]
pub(crate) struct Code {
    /// `<toplevel>`, or the function's name.
    pub name: String,
    pub ops: Vec<Op>,
    /// The place of each instruction.
    pub places: Vec<Place>,
    pub constants: Vec<FrozenValue>,
    pub functions: Vec<Arc<Code>>,
    pub methods: Vec<MethodSite>,
    pub spreads: Vec<SpreadSite>,
    pub parameters: Parameters,
    /// The names of the variables in the first registers.
    pub locals: Vec<String>,
    pub registers: usize,
    /// The names of variables of functions around, in the order of the function's cells.
    pub free: Vec<String>,
    /// The names of the module's variables.
    pub globals: Arc<[String]>,
    /// The position inside of the function that ytt reports for a call with wrong arguments, if it reports one.
    pub entry: Option<Span>,
}

/// A program that is compiled.
#[derive(Debug)]
pub(crate) struct Compiled {
    /// Its top level.
    pub code: Arc<Code>,
    /// Keeps the constants of all functions.
    pub constants: FrozenHeapRef,
    /// The module's variables, without those that it loads.
    pub variables: Vec<String>,
}
