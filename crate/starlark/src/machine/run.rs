//! The machine itself: instruction after instruction.
//!
//! A function has a window of the stack: its registers. Arguments are computed into registers one after the other, so they are the first
//! registers of the function that is called; the value of the function is in the register before. `None` is in registers that have no
//! value yet.

use std::cell::Cell;
use std::rc::Rc;
use std::sync::Arc;

use starlark::eval::Evaluator;
use starlark::values::tuple::AllocTuple;
use starlark::values::{Heap, Value, ValueLike};

use super::arguments::{Arguments, bind};
use super::binary::{binary, unary};
use super::code::{Binary, Code, Compiled, Instruction, KnownMethods, Op, Operand, Register, SpreadSite};
use super::collect::{self, collect};
use super::errors::{Running, out_of_depth, unassigned};
use super::iteration::{Iteration, unpacked};
use super::roots::{Roots, window};
use super::values::{Function, Globals, Variable, read_cell, read_global, values, values_of};
use super::{errors, natives};
use crate::eval::builtins::call::Call;
use crate::eval::builtins::{attributes, kinds, operators};
use crate::eval::collections::dict::{self, Entries};
use crate::eval::collections::list;
use crate::eval::errors::{fail, message};
use crate::eval::run::{FUEL, Run};
use crate::eval::session::Session;
use crate::eval::stopping::check_memory;
use crate::eval::{instructions, loaded};
use crate::limits::memory;

type Outcome<'v> = starlark::Result<Value<'v>>;

/// Calls that the limit counts besides those that are running: the top level of the module, and the new one.
const OWN_CALLS: usize = 2;

/// A caller: where it goes on, and which register gets the result.
struct Frame {
    code: Arc<Code>,
    /// The instruction after the call.
    next: usize,
    base: usize,
    to: Register,
    /// How many loops ran before the function was called.
    iterations: usize,
}

struct Machine<'v, 'x> {
    run: &'x Run,
    session: Rc<Session>,
    roots: Roots<'v>,
    /// The callers of the function that runs.
    frames: Vec<Frame>,
    /// For calls with names or stars.
    arguments: Arguments<'v>,
    fuel: u32,
    /// Bytes in use from which on garbage is collected.
    next_collection: usize,
    /// Bytes of the crate's heap from which on it collects.
    collection_level: usize,
    /// How many calls may run within each other.
    most_calls: usize,
}

/// The variables of a module after its program has run.
pub(crate) struct Module<'v> {
    globals: Value<'v>,
}

impl<'v> Module<'v> {
    /// The values of all variables that have one.
    pub(crate) fn values(&self) -> Vec<Value<'v>> {
        values_of(self.globals).collect()
    }

    /// The variable of this index.
    pub(crate) fn get(&self, index: usize) -> Option<Value<'v>> {
        read_global(self.globals, index)
    }
}

/// Runs the top level of a program, for the template of this index in the session.
pub(crate) fn run_module<'v>(
    program: &Compiled,
    template: usize,
    eval: &mut Evaluator<'v, '_, '_>,
) -> starlark::Result<Module<'v>> {
    eval.module().frozen_heap().add_reference(&program.constants);
    let count = program.code.globals.len();
    let values = std::iter::repeat_with(Default::default).take(count).collect();
    let globals = eval.heap().alloc(Globals { template, values });
    let code = program.code.clone();
    let function = eval.heap().alloc(Function { code, globals, defaults: Vec::new(), cells: Vec::new() });
    let mut machine = Machine::new(eval)?;
    machine.next_collection = machine.next_collection();
    machine.roots.stack.push(Some(function));
    machine.run(eval)?;
    // It may have been moved.
    let function =
        machine.roots.stack[0].and_then(Function::from_value).ok_or_else(|| message("expected a function"))?;
    Ok(Module { globals: function.globals })
}

/// Calls a function for a native.
pub(crate) fn call<'v>(
    eval: &mut Evaluator<'v, '_, '_>,
    function: Value<'v>,
    positional: &[Value<'v>],
    named: &[(&'v str, Value<'v>)],
) -> Outcome<'v> {
    match Function::from_value(function) {
        Some(called) => call_program(eval, function, called, positional, named),
        None => natives::call_with(function, positional, named, eval),
    }
}

