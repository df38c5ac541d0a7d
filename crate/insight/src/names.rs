//! The bindings of a file (loaded symbols, functions, variables), and the meaning of a chain of names such as
//! `data.values.kiln`.
//!
//! Scopes are ignored: in a template a name rarely has two meanings, and an incomplete file has no reliable scopes.

use std::ops::Range;

use super::code::{Fragment, Kind};
use crate::syntax::lex::Lexeme;
use crate::syntax::token::Tok;
use crate::yaml::outline::Step;

/// A definition of a name.
#[derive(Clone, Debug)]
pub(super) struct Binding {
    pub(super) name: String,
    /// The bytes of the name in its definition.
    pub(super) range: Range<usize>,
    pub(super) kind: BindingKind,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum BindingKind {
    /// Loaded from a module (`@ytt:data`, `x.star`), with the exported name.
    Loaded { module: String, name: String },
    /// A function of this file, with its parameters in parentheses.
    Function { signature: String },
    /// An assigned variable or a loop variable, with the path of the data value if it is one.
    Variable { value: Option<Vec<Step>> },
}

/// The meaning of a chain of names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Meaning {
    DataValue(Vec<Step>),
    /// A module of ytt, by its name without `@ytt:`.
    Module(String),
    Member {
        module: String,
        name: String,
    },
    /// An index of [`Names::bindings`].
    Binding(usize),
}

/// Names joined by dots and indices, as in `data.values.shelves[0].width`.
#[derive(Clone, Debug, Default)]
pub(super) struct Chain {
    pub(super) links: Vec<Link>,
}

#[derive(Clone, Debug)]
pub(super) struct Link {
    pub(super) range: Range<usize>,
    pub(super) step: Step,
}

#[derive(Clone, Debug, Default)]
pub(super) struct Names {
    pub(super) bindings: Vec<Binding>,
}

/// A variable of a loop, with the path of the data value if it is one.
type LoopVariable<'t> = (&'t Lexeme, Option<Vec<Step>>);

impl Names {
    pub(super) fn of(text: &str, fragments: &[Fragment]) -> Names {
        let mut names = Names::default();
        for fragment in fragments {
            for statement in fragment.tokens.split(|token| token.tok == Tok::Newline) {
                names.comprehensions(text, statement);
                names.lambdas(text, statement);
                if fragment.kind == Kind::Code {
                    names.statement(text, statement);
                }
            }
        }
        names
    }

    fn statement(&mut self, text: &str, tokens: &[Lexeme]) {
        let [first, rest @ ..] = tokens else { return };
        match (first.tok, rest) {
            (Tok::Load, [_, module, rest @ ..]) => {
                if let Some(module) = &module.string {
                    self.loads(text, module, rest);
                }
            }
            (Tok::Def, [name, params @ ..]) if name.tok == Tok::Ident => {
                let end = closing(params).map_or(name.range.end, |last| params[last].range.end);
                let signature = text.get(name.range.end..end).unwrap_or_default().to_owned();
                self.bind(text, name, BindingKind::Function { signature });
            }
            (Tok::For, _) => {
                let Some(targets) = self.loop_variables(text, rest) else { return };
                for (variable, value) in targets {
                    self.bind(text, variable, BindingKind::Variable { value });
                }
            }
            (Tok::Ident, [equals, value @ ..]) if equals.tok == Tok::Eq => {
                let value = self.data_value(text, value);
                self.bind(text, first, BindingKind::Variable { value });
            }
            _ => {}
        }
    }

    /// The variables of comprehensions that are data values.
    fn comprehensions(&mut self, text: &str, tokens: &[Lexeme]) {
        for (at, _) in tokens.iter().enumerate().skip(1).filter(|(_, token)| token.tok == Tok::For) {
            let targets = self.loop_variables(text, &tokens[at + 1..]).unwrap_or_default();
            for (variable, value) in targets.into_iter().filter(|(_, value)| value.is_some()) {
                self.bind(text, variable, BindingKind::Variable { value });
            }
        }
    }

