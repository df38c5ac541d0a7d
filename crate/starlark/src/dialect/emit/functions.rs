//! The emitter's functions: definitions, parameters and their defaults.

use super::Emitter;
use crate::dialect::emit_expr::ARGUMENT;
use crate::dialect::names::{function_name, mangle, needs_mangling};
use crate::dialect::{Function, Parameter, ParameterKind, entry, runtime};
use crate::syntax::ast::*;
use crate::syntax::source::Span;

impl Emitter<'_> {
    pub(super) fn def(&mut self, def: &Def) {
        let defaults = self.hold_defaults(def);
        self.line(def.keyword);
        self.push("def ");
        let variable = self.variables.emitted(&def.name);
        // Messages about the arguments of a call name the function only.
        let name = if self.function_names.insert(variable.clone()) {
            variable.clone()
        } else {
            function_name(self.next_temporary(), &def.name.text)
        };
        self.push(&name);
        self.push("(");
        self.params_with(&def.params, &defaults);
        self.push("):\n");
        match &def.context {
            None => {
                self.indent += 1;
                self.keep_frame(returned_at_once(&def.body));
                self.indent -= 1;
                self.block(&def.body);
            }
            Some(dialect) => {
                self.indent += 1;
                self.line_without_place();
                self.instruction("start_ctx");
                self.push(", ");
                self.string(dialect);
                self.push(")\n");
                self.statements(&def.body);
                self.line_without_place();
                self.push("return ");
                self.instruction("end_ctx");
                self.push(")\n");
                self.indent -= 1;
            }
        }
        let entry = entry::of_def(self.resolved, def);
        self.function(&def.name.text, &name, def.keyword, entry, &def.params);
        if name != variable {
            self.line(def.keyword);
            self.push(&format!("{variable} = {name}\n"));
        }
        self.note_captures(&variable, def.keyword, &defaults);
    }

    /// `__captured(f, …)` for the function that was written last.
    pub(in crate::dialect) fn note_captures(&mut self, name: &str, keyword: Span, defaults: &[String]) {
        if let Some(captured) = self.captured(keyword, defaults) {
            self.line(keyword);
            self.push(&format!("{}({name}{captured}\n", runtime::CAPTURED));
        }
    }

    /// Default values of a shared program's function as temporaries: what they hold is frozen with the function.
    fn hold_defaults(&mut self, def: &Def) -> Vec<String> {
        if self.shared.is_none() {
            return Vec::new();
        }
        let defaults = def.params.iter().filter_map(|param| match &param.kind {
            ParamKind::Default(value) => Some(value),
            _ => None,
        });
        let mut names = Vec::new();
        for value in defaults {
            self.line(def.keyword);
            let name = self.temporary('d');
            self.push(&format!("{name} = "));
            self.at(value.span);
            self.expr(value, 0);
            self.end_line();
            names.push(name);
        }
        names
    }

    /// An assignment that keeps the starlark crate from inlining the function (see `eval`).
    pub(in crate::dialect) fn keep_frame(&mut self, returned: Option<&Expr>) {
        if self.loadable
            && let Some(value) = returned
            && matches!(
                value.unparen().kind,
                ExprKind::Unary { .. }
                    | ExprKind::Chain(_)
                    | ExprKind::Dot { .. }
                    | ExprKind::Index { .. }
                    | ExprKind::Conditional(_)
            )
        {
            self.start_line();
            let unused = self.temporary('o');
            self.push(&format!("{unused} = None\n"));
        }
    }

    /// Records a function that was written.
    pub(in crate::dialect) fn function(
        &mut self,
        name: &str,
        emitted: &str,
        keyword: Span,
        entry: Option<Span>,
        params: &[Param],
    ) {
        let params = params
            .iter()
            .filter_map(|param| {
                let kind = match &param.kind {
                    ParamKind::Plain => ParameterKind::Required,
                    ParamKind::Default(_) => ParameterKind::Optional,
                    ParamKind::Star => ParameterKind::Args,
                    ParamKind::StarStar => ParameterKind::Kwargs,
                };
                let name = match (&param.name, kind) {
                    (Some(name), _) => name.text.clone(),
                    (None, ParameterKind::Args) => String::new(),
                    (None, _) => return None,
                };
                Some(Parameter { name, kind })
            })
            .collect();
        self.functions.push(Function {
            name: name.to_owned(),
            emitted: emitted.to_owned(),
            line: self.source.line(keyword.start),
            entry_line: entry.map(|entry| self.source.line(entry.start)),
            params,
        });
    }

    pub(in crate::dialect) fn params(&mut self, params: &[Param]) {
        self.params_with(params, &[]);
    }

    /// Parameters whose default values are those variables, if there are any.
    fn params_with(&mut self, params: &[Param], defaults: &[String]) {
        let mut defaults = defaults.iter();
        for (i, param) in params.iter().enumerate() {
            if i > 0 {
                self.push(", ");
            }
            match &param.kind {
                ParamKind::Star => self.push("*"),
                ParamKind::StarStar => self.push("**"),
                _ => {}
            }
            if let Some(name) = &param.name {
                let text = mangle(&name.text);
                self.push(&text);
            }
            if let ParamKind::Default(value) = &param.kind {
                self.push("=");
                match defaults.next() {
                    Some(name) => self.push(name),
                    None => {
                        self.expr(value, ARGUMENT);
                    }
                }
            }
        }
    }

    /// Finds the parameters that the starlark crate cannot name, of all functions of the program.
    pub(super) fn find_mangled_params(&mut self, body: &[Stmt]) {
        for stmt in body {
            match &stmt.kind {
                StmtKind::Def(def) => {
                    self.note_params(&def.params);
                    self.find_mangled_params(&def.body);
                }
                StmtKind::If { arms, otherwise } => {
                    for arm in arms {
                        self.find_mangled_params(&arm.body);
                    }
                    self.find_mangled_params(otherwise.as_deref().unwrap_or_default());
                }
                StmtKind::For { body, .. } | StmtKind::While { body, .. } => {
                    self.find_mangled_params(body);
                }
                _ => {}
            }
        }
    }

    fn note_params(&mut self, params: &[Param]) {
        for name in params.iter().filter_map(|p| p.name.as_ref()) {
            if needs_mangling(&name.text) {
                self.mangled_params.insert(name.text.clone());
            }
        }
    }
}

/// What a function returns that does nothing else.
fn returned_at_once(body: &[Stmt]) -> Option<&Expr> {
    let first = body.iter().find(|stmt| match &stmt.kind {
        StmtKind::Expr(expr) => !matches!(expr.kind, ExprKind::Literal(_)),
        _ => true,
    })?;
    match &first.kind {
        StmtKind::Return { value, .. } => value.as_ref(),
        _ => None,
    }
}