fn call_program<'v>(
    eval: &mut Evaluator<'v, '_, '_>,
    function: Value<'v>,
    called: &'v Function<'v>,
    positional: &[Value<'v>],
    named: &[(&'v str, Value<'v>)],
) -> Outcome<'v> {
    let run = Run::of(eval)?;
    let mut machine = Machine::new(eval)?;
    if machine.fuel == 0 {
        look(run, &mut machine.fuel)?;
    }
    machine.fuel -= 1;
    machine.roots.stack.resize(1 + called.code.registers, None);
    machine.roots.stack[0] = Some(function);
    if run.calls() + OWN_CALLS >= machine.most_calls {
        return Err(out_of_depth(&machine.session));
    }
    if run.callbacks() >= machine.session.most_callbacks() {
        return Err(errors::out_of_stack());
    }
    let arguments = Arguments { positional: positional.to_vec(), named: named.to_vec() };
    bind(called, &arguments, &mut machine.roots.stack[1..], eval.heap())
        .map_err(|error| errors::misfit(error, called, &machine.session))?;
    run.call_back(|| machine.run(eval))
}

impl<'v, 'x> Machine<'v, 'x> {
    /// A machine that collects no garbage.
    fn new(eval: &Evaluator<'v, 'x, '_>) -> starlark::Result<Machine<'v, 'x>> {
        let run = Run::of(eval)?;
        let session = Session::of_run(run)?;
        Ok(Machine {
            run,
            most_calls: session.limits.call_depth as usize,
            session,
            roots: Roots::default(),
            frames: Vec::new(),
            arguments: Arguments::default(),
            fuel: run.fuel(),
            next_collection: usize::MAX,
            collection_level: collect::FIRST_LEVEL,
        })
    }

