//! YAML out of choices: maps, arrays and scalars in all styles, with comments and annotations of one kind above them.

use crate::chance::Chance;
use crate::code;

/// The kind of comments.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    Plain,
    Template,
    Schema,
    Values,
    Overlay,
}

const KEYS: &[&str] = &[
    "a", "b", "c", "name", "x-y", "\"q k\"", "1", "1.5", "true", "~", "é", "'it''s'", "<<", "? k\n", "[1, 2]", "=",
    "\"\\x41\"", ".inf", "!!str 1", "a.b", "-", "''", "2001-01-01", "0o7",
];

const SCALARS: &[&str] = &[
    "1",
    "",
    "a",
    "\"\"",
    "true",
    "null",
    "~",
    "1.5",
    "-0.0",
    "0x1F",
    "0b11",
    "1_000",
    "0o17",
    "017",
    ".inf",
    "-.inf",
    ".nan",
    "1e3",
    "1e400",
    "9223372036854775807",
    "9223372036854775808",
    "18446744073709551615",
    "18446744073709551616",
    "-9223372036854775809",
    "yes",
    "on",
    "No",
    "'x'",
    "\"\\u00e9\\n\\x00\"",
    "2001-12-14t21:59:43.10-05:00",
    "190:20:30",
    "!!str 12",
    "!!int '3'",
    "!!float 1",
    "!!binary aGk=",
    "!!binary /w==",
    "!!set {a, b}",
    "!!omap [a: 1]",
    "!x y",
    "[1, [2], {a: b}]",
    "{a: 1, b: [c]}",
    "[]",
    "{}",
    "a # c",
    "|\n    text\n     more\n",
    ">-\n    folded\n    text\n\n    on\n",
    "|+\n    keep\n\n",
    "|2-\n      x\n",
    "\"a\n    b\"",
    "&n 1",
    "*n",
    "*m",
    "a: b",
    "- x",
    "? y",
    "@at",
    "`t",
    "%d",
    "!",
    "\"(@= x @)\"",
    "'(@ if True: @)a(@ end @)'",
];

pub(crate) struct Writer<'c, 'a> {
    pub(crate) c: &'c mut Chance<'a>,
    pub(crate) kind: Kind,
    pub(crate) text: String,
}

impl Writer<'_, '_> {
    /// A collection, its items indented by so many spaces.
    pub(crate) fn collection(&mut self, indent: usize) {
        let is_array = self.c.once_in(4);
        for _ in 0..=self.c.below(4) {
            if !self.c.burn() {
                break;
            }
            let block = self.comments(indent);
            self.text.push_str(&" ".repeat(indent));
            if is_array {
                self.text.push('-');
            } else {
                let key = if self.c.once_in(3) { self.c.pick(KEYS) } else { self.c.pick(&KEYS[..5]) };
                self.text.push_str(key);
                self.text.push(':');
            }
            if indent < 8 && self.c.once_in(3) {
                if self.c.once_in(8) {
                    self.text.push_str(self.c.pick(&[" &n", " &m", " !!map", " *n", " !t"]));
                }
                self.code_beside();
                self.text.push('\n');
                let deeper = self.c.pick(&[2, 1, 4]);
                self.collection(indent + deeper);
            } else {
                self.scalar();
            }
            if block {
                self.line(indent, "@ end");
            }
        }
    }

    fn scalar(&mut self) {
        if self.kind != Kind::Plain && self.c.once_in(3) {
            let code = code::expression(self.c);
            self.text.push_str(&format!(" #@ {code}\n"));
            return;
        }
        let scalar = match self.c.below(6) {
            0..3 => self.c.pick(&SCALARS[..8]).to_owned(),
            3..5 => self.c.pick(SCALARS).to_owned(),
            _ => self.c.text(),
        };
        self.text.push(' ');
        self.text.push_str(&scalar);
        if !scalar.ends_with('\n') {
            self.code_beside();
            self.text.push('\n');
        }
    }

    /// A value or an annotation behind a node.
    fn code_beside(&mut self) {
        if self.kind != Kind::Plain && self.c.once_in(16) {
            let code = if self.c.once_in(2) { self.annotation() } else { format!("@ {}", code::expression(self.c)) };
            self.text.push_str(&format!(" #{code}"));
        }
    }

    /// Lines above a node; whether a block was opened.
    fn comments(&mut self, indent: usize) -> bool {
        if self.kind == Kind::Plain {
            if self.c.once_in(8) {
                self.line(indent, " comment");
            }
            return false;
        }
        let often = if self.kind == Kind::Template { 6 } else { 2 };
        for _ in 0..2 {
            if self.c.once_in(often) {
                let annotation = self.annotation();
                self.line(indent, &annotation);
            }
        }
        if self.kind != Kind::Template && !self.c.once_in(12) {
            return false;
        }
        match self.c.below(5) {
            3 => {
                let statement = code::statement(self.c);
                self.line(indent, &format!("@ {statement}"));
                false
            }
            4 => {
                let opening = code::opening(self.c);
                self.line(indent, &format!("@ {opening}"));
                !self.c.once_in(12)
            }
            _ => false,
        }
    }

