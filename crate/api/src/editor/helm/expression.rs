//! Expressions of Helm's actions as Starlark.

use crate::syntax::token::Tok;

use crate::yaml::inline::double_quoted;

/// An expression of Starlark.
#[derive(Clone, Debug)]
pub(super) struct Expression {
    pub(super) text: String,
    /// Whether it can be an operand without parentheses.
    is_operand: bool,
}

impl Expression {
    fn operand_of(text: String) -> Expression {
        Expression { text, is_operand: true }
    }

    fn compound(text: String) -> Expression {
        Expression { text, is_operand: false }
    }

    /// The text, in parentheses if an operator would take it apart.
    pub(super) fn operand(&self) -> String {
        if self.is_operand { self.text.clone() } else { format!("({})", self.text) }
    }
}

/// The value of the dot.
#[derive(Clone, Debug, Default)]
pub(super) enum Dot {
    /// The chart, with `.Values`.
    #[default]
    Root,
    /// A value, as code in ytt.
    Value(String),
    /// A value that has no translation.
    Unknown,
}

#[derive(Clone, Debug, Default)]
pub(super) struct Scope {
    pub(super) dot: Dot,
    /// Variables with their names in ytt.
    pub(super) variables: Vec<String>,
    /// The values of a `range`; empty if they have no translation.
    pub(super) list: Option<String>,
    /// Whether there are data values in place of Helm's own objects, such as `.Release`.
    pub(super) has_own_objects: bool,
}

impl Scope {
    /// A name that no variable has.
    pub(super) fn unused(&self, name: &str) -> String {
        let numbered = (2..).map(|number| format!("{name}{number}"));
        let mut names = std::iter::once(name.to_owned()).chain(numbered);
        names.find(|name| !self.variables.contains(name)).unwrap_or_default()
    }
}

/// Whether a word can be the name of a variable, and follow a dot.
pub(super) fn is_name(word: &str) -> bool {
    let is_start = |c: char| c == '_' || c.is_ascii_alphabetic();
    word.starts_with(is_start)
        && word.chars().all(|c| is_start(c) || c.is_ascii_digit())
        && Tok::keyword(word).is_none()
        && word != "data"
}

/// The expression in ytt, if all of it has a certain translation.
pub(super) fn translated(text: &str, scope: &Scope) -> Option<Expression> {
    let mut reader = Reader { rest: text, scope };
    let found = reader.pipeline()?;
    reader.rest.trim().is_empty().then_some(found)
}

/// Deeper parentheses are not translated.
const MOST_NESTED: usize = 20;

struct Reader<'t, 's> {
    rest: &'t str,
    scope: &'s Scope,
}