    /// Runs the function at the start of the stack, to its end.
    fn run(&mut self, eval: &mut Evaluator<'v, '_, '_>) -> Outcome<'v> {
        let first = self.roots.stack.first().copied().flatten();
        let function = first.and_then(Function::from_value).ok_or_else(|| message("expected a function"))?;
        let result = self.steps(function, eval);
        // After an error, iterations may be left.
        while let Some(iteration) = self.roots.iterations.pop() {
            iteration.end();
        }
        self.run.leave_calls(self.frames.len());
        self.run.set_fuel(self.fuel);
        result.map_err(|(error, failed)| {
            let template = |base: usize| {
                let function = self.roots.stack.get(base - 1).copied().flatten().and_then(Function::from_value);
                function.map_or(usize::MAX, Function::template)
            };
            let callers = self.frames.iter().rev().map(|caller| Running {
                code: caller.code.clone(),
                at: caller.next - 1,
                template: template(caller.base),
            });
            errors::raised(&error, &failed, callers, &self.session)
        })
    }

    /// Runs a function, which is at the start of the stack, until it returns or fails.
    ///
    /// Longer instructions are functions of their own: V8 compiles this one a second time, optimized, after few steps, and the time that this takes
    /// grows with its size.
    fn steps(
        &mut self,
        mut function: &'v Function<'v>,
        eval: &mut Evaluator<'v, '_, '_>,
    ) -> Result<Value<'v>, (starlark::Error, Running)> {
        let heap = eval.heap();
        // A function may be moved, but not its code, which `code` keeps.
        let mut code = function.code.clone();
        let (mut ops, mut constants) = (function.code.ops.as_slice(), function.code.constants.as_slice());
        let mut base = 1;
        let mut next = 0;
        let mut iterations = 0;
        let mut registers = window(&mut self.roots.stack, base, code.registers);

        let error = 'failed: {
            macro_rules! fail {
                ($error:expr) => {
                    break 'failed $error
                };
            }
            macro_rules! check {
                ($result:expr) => {
                    match $result {
                        Ok(value) => value,
                        Err(error) => fail!(error),
                    }
                };
            }
            macro_rules! get {
                ($operand:expr) => {
                    match $operand.decode() {
                        Ok(constant) => constants[constant].to_value(),
                        // Variables are checked by `Op::Check`.
                        Err(register) => registers[register].unwrap_or_else(Value::new_none),
                    }
                };
            }
            macro_rules! set {
                ($register:expr, $value:expr) => {{
                    let value = $value;
                    registers[$register as usize] = Some(value);
                }};
            }
            macro_rules! step {
                () => {
                    if self.fuel == 0 {
                        check!(look(self.run, &mut self.fuel));
                    }
                    self.fuel -= 1;
                };
            }
            // Enters a function that `prepare` has made ready.
            macro_rules! enter {
                ($called:expr, $base:expr, $to:expr, $prepared:expr) => {{
                    step!();
                    check!($prepared);
                    let code_of_caller = std::mem::replace(&mut code, $called.code.clone());
                    self.frames.push(Frame { code: code_of_caller, next, base, to: $to, iterations });
                    self.run.enter_call();
                    (function, base, next, iterations) = ($called, $base, 0, self.roots.iterations.len());
                    (ops, constants) = (&function.code.ops, &function.code.constants);
                    registers = &mut self.roots.stack[base..base + code.registers];
                }};
            }
            // After a collection, which may have moved all values.
            macro_rules! resume {
                () => {
                    match self.roots.stack[base - 1].and_then(Function::from_value) {
                        Some(moved) => function = moved,
                        None => fail!(message("expected a function")),
                    }
                    registers = &mut self.roots.stack[base..base + code.registers];
                };
            }

            loop {
                let op = ops[next];
                next += 1;
                match op {
                    Op::Move { to, from } => set!(to, get!(from)),
                    Op::Check { local } => {
                        if registers[local as usize].is_none() {
                            fail!(unassigned("local", &code.locals[local as usize]));
                        }
                    }
                    Op::Binary { op, to, a, b } => {
                        let (a, b) = (get!(a), get!(b));
                        if op == Binary::Index
                            && let Some(item) = operators::item(a, b)
                        {
                            set!(to, item);
                            continue;
                        }
                        set!(to, check!(binary(op, a, b, eval)));
                    }
                    Op::Grow { to, a, b } => {
                        let (a, b) = (get!(a), get!(b));
                        set!(to, check!(operators::grow_in_place([a, b], eval)));
                    }
                    Op::Unary { op, to, a } => {
                        let a = get!(a);
                        set!(to, check!(unary(op, a, eval)));
                    }
                    Op::GetGlobal { to, index } => match read_global(function.globals, index as usize) {
                        Some(value) => set!(to, value),
                        None => fail!(unassigned("global", &code.globals[index as usize])),
                    },
                    Op::SetGlobal { index, from } => {
                        if let Some(globals) = function.globals.downcast_ref::<Globals<'v>>() {
                            globals.values[index as usize].set(Some(get!(from)));
                        }
                    }
                    Op::MakeCell { register } => {
                        let value = registers[register as usize];
                        set!(register, new_cell(heap, value));
                    }
                    Op::GetCell { to, cell } => match read_cell(get!(Operand::register(cell))) {
                        Some(value) => set!(to, value),
                        None => fail!(unassigned("local", &code.locals[cell as usize])),
                    },
                    Op::SetCell { cell, from } => {
                        if let Some(variable) = get!(Operand::register(cell)).downcast_ref::<Variable<'v>>() {
                            variable.0.set(Some(get!(from)));
                        }
                    }
                    Op::GetFree { to, index } => match read_cell(function.cells[index as usize]) {
                        Some(value) => set!(to, value),
                        None => fail!(unassigned("local", &code.free[index as usize])),
                    },
                    Op::FreeCell { to, index } => set!(to, function.cells[index as usize]),
                    Op::Jump { to } => next = to as usize,
                    Op::Loop { to } => {
                        step!();
                        if collect::is_due(self.next_collection) {
                            check!(self.collect(base + code.registers, eval));
                            resume!();
                        }
                        next = to as usize;
                    }
                    Op::JumpIf { a, to } => {
                        if check!(kinds::truth(get!(a))) {
                            next = to as usize;
                        }
                    }
                    Op::JumpIfNot { a, to } => {
                        if !check!(kinds::truth(get!(a))) {
                            next = to as usize;
                        }
                    }
                    Op::Test { op, a, b } => {
                        let (a, b) = (get!(a), get!(b));
                        if check!(binary(op, a, b, eval)).to_bool() {
                            next += 1;
                        }
                    }
                    Op::List { to, start, count } => {
                        set!(to, new_list(heap, range(registers, start as usize, count)));
                    }
                    Op::Tuple { to, start, count } => {
                        set!(to, new_tuple(heap, range(registers, start as usize, count)));
                    }
                    Op::Dict { to } => set!(to, dict::new(heap, Entries::default())),
                    Op::Entry { dict, key, value } => {
                        let (dict, key, value) = (get!(Operand::register(dict)), get!(key), get!(value));
                        check!(operators::add_entry([dict, key, value], eval));
                    }
                    Op::Insert { dict, key, value } => {
                        let (dict, key, value) = (get!(Operand::register(dict)), get!(key), get!(value));
                        check!(operators::insert([dict, key, value]));
                    }
                    Op::BeginList => self.roots.lists.push(Vec::new()),
                    Op::Collect { a } => {
                        let value = get!(a);
                        if let Some(list) = self.roots.lists.last_mut() {
                            list.push(value);
                        }
                    }
                    Op::EndList { to } => {
                        let list = self.roots.lists.pop().unwrap_or_default();
                        set!(to, list::of(heap, list));
                    }
                    Op::SetIndex { object, index, value } => {
                        let (object, index, value) = (get!(object), get!(index), get!(value));
                        if !operators::set_item(object, index, value) {
                            check!(operators::set_index([value, object, index], eval));
                        }
                    }
                    Op::SetAttribute { object, name, value } => {
                        let (object, name, value) = (get!(object), get!(name), get!(value));
                        check!(set_attribute(object, name, value));
                    }
                    Op::Slice { to, object, start } => {
                        let object = get!(object);
                        let [low, high, step] = [0, 1, 2].map(|i| registers[start as usize + i]);
                        set!(to, check!(operators::slice(object, [low, high, step], eval)));
                    }
                    Op::Attribute { to, object, name } => {
                        let (object, name) = (get!(object), get!(name));
                        set!(to, check!(attribute(object, name, eval)));
                    }
                    Op::Method { start, object, site } => {
                        let object = get!(object);
                        let site = &code.methods[site as usize];
                        if method_of(object, &site.known).is_some() {
                            registers[start as usize] = Some(object);
                            set!(start + 1, object);
                        } else {
                            let found = check!(attribute(object, site.name.to_value(), eval));
                            registers[start as usize] = None;
                            set!(start + 1, found);
                        }
                    }
                    Op::CallMethod { to, start, site } => {
                        let site = &code.methods[site as usize];
                        let (start, count) = (start as usize, site.count);
                        let callee = registers[start + 1].unwrap_or_else(Value::new_none);
                        let method = if registers[start].is_some() { method_of(callee, &site.known) } else { None };
                        if let Some(method) = method {
                            step!();
                            let arguments = range(registers, start + 2, count);
                            set!(to, check!(natives::call_method(callee, method, arguments, eval)));
                        } else if let Some(called) = Function::from_value(callee) {
                            let new_base = base + start + 2;
                            enter!(called, new_base, to, self.prepare(called, new_base, count, heap));
                        } else {
                            step!();
                            let arguments = range(registers, start + 2, count);
                            set!(to, check!(natives::call(callee, arguments, eval)));
                        }
                    }
                    Op::Call { to, start, count } => {
                        let start = start as usize;
                        let callee = registers[start].unwrap_or_else(Value::new_none);
                        if let Some(called) = Function::from_value(callee) {
                            let new_base = base + start + 1;
                            enter!(called, new_base, to, self.prepare(called, new_base, count, heap));
                        } else {
                            step!();
                            let arguments = range(registers, start + 1, count);
                            set!(to, check!(natives::call(callee, arguments, eval)));
                        }
                    }
                    Op::CallSpread { to, start, site } => {
                        let start = start as usize;
                        let callee = registers[start].unwrap_or_else(Value::new_none);
                        let site = &code.spreads[site as usize];
                        check!(spread(&mut self.arguments, site, &registers[start + 1..], eval));
                        if let Some(called) = Function::from_value(callee) {
                            let new_base = base + start + 1;
                            enter!(called, new_base, to, self.prepare_spread(called, new_base, heap));
                        } else {
                            step!();
                            let (positional, named) = (&self.arguments.positional, &self.arguments.named);
                            set!(to, check!(natives::call_with(callee, positional, named, eval)));
                        }
                    }
                    Op::Iterate { a } => {
                        let iteration = check!(Iteration::begin(get!(a), eval));
                        self.roots.iterations.push(iteration);
                    }
                    Op::Next { to, exit } => match self.roots.iterations.last_mut().and_then(|last| last.next(heap)) {
                        Some(value) => set!(to, value),
                        None => {
                            end_loop(&mut self.roots.iterations);
                            next = exit as usize;
                        }
                    },
                    Op::EndLoop => end_loop(&mut self.roots.iterations),
                    Op::Unpack { a, start, count } => {
                        // The variables of a loop are assigned directly after its next item.
                        let of = match ops.get(next.wrapping_sub(2)) {
                            Some(Op::Next { .. }) => self.roots.iterations.last(),
                            _ => None,
                        };
                        let value = get!(a);
                        check!(unpack(value, &mut registers[start as usize..][..count as usize], of, eval));
                    }
                    Op::Function { to, index, start } => {
                        let made = &code.functions[index as usize];
                        set!(to, new_function(heap, made, function.globals, &registers[start as usize..]));
                    }
                    Op::Load { to, path } => {
                        // A constant, which is never moved.
                        let path = get!(path);
                        let loaded = self.load(path, eval);
                        resume!();
                        set!(to, check!(loaded));
                    }
                    Op::Loaded { to, module, name } => {
                        let (module, name) = (get!(Operand::register(module)), get!(name));
                        set!(to, check!(loaded::loaded_name(module, name.unpack_str().unwrap_or_default())));
                    }
                    Op::Instruction { instruction, to, start, count } => {
                        let arguments = range(registers, start as usize, count);
                        set!(to, check!(run_instruction(instruction, function.template(), arguments, eval)));
                    }
                    Op::InstructionSpread { instruction, to, start, site } => {
                        let site = &code.spreads[site as usize];
                        check!(spread(&mut self.arguments, site, &registers[start as usize..], eval));
                        let (template, arguments) = (function.template(), &self.arguments);
                        set!(to, check!(run_instruction_spread(instruction, template, arguments, eval)));
                    }
                    Op::Return { a } => {
                        let value = get!(a);
                        while self.roots.iterations.len() > iterations {
                            end_loop(&mut self.roots.iterations);
                        }
                        let Some(caller) = self.frames.pop() else { return Ok(value) };
                        self.run.leave_calls(1);
                        code = caller.code;
                        (next, base, iterations) = (caller.next, caller.base, caller.iterations);
                        match self.roots.stack[base - 1].and_then(Function::from_value) {
                            Some(caller) => function = caller,
                            None => fail!(message("expected a function")),
                        }
                        (ops, constants) = (&function.code.ops, &function.code.constants);
                        registers = &mut self.roots.stack[base..base + code.registers];
                        set!(caller.to, value);
                    }
                    Op::Note { site, a } => {
                        let value = get!(a);
                        self.session.note_value(site, value);
                    }
                    Op::Reach { block } => self.session.note_reached(block),
                    Op::Enter { block } => self.session.note_entered(block),
                }
            }
        };
        Err((error, Running { code, at: next - 1, template: function.template() }))
    }

    /// Collects garbage. `top` is the end of the registers of the function that runs.
    #[cold]
    #[inline(never)]
    fn collect(&mut self, top: usize, eval: &mut Evaluator<'v, '_, '_>) -> starlark::Result<()> {
        // The values above it are left from calls that have ended.
        self.roots.stack[top..].fill(None);
        self.arguments = Arguments::default();
        self.session.count_needless_collection();
        collect(&mut self.roots, &mut self.collection_level, eval)?;
        self.next_collection = self.next_collection();
        Ok(())
    }

    /// Makes a function ready to run with positional arguments, which are in the first `count` of its registers. These begin at `base`.
    fn prepare(&mut self, called: &'v Function<'v>, base: usize, count: u32, heap: Heap<'v>) -> starlark::Result<()> {
        let (parameters, count) = (&called.code.parameters, count as usize);
        if parameters.are_simple && count == parameters.single.len() {
            self.check_depth()?;
            clear_locals(window(&mut self.roots.stack, base, called.code.registers), called, count);
            return Ok(());
        }
        self.arguments.named.clear();
        self.arguments.positional.clear();
        self.arguments.positional.extend(values(&self.roots.stack[base..base + count]));
        self.prepare_spread(called, base, heap)
    }

    /// Makes a function ready to run with `self.arguments`. Its registers begin at `base`.
    fn prepare_spread(&mut self, called: &'v Function<'v>, base: usize, heap: Heap<'v>) -> starlark::Result<()> {
        self.check_depth()?;
        let window = window(&mut self.roots.stack, base, called.code.registers);
        bind(called, &self.arguments, window, heap).map_err(|error| errors::misfit(error, called, &self.session))?;
        clear_locals(window, called, called.parameters());
        Ok(())
    }

    fn check_depth(&self) -> starlark::Result<()> {
        if self.run.calls() + OWN_CALLS >= self.most_calls {
            return Err(out_of_depth(&self.session));
        }
        Ok(())
    }

    /// The module of a `load` statement. All values may be moved meanwhile.
    fn load(&mut self, path: Value<'v>, eval: &mut Evaluator<'v, '_, '_>) -> Outcome<'v> {
        let parked = collect::park(&mut self.roots, eval);
        let loaded = (self.run.engine.load)(path.unpack_str().unwrap_or_default(), eval);
        if parked {
            collect::unpark(&mut self.roots, eval);
        }
        loaded
    }

    /// Bytes in use from which on garbage is collected.
    fn next_collection(&self) -> usize {
        if self.session.collects_needlessly() { 0 } else { collect::next(memory::in_use()) }
    }
}

