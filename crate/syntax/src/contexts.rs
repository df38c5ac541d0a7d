//! Contexts of template functions: which functions build nodes, and which of their returns leave a context.
//!
//! A function with a body that starts or sets template nodes opens a context when called and closes it when it
//! returns. Decided as ytt decides it, in program order: a `return` before the first such instruction of
//! its function is left alone.

use super::ast::*;
use super::names::{SET_CTX_TYPE, TemplateNames};
use super::token::Literal;

/// Marks the functions and returns of a template program. Fails with ytt's message when a function builds nodes before the dialect is set.
pub(super) fn insert_contexts(file: &mut File, names: &TemplateNames) -> Result<(), String> {
    let mut pass = Contexts {
        set_type: names.full(SET_CTX_TYPE),
        starts: [names.full("start_node"), names.full("set_node")],
        dialect: None,
        functions: Vec::new(),
        failed: false,
    };
    pass.block(&mut file.body);
    if pass.failed {
        return Err("expected r.ctxType to be set".to_owned());
    }
    Ok(())
}

struct Contexts {
    set_type: String,
    starts: [String; 2],
    dialect: Option<String>,
    /// For each open function, whether an instruction was seen in it.
    functions: Vec<bool>,
    failed: bool,
}

impl Contexts {
    fn block(&mut self, body: &mut [Stmt]) {
        for stmt in body {
            self.statement(stmt);
        }
    }

    fn statement(&mut self, stmt: &mut Stmt) {
        match &mut stmt.kind {
            StmtKind::Expr(expr) => self.expr(expr),
            StmtKind::Branch(_) | StmtKind::Load(_) => {}
            StmtKind::If { arms, otherwise } => {
                for arm in arms {
                    self.expr(&arm.condition);
                    self.block(&mut arm.body);
                }
                self.block(otherwise.as_deref_mut().unwrap_or_default());
            }
            StmtKind::Assign { value, .. } => self.expr(value),
            StmtKind::Def(def) => self.def(def),
            StmtKind::For { iterable, body, .. } => {
                self.expr(iterable);
                self.block(body);
            }
            StmtKind::While { condition, body } => {
                self.expr(condition);
                self.block(body);
            }
            StmtKind::Return { value, ends_context } => match self.functions.last() {
                Some(uses_template) => *ends_context = *uses_template,
                None => {
                    if let Some(value) = value {
                        self.expr(value);
                    }
                }
            },
        }
    }

    fn def(&mut self, def: &mut Def) {
        self.functions.push(false);
        for param in &def.params {
            if let ParamKind::Default(value) = &param.kind {
                self.expr(value);
            }
        }
        self.block(&mut def.body);
        if self.functions.pop() == Some(true) {
            match &self.dialect {
                Some(dialect) => def.context = Some(dialect.clone()),
                None => self.failed = true,
            }
        }
    }

    fn expr(&mut self, expr: &Expr) {
        match &expr.kind {
            ExprKind::Name(name) => {
                if self.starts.contains(&name.text)
                    && let Some(uses_template) = self.functions.last_mut()
                {
                    *uses_template = true;
                }
            }
            ExprKind::Call(call) => {
                if let Some(callee) = call.callee.as_name()
                    && callee.text == self.set_type
                    && let Some(arg) = call.args.first()
                    && let ExprKind::Literal(Literal::Str(dialect)) = &arg.value.kind
                {
                    self.dialect = Some(dialect.clone());
                }
                self.expr(&call.callee);
                for arg in &call.args {
                    self.expr(&arg.value);
                }
            }
            ExprKind::Lambda(lambda) => self.expr(&lambda.body),
            ExprKind::Comprehension(comprehension) => {
                for clause in &comprehension.clauses {
                    match clause {
                        Clause::For { iterable, .. } => self.expr(iterable),
                        Clause::If { condition } => self.expr(condition),
                    }
                }
                match &comprehension.body {
                    Body::List(body) => self.expr(body),
                    Body::Dict(entry) => {
                        self.expr(&entry.key);
                        self.expr(&entry.value);
                    }
                }
            }
            _ => expr.for_each_part(&mut |part| self.expr(part)),
        }
    }
}