impl<'t> Reader<'t, '_> {
    fn pipeline(&mut self) -> Option<Expression> {
        if self.rest.matches('(').count() > MOST_NESTED {
            return None;
        }
        let mut value = self.command(None)?;
        while self.eat('|') {
            value = self.command(Some(value))?;
        }
        Some(value)
    }

    fn eat(&mut self, c: char) -> bool {
        let rest = self.rest.trim_start();
        let found = rest.strip_prefix(c);
        self.rest = found.unwrap_or(rest);
        found.is_some()
    }

    fn is_at_end(&mut self) -> bool {
        self.rest = self.rest.trim_start();
        self.rest.is_empty() || self.rest.starts_with(['|', ')'])
    }

    /// A word of letters.
    fn word(&mut self) -> Option<&'t str> {
        self.rest = self.rest.trim_start();
        let end = self.rest.find(|c: char| !(c == '_' || c.is_ascii_alphanumeric())).unwrap_or(self.rest.len());
        let (word, rest) = self.rest.split_at(end);
        self.rest = rest;
        (!word.is_empty()).then_some(word)
    }

    /// A value, or a function with its arguments; the value of a pipe is the last one.
    fn command(&mut self, piped: Option<Expression>) -> Option<Expression> {
        self.rest = self.rest.trim_start();
        let is_function = self.rest.starts_with(|c: char| c.is_ascii_alphabetic())
            && !["true", "false", "nil"].iter().any(|word| self.rest.starts_with(word));
        if !is_function {
            let value = self.operand()?;
            return (piped.is_none() && self.is_at_end()).then_some(value);
        }
        let function = self.word()?;
        let mut arguments = Vec::new();
        // `.Values` alone, for functions that look a key up.
        while !self.is_at_end() {
            arguments.push(self.operand()?);
        }
        arguments.extend(piped);
        call(function, &arguments)
    }

    fn operand(&mut self) -> Option<Expression> {
        self.rest = self.rest.trim_start();
        match self.rest.chars().next()? {
            '"' => self.string(),
            '`' => {
                let (raw, rest) = self.rest[1..].split_once('`')?;
                self.rest = rest;
                double_quoted(raw).map(Expression::operand_of)
            }
            '(' => {
                self.rest = &self.rest[1..];
                let inner = self.pipeline()?;
                let is_closed = self.eat(')');
                let path = self.members(inner.operand())?;
                is_closed.then(|| match path == inner.operand() {
                    true => inner,
                    false => Expression::operand_of(path),
                })
            }
            '$' => {
                self.rest = &self.rest[1..];
                let is_root = !self.rest.starts_with(|c: char| c == '_' || c.is_ascii_alphanumeric());
                if is_root {
                    return self.root();
                }
                let name = self.word()?;
                let known = self.scope.variables.iter().any(|variable| variable == name);
                let path = self.members(name.to_owned())?;
                known.then(|| Expression::operand_of(path))
            }
            '.' => match &self.scope.dot {
                Dot::Root => self.root(),
                Dot::Value(value) => {
                    let value = value.clone();
                    let is_alone = !self.rest[1..].starts_with(|c: char| c == '_' || c.is_ascii_alphabetic());
                    if is_alone {
                        self.rest = &self.rest[1..];
                        return Some(Expression::operand_of(value));
                    }
                    self.members(value).map(Expression::operand_of)
                }
                Dot::Unknown => None,
            },
            '-' | '0'..='9' => {
                let end =
                    self.rest.find(|c: char| c.is_whitespace() || matches!(c, '|' | ')')).unwrap_or(self.rest.len());
                let (number, rest) = self.rest.split_at(end);
                self.rest = rest;
                let digits = number.strip_prefix('-').unwrap_or(number);
                let is_decimal = !digits.is_empty() && digits.chars().all(|c| c.is_ascii_digit());
                (is_decimal && (digits == "0" || !digits.starts_with('0')))
                    .then(|| Expression { text: number.to_owned(), is_operand: digits == number })
            }
            _ => {
                let value = match self.word()? {
                    "true" => "True",
                    "false" => "False",
                    "nil" => "None",
                    _ => return None,
                };
                Some(Expression::operand_of(value.to_owned()))
            }
        }
    }

    /// A path from the chart. Without data values for Helm's own objects, only `.Values` has an equivalent.
    fn root(&mut self) -> Option<Expression> {
        let Some(rest) = self.rest.strip_prefix(".Values") else {
            return self.own_object().filter(|_| self.scope.has_own_objects);
        };
        if rest.starts_with(|c: char| c == '_' || c.is_ascii_alphanumeric()) {
            return None;
        }
        self.rest = rest;
        self.members("data.values".to_owned()).map(Expression::operand_of)
    }

    /// `.Chart.AppVersion` as the data value `chart.appVersion`: keys usually begin with a small letter.
    fn own_object(&mut self) -> Option<Expression> {
        let rest = self.rest;
        let is_known = ["Release", "Chart", "Capabilities", "Template", "Subcharts"].iter().any(|name| {
            rest.strip_prefix('.').and_then(|rest| rest.strip_prefix(name)).is_some_and(|rest| rest.starts_with('.'))
        });
        let path = self.members(String::new()).filter(|_| is_known)?;
        let small = path.split('.').map(|name| {
            let (first, rest) = name.split_at(usize::from(!name.is_empty()));
            first.to_ascii_lowercase() + rest
        });
        Some(Expression::operand_of(format!("data.values{}", small.collect::<Vec<_>>().join("."))))
    }

    /// The members after a value: `.a.b`.
    fn members(&mut self, mut value: String) -> Option<String> {
        while let Some(rest) = self.rest.strip_prefix('.') {
            self.rest = rest;
            if rest.starts_with(char::is_whitespace) {
                return None;
            }
            let name = self.word()?;
            value = match Tok::keyword(name) {
                None => format!("{value}.{name}"),
                Some(_) => format!("{value}[\"{name}\"]"),
            };
        }
        Some(value)
    }

    fn string(&mut self) -> Option<Expression> {
        let mut is_escaped = false;
        let end = self.rest.char_indices().skip(1).find_map(|(at, c)| {
            let is_end = c == '"' && !is_escaped;
            is_escaped = c == '\\' && !is_escaped;
            is_end.then_some(at + 1)
        })?;
        let (text, rest) = self.rest.split_at(end);
        self.rest = rest;
        // Only these escapes are the same in both languages.
        let mut escapes = text.match_indices('\\').map(|(at, _)| text[at + 1..].chars().next());
        let is_same = escapes.all(|c| matches!(c, Some('n' | 't' | '"')));
        is_same.then(|| Expression::operand_of(text.to_owned()))
    }
}