/// Ends the innermost loop.
fn end_loop(iterations: &mut Vec<Iteration<'_>>) {
    if let Some(iteration) = iterations.pop() {
        iteration.end();
    }
}

/// Looks at the limits, and sets the steps until the next look.
#[cold]
#[inline(never)]
fn look(run: &Run, fuel: &mut u32) -> starlark::Result<()> {
    *fuel = FUEL;
    run.budget.take_steps(u64::from(FUEL)).map_err(fail)
}

/// Removes values that ended calls left in the registers of a function's variables, which come after its parameters.
fn clear_locals<'v>(registers: &mut [Option<Value<'v>>], function: &Function<'v>, parameters: usize) {
    registers[parameters..function.code.locals.len().max(parameters)].fill(None);
}

/// Registers one after the other.
fn range<'a, 'v>(registers: &'a [Option<Value<'v>>], start: usize, count: u32) -> &'a [Option<Value<'v>>] {
    &registers[start..start + count as usize]
}

fn new_list<'v>(heap: Heap<'v>, items: &[Option<Value<'v>>]) -> Value<'v> {
    list::of(heap, values(items).collect())
}

fn new_tuple<'v>(heap: Heap<'v>, items: &[Option<Value<'v>>]) -> Value<'v> {
    heap.alloc(AllocTuple(values(items)))
}

fn new_cell<'v>(heap: Heap<'v>, value: Option<Value<'v>>) -> Value<'v> {
    heap.alloc(Variable(Cell::new(value)))
}

/// A function of `code`. The registers have its defaults, then the cells of its free variables.
fn new_function<'v>(
    heap: Heap<'v>,
    code: &Arc<Code>,
    globals: Value<'v>,
    registers: &[Option<Value<'v>>],
) -> Value<'v> {
    let defaults = code.parameters.single.iter().filter(|single| !single.is_required).count();
    let (defaults, cells) = registers[..defaults + code.free.len()].split_at(defaults);
    let (defaults, cells) = (values(defaults).collect(), values(cells).collect());
    heap.alloc(Function { code: code.clone(), globals, defaults, cells })
}

/// Assigns the items of a value to registers. `of` is the loop that the value is an item of, if there is one.
fn unpack<'v>(
    value: Value<'v>,
    registers: &mut [Option<Value<'v>>],
    of: Option<&Iteration<'v>>,
    eval: &Evaluator<'v, '_, '_>,
) -> starlark::Result<()> {
    let values = unpacked(value, registers.len(), || of.map(Iteration::kind), eval)?;
    for (register, value) in registers.iter_mut().zip(values) {
        *register = Some(value);
    }
    Ok(())
}

/// Runs an instruction of a template with positional arguments.
fn run_instruction<'v>(
    instruction: Instruction,
    template: usize,
    arguments: &[Option<Value<'v>>],
    eval: &mut Evaluator<'v, '_, '_>,
) -> Outcome<'v> {
    let mut call = Call::new("instruction");
    values(arguments).for_each(|value| call.push(value));
    instructions::run(instruction, template, &call, eval)
}