    fn line(&mut self, indent: usize, comment: &str) {
        self.text.push_str(&format!("{}#{comment}\n", " ".repeat(indent)));
    }

    /// An annotation's text behind the `#`.
    fn annotation(&mut self) -> String {
        match self.kind {
            Kind::Plain => " plain".to_owned(),
            Kind::Template => self
                .c
                .pick(&[
                    "@yaml/text-templated-strings", "@yaml/map-key-override", "! c", "@unknown/x 1", "@", "@/", "@@",
                ])
                .to_owned(),
            Kind::Schema => self.schema_annotation(),
            Kind::Values => match self.c.below(4) {
                0 => self.overlay_annotation(),
                1 => "@overlay/match-child-defaults missing_ok=True".to_owned(),
                2 => self.schema_annotation(),
                _ => "@yaml/map-key-override".to_owned(),
            },
            Kind::Overlay => self.overlay_annotation(),
        }
    }

    fn schema_annotation(&mut self) -> String {
        let c = &mut *self.c;
        match c.below(12) {
            0 => "@schema/nullable".to_owned(),
            1 => "@schema/type any=True".to_owned(),
            2 => format!("@schema/default {}", code::expression(c)),
            3 => format!("@schema/desc {}", c.pick(&["\"d\"", "1", "\"é\\n|x|\"", ""])),
            4 => format!("@schema/title {}", c.pick(&["\"t\"", "None", "\"a\", \"b\""])),
            5 => format!("@schema/examples (\"e\", {})", code::expression(c)),
            6 => format!("@schema/deprecated {}", c.pick(&["\"gone\"", "True", ""])),
            7..10 => {
                const RULES: &[&str] = &[
                    "min=1",
                    "max=3",
                    "min_len=1",
                    "max_len=2",
                    "not_null=True",
                    "one_of=[\"a\", 1, None]",
                    "one_not_null=[\"a\", \"b\"]",
                    "one_not_null=True",
                    "when=lambda v: v == 1",
                    "when=lambda v, ctx: ctx.parent[\"a\"] == 1",
                    "min=-9223372036854775808",
                    "max=1e400",
                    "min_len=-1",
                ];
                format!("@schema/validation {}, {}", c.pick(RULES), c.pick(RULES))
            }
            10 => format!("@schema/validation (\"m\", lambda v: {})", code::expression(c)),
            _ => format!("@{}/validation {}", c.pick(&["schema", "assert"]), code::expression(c)),
        }
    }

    fn overlay_annotation(&mut self) -> String {
        const BY: &[&str] = &[
            "overlay.all",
            "\"a\"",
            "\"name\"",
            "overlay.index(0)",
            "overlay.subset({\"a\": 1})",
            "overlay.map_key(\"a\")",
            "overlay.index(-1)",
            "lambda i, left, right: True",
            "overlay.and_op(overlay.all, overlay.not_op(overlay.index(0)))",
            "lambda i, l, r: l[\"a\"] == r[\"a\"]",
        ];
        const MORE: &[&str] = &[
            "", ", missing_ok=True", ", expects=1", ", expects=\"1+\"", ", expects=[0, 2]", ", when=1",
            ", expects=lambda n: n > 0", ", expects=\"0+\"", ", when=\"2+\"",
        ];
        let c = &mut *self.c;
        match c.below(10) {
            0..3 => format!("@overlay/match by={}{}", c.pick(BY), c.pick(MORE)),
            3 => "@overlay/match missing_ok=True".to_owned(),
            4 => {
                format!("@overlay/match-child-defaults {}", c.pick(&["missing_ok=True", "expects=\"0+\"", "by=\"a\""]))
            }
            5 => c.pick(&["@overlay/remove", "@overlay/merge", "@overlay/append"]).to_owned(),
            6 => format!(
                "@overlay/insert {}",
                c.pick(&["before=True", "after=True", "before=True, after=True", "after=False"])
            ),
            7 => format!("@overlay/replace via=lambda left, right: {}", code::expression(c)),
            8 => c
                .pick(&[
                    "@overlay/replace",
                    "@overlay/replace or_add=True",
                    "@overlay/assert via=lambda left, right: left == right",
                ])
                .to_owned(),
            _ => format!("@overlay/assert via=lambda left, right: {}", code::expression(c)),
        }
    }
}
