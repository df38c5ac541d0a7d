//! Code of Helm's templates in YAML, and its translation to ytt.
//!
//! Lines are translated with the blocks around them: in `range` and `with`, the dot is another value. A line that has no certain
//! translation is not edited, nor is the other end of its block.

mod expression;

use std::ops::Range;

use crate::diagnostics::edits::Edits;
use crate::yaml::helm::{Action, Line, actions, lines};
use crate::yaml::inline::double_quoted;
use expression::{Dot, Scope};

/// Blocks in more blocks are not translated.
const MOST_NESTED: usize = 20;

/// More variables are not known.
const MOST_VARIABLES: usize = 50;

/// A line with an action of Helm.
#[derive(Clone, Debug)]
pub struct HelmLine {
    /// The number of the line, from 1.
    pub line: u32,
    /// The bytes from its first action to its last one.
    pub range: Range<usize>,
    /// The text in the braces of the first action that has no translation, or else of the first one.
    pub action: String,
    /// Whether the line has actions that only Helm has.
    pub is_certain: bool,
    /// Whether an action is a whole value without quotes, which YAML reads as a map with a map as its key.
    pub is_map: bool,
    /// The code in ytt for all actions of the line, with `#@`.
    pub code: Option<String>,
    /// The code with data values in place of Helm's own objects, if there is no other code.
    with_data_values: Option<String>,
    /// Edits that translate the line, with the other lines of the block that it begins or ends.
    pub edits: Option<Edits>,
    /// The line in the block that it begins or ends without which the block is not translated.
    blocked_by: Option<u32>,
}

impl HelmLine {
    /// Advice in words.
    pub fn advice(&self) -> Option<String> {
        let action = self.action.as_str();
        let has = |words: &[&str]| words.iter().any(|word| action.contains(word));
        let advice = match () {
            () if has(&[".Release", ".Chart", ".Capabilities", ".Template", ".Subcharts"]) => {
                let advice = "ytt knows nothing of a release or a chart: declare data values for them";
                return Some(match &self.with_data_values {
                    Some(code) => format!("{advice}, and write {code}"),
                    None => advice.to_owned(),
                });
            }
            () if has(&["include", "template", "define", "block"]) => {
                "ytt has functions for this: #@ def labels(): … and labels: #@ labels()"
            }
            () if self.blocked_by.is_some() => {
                return self
                    .blocked_by
                    .map(|line| format!("There is no fix of the whole block, since line {line} has no translation"));
            }
            () if self.code.is_none() && action.starts_with("range $") => {
                "ytt has #@ for i, item in enumerate(list): for this, and of a map #@ for key in map:"
            }
            () if has(&[".Files"]) => "ytt reads files with data.read(\"name\")",
            () if action == "end" || action.starts_with("else") => "Blocks end with #@ end",
            () => return None,
        };
        Some(advice.to_owned())
    }
}

/// Translates a line without the lines around it, on which its dot may depend.
pub fn line(text: &str) -> Option<HelmLine> {
    helm_lines(text).pop()
}

/// All lines with actions of a YAML text.
pub fn helm_lines(text: &str) -> Vec<HelmLine> {
    let mut reader = Reader::default();
    for (number, line) in (1..).zip(&lines(text)) {
        reader.read(number, line);
    }
    reader.finish()
}

/// The edits of all lines that have a translation, and how many lines these are.
fn all_edits(found: &[HelmLine]) -> (Edits, usize) {
    (merged(found), found.iter().filter(|line| line.edits.is_some()).count())
}