/// Runs an instruction of a template with any arguments.
fn run_instruction_spread<'v>(
    instruction: Instruction,
    template: usize,
    arguments: &Arguments<'v>,
    eval: &mut Evaluator<'v, '_, '_>,
) -> Outcome<'v> {
    let mut call = Call::new("instruction");
    arguments.positional.iter().for_each(|value| call.push(*value));
    call.push_named(&arguments.named);
    instructions::run(instruction, template, &call, eval)
}

/// A method of a built-in type.
#[inline]
fn method_of(
    value: Value<'_>,
    known: &KnownMethods,
) -> Option<(&'static str, crate::eval::builtins::native::MethodCode)> {
    if value.unpack_str().is_some() {
        return known.string;
    }
    if list::is_list(value) {
        return known.list;
    }
    if dict::is_dict(value) {
        return known.dict;
    }
    known.set.filter(|_| value.get_type() == "set")
}

fn attribute<'v>(object: Value<'v>, name: Value<'v>, eval: &Evaluator<'v, '_, '_>) -> Outcome<'v> {
    check_memory(eval)?;
    let name = name.unpack_str().unwrap_or_default();
    attributes::attribute(object, name, eval.heap())?.ok_or_else(|| attributes::missing(object, name))
}

fn set_attribute<'v>(object: Value<'v>, name: Value<'v>, value: Value<'v>) -> starlark::Result<()> {
    let set = object.set_attr(name.unpack_str().unwrap_or_default(), value);
    set.map_err(|error| kinds::named(error, &[object]))
}

/// Takes the arguments of a call with names or stars.
fn spread<'v>(
    arguments: &mut Arguments<'v>,
    site: &SpreadSite,
    registers: &[Option<Value<'v>>],
    eval: &Evaluator<'v, '_, '_>,
) -> starlark::Result<()> {
    arguments.positional.clear();
    arguments.named.clear();
    let mut values = registers.iter().map(|value| value.unwrap_or_else(Value::new_none));
    arguments.positional.extend(values.by_ref().take(site.positional as usize));
    let names = site.names.iter().map(|name| name.to_value().unpack_str().unwrap_or_default());
    arguments.named.extend(names.zip(values.by_ref()));
    if site.star
        && let Some(value) = values.next()
    {
        arguments.add_star(value, eval)?;
    }
    if site.double_star
        && let Some(value) = values.next()
    {
        arguments.add_double_star(value, eval.heap())?;
    }
    Ok(())
}