/// A call of a function of Helm.
fn call(function: &str, arguments: &[Expression]) -> Option<Expression> {
    let operand = Expression::operand_of;
    let compound = Expression::compound;
    let joined = |operator: &str| {
        let operands: Vec<String> = arguments.iter().map(Expression::operand).collect();
        (operands.len() > 1).then(|| compound(operands.join(operator)))
    };
    Some(match (function, arguments) {
        ("quote" | "squote" | "toString", [value]) => operand(format!("str({})", value.text)),
        ("default", [default, value]) => compound(format!("{} or {}", value.operand(), default.operand())),
        // The printed YAML is the value itself: its place in the document follows from the code's.
        ("toYaml", [value]) | ("indent" | "nindent" | "required", [_, value]) => value.clone(),
        ("upper" | "lower" | "title", [value]) => operand(format!("{}.{function}()", value.operand())),
        ("trim", [value]) => operand(format!("{}.strip()", value.operand())),
        ("int" | "int64", [value]) => operand(format!("int({})", value.text)),
        ("len", [value]) => operand(format!("len({})", value.text)),
        ("not" | "empty", [value]) => compound(format!("not {}", value.operand())),
        ("and", _) => joined(" and ")?,
        ("or" | "coalesce", _) => joined(" or ")?,
        ("eq", [a, b]) => compound(format!("{} == {}", a.operand(), b.operand())),
        ("ne", [a, b]) => compound(format!("{} != {}", a.operand(), b.operand())),
        ("lt", [a, b]) => compound(format!("{} < {}", a.operand(), b.operand())),
        ("le", [a, b]) => compound(format!("{} <= {}", a.operand(), b.operand())),
        ("gt", [a, b]) => compound(format!("{} > {}", a.operand(), b.operand())),
        ("ge", [a, b]) => compound(format!("{} >= {}", a.operand(), b.operand())),
        ("ternary", [yes, no, condition]) => {
            compound(format!("{} if {} else {}", yes.operand(), condition.operand(), no.operand()))
        }
        ("contains", [part, text]) => compound(format!("{} in {}", part.operand(), text.operand())),
        ("hasPrefix", [start, text]) => operand(format!("{}.startswith({})", text.operand(), start.text)),
        ("hasSuffix", [end, text]) => operand(format!("{}.endswith({})", text.operand(), end.text)),
        ("replace", [old, new, text]) => operand(format!("{}.replace({}, {})", text.operand(), old.text, new.text)),
        ("join", [separator, list]) => operand(format!("{}.join({})", separator.operand(), list.text)),
        ("list", _) => {
            let items: Vec<&str> = arguments.iter().map(|item| item.text.as_str()).collect();
            operand(format!("[{}]", items.join(", ")))
        }
        ("hasKey", [map, key]) => operand(format!("hasattr({}, {})", map.text, key.text)),
        ("index", [value, keys @ ..]) if !keys.is_empty() => {
            let keys: String = keys.iter().map(|key| format!("[{}]", key.text)).collect();
            operand(format!("{}{keys}", value.operand()))
        }
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn expressions_are_translated() {
        let scope = Scope { variables: vec!["x".to_owned()], ..Scope::default() };
        for (helm, ytt) in [
            (".Values.a.b", "data.values.a.b"),
            (".Values", "data.values"),
            (".Values.a | default \"x\" | quote", "str(data.values.a or \"x\")"),
            ("default 80 .Values.port | int", "int(data.values.port or 80)"),
            ("toYaml .Values.a | nindent 8", "data.values.a"),
            ("and .Values.a (not .Values.b)", "data.values.a and (not data.values.b)"),
            ("or (eq .Values.a \"b\") .Values.c", "(data.values.a == \"b\") or data.values.c"),
            ("required \"a name\" .Values.name", "data.values.name"),
            ("ternary \"a\" \"b\" .Values.c", "\"a\" if data.values.c else \"b\""),
            ("index .Values \"a-b\" 0", "data.values[\"a-b\"][0]"),
            ("$x.name | upper", "x.name.upper()"),
            ("(.Values.a).b", "data.values.a.b"),
            (".Values.list | join \",\"", "\",\".join(data.values.list)"),
            ("gt (len .Values.a) 1", "len(data.values.a) > 1"),
        ] {
            let found = translated(helm, &scope).unwrap_or_else(|| panic!("{helm}"));
            assert_eq!(found.text, ytt, "{helm}");
        }
        for helm in [
            "", ".", ".name", "$y", ".Release.Name", ".Values.a b", ".Values.a-b", "include \"a\" .",
            "unknown .Values.a", "(.Values.a", ".Values.a)", "\"a", ".Values. a", "0x10", "-", "quote", ".ValuesX",
            "\"\\x41\"", "tpl .Values.a .",
        ] {
            assert!(translated(helm, &scope).is_none(), "{helm}");
        }
    }
}