/// The edits with what code needs: a line that loads the data values, and comments of ytt, which reads no others in a file with code.
fn with_surroundings(text: &str, edits: &Edits) -> Edits {
    let mut all = edits.0.clone();
    for line in lines(text).iter().filter(|line| !line.is_in_block && !text.contains("#@")) {
        let trimmed = line.text.trim_start();
        if trimmed.starts_with('#') && !trimmed.starts_with("#!") {
            let at = line.start + line.text.len() - trimmed.len() + 1;
            all.push((at..at, "!".to_owned()));
        }
    }
    let needs_data = edits.0.iter().any(|(_, code)| code.contains("data.values"));
    let is_loaded = text.contains("load(\"@ytt:data\"") || text.contains("load('@ytt:data'");
    // Nothing may come before YAML directives.
    if needs_data && !is_loaded && !text.starts_with(['%', '\u{feff}']) {
        all.push((0..0, "#@ load(\"@ytt:data\", \"data\")\n".to_owned()));
    }
    all.sort_by_key(|(range, _)| (range.start, range.end));
    Edits(all)
}

/// The fix of a line: its title and edits.
pub fn fix(text: &str, line: &HelmLine) -> Option<(String, Edits)> {
    let edits = line.edits.as_ref()?;
    let title = match &edits.0[..] {
        [(_, code)] => format!("Replace with {}", code.trim_start()),
        _ => "Convert this block to ytt".to_owned(),
    };
    Some((title, with_surroundings(text, edits)))
}

/// The fix of all lines, if that of `line` leaves some.
pub fn fix_all(text: &str, found: &[HelmLine], line: &HelmLine) -> Option<(String, Edits)> {
    let (all, count) = all_edits(found);
    let is_more = count > 1 && Some(&all) != line.edits.as_ref();
    is_more.then(|| (format!("Convert {count} lines of Helm to ytt"), with_surroundings(text, &all)))
}

/// A statement in the braces of an action.
struct Statement {
    /// The code in ytt; None if it has no certain translation.
    code: Option<String>,
    kind: Kind,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// The beginning of a block. `binds`: its dot or its variables have other values within it.
    Begin {
        binds: bool,
    },
    Middle,
    End,
    Single,
}

/// Reads a statement, and enters its scope; None for an expression.
fn statement(action: &str, scope: &mut Scope) -> Option<Statement> {
    let (word, rest) = action.split_once(char::is_whitespace).unwrap_or((action, ""));
    let rest = rest.trim();
    let begin = |code: Option<String>| Some(Statement { code, kind: Kind::Begin { binds: word != "if" } });
    let of = |scope: &Scope, text: &str| expression::translated(text, scope).map(|expression| expression.text);
    match word {
        "if" => {
            let condition = of(scope, rest);
            scope.list = None;
            begin(condition.map(|condition| format!("if {condition}:")))
        }
        "with" => {
            scope.list = None;
            let value = expression::translated(rest, scope);
            let code = value.as_ref().map(|value| format!("if {}:", value.text));
            scope.dot = value.map_or(Dot::Unknown, |value| Dot::Value(value.operand()));
            begin(code)
        }
        "range" => begin(range(rest, scope)),
        "define" | "block" => {
            scope.list = None;
            scope.dot = Dot::Unknown;
            begin(None)
        }
        "else" => {
            let condition = rest.strip_prefix("if ").map(|condition| of(scope, condition));
            let code = match (condition, rest) {
                // Starlark's `for` has no `else`.
                _ if scope.list.is_some() => scope
                    .list
                    .take()
                    .filter(|list| rest.is_empty() && !list.is_empty())
                    .map(|list| format!("end\nif not {list}:")),
                (Some(condition), _) => condition.map(|condition| format!("elif {condition}:")),
                (None, "") => Some("else:".to_owned()),
                (None, _) => None,
            };
            Some(Statement { code, kind: Kind::Middle })
        }
        "end" => Some(Statement { code: Some("end".to_owned()), kind: Kind::End }),
        _ => {
            let (name, value) = action.strip_prefix('$')?.split_once(":=")?;
            let name = name.trim();
            let value = of(scope, value.trim()).filter(|_| expression::is_name(name));
            scope.variables.retain(|known| known != name);
            if value.is_some() && scope.variables.len() < MOST_VARIABLES {
                scope.variables.push(name.to_owned());
            }
            let code = value.map(|value| format!("{name} = {value}"));
            Some(Statement { code, kind: Kind::Single })
        }
    }
}