    /// The variables of lambdas that are data values: items in `sorted(items, key=lambda item: …)`, or the argument of a call of the lambda.
    fn lambdas(&mut self, text: &str, tokens: &[Lexeme]) {
        for (at, _) in tokens.iter().enumerate().filter(|(_, token)| token.tok == Tok::Lambda) {
            let [variable, colon, body @ ..] = &tokens[at + 1..] else { continue };
            if variable.tok != Tok::Ident || colon.tok != Tok::Colon {
                continue;
            }
            let value = self.sorted_item(text, &tokens[..at]).or_else(|| self.argument(text, &tokens[..at], body));
            if value.is_some() {
                self.bind(text, variable, BindingKind::Variable { value });
            }
        }
    }

    /// An item of the list that a lambda behind these tokens sorts: `sorted(items, key=`.
    fn sorted_item(&self, text: &str, before: &[Lexeme]) -> Option<Vec<Step>> {
        let [before @ .., key, equals] = before else { return None };
        let is_key = word(text, key) == "key" && equals.tok == Tok::Eq;
        let mut depth = 0;
        let open = before.iter().rposition(|token| {
            depth += token.tok.nesting();
            depth > 0
        });
        let open = open.filter(|_| is_key)?;
        let function = word(text, before.get(open.checked_sub(1)?)?);
        let end = open + before[open..].iter().position(|token| token.tok == Tok::Comma)?;
        let items = before.get(open + 1..end).filter(|_| matches!(function, "sorted" | "max" | "min"))?;
        let mut path = self.data_value(text, items)?;
        path.push(Step::Item);
        Some(path)
    }

    /// The only argument of a call of a lambda in parentheses: `(lambda name: …)(argument)`.
    fn argument(&self, text: &str, before: &[Lexeme], body: &[Lexeme]) -> Option<Vec<Step>> {
        let mut depth = 0;
        let close = body.iter().position(|token| {
            depth += token.tok.nesting();
            depth < 0
        });
        let call = body.get(close? + 1..).filter(|_| before.last().is_some_and(|open| open.tok == Tok::LParen))?;
        let argument = call.get(1..closing(call)?).filter(|_| call[0].tok == Tok::LParen)?;
        self.data_value(text, argument)
    }

