//! The syntax tree of a program, with byte spans into the scanned text.
//!
//! It keeps what the user wrote (parentheses, operator places), because errors, the compiler and an
//! editor's questions need it. Runs of operators of one level are flat (`Chain`), as are `elif`s, so a
//! long sum is not a deep tree. Every expression has the height of its tree.

use super::source::Span;
use super::token::{Literal, Tok};

/// A whole program.
#[derive(Clone, Debug, Default)]
pub struct File {
    pub body: Vec<Stmt>,
    /// The positions of the names of variables, by `Name::id`.
    pub names: Vec<Span>,
}

/// The name of a variable (or, with `id` unused, of an attribute or keyword).
#[derive(Clone, Debug)]
pub struct Name {
    pub text: String,
    pub span: Span,
    /// Index into the resolver's answer.
    pub id: u32,
}

#[derive(Clone, Debug)]
pub struct Stmt {
    pub kind: StmtKind,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub enum StmtKind {
    Expr(Expr),
    /// `break` or `continue`.
    Branch(Tok),
    If {
        arms: Vec<Arm>,
        otherwise: Option<Vec<Stmt>>,
    },
    Assign {
        target: Expr,
        /// `=` or an augmented form.
        op: Tok,
        at: Span,
        value: Expr,
    },
    Def(Box<Def>),
    For {
        vars: Expr,
        iterable: Expr,
        body: Vec<Stmt>,
    },
    While {
        condition: Expr,
        body: Vec<Stmt>,
    },
    Return {
        value: Option<Expr>,
        /// Set by `contexts`: the value leaves through the template's context.
        ends_context: bool,
    },
    Load(Load),
}

/// `if` or `elif`: its keyword, condition and block.
#[derive(Clone, Debug)]
pub struct Arm {
    pub keyword: Span,
    pub condition: Expr,
    pub body: Vec<Stmt>,
}

#[derive(Clone, Debug)]
pub struct Def {
    pub keyword: Span,
    pub name: Name,
    pub params: Vec<Param>,
    pub body: Vec<Stmt>,
    /// Set by `contexts`: the type of the context that a call of this function opens.
    pub context: Option<String>,
}

#[derive(Clone, Debug)]
pub struct Param {
    pub kind: ParamKind,
    /// Missing for a bare `*` only.
    pub name: Option<Name>,
    /// The `=`, `*` or `**`; the name for a plain parameter.
    pub at: Span,
}

#[derive(Clone, Debug)]
pub enum ParamKind {
    Plain,
    Default(Expr),
    /// `*` or `*args`.
    Star,
    /// `**kwargs`.
    StarStar,
}

#[derive(Clone, Debug)]
pub struct Load {
    pub keyword: Span,
    pub module: String,
    pub module_span: Span,
    pub bindings: Vec<LoadBinding>,
}

#[derive(Clone, Debug)]
pub struct LoadBinding {
    pub to: Name,
    pub from: String,
    pub from_span: Span,
}

#[derive(Clone, Debug)]
pub struct Expr {
    pub kind: ExprKind,
    pub span: Span,
    /// Levels of its tree, from 1.
    pub height: u32,
}

#[derive(Clone, Debug)]
pub enum ExprKind {
    Name(Name),
    Literal(Literal),
    List(Vec<Expr>),
    /// Without its parentheses, unless empty.
    Tuple(Vec<Expr>),
    Dict(Vec<Entry>),
    Comprehension(Box<Comprehension>),
    Conditional(Box<Conditional>),
    Lambda(Box<Lambda>),
    /// `-`, `+`, `~` or `not`.
    Unary {
        op: Tok,
        at: Span,
        operand: Box<Expr>,
    },
    Chain(Box<Chain>),
    Dot {
        object: Box<Expr>,
        dot: Span,
        name: Name,
    },
    Call(Box<Call>),
    Index {
        object: Box<Expr>,
        bracket: Span,
        index: Box<Expr>,
    },
    Slice(Box<Slice>),
    Paren(Box<Expr>),
}

/// Operators of one level of precedence, applied from left to right.
#[derive(Clone, Debug)]
pub struct Chain {
    pub first: Expr,
    pub links: Vec<Link>,
}

#[derive(Clone, Debug)]
pub struct Link {
    pub op: Tok,
    pub at: Span,
    pub operand: Expr,
}

#[derive(Clone, Debug)]
pub struct Entry {
    pub key: Expr,
    pub colon: Span,
    pub value: Expr,
}

#[derive(Clone, Debug)]
pub struct Comprehension {
    pub body: Body,
    /// The first is a `For`.
    pub clauses: Vec<Clause>,
}

#[derive(Clone, Debug)]
pub enum Body {
    List(Expr),
    Dict(Entry),
}

#[derive(Clone, Debug)]
pub enum Clause {
    For { keyword: Span, vars: Expr, iterable: Expr },
    If { condition: Expr },
}

#[derive(Clone, Debug)]
pub struct Conditional {
    pub then: Expr,
    pub condition: Expr,
    pub otherwise: Expr,
}

#[derive(Clone, Debug)]
pub struct Lambda {
    pub keyword: Span,
    pub params: Vec<Param>,
    pub body: Expr,
}

#[derive(Clone, Debug)]
pub struct Call {
    pub callee: Expr,
    pub paren: Span,
    pub args: Vec<Arg>,
}

#[derive(Clone, Debug)]
pub struct Arg {
    pub kind: ArgKind,
    pub value: Expr,
    /// From the star or name on.
    pub span: Span,
}

#[derive(Clone, Debug)]
pub enum ArgKind {
    Positional,
    Named(Name),
    Star,
    StarStar,
}

#[derive(Clone, Debug)]
pub struct Slice {
    pub object: Expr,
    pub bracket: Span,
    pub low: Option<Expr>,
    pub high: Option<Expr>,
    pub step: Option<Expr>,
}

impl Expr {
    /// The expression inside any parentheses.
    pub fn unparen(&self) -> &Expr {
        let mut expr = self;
        while let ExprKind::Paren(inner) = &expr.kind {
            expr = inner;
        }
        expr
    }