/// The `for` of a `range`. With two variables, it may be over a list or a map: the name of the first one tells.
fn range(text: &str, scope: &mut Scope) -> Option<String> {
    let (names, list) = match text.split_once(":=") {
        Some((names, list)) => (names.trim().to_owned(), list.trim()),
        None => (format!("${}", scope.unused("item")), text),
    };
    let names: Vec<&str> = names.split(',').map(|name| name.trim().strip_prefix('$').unwrap_or_default()).collect();
    let list = expression::translated(list, scope).filter(|_| names.iter().all(|name| expression::is_name(name)));
    let code = list.as_ref().and_then(|list| {
        let is_path = list.text.chars().all(|c| c == '_' || c == '.' || c.is_alphanumeric());
        Some(match names[..] {
            [name] | ["_", name] => format!("for {name} in {}:", list.text),
            ["i" | "j" | "n" | "idx" | "index", _] => format!("for {} in enumerate({}):", names.join(", "), list.text),
            [key @ ("k" | "key"), value] if is_path => {
                format!("for {key} in {list}:\n{value} = {list}[{key}]", list = list.text)
            }
            _ => return None,
        })
    });
    let dot = names.last().filter(|_| code.is_some()).map(|name| Dot::Value((*name).to_owned()));
    scope.dot = dot.unwrap_or(Dot::Unknown);
    // The block's `else` depends on it.
    scope.list = Some(list.map(|list| list.operand()).unwrap_or_default());
    for name in names {
        scope.variables.retain(|known| known != name);
        scope.variables.push(name.to_owned());
    }
    code
}

/// The statements of a block: its first line, those in between, and its last line.
struct Block {
    /// The scope around it.
    outer: Scope,
    /// Indices of the lines.
    lines: Vec<usize>,
    is_translated: bool,
    /// Whether lines in it depend on its translation.
    binds: bool,
}

#[derive(Default)]
struct Reader<'t> {
    found: Vec<HelmLine>,
    scope: Scope,
    open: Vec<Block>,
    closed: Vec<Block>,
    /// The last line of content, if it has no action.
    above: Option<Line<'t>>,
}

impl<'t> Reader<'t> {
    fn read(&mut self, number: u32, line: &Line<'t>) {
        let trimmed = line.text.trim();
        if trimmed.is_empty() || (trimmed.starts_with('#') && !line.is_in_block) {
            return;
        }
        let actions = actions(line.text);
        let Some(first) = actions.first() else {
            self.above = Some(line.clone());
            return;
        };
        let above = self.above.take();
        // Text around it, or the text of a block, is not code.
        let is_alone = first.range.len() == trimmed.len() && !line.is_in_block;
        let last = actions.last().unwrap_or(first);
        let range = line.start + first.range.start..line.start + last.range.end;
        let around = self.scope.clone();
        let mut codes = Vec::new();
        let mut edits = None;
        for action in &actions {
            let outer = self.scope.clone();
            let code = match statement(action.code, &mut self.scope) {
                Some(Statement { code, kind }) => {
                    let is_translated = is_alone && code.is_some();
                    let indentation = &line.text[..line.text.len() - line.text.trim_start().len()];
                    let code = code.map(|code| code.replace('\n', &format!("\n{indentation}#@ ")));
                    edits =
                        code.as_ref().filter(|_| is_alone).map(|code| Edits::one(range.clone(), format!("#@ {code}")));
                    self.enter(kind, outer, is_translated);
                    code
                }
                None => expression::translated(action.code, &self.scope).map(|code| code.text),
            };
            codes.push(code);
        }
        if let Some(comment) = first.code.strip_prefix("/*").filter(|_| is_alone) {
            edits = Some(Edits::one(range.clone(), format!("#! {}", comment.trim_end_matches("*/").trim())));
        } else if actions.iter().all(|action| !action.is_statement()) && edits.is_none() && !line.is_in_block {
            edits = match is_alone {
                true => above.and_then(|above| below_key(&above, line, codes[0].as_deref())),
                false => value(line, &actions, &self.scope),
            };
        }
        let untranslated = actions.iter().zip(&codes).find(|(_, code)| code.is_none()).map(|(action, _)| action);
        let code = match &codes[..] {
            [code] if edits.is_none() => code.as_ref().map(|code| format!("#@ {code}")),
            _ => edits.as_ref().and_then(new_code),
        };
        let with_data_values = || line_code(line, &actions, &Scope { has_own_objects: true, ..around });
        self.found.push(HelmLine {
            line: number,
            range,
            action: untranslated.unwrap_or(first).code.to_owned(),
            is_certain: actions.iter().any(Action::is_of_helm),
            is_map: !line.is_in_block && line.value().1.starts_with("{{"),
            with_data_values: if code.is_none() { with_data_values() } else { None },
            code: code.map(|code| {
                let own = code.lines().map(str::trim).find(|line| *line != "#@ end");
                own.map(str::to_owned).unwrap_or(code)
            }),
            edits,
            blocked_by: None,
        });
    }