    /// The variables of a loop or a comprehension, from the tokens after its `for`.
    fn loop_variables<'t>(&self, text: &str, tokens: &'t [Lexeme]) -> Option<Vec<LoopVariable<'t>>> {
        let at = tokens.iter().position(|token| token.tok == Tok::In)?;
        let (targets, iterable) = (&tokens[..at], &tokens[at + 1..]);
        let mut depth = 0;
        let end = iterable.iter().position(|token| {
            depth += token.tok.nesting();
            depth < 0 || depth == 0 && matches!(token.tok, Tok::Colon | Tok::If | Tok::For)
        });
        let mut items = &iterable[..end.unwrap_or(iterable.len())];
        let mut variables: Vec<&Lexeme> = targets.iter().filter(|token| token.tok == Tok::Ident).collect();
        let mut first = Vec::new();
        if let [function, open, inner @ .., close] = items
            && open.tok == Tok::LParen
            && close.tok == Tok::RParen
        {
            match (word(text, function), &variables[..]) {
                ("sorted" | "reversed" | "list", _) => items = inner,
                ("enumerate", [_, _]) => (items, first) = (inner, vec![(variables.remove(0), None)]),
                _ => {}
            }
        }
        let item = self.data_value(text, items).filter(|_| variables.len() == 1).map(|mut path| {
            path.push(Step::Item);
            path
        });
        Some(first.into_iter().chain(variables.into_iter().map(|variable| (variable, item.clone()))).collect())
    }

    /// `, "name", local="name")`.
    fn loads(&mut self, text: &str, module: &str, tokens: &[Lexeme]) {
        for (index, token) in tokens.iter().enumerate() {
            let Some(name) = &token.string else { continue };
            let local = match index.checked_sub(2).and_then(|at| tokens.get(at..index)) {
                Some([local, equals]) if equals.tok == Tok::Eq && local.tok == Tok::Ident => local.clone(),
                _ => token.clone(),
            };
            let local_name = if local.tok == Tok::Ident { word(text, &local).to_owned() } else { name.clone() };
            let kind = BindingKind::Loaded { module: module.to_owned(), name: name.clone() };
            self.bindings.push(Binding { name: local_name, range: local.range, kind });
        }
    }

    fn bind(&mut self, text: &str, token: &Lexeme, kind: BindingKind) {
        self.bindings.push(Binding { name: word(text, token).to_owned(), range: token.range.clone(), kind });
    }

    /// The data value that an expression names.
    fn data_value(&self, text: &str, tokens: &[Lexeme]) -> Option<Vec<Step>> {
        let chain = Chain::ending(text, tokens);
        let starts = chain.links.first()?.range.start == tokens.first()?.range.start;
        match self.meaning(&chain)? {
            Meaning::DataValue(path) if starts => Some(path),
            _ => None,
        }
    }

    pub(super) fn binding(&self, name: &str) -> Option<usize> {
        // Later definitions shadow earlier ones.
        self.bindings.iter().rposition(|binding| binding.name == name)
    }

    /// The meaning of a chain. `data` is the module even if the file does not load it yet.
    pub(super) fn meaning(&self, chain: &Chain) -> Option<Meaning> {
        let steps: Vec<&Step> = chain.links.iter().map(|link| &link.step).collect();
        let (Step::Key(root), rest) = steps.split_first().map(|(first, rest)| (*first, rest))? else { return None };
        let path = |rest: &[&Step]| rest.iter().map(|step| (*step).clone()).collect::<Vec<_>>();
        let binding = self.binding(root);
        let module = match binding.and_then(|index| self.bindings.get(index)).map(|binding| &binding.kind) {
            Some(BindingKind::Loaded { module, name }) if rest.is_empty() => {
                let own = module.strip_prefix("@ytt:").filter(|module| module == name);
                return own.map_or(binding.map(Meaning::Binding), |module| Some(Meaning::Module(module.to_owned())));
            }
            Some(BindingKind::Loaded { module, .. }) => module.strip_prefix("@ytt:")?,
            Some(BindingKind::Variable { value: Some(value) }) if !rest.is_empty() => {
                return Some(Meaning::DataValue(value.iter().cloned().chain(path(rest)).collect()));
            }
            Some(_) if rest.is_empty() => return binding.map(Meaning::Binding),
            Some(_) => return None,
            None if root == "data" => "data",
            None => return None,
        };
        match rest {
            [] => Some(Meaning::Module(module.to_owned())),
            [Step::Key(name), below @ ..] if module == "data" && name == "values" => {
                Some(Meaning::DataValue(path(below)))
            }
            [Step::Key(name)] => Some(Meaning::Member { module: module.to_owned(), name: name.clone() }),
            _ => None,
        }
    }

    /// The data value that a chain names, possibly as a variable.
    pub(super) fn data_value_of(&self, chain: &Chain) -> Option<Vec<Step>> {
        match self.meaning(chain)? {
            Meaning::DataValue(path) => Some(path),
            Meaning::Binding(index) => match &self.bindings.get(index)?.kind {
                BindingKind::Variable { value } => value.clone(),
                _ => None,
            },
            _ => None,
        }
    }
}

impl Chain {
    /// The chain that ends with the last token.
    pub(super) fn ending(text: &str, tokens: &[Lexeme]) -> Chain {
        let mut links = Vec::new();
        let mut end = tokens.len();
        loop {
            match &tokens[..end] {
                [before @ .., open, index, close]
                    if close.tok == Tok::RBrack && open.tok == Tok::LBrack && !before.is_empty() =>
                {
                    let step = index.string.clone().map_or(Step::Item, Step::Key);
                    links.push(Link { range: index.range.clone(), step });
                    end -= 3;
                }
                [before @ .., name] if name.tok == Tok::Ident || is_word(text, name) && ends_with_dot(before) => {
                    links.push(Link { range: name.range.clone(), step: Step::Key(word(text, name).to_owned()) });
                    match before.last() {
                        Some(dot) if dot.tok == Tok::Dot && before.len() > 1 => end -= 2,
                        _ => break,
                    }
                }
                // The chain starts with another expression than a name.
                _ => return Chain::default(),
            }
        }
        links.reverse();
        Chain { links }
    }