    /// The name, when the expression is nothing but one.
    pub fn as_name(&self) -> Option<&Name> {
        match &self.kind {
            ExprKind::Name(name) => Some(name),
            _ => None,
        }
    }
}

impl Expr {
    /// Calls `visit` on the direct operands, in the order they are evaluated; lambdas and comprehensions have
    /// scopes of their own and hand out nothing.
    pub fn for_each_part<'a>(&'a self, visit: &mut dyn FnMut(&'a Expr)) {
        match &self.kind {
            ExprKind::Name(_) | ExprKind::Literal(_) | ExprKind::Comprehension(_) | ExprKind::Lambda(_) => {}
            ExprKind::List(items) | ExprKind::Tuple(items) => items.iter().for_each(visit),
            ExprKind::Dict(entries) => {
                for entry in entries {
                    visit(&entry.key);
                    visit(&entry.value);
                }
            }
            ExprKind::Conditional(conditional) => {
                visit(&conditional.condition);
                visit(&conditional.then);
                visit(&conditional.otherwise);
            }
            ExprKind::Unary { operand, .. } => visit(operand),
            ExprKind::Chain(chain) => {
                visit(&chain.first);
                chain.links.iter().for_each(|link| visit(&link.operand));
            }
            ExprKind::Dot { object, .. } => visit(object),
            ExprKind::Call(call) => {
                visit(&call.callee);
                call.args.iter().for_each(|arg| visit(&arg.value));
            }
            ExprKind::Index { object, index, .. } => {
                visit(object);
                visit(index);
            }
            ExprKind::Slice(slice) => {
                visit(&slice.object);
                [&slice.low, &slice.high, &slice.step].into_iter().flatten().for_each(visit);
            }
            ExprKind::Paren(inner) => visit(inner),
        }
    }

    /// The name of the expression in `can't assign to …`.
    pub(crate) fn kind_name(&self) -> &'static str {
        match &self.kind {
            ExprKind::Name(_) => "ident",
            ExprKind::Literal(_) => "literal",
            ExprKind::List(_) => "listexpr",
            ExprKind::Tuple(_) => "tupleexpr",
            ExprKind::Dict(_) => "dictexpr",
            ExprKind::Comprehension(_) => "comprehension",
            ExprKind::Conditional(_) => "condexpr",
            ExprKind::Lambda(_) => "lambdaexpr",
            ExprKind::Unary { .. } => "unaryexpr",
            ExprKind::Chain(_) => "binaryexpr",
            ExprKind::Dot { .. } => "dotexpr",
            ExprKind::Call(_) => "callexpr",
            ExprKind::Index { .. } => "indexexpr",
            ExprKind::Slice(_) => "sliceexpr",
            ExprKind::Paren(_) => "parenexpr",
        }
    }
}