    /// Enters or leaves a block by a statement in the line that is read.
    fn enter(&mut self, kind: Kind, outer: Scope, is_translated: bool) {
        let line = self.found.len();
        match kind {
            Kind::Begin { binds } => {
                let is_deep = self.open.len() >= MOST_NESTED;
                if is_deep {
                    self.scope = Scope { dot: Dot::Unknown, ..outer.clone() };
                }
                self.open.push(Block { outer, lines: vec![line], is_translated: is_translated && !is_deep, binds });
            }
            Kind::Middle | Kind::End => {
                let Some(block) = self.open.last_mut() else { return };
                block.lines.push(line);
                block.is_translated &= is_translated;
                if kind == Kind::Middle {
                    self.scope.list = None;
                    // The dot of `with` and `range` is not that of their `else`.
                    self.scope.dot = block.outer.dot.clone();
                } else if let Some(block) = self.open.pop() {
                    self.scope = block.outer.clone();
                    self.closed.push(block);
                }
            }
            Kind::Single => {}
        }
    }

    /// All lines. The statements of a block have the edits of all lines in it, but none if one of these has no translation.
    fn finish(mut self) -> Vec<HelmLine> {
        // Inner blocks come first.
        let closed = self.closed.iter().map(|block| (block, true));
        for (block, is_closed) in closed.chain(self.open.iter().rev().map(|block| (block, false))) {
            let (Some(&first), Some(&last)) = (block.lines.first(), block.lines.last()) else { continue };
            let last = if is_closed { last } else { self.found.len() - 1 };
            let all = &mut self.found[first..=last];
            let missing = all.iter().find(|line| line.edits.is_none());
            let missing = missing.map(|line| line.blocked_by.unwrap_or(line.line));
            let is_translated = block.is_translated && is_closed && missing.is_none();
            let edits = is_translated.then(|| merged(all));
            // Lines in it have variables of it.
            if block.binds {
                all.iter_mut().for_each(|line| line.edits.clone_from(&edits));
            }
            for line in &block.lines {
                let line = &mut self.found[*line];
                line.edits.clone_from(&edits);
                line.blocked_by = missing.filter(|missing| *missing != line.line);
            }
        }
        self.found
    }
}

/// The edits of lines, in order and once.
fn merged(lines: &[HelmLine]) -> Edits {
    let mut edits: Vec<(Range<usize>, String)> =
        lines.iter().filter_map(|line| line.edits.as_ref()).flat_map(|edits| edits.0.iter().cloned()).collect();
    edits.sort_by_key(|(range, _)| (range.start, range.end));
    edits.dedup();
    Edits(edits)
}

