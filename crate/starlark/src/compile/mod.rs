//! From a resolved program to instructions of the machine.
//!
//! Each function has numbered registers: its parameters, its other variables, then temporary values. Expressions compute into a
//! register, and name variables and constants as operands. Variables that inner functions use are in cells.
//!
//! `statements` and `expressions` follow the tree; `calls`, `functions`, `comprehensions` and `targets` are parts of them; `variables` says where
//! a variable is, and whether it surely has a value. Places are those that ytt reports: `entry` and `slice_place` follow its compiler there.

mod calls;
mod comprehensions;
mod constants;
pub(crate) mod entry;
mod expressions;
mod functions;
pub(crate) mod notes;
pub(crate) mod slice_place;
mod statements;
mod targets;
mod variables;

use std::collections::HashMap;
use std::sync::Arc;

use starlark::values::{FrozenHeap, FrozenValue};

use crate::machine::code::{Code, Compiled, Op, Operand, Parameters, Place, Register};
use crate::syntax::resolve::{Owner, Resolved};
use crate::syntax::{Parsed, TemplateNames};
use constants::Constants;

/// The input of the compiler.
pub(crate) struct Input<'a> {
    pub parsed: &'a Parsed,
    pub resolved: &'a Resolved,
    /// How a template names its instructions.
    pub names: Option<TemplateNames<'a>>,
    /// The value of a built-in name.
    pub universe: &'a dyn Fn(&str) -> Option<FrozenValue>,
    /// The sites of a program that an editor watches.
    pub sites: Option<&'a dyn notes::Sites>,
}

/// Compiles a program.
pub(crate) fn compile(input: &Input<'_>) -> Compiled {
    let resolved = input.resolved;
    let mut locals: HashMap<Owner, Vec<usize>> = HashMap::new();
    for (index, local) in resolved.locals().iter().enumerate() {
        locals.entry(local.owner).or_default().push(index);
    }
    let mut program = ProgramCompiler {
        input,
        heap: FrozenHeap::new(),
        strings: HashMap::new(),
        locals,
        registers: vec![0; resolved.locals().len()],
        globals: [resolved.globals(), resolved.loaded()].concat().into(),
    };
    let mut compiler = Compiler::new(&mut program, Owner::MODULE, "<toplevel>", Parameters::default(), &[]);
    compiler.statements(&input.parsed.file.body);
    let code = compiler.finish();
    Compiled { code: Arc::new(code), constants: program.heap.into_ref(), variables: resolved.globals().to_vec() }
}

/// The state that the functions of a program share.
struct ProgramCompiler<'a> {
    input: &'a Input<'a>,
    /// The heap of the constants.
    heap: FrozenHeap,
    /// Constants that are strings.
    strings: HashMap<String, FrozenValue>,
    /// The variables of each function.
    locals: HashMap<Owner, Vec<usize>>,
    /// The register of each variable in its function, once that is begun.
    registers: Vec<Register>,
    /// The names of the module's variables, and after them those that it loads.
    globals: Arc<[String]>,
}

/// A loop that is open.
struct OpenLoop {
    /// The start of the next turn.
    start: u32,
    /// Whether it has an iterator, which `break` ends.
    iterates: bool,
    /// Jumps of `break`.
    breaks: Vec<usize>,
}

/// Compiles one function.
struct Compiler<'p, 'a> {
    program: &'p mut ProgramCompiler<'a>,
    owner: Owner,
    code: Code,
    constants: Constants,
    /// Variables of functions around, in the order of the function's cells.
    free: Vec<usize>,
    /// The next temporary register.
    next: Register,
    /// By register, the variables that surely have a value here.
    assigned: Vec<bool>,
    loops: Vec<OpenLoop>,
}

impl<'p, 'a> Compiler<'p, 'a> {
    /// Begins a function. `parameters` are the variables of its parameters, in the order of their registers.
    fn new(
        program: &'p mut ProgramCompiler<'a>,
        owner: Owner,
        name: &str,
        signature: Parameters,
        parameters: &[usize],
    ) -> Self {
        let others = program.locals.remove(&owner).unwrap_or_default();
        let others = others.into_iter().filter(|local| !parameters.contains(local));
        let variables: Vec<usize> = parameters.iter().copied().chain(others).collect();
        for (register, local) in variables.iter().enumerate() {
            program.registers[*local] = register as Register;
        }
        let resolved = program.input.resolved.locals();
        let code = Code {
            name: name.to_owned(),
            ops: Vec::new(),
            places: Vec::new(),
            constants: Vec::new(),
            functions: Vec::new(),
            methods: Vec::new(),
            spreads: Vec::new(),
            parameters: signature,
            locals: variables.iter().map(|local| resolved[*local].name.clone()).collect(),
            registers: variables.len(),
            free: Vec::new(),
            globals: program.globals.clone(),
            entry: None,
        };
        let cells: Vec<usize> = (0..variables.len()).filter(|at| resolved[variables[*at]].is_captured).collect();
        let mut assigned = vec![false; variables.len()];
        assigned[..parameters.len()].fill(true);
        let mut compiler = Compiler {
            program,
            owner,
            code,
            constants: Constants::default(),
            free: Vec::new(),
            next: variables.len() as Register,
            assigned,
            loops: Vec::new(),
        };
        for register in cells {
            compiler.emit(Op::MakeCell { register: register as Register }, Place::NONE);
        }
        compiler
    }

    fn finish(mut self) -> Code {
        let none = self.none();
        self.emit(Op::Return { a: none }, Place::NONE);
        let locals = self.program.input.resolved.locals();
        self.code.free = self.free.iter().map(|local| locals[*local].name.clone()).collect();
        self.code.constants = self.constants.finish();
        self.code
    }

    /// Adds an instruction. Returns its index.
    fn emit(&mut self, op: Op, place: Place) -> usize {
        self.code.ops.push(op);
        self.code.places.push(place);
        self.code.ops.len() - 1
    }

    /// A jump to a place that is not known yet.
    fn jump(&mut self) -> usize {
        self.emit(Op::Jump { to: 0 }, Place::NONE)
    }

    /// The index of the next instruction.
    fn here(&self) -> u32 {
        self.code.ops.len() as u32
    }

    /// Lets jumps go to the next instruction.
    fn land(&mut self, jumps: impl IntoIterator<Item = usize>) {
        let here = self.here();
        for at in jumps {
            match &mut self.code.ops[at] {
                Op::Jump { to } | Op::JumpIf { to, .. } | Op::JumpIfNot { to, .. } | Op::Next { exit: to, .. } => {
                    *to = here;
                }
                _ => {}
            }
        }
    }

    /// A new temporary register.
    fn temporary(&mut self) -> Register {
        let register = self.next;
        self.next += 1;
        self.code.registers = self.code.registers.max(self.next as usize);
        register
    }

    /// The temporary registers of `write` are free afterwards.
    fn scoped<T>(&mut self, write: impl FnOnce(&mut Self) -> T) -> T {
        let next = self.next;
        let result = write(self);
        self.next = next;
        result
    }

    fn string(&mut self, text: &str) -> FrozenValue {
        if let Some(known) = self.program.strings.get(text) {
            return *known;
        }
        let value = self.program.heap.alloc(text);
        self.program.strings.insert(text.to_owned(), value);
        value
    }

    fn none(&mut self) -> Operand {
        self.constants.operand(constants::Key::Name("None"), FrozenValue::new_none)
    }
}