    /// All maximal chains in the tokens.
    pub(super) fn all(text: &str, tokens: &[Lexeme]) -> Vec<Chain> {
        let mut chains = Vec::new();
        let mut at = 0;
        while let Some(token) = tokens.get(at) {
            let after_dot = at > 0 && tokens[at - 1].tok == Tok::Dot;
            if token.tok != Tok::Ident || after_dot {
                at += 1;
                continue;
            }
            let mut end = at + 1;
            loop {
                match tokens.get(end..).unwrap_or_default() {
                    [dot, name, ..] if dot.tok == Tok::Dot && is_word(text, name) => end += 2,
                    [open, _, close, ..] if open.tok == Tok::LBrack && close.tok == Tok::RBrack => end += 3,
                    _ => break,
                }
            }
            chains.push(Chain::ending(text, &tokens[at..end]));
            at += 1;
            while at < end && tokens[at].tok != Tok::LBrack {
                at += 1;
            }
        }
        chains
    }
}

/// Parameters, variables of comprehensions and variables that are assigned together, with their bytes. [`Names`] has the others.
pub(super) fn local_names<'t>(text: &'t str, fragments: &[Fragment]) -> Vec<(&'t str, Range<usize>)> {
    let mut found = Vec::new();
    for statement in fragments.iter().flat_map(|fragment| fragment.tokens.split(|token| token.tok == Tok::Newline)) {
        let is_of_targets = |token: &Lexeme| matches!(token.tok, Tok::Ident | Tok::Comma | Tok::LParen | Tok::RParen);
        let equals = statement.iter().position(|token| token.tok == Tok::Eq);
        let targets = equals.map_or(&[][..], |equals| &statement[..equals]);
        let targets = if targets.iter().all(is_of_targets) { targets } else { &[] };
        let mut add = |token: &Lexeme| found.push((word(text, token), token.range.clone()));
        targets.iter().filter(|token| token.tok == Tok::Ident).for_each(&mut add);
        // The token that ends a list of new names.
        let mut end = None;
        for token in statement {
            match token.tok {
                Tok::Def => end = Some(Tok::RParen),
                Tok::Lambda => end = Some(Tok::Colon),
                Tok::For => end = Some(Tok::In),
                tok if end == Some(tok) => end = None,
                Tok::Ident if end.is_some() => add(token),
                _ => {}
            }
        }
    }
    found
}

/// Whether a token is a word: a name, a keyword or a reserved word.
pub(super) fn is_word(text: &str, token: &Lexeme) -> bool {
    word(text, token).starts_with(|c: char| c == '_' || c.is_alphabetic()) && token.string.is_none()
}

fn ends_with_dot(tokens: &[Lexeme]) -> bool {
    matches!(tokens, [_, .., dot] if dot.tok == Tok::Dot)
}

fn word<'t>(text: &'t str, token: &Lexeme) -> &'t str {
    text.get(token.range.clone()).unwrap_or_default()
}