/// Moves an action with a line of its own behind the key above: `{{ toYaml .Values.labels | nindent 4 }}`.
fn below_key(above: &Line<'_>, line: &Line<'_>, code: Option<&str>) -> Option<Edits> {
    let text = above.text.trim_end();
    let is_key = text.ends_with(':') && !text.trim_start().starts_with('#') && !above.is_in_block;
    let end = above.start + text.len();
    // Nothing but the line break may be between them.
    let is_next = line.start - (above.start + above.text.len()) <= "\r\n".len();
    let code = code.filter(|_| is_key && is_next)?;
    Some(Edits(vec![(end..line.start + line.text.trim_end().len(), format!(" #@ {code}"))]))
}

/// The code that the only edit of a line inserts.
fn new_code(edits: &Edits) -> Option<String> {
    match &edits.0[..] {
        [(_, code)] => Some(code.trim_start().to_owned()),
        _ => None,
    }
}

/// The code of a line in a scope: of its value, or of its only action.
fn line_code(line: &Line<'_>, actions: &[Action<'_>], scope: &Scope) -> Option<String> {
    if let Some(edits) = value(line, actions, scope) {
        return new_code(&edits);
    }
    let [action] = actions else { return None };
    let code = match statement(action.code, &mut scope.clone()) {
        Some(statement) => statement.code?,
        None => expression::translated(action.code, scope)?.text,
    };
    Some(format!("#@ {code}"))
}

/// Replaces the value of a line, which is an action or has some in its text.
fn value(line: &Line<'_>, actions: &[Action<'_>], scope: &Scope) -> Option<Edits> {
    let (start, text) = line.value();
    let text = text.trim_end();
    let quote = text.chars().next().filter(|c| matches!(c, '"' | '\'') && text.len() > 1 && text.ends_with(*c));
    let inner = if quote.is_some() { start + 1..start + text.len() - 1 } else { start..start + text.len() };
    let mut pieces = Vec::new();
    let mut codes = Vec::new();
    let mut from = inner.start;
    for action in actions {
        pieces.push(line.text.get(from..action.range.start)?);
        codes.push(expression::translated(action.code, scope)?);
        from = action.range.end;
    }
    pieces.push(line.text.get(from..inner.end)?);
    let is_odd = |c: char| match quote {
        Some(quote) => c == quote || c == '\\',
        None => matches!(c, '"' | '\'' | '[' | ']' | '{' | '}' | '&' | '*' | '!' | '|' | '>' | '#' | ','),
    };
    // A colon makes a key of the text before it.
    let is_key =
        pieces.iter().any(|piece| piece.contains(": ")) || pieces.last().is_some_and(|last| last.ends_with(':'));
    if pieces.iter().any(|piece| piece.contains(is_odd)) || (is_key && quote.is_none()) {
        return None;
    }
    let code = match &codes[..] {
        [code] if pieces.iter().all(|piece| piece.is_empty()) => code.text.clone(),
        _ => {
            let format: Vec<String> = pieces.iter().map(|piece| piece.replace('{', "{{").replace('}', "}}")).collect();
            let arguments: Vec<&str> = codes.iter().map(|code| code.text.as_str()).collect();
            format!("{}.format({})", double_quoted(&format.join("{}"))?, arguments.join(", "))
        }
    };
    Some(Edits::one(line.start + start..line.start + start + text.len(), format!("#@ {code}")))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The text with all edits.
    fn converted(text: &str) -> String {
        all_edits(&helm_lines(text)).0.applied(text).expect("edits in order")
    }

    #[test]
    fn values_become_code() {
        for (helm, ytt) in [
            ("a: {{ .Values.name }}\n", "a: #@ data.values.name\n"),
            ("a: {{- .Values.a.b -}}\n", "a: #@ data.values.a.b\n"),
            ("- {{ $.Values.a }}\r\n", "- #@ data.values.a\r\n"),
            ("a: \"{{ .Values.name }}\"\n", "a: #@ data.values.name\n"),
            ("a: '{{ .Values.name }}'\n", "a: #@ data.values.name\n"),
            ("a: {{ .Values.name | quote }}\n", "a: #@ str(data.values.name)\n"),
            ("a: \"{{ .Values.name }}-x\"\n", "a: #@ \"{}-x\".format(data.values.name)\n"),
            ("a: {{ .Values.r }}:{{ .Values.t }}\n", "a: #@ \"{}:{}\".format(data.values.r, data.values.t)\n"),
            ("a: https://{{ .Values.h }}/é\n", "a: #@ \"https://{}/é\".format(data.values.h)\n"),
            ("a: {{ .Values.global.x }}\n", "a: #@ data.values[\"global\"].x\n"),
            ("a:\n  {{- toYaml .Values.b | nindent 4 }}\nc: 1\n", "a: #@ data.values.b\nc: 1\n"),
        ] {
            assert_eq!(converted(helm), ytt);
        }
    }

    #[test]
    fn blocks_become_code_as_a_whole() {
        let helm = "{{- if .Values.on }}\na: 1\n{{- else if eq .Values.x 2 }}\na: 2\n{{- else }}\na: 3\n{{- end }}\n";
        let ytt = "#@ if data.values.on:\na: 1\n#@ elif data.values.x == 2:\na: 2\n#@ else:\na: 3\n#@ end\n";
        assert_eq!(converted(helm), ytt);
        let helm = "a:\n{{- range .Values.hosts }}\n- host: {{ .name }}\n{{- range .paths }}\n  - {{ . }}\n{{- end }}\n{{- end }}\n";
        let ytt = "a:\n#@ for item in data.values.hosts:\n- host: #@ item.name\n#@ for item2 in item.paths:\n  - #@ item2\n#@ end\n#@ end\n";
        assert_eq!(converted(helm), ytt);
        let helm = "{{- with .Values.sel }}\nsel:\n  {{- toYaml . | nindent 2 }}\n{{- end }}\n";
        assert_eq!(converted(helm), "#@ if data.values.sel:\nsel: #@ data.values.sel\n#@ end\n");
    }

    #[test]
    fn ranges_have_indices_keys_and_an_else() {
        let helm = "a:\n  {{- range $i, $h := .Values.hosts }}\n  - {{ $h.x }}-{{ $i }}\n  {{- else }}\n  - none\n  {{- end }}\n";
        let ytt = "a:\n  #@ for i, h in enumerate(data.values.hosts):\n  - #@ \"{}-{}\".format(h.x, i)\n  #@ end\n  #@ if not data.values.hosts:\n  - none\n  #@ end\n";
        assert_eq!(converted(helm), ytt);
        let helm = "a:\n{{- range $k, $v := .Values.m }}\n- name: {{ $k }}\n  x: {{ $v.x }}\n{{- end }}\n";
        let ytt = "a:\n#@ for k in data.values.m:\n#@ v = data.values.m[k]\n- name: #@ k\n  x: #@ v.x\n#@ end\n";
        assert_eq!(converted(helm), ytt);
    }

    #[test]
    fn a_block_is_converted_as_a_whole_or_not_at_all() {
        let helm = "{{- if .Values.on }}\n{{- range .Values.l }}\n- a: {{ include \"x\" . }}\n  b: {{ .b }}\n{{- end }}\n{{- end }}\n";
        let lines = helm_lines(helm);
        assert_eq!(converted(helm), helm);
        assert_eq!(
            lines[0].advice().as_deref(),
            Some("There is no fix of the whole block, since line 3 has no translation")
        );
    }

    #[test]
    fn what_is_not_certain_stays() {
        for text in [
            "a: {{ .Release.Name }}\n",
            "a: {{ include \"x.y\" . }}\n",
            "{{ .Values.a }}: 1\n",
            "{{- if .Release.IsInstall }}\na: 1\n{{- end }}\n",
            "{{- range $k, $v := .Values.map }}\n{{ $k }}: {{ $v }}\n{{- end }}\n",
            "a: [{{ .Values.a }}]\n",
            "a: |\n  {{ .Values.a }}\n",
            "a: {{ if .Values.a }}1{{ end }}\n",
            "a: {{ .Values.a | unknown }}\n",
            "{{- if .Values.a }}\na: 1\n",
            "a: \"x\\n{{ .Values.a }}\"\n",
        ] {
            assert_eq!(converted(text), text);
        }
    }

    #[test]
    fn whole_lines_have_code_or_advice() {
        for (helm, code) in [
            ("a: \"{{ .Values.a | default \"x\" }}\"\n", Some("#@ data.values.a or \"x\"")),
            ("a: '{{ .Values.a | default \"x\" }}'\n", Some("#@ data.values.a or \"x\"")),
            ("a: \"{{ .Values.r }}:{{ .Values.t }}\"\n", Some("#@ \"{}:{}\".format(data.values.r, data.values.t)")),
            ("a: \"{{ .Values.r }}:{{ .Chart.Version }}\"\n", None),
            ("{{- if .Values.a }}\n", Some("#@ if data.values.a:")),
            ("a: [{{ .Values.a }}]\n", Some("#@ data.values.a")),
        ] {
            assert_eq!(line(helm).expect(helm).code.as_deref(), code, "{helm}");
        }
        let objects = "ytt knows nothing of a release or a chart: declare data values for them";
        for (helm, action, code) in [
            (
                "a: \"{{ .Values.image.tag | default .Chart.AppVersion }}\"\n",
                ".Values.image.tag | default .Chart.AppVersion",
                ", and write #@ data.values.image.tag or data.values.chart.appVersion",
            ),
            (
                "a: \"{{ .Values.r }}:{{ .Values.t | default .Chart.AppVersion }}\"\n",
                ".Values.t | default .Chart.AppVersion",
                ", and write #@ \"{}:{}\".format(data.values.r, data.values.t or data.values.chart.appVersion)",
            ),
            (
                "- {{ $.Release.Name }}-x\n",
                "$.Release.Name",
                ", and write #@ \"{}-x\".format(data.values.release.name)",
            ),
            (
                "{{- if .Release.IsInstall }}\n",
                "if .Release.IsInstall",
                ", and write #@ if data.values.release.isInstall:",
            ),
            ("a: {{ .Capabilities.APIVersions.Has \"x\" }}\n", ".Capabilities.APIVersions.Has \"x\"", ""),
        ] {
            let line = line(helm).expect(helm);
            assert_eq!(line.action, action);
            assert_eq!(line.advice().expect(helm), format!("{objects}{code}"));
        }
    }

    #[test]
    fn fixes_load_the_data_values_and_correct_comments() {
        let fixed = |text: &str, line: u32| -> Vec<(String, String)> {
            let found = helm_lines(text);
            let here = found.iter().find(|here| here.line == line).expect("a line of Helm");
            let fixes = fix(text, here).into_iter().chain(fix_all(text, &found, here));
            fixes.map(|(title, edits)| (title, edits.applied(text).expect("edits in order"))).collect()
        };
        let load = "#@ load(\"@ytt:data\", \"data\")\n";
        let text = "# é\na: {{ .Values.a }}\nb: {{ .Values.b }}\n";
        let [one, all] = &fixed(text, 2)[..] else { panic!("two fixes") };
        assert_eq!(one.0, "Replace with #@ data.values.a");
        assert_eq!(one.1, format!("{load}#! é\na: #@ data.values.a\nb: {{{{ .Values.b }}}}\n"));
        assert_eq!(all.0, "Convert 2 lines of Helm to ytt");
        assert_eq!(all.1, format!("{load}#! é\na: #@ data.values.a\nb: #@ data.values.b\n"));
        let text = format!("{load}a: {{{{ .Values.a }}}}\n");
        assert_eq!(fixed(&text, 2)[0].1, format!("{load}a: #@ data.values.a\n"));
        let block = "{{- if .Values.a }}\nb: {{ .Values.b }}\n{{- end }}\n";
        let [all] = &fixed(block, 3)[..] else { panic!("one fix") };
        assert_eq!(all.0, "Convert this block to ytt");
        assert_eq!(all.1, format!("{load}#@ if data.values.a:\nb: #@ data.values.b\n#@ end\n"));
    }
}