/// The index of the parenthesis that closes the one that the tokens start with.
pub(super) fn closing(tokens: &[Lexeme]) -> Option<usize> {
    let mut depth = 0;
    for (index, token) in tokens.iter().enumerate() {
        depth += token.tok.nesting();
        if depth <= 0 {
            return (token.tok == Tok::RParen).then_some(index);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::code::{Language, fragments};

    fn names(text: &str) -> Names {
        Names::of(text, &fragments(text, Language::Yaml))
    }

    fn meaning(text: &str, chain: &str) -> Option<Meaning> {
        names(text).meaning(&Chain::ending(chain, &crate::syntax::lex::lex(chain)))
    }

    fn path(steps: &[&str]) -> Vec<Step> {
        steps.iter().map(|step| if *step == "[]" { Step::Item } else { Step::Key((*step).to_owned()) }).collect()
    }

    #[test]
    fn meanings_of_data_values() {
        let text = "#@ load(\"@ytt:data\", d=\"data\")\n#@ kiln = d.values.kiln\n#@ for s in kiln.shelves:\n#@ def f(a, b=(1)):\n";
        assert_eq!(meaning(text, "d.values.a[0].b"), Some(Meaning::DataValue(path(&["a", "[]", "b"]))));
        assert_eq!(meaning(text, "d.values[\"a b\"]"), Some(Meaning::DataValue(path(&["a b"]))));
        assert_eq!(meaning(text, "kiln.peak"), Some(Meaning::DataValue(path(&["kiln", "peak"]))));
        assert_eq!(meaning(text, "s.width"), Some(Meaning::DataValue(path(&["kiln", "shelves", "[]", "width"]))));
        assert_eq!(meaning(text, "f.x"), None);
        assert_eq!(names(text).bindings[3].kind, BindingKind::Function { signature: "(a, b=(1))".to_owned() });
    }

    #[test]
    fn variables_of_loops_are_items() {
        let width = Some(Meaning::DataValue(path(&["shelves", "[]", "width"])));
        for code in [
            "for s in data.values.shelves:",
            "for i, s in enumerate(data.values.shelves):",
            "for s in sorted(data.values.shelves):",
            "w = [s.width for s in data.values.shelves if s]",
            "w = {i: s.width for i, s in enumerate(data.values.shelves)}",
        ] {
            assert_eq!(meaning(&format!("#@ {code}\n"), "s.width"), width, "{code}");
            assert_eq!(meaning(&format!("#@ {code}\n"), "i.width"), None, "{code}");
        }
        for code in ["for k, s in data.values.shelves:", "for s in f(data.values.shelves):", "for s in"] {
            assert_eq!(meaning(&format!("#@ {code}\n"), "s.width"), None, "{code}");
        }
    }

    #[test]
    fn variables_of_lambdas_are_data_values() {
        let width = Some(Meaning::DataValue(path(&["shelves", "[]", "width"])));
        for code in [
            "x = sorted(data.values.shelves, key=lambda s: s.width)",
            "x = max(data.values.shelves, key=lambda s: (s.width, 1))",
            "x = sorted(data.values.shelves, reverse=True, key=lambda s: s.width)",
            "x = (lambda s: s.width)(data.values.shelves[0])",
            "x = sorted(data.values.shelves, key=lambda s: s.",
        ] {
            assert_eq!(meaning(&format!("#@ {code}\n"), "s.width"), width, "{code}");
        }
        for code in [
            "x = f(data.values.shelves, key=lambda s: s.width)",
            "x = lambda s: s.width",
            "x = sorted(key=lambda s: s",
            "lambda",
            "(lambda s: s)",
        ] {
            assert_eq!(meaning(&format!("#@ {code}\n"), "s.width"), None, "{code}");
        }
    }

    #[test]
    fn meanings_of_loaded_names() {
        let text = "#@ load(\"@ytt:json\", \"json\")\n#@ load(\"f.star\", \"g\", h=\"i\")";
        let member = Meaning::Member { module: "json".to_owned(), name: "encode".to_owned() };
        assert_eq!(meaning(text, "json.encode"), Some(member));
        assert_eq!(meaning(text, "json"), Some(Meaning::Module("json".to_owned())));
        assert_eq!(meaning(text, "h"), Some(Meaning::Binding(2)));
        let loaded = BindingKind::Loaded { module: "f.star".to_owned(), name: "i".to_owned() };
        assert_eq!(names(text).bindings[2].kind, loaded);
    }

    #[test]
    fn all_chains_are_found() {
        let text = "f(data.values.a, x[data.values.b]).c + d[\"e\"].g";
        let all = Chain::all(text, &crate::syntax::lex::lex(text));
        let lengths: Vec<usize> = all.iter().map(|chain| chain.links.len()).collect();
        assert_eq!(lengths, [1, 3, 1, 3, 3]);
    }
}
