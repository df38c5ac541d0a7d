//! Mistakes in a file with their headlines, their places, which are marked `⟦…⟧`, and what the fix makes of the text.

use ytterby::boundary::{Content, Request, RequestFile};

use super::examples::unmarked;
use super::fixes::applied;
use super::starlark;
use crate::golden::{render, text_of};

/// A marked text, the headline, and the text after the first fix, if there is one.
pub(super) type Corrected = (&'static str, &'static str, Option<&'static str>);

/// Code of other languages.
const OTHER_LANGUAGES: &[Corrected] = &[
    (
        "#@ x = 1\na: #@ 1 if x ⟦is⟧ None else 2\n",
        "Write `==` instead of `is`",
        Some("#@ x = 1\na: #@ 1 if x == None else 2\n"),
    ),
    ("#@ x = 1\na: #@ x ⟦is not⟧ None\n", "Write `!=` instead of `is not`", Some("#@ x = 1\na: #@ x != None\n")),
    ("a: #@ 1 ⟦<>⟧ 2\n", "Write `!=` instead of `<>`", Some("a: #@ 1 != 2\n")),
    ("a: #@ 1 ⟦===⟧ 2\n", "Write `==` instead of `===`", Some("a: #@ 1 == 2\n")),
    (
        "#@ x = 1\na: #@ len(⟦f\"{x}-{x + 1}\"⟧)\n",
        "Starlark has no f-strings; it has `\"{}\".format(x)`",
        Some("#@ x = 1\na: #@ len(\"{}-{}\".format(x, x + 1))\n"),
    ),
    ("a: #@ ⟦f\"{1:03}\"⟧\n", "Starlark has no f-strings; it has `\"{}\".format(x)`", None),
    (
        "#@ x = 1\na: #@ [1, x > 0 ⟦?⟧ \"y\" : \"n\"]\n",
        "Starlark has no `a ? b : c`; it has `b if a else c`",
        Some("#@ x = 1\na: #@ [1, \"y\" if x > 0 else \"n\"]\n"),
    ),
    ("#@ x = 1\n#@ x⟦++⟧\na: #@ x\n", "Starlark has no `++`; write `x += 1`", Some("#@ x = 1\n#@ x += 1\na: #@ x\n")),
    ("#@ ⟦print⟧ 1, 2\na: 1\n", "`print` is a function", Some("#@ print(1, 2)\na: 1\n")),
    (
        "#@ ⟦var⟧ x = 1\na: #@ x\n",
        "Variables need no `var`; the first assignment creates them",
        Some("#@ x = 1\na: #@ x\n"),
    ),
    (
        "#@ ⟦function⟧ f():\n#@ return 1\n#@ end\na: #@ f()\n",
        "Write `def` instead of `function`",
        Some("#@ def f():\n#@ return 1\n#@ end\na: #@ f()\n"),
    ),
    (
        "#@ def f(x⟦: int⟧, y: str = \"\") -> int:\n#@ return x\n#@ end\na: #@ f(1)\n",
        "Starlark has no types of parameters and results",
        Some("#@ def f(x, y = \"\"):\n#@ return x\n#@ end\na: #@ f(1)\n"),
    ),
    (
        "a: #@ 1 < 2 ⟦<⟧ 3\n",
        "Comparisons cannot be chained; they need an `and` between them",
        Some("a: #@ 1 < 2 and 2 < 3\n"),
    ),
    ("#@ if True:\na: 1\n#@ ⟦end if⟧\n", "Write `end` instead of `end if`", Some("#@ if True:\na: 1\n#@ end\n")),
    (
        "#@ for i in [1]:\n- #@ i\n#@ ⟦endfor⟧\n",
        "Write `end` instead of `endfor`",
        Some("#@ for i in [1]:\n- #@ i\n#@ end\n"),
    ),
    ("#@ ⟦try⟧:\n#@ end\na: 1\n", "Starlark has no exceptions, and no `try`", None),
    ("#@ ⟦import⟧ re\na: 1\n", "Starlark has no `import`; it has `load(\"file.star\", \"name\")`", None),
    (
        "#@ ⟦class⟧ A:\n#@ end\na: 1\n",
        "Starlark has no classes; it has functions, and `struct.make(…)` of `@ytt:struct`",
        None,
    ),
    (
        "#@ ⟦raise⟧ \"no\"\na: 1\n",
        "Starlark has no `raise`; `assert.fail(…)` of `@ytt:assert` stops the template",
        None,
    ),
];

/// Words and spaces of ytt: `load`, `#@`.
const NOTATION: &[Corrected] = &[
    (
        "#@ ⟦load(@ytt:data, data)⟧\na: #@ data.values\n",
        "Each part of a `load` needs quotes: `load(\"@ytt:data\", \"data\")`",
        Some("#@ load(\"@ytt:data\", \"data\")\na: #@ data.values\n"),
    ),
    (
        "#@ ⟦load(\"@ytt:json\")⟧\na: #@ json.encode(1)\n",
        "This `load` lacks the name to load: `load(\"@ytt:json\", \"json\")`",
        Some("#@ load(\"@ytt:json\", \"json\")\na: #@ json.encode(1)\n"),
    ),
    (
        "#@ load(⟦\"ytt:data\"⟧, \"data\")\na: #@ data.values\n",
        "There is no file `ytt:data`; did you mean `@ytt:data`?",
        Some("#@ load(\"@ytt:data\", \"data\")\na: #@ data.values\n"),
    ),
    (
        "#@ load(⟦\"@data\"⟧, \"data\")\na: #@ data.values\n",
        "There is no file `@data`; did you mean `@ytt:data`?",
        Some("#@ load(\"@ytt:data\", \"data\")\na: #@ data.values\n"),
    ),
    (
        "#@ load(⟦\"@ytt:dat\"⟧, \"data\")\na: #@ data.values\n",
        "There is no module `@ytt:dat`; did you mean `@ytt:data`?",
        Some("#@ load(\"@ytt:data\", \"data\")\na: #@ data.values\n"),
    ),
    (
        "a: 1\n⟦#@ overlay/match missing_ok=True⟧\nb: 2\n",
        "An annotation has no space after `#@`: `#@overlay/match`",
        Some("a: 1\n#@overlay/match missing_ok=True\nb: 2\n"),
    ),
    (
        "⟦#@  data/values-schema⟧\n---\na: 1\n",
        "An annotation has no space after `#@`: `#@data/values-schema`",
        Some("#@data/values-schema\n---\na: 1\n"),
    ),
    ("⟦#@\tx = 1⟧\na: #@ x\n", "A space must follow `#@` before code; this is a tab", Some("#@ x = 1\na: #@ x\n")),
    ("⟦#@x = 1⟧\na: #@ x\n", "`#@x` is an annotation; as code it needs a space: `#@ x`", Some("#@ x = 1\na: #@ x\n")),
    (
        "#@ x = 1\n⟦# @ y = 2⟧\na: #@ y\n",
        "There is a space between `#` and `@`; code and annotations start with `#@`",
        Some("#@ x = 1\n#@ y = 2\na: #@ y\n"),
    ),
    (
        "a: #@ ⟦shop-name-2⟧\n",
        "`shop-name-2` is a subtraction in code; as text it needs quotes",
        Some("a: #@ \"shop-name-2\"\n"),
    ),
    ("#@ x = 1\na: #@ x-⟦nam⟧\n", "`nam` is not defined", None),
    ("#@ x = 1\na: 5 ⟦#@ x⟧\n", "This line has both a value and code; it can have only one", None),
];

/// Characters of word processors.
const PASTED: &[Corrected] = &[
    ("a: #@ ⟦“⟧x” + ‘’\n", "`“` is a typographic quote; code needs `\"`", Some("a: #@ \"x\" + ''\n")),
    ("a: #@ 3 ⟦–⟧ 1\n", "`–` is a dash; code needs `-`", Some("a: #@ 3 - 1\n")),
    ("a: #@ 3 ⟦≥⟧ 1\n", "`≥` is not an operator; code needs `>=`", Some("a: #@ 3 >= 1\n")),
    ("a: #@ 3⟦\u{a0}⟧+ 1\n", "This space (U+00A0) is not the one of code", Some("a: #@ 3 + 1\n")),
    ("a: #@ 3⟦\u{200b}⟧ + 1\n", "There is an invisible character (U+200B) in this code", Some("a: #@ 3 + 1\n")),
    ("a: #@ \"“\" + ⟦„⟧x”\n", "`„` is a typographic quote; code needs `\"`", Some("a: #@ \"“\" + \"x\"\n")),
];

/// YAML and text templates.
const YAML: &[Corrected] = &[
    (
        "a: &base {x: 1}\nb: [⟦*bse⟧, 1]\n",
        "There is no anchor `&bse`; did you mean `&base`?",
        Some("a: &base {x: 1}\nb: [*base, 1]\n"),
    ),
    ("a: &base 1\n---\nb: ⟦*base⟧\n", "The anchor `&base` is in another document, and is not known in this one", None),
    (
        "a:\n- 'it⟦'⟧s' #! x\n",
        "The `'` in this text ends it; a `'` in single quotes is doubled: `''`",
        Some("a:\n- \"it's\" #! x\n"),
    ),
    (
        "a: \"say ⟦\"⟧é\"\"\n",
        "The `\"` in this text ends it; a `\"` in double quotes needs a backslash: `\\\"`",
        Some("a: 'say \"é\"'\n"),
    ),
    ("a: \"x\" ⟦y⟧\n", "There is text after the closing quote", Some("a: '\"x\" y'\n")),
    (
        "a: \"C:⟦\\U⟧sers\"\n",
        "A backslash in double quotes is not followed by a valid escape",
        Some("a: 'C:\\Users'\n"),
    ),
    ("a: {x: 1}⟦}⟧\nb: 1\n", "This `}` closes nothing", Some("a: {x: 1}\nb: 1\n")),
    ("a: [1, 2⟦}⟧\n", "This `}` should be `]`, which closes the bracket that is open", Some("a: [1, 2]\n")),
    ("a: &b {c: 1}\nd:\n  <<: ⟦b⟧\n", "`<<` needs an alias: `*b`", Some("a: &b {c: 1}\nd:\n  <<: *b\n")),
    ("a:\n  <<: ⟦other⟧\n", "`<<` needs a map or an alias, but `other` is text", None),
    ("a: 1\n⟦----⟧\nb: 2\n", "Line 2 has dashes, but the separator of documents is `---`", Some("a: 1\n---\nb: 2\n")),
    ("a: ⟦x: y⟧ #! z\n", "A value that contains a colon and a space needs quotes", Some("a: \"x: y\" #! z\n")),
    (
        "a:\n⟦{{- range $i, $x := .Values.b }}⟧\n  - {{ $x }}\n{{- end }}\n",
        "This is Helm's syntax, which ytt does not read",
        None,
    ),
    ("a: 1\n⟦—⟧\nb: 2\n", "The `—` in line 2 is not the `---` of YAML", Some("a: 1\n---\nb: 2\n")),
    ("a:\n– b\n⟦–⟧ c\n", "The `–` in line 3 is not the `-` of YAML", Some("a:\n- b\n- c\n")),
    ("a:\n  ⟦•⟧ name: x\n    b: 1\n", "The `•` in line 2 is not the `-` of YAML", Some("a:\n  - name: x\n    b: 1\n")),
    ("a:⟦\u{a0}⟧1\nb: 2\n", "The space in line 1 (U+00A0) is not the one of YAML", Some("a: 1\nb: 2\n")),
    ("a⟦：⟧1\nb: 2\n", "The `：` in line 1 is not the `:` of YAML", Some("a: 1\nb: 2\n")),
    (
        "a: 1\n⟦%FOO⟧\n---\nb: 1\n",
        "Line 2 starts with `%`, which YAML has only for directives; text needs quotes",
        None,
    ),
    (
        "a: 1\n⟦%b: 2⟧\n",
        "Line 2 starts with `%`, which YAML has only for directives; text needs quotes",
        Some("a: 1\n\"%b\": 2\n"),
    ),
    (
        "#@yaml/text-templated-strings\na: .items[?⟦(@⟧.type==\"x\")].b\n",
        "`(@` starts code in this text; as a part of a JSON path, write `(@= \"(\" @)@`",
        Some("#@yaml/text-templated-strings\na: .items[?(@= \"(\" @)@.type==\"x\")].b\n"),
    ),
    (
        "#@yaml/text-templated-strings\na: |\n  b\n  {.items[?⟦(@⟧.type==\"x\")].b}\n",
        "`(@` starts code in this text; as a part of a JSON path, write `(@= \"(\" @)@`",
        Some("#@yaml/text-templated-strings\na: |\n  b\n  {.items[?(@= \"(\" @)@.type==\"x\")].b}\n"),
    ),
    (
        "#@yaml/text-templated-strings\na: \"x⟦(@⟧= 'y'\"\n",
        "This `(@` has no `@)`",
        Some("#@yaml/text-templated-strings\na: \"x(@= 'y' @)\"\n"),
    ),
    (
        "#@ def f():\n---\nx: 1\n#@ end\n⟦y⟧: #@ type(f())\n",
        "This needs a `---` above it, since the document above it ends here",
        Some("#@ def f():\n---\nx: 1\n#@ end\n---\ny: #@ type(f())\n"),
    ),
    (
        "#@ load(\"@ytt:template\", \"template\")\n#@ def f():\na: 1\n#@ end\n--- #@ ⟦template.replace(f())⟧\n",
        "`template.replace` needs documents here, but this is a map",
        Some("#@ load(\"@ytt:template\", \"template\")\n#@ def f():\na: 1\n#@ end\n--- #@ f()\n"),
    ),
    (
        "#@ load(\"@ytt:template\", \"template\")\n#@ def f():\n---\na: 1\n#@ end\n--- #@ ⟦f()⟧\n",
        "These are whole documents, which a document cannot have as its value",
        Some(
            "#@ load(\"@ytt:template\", \"template\")\n#@ def f():\n---\na: 1\n#@ end\n--- #@ template.replace(f())\n",
        ),
    ),
    (
        "#@ load(\"@ytt:overlay\", \"overlay\")\nitems:\n- name: a\n- ⟦title: y⟧\n#@overlay/match by=overlay.all\n---\n\
         items:\n#@overlay/match by=\"name\"\n- name: x\n",
        "This item has no `name`, by which the overlay matches items",
        None,
    ),
];

/// Calls, indexes, formats, and values that YAML does not have.
const CODE: &[Corrected] = &[
    ("#@ def f(a, b):\n#@   return a\n#@ end\na: #@ ⟦f(1)⟧\n", "This call of `f` lacks the argument `b`", None),
    (
        "#@ def f(a, b):\n#@   return a\n#@ end\na: #@ ⟦f(1, 2, 3)⟧\n",
        "`f` takes 2 arguments, but this call passes 3",
        None,
    ),
    (
        "#@ def f(a, b=1):\n#@   return a\n#@ end\na: #@ ⟦f(1, 2, 3)⟧\n",
        "`f` takes at most 2 arguments, but this call passes 3",
        None,
    ),
    ("#@ f = lambda x: x\na: #@ ⟦f()⟧\n", "This call lacks the argument `x`", None),
    ("a: #@ ⟦[1][1]⟧\n", "This list has 1 item, at 0, and no index 1", None),
    ("#@ f = lambda: 1\na: #@ ⟦f(1)⟧\n", "This function takes no arguments, but this call passes 1", None),
    (
        "#@ def f(name, port=80):\n#@   return port\n#@ end\na: #@ ⟦f(\"x\", prot=1)⟧\n",
        "`f` has no parameter `prot`; did you mean `port`?",
        Some("#@ def f(name, port=80):\n#@   return port\n#@ end\na: #@ f(\"x\", port=1)\n"),
    ),
    (
        "#@ def f(name, port=80):\n#@   return port\n#@ end\na: #@ ⟦f(\"x\", other=1)⟧\n",
        "`f` has no parameter `other`; it has `name` and `port`",
        None,
    ),
    ("#@ def f(a):\n#@   return a\n#@ end\na: #@ ⟦f(1, a=1)⟧\n", "This call of `f` passes `a` twice", None),
    ("a: #@ ⟦len()⟧\n", "`len` takes 1 argument, but this call passes none", None),
    ("a: #@ ⟦\"a\".replace(\"a\")⟧\n", "`replace` takes at least 2 arguments, but this call passes 1", None),
    (
        "a: #@ ⟦sorted([1], revers=True)⟧\n",
        "`sorted` has no parameter `revers`; did you mean `reverse`?",
        Some("a: #@ sorted([1], reverse=True)\n"),
    ),
    ("a: #@ list(⟦enumerate([1], start=1)⟧)\n", "`enumerate` accepts no arguments by name, such as `start`", None),
    ("a: #@ list(⟦range(\"a\")⟧)\n", "The argument of `range` must be an integer, but it is a string", None),
    (
        "#@ load(\"@ytt:base64\", \"base64\")\na: #@ ⟦base64.encode()⟧\n",
        "`base64.encode` takes 1 argument, but this call passes none",
        None,
    ),
    (
        "#@ load(\"@ytt:base64\", \"base64\")\na: #@ ⟦base64.encode(5)⟧\n",
        "The argument must be a string, but it is an integer",
        None,
    ),
    (
        "#@ load(\"@ytt:json\", \"json\")\na: #@ ⟦json.encode(5, indnt=3)⟧\n",
        "`json.encode` has no parameter `indnt`; did you mean `indent`?",
        Some("#@ load(\"@ytt:json\", \"json\")\na: #@ json.encode(5, indent=3)\n"),
    ),
    ("#@ l = [1, 2]\na: #@ ⟦l[2]⟧\n", "This list has 2 items, from 0 to 1, and no index 2", None),
    ("a: #@ ⟦[][0]⟧\n", "This list is empty, so it has no index 0", None),
    ("#@ l = [1, 2]\na: #@ ⟦l[\"a\"]⟧\n", "The index of a list must be an integer, but this is a string", None),
    ("#@ d = {\"a\": 1}\na: #@ ⟦d[0]⟧\n", "There is no key `0`", None),
    ("#@ x = None\na: #@ ⟦x[\"a\"]⟧\n", "`x` is null, which has no items and no keys", None),
    ("a: #@ ⟦\"%d\" % \"a\"⟧\n", "`%d` needs an integer, but the value is a string", None),
    ("a: #@ ⟦\"%s %s\" % \"a\"⟧\n", "This format has more placeholders, such as `%s`, than there are values", None),
    ("a: #@ ⟦\"%s\" % (1, 2)⟧\n", "This format has fewer placeholders than there are values", None),
    ("a: #@ ⟦\"100%\" % 1⟧\n", "This format ends with a `%`; a percent sign is written `%%`", None),
    ("a: #@ ⟦\"%.2f\" % 1.5⟧\n", "`%.` is not possible: Starlark's `%` has neither a width nor a precision", None),
    ("a: #@ ⟦\"5% of %s\" % 1⟧\n", "`% ` is not a placeholder; a percent sign in a format is written `%%`", None),
    ("a: #@ ⟦\"%(a)s\" % {\"b\": 1}⟧\n", "There is no value `a` for `%(a)`", None),
    ("a: #@ ⟦\"{a}\".format(b=1)⟧\n", "There is no value `a` for `{a}`", None),
    ("a: #@ ⟦\"{\".format(1)⟧\n", "A `{` is not closed; a brace as text is written `{{`", None),
    (
        "a: #@ ⟦\"{:>5}\".format(1)⟧\n",
        "`{:>5}` is not possible: placeholders of `format` have only a name or a number",
        None,
    ),
    (
        "#@ def f():\n#@   return 1\n#@ end\na: #@ ⟦f⟧\n",
        "`f` is a function, which is not a value of YAML; to call it, write `f(…)`",
        None,
    ),
    ("#@ f = lambda: 1\na: #@ ⟦[f]⟧\n", "A function is not a value of YAML", None),
    ("#@ load(\"@ytt:json\", \"json\")\na: #@ ⟦json⟧\n", "`json` is a module, which is not a value of YAML", None),
    ("a: #@ ⟦range(3)⟧\n", "`range(3)` is a range, which is not a value of YAML", None),
];

const SCHEMA: &str =
    "#@data/values-schema\n---\nname: x\nreplicas: 1\nnested:\n  image: i\n#@schema/nullable\nopt: \"\"\n";

/// Code that uses values of [`SCHEMA`], below a load of `data`.
const VALUES: &[Corrected] = &[
    (
        "a: #@ data.values.⟦nmae⟧\n",
        "`data.values` has no `nmae`; did you mean `name`?",
        Some("a: #@ data.values.name\n"),
    ),
    ("a: #@ data.values.opt.⟦b⟧\n", "`data.values.opt` is null, so it has no `b`", None),
    (
        "a: #@ ⟦data.values[\"nmae\"]⟧\n",
        "`data.values` has no `nmae`; did you mean `name`?",
        Some("a: #@ data.values[\"name\"]\n"),
    ),
    (
        "#@ d = {\"name\": 1}\na: #@ d.⟦name⟧\n",
        "`name` is a key and needs brackets: `d[\"name\"]`",
        Some("#@ d = {\"name\": 1}\na: #@ d[\"name\"]\n"),
    ),
    (
        "#@ def m():\nhello: 1\n#@ end\na: #@ m().⟦hello⟧\n",
        "`hello` is a key and needs brackets: `m()[\"hello\"]`",
        Some("#@ def m():\nhello: 1\n#@ end\na: #@ m()[\"hello\"]\n"),
    ),
    (
        "a: #@ ⟦\"n-\" + data.values.replicas⟧\n",
        "`+` cannot join a string and an integer",
        Some("a: #@ \"n-\" + str(data.values.replicas)\n"),
    ),
    (
        "a: #@ ⟦data.values.replicas * 2 + \"n\"⟧\n",
        "`+` cannot join an integer and a string",
        Some("a: #@ str(data.values.replicas * 2) + \"n\"\n"),
    ),
    ("a: #@ \"n-\" + ⟦data.values.opt⟧\n", "`data.values.opt` is null, which `+` does not accept", None),
    ("a: #@ \"x\" in ⟦data.values.opt⟧\n", "`data.values.opt` is null, which `in` does not accept", None),
    ("a: #@ ⟦data.values.opt⟧ < 3\n", "`data.values.opt` is null, which `<` does not accept", None),
    ("a: #@ ⟦\"1\" < 2⟧\n", "`<` cannot compare a string with an integer", None),
    ("a: #@ ⟦[1] + \"x\"⟧\n", "`+` cannot join a list and a string", Some("a: #@ [1] + [\"x\"]\n")),
    ("a: #@ ⟦len(data.values.opt)⟧\n", "`data.values.opt` is null, which has no length", None),
    (
        "#@ for x in ⟦data.values.opt⟧:\n- 1\n#@ end\n",
        "`data.values.opt` is null, which has no items to iterate over",
        None,
    ),
    ("#@ x = 1\na: #@ ⟦x()⟧\n", "`x` is an integer, and cannot be called", None),
    (
        "#@ x = 1\n#@ def f():\n#@   ⟦x⟧ += 1\n#@ end\na: #@ f()\n",
        "`x` has no value yet in this function, which cannot change variables outside of it",
        None,
    ),
];

/// Values and filters of other programs, and texts without quotes in annotations.
const FILTERS: &[Corrected] = &[
    (
        "#@ load(\"@ytt:data\", \"data\")\na: #@ \"x\" + ⟦.Values⟧.name + $.Values.name\n#! data.values.\n",
        "Write `data.values` instead of `.Values`",
        Some("#@ load(\"@ytt:data\", \"data\")\na: #@ \"x\" + data.values.name + data.values.name\n#! data.values.\n"),
    ),
    ("a: #@ ⟦.Release⟧.Name\n", "ytt has no `.Release`; declare a data value for it", None),
    (
        "#@ x = \"é\"\na: #@ x ⟦| upper | default(\"y\")⟧\n",
        "Starlark has no filters such as `| upper`; write `(x.upper() or \"y\")`",
        Some("#@ x = \"é\"\na: #@ (x.upper() or \"y\")\n"),
    ),
    (
        "#@ x = 1\na: #@ x ⟦| nindent⟧\n",
        "Starlark has no filters such as `| nindent`; it has functions and methods",
        None,
    ),
    (
        "#@ x = {\"a\": {\"b\": 1}}\na: #@ x ⟦| .a.b⟧\n",
        "Starlark has no paths such as `| .a.b`; write `x[\"a\"][\"b\"]`",
        Some("#@ x = {\"a\": {\"b\": 1}}\na: #@ x[\"a\"][\"b\"]\n"),
    ),
    (
        "#@data/values-schema\n---\n#@schema/desc ⟦The port of it's⟧\na: 1\n",
        "The text of `@schema/desc` needs quotes",
        Some("#@data/values-schema\n---\n#@schema/desc \"The port of it's\"\na: 1\n"),
    ),
    (
        "#@data/values-schema\n---\n#@schema/title ⟦Port⟧\na: 1\n",
        "The text of `@schema/title` needs quotes",
        Some("#@data/values-schema\n---\n#@schema/title \"Port\"\na: 1\n"),
    ),
    (
        "#@data/values-schema\n---\n#@schema/validation one_of=[\"a\", ⟦b⟧]\nx: a\n",
        "`b` is not defined; a text needs quotes: `\"b\"`",
        Some("#@data/values-schema\n---\n#@schema/validation one_of=[\"a\", \"b\"]\nx: a\n"),
    ),
];

/// Overlays onto `a: 1`.
const OVERLAYS: &[Corrected] = &[
    (
        "#! 🔥\nb:\n  ⟦c⟧: 1\n",
        "There is no `c` that this overlay could change",
        Some("#! 🔥\nb:\n  #@overlay/match missing_ok=True\n  c: 1\n"),
    ),
    (
        "#@overlay/match missing_okay=True\na: 2\n",
        "This annotation has no argument `missing_okay`; did you mean `missing_ok`?",
        Some("#@overlay/match missing_ok=True\na: 2\n"),
    ),
    (
        "⟦#@overlay/match missing_ok=\"yes\"⟧\nc: 2\n",
        "`missing_ok` must be `True` or `False`, but it is a string",
        Some("#@overlay/match missing_ok=True\nc: 2\n"),
    ),
    (
        "⟦#@overlay/match expects=\">=1\"⟧\na: 2\n",
        "`expects` must be a number, or a text such as `\"1+\"`, but it is `\">=1\"`",
        Some("#@overlay/match expects=\"1+\"\na: 2\n"),
    ),
    ("⟦#@overlay/match expects=1, missing_ok=True⟧\na: 2\n", "`missing_ok` and `expects` cannot be combined", None),
    (
        "⟦#@overlay/replace via=1⟧\na: 2\n",
        "`via` must be a function, such as `lambda left, right: right`, but it is an integer",
        None,
    ),
    (
        "#@overlay/remove\n#@overlay/replace\na: ⟦2⟧\n",
        "Only one of `@overlay/remove` and `@overlay/replace` can be on a node",
        None,
    ),
];

/// Items of lists in overlays onto `l: [1]`.
const ITEMS: &[Corrected] = &[
    (
        "l:\n#@overlay/match by=overlay.index(0)\n⟦#@overlay/insert⟧\n- 2\n",
        "`@overlay/insert` needs `before=True` or `after=True`",
        Some("l:\n#@overlay/match by=overlay.index(0)\n#@overlay/insert before=True\n- 2\n"),
    ),
    (
        "l:\n⟦#@overlay/match missing_ok=True⟧\n- 2\n",
        "`@overlay/match` needs `by=…` here: `by=overlay.all` for a document, `by=\"name\"` for an item of a list",
        None,
    ),
    (
        "⟦#@overlay/append⟧\nl:\n- 2\n",
        "`@overlay/append` is for items of a list, and cannot be on a key",
        Some("l:\n- 2\n"),
    ),
];

/// What is in a schema: types, annotations, rules.
const RULES: &[Corrected] = &[
    ("a:\n  b: ⟦null⟧\n", "`b` is null, which says no type; a schema needs a value", Some("a:\n  b: \"\"\n")),
    ("- ⟦~⟧\n", "This value is null, which says no type; a schema needs a value", Some("- \"\"\n")),
    (
        "a: 1\n⟦é⟧: []\n",
        "`é` needs one item, which says the type of all; the default is an empty list",
        Some("a: 1\né: [\"\"]\n"),
    ),
    (
        "a:\n  ⟦b⟧:\n  - x\n  - 'y'\n  c: 1\n",
        "`b` has 2 items, but in a schema one says the type of all; `@schema/default` sets a default",
        Some("a:\n  #@schema/default [\"x\", \"y\"]\n  b:\n  - x\n  c: 1\n"),
    ),
    (
        "⟦a⟧:\n- 1\n- x\n",
        "`a` has 2 items, but in a schema one says the type of all; `@schema/default` sets a default",
        None,
    ),
    (
        "⟦#@schema/type \"string\"⟧\na: x\n",
        "`@schema/type` has only the argument `any=True`; the value below says the type",
        Some("a: x\n"),
    ),
    (
        "⟦#@schema/type any⟧\na: x\n",
        "`@schema/type` has only the argument `any=True`; the value below says the type",
        Some("#@schema/type any=True\na: x\n"),
    ),
    (
        "⟦#@schema/type type=\"integer\"⟧\na: x\n",
        "`@schema/type` has only the argument `any=True`; the value below says the type",
        None,
    ),
    (
        "#@schema/type ⟦string⟧\na: x\n",
        "`@schema/type` has only the argument `any=True`; the value below says the type",
        Some("a: x\n"),
    ),
    (
        "⟦#@schema/type any=\"true\"⟧\na: x\n",
        "`any` must be `True` or `False`, but it is a string",
        Some("#@schema/type any=True\na: x\n"),
    ),
    ("⟦#@schema/desc⟧\na: x\n", "`@schema/desc` needs one text: `#@schema/desc \"…\"`", None),
    ("⟦#@schema/title 5⟧\na: x\n", "`@schema/title` needs a text, but this is an integer", None),
    (
        "⟦#@schema/default⟧\na: x\n",
        "`@schema/default` needs one value in code: `#@schema/default [\"a\", \"b\"]`",
        None,
    ),
    (
        "⟦#@schema/examples \"80\"⟧\na: 80\n",
        "`@schema/examples` needs pairs of a description and a value: `#@schema/examples (\"the usual one\", 8080)`",
        None,
    ),
    ("⟦#@schema/examples (\"x\", \"80\")⟧\na: 80\n", "This example must be an integer, but it is a string", None),
    ("⟦#@schema/nullable any=True⟧\na: 80\n", "`@schema/nullable` has no arguments", None),
    (
        "#@schema/type any=True\na:\n  ⟦#@schema/nullable⟧\n  b: 1\n",
        "`@schema/nullable` cannot be below `@schema/type any=True`, which allows any value",
        Some("#@schema/type any=True\na:\n  b: 1\n"),
    ),
    (
        "a:\n⟦#@schema/default 80⟧\n- 0\n",
        "`@schema/default` cannot be on an item of a list; it belongs above the key of the list",
        Some("#@schema/default [80]\na:\n- 0\n"),
    ),
    (
        "⟦#@schema/validation lambda x: x > 1⟧\na: 80\n",
        "`@schema/validation` needs rules such as `min=1`, or a description and a function: \
         `#@schema/validation (\"even\", lambda x: x % 2 == 0)`",
        None,
    ),
    (
        "⟦#@schema/default \"80\"⟧\na: 80\n",
        "This default must be an integer, but it is a string",
        Some("#@schema/default 80\na: 80\n"),
    ),
    (
        "⟦#@schema/validation minimum=1⟧\na: 1\n",
        "This annotation has no argument `minimum`; did you mean `min`?",
        Some("#@schema/validation min=1\na: 1\n"),
    ),
    (
        "⟦#@schema/validation maxLength=1⟧\na: \"\"\n",
        "This annotation has no argument `maxLength`; did you mean `max_len`?",
        Some("#@schema/validation max_len=1\na: \"\"\n"),
    ),
    (
        "⟦#@schema/validation (\"x\", lambda: True)⟧\na: \"\"\n",
        "The rule of `a` cannot be checked: its function must take 1 argument, the value",
        None,
    ),
    (
        "⟦#@schema/validation (\"x\", lambda v: v.start_with(\"a\"))⟧\na: \"\"\n",
        "The rule of `a` cannot be checked: this string has no `start_with`; did you mean `startswith`?",
        None,
    ),
    (
        "⟦#@schema/validation min=\"a\"⟧\na: 5\n",
        "The rule of `a` cannot be checked: `>=` cannot compare an integer with a string",
        None,
    ),
    (
        "⟦#@schema/validation min_len=1⟧\na: 5\n",
        "The rule of `a` cannot be checked: this is an integer, which has no length",
        None,
    ),
    (
        "⟦#@schema/validation one_not_null=True⟧\na: 5\n",
        "The rule of `a` cannot be checked: this is an integer, which has no keys",
        None,
    ),
    (
        "#@ def most():\nx: 1\n#@ end\n⟦#@schema/validation max=most()⟧\na: 5\n",
        "The rule of `a` cannot be checked: `<=` cannot compare an integer with a map",
        None,
    ),
];

/// Defaults of a schema.
const DEFAULTS: &[Corrected] = &[
    (
        "#@ def d():\nname: ⟦y⟧\n#@ end\n#@data/values-schema\n---\n#@schema/default d()\na:\n  name: \"\"\n",
        "In this default, `name` must be a string, but it is true or false",
        None,
    ),
    (
        "#@data/values-schema\n---\n⟦#@schema/default 5⟧\na: \"\"\n",
        "This default must be a string, but it is an integer",
        None,
    ),
];

/// Keys of a schema that YAML does not read as text.
const KEYS: &[Corrected] = &[
    (
        "#@data/values-schema\n---\n⟦on⟧: 1\n",
        "This key is a boolean in YAML; as text it needs quotes",
        Some("#@data/values-schema\n---\n\"on\": 1\n"),
    ),
    (
        "#@data/values-schema\n---\na:\n  ⟦y⟧: {b: 1}\n",
        "This key is a boolean in YAML; as text it needs quotes",
        Some("#@data/values-schema\n---\na:\n  \"y\": {b: 1}\n"),
    ),
];

struct Case {
    /// What comes before the text in its file.
    head: &'static str,
    text: &'static str,
    headline: &'static str,
    fixed: Option<&'static str>,
}

fn cases() -> Vec<Case> {
    let with = |head: &'static str, group: &'static [Corrected]| {
        group.iter().map(move |(text, headline, fixed)| Case { head, text, headline, fixed: *fixed })
    };
    with("", OTHER_LANGUAGES)
        .chain(with("", NOTATION))
        .chain(with("", PASTED))
        .chain(with("", YAML))
        .chain(with("", CODE))
        .chain(with("", FILTERS))
        .chain(with("#@ load(\"@ytt:data\", \"data\")\n", VALUES))
        .chain(with(
            "#@ load(\"@ytt:overlay\", \"overlay\")\na: 1\nb: {}\n#@overlay/match by=overlay.all\n---\n",
            OVERLAYS,
        ))
        .chain(with("#@ load(\"@ytt:overlay\", \"overlay\")\nl:\n- 1\n#@overlay/match by=overlay.all\n---\n", ITEMS))
        .chain(with("#@data/values-schema\n---\n", RULES))
        .chain(with("", KEYS))
        .chain(with("", DEFAULTS))
        .chain(starlark::ALL.iter().flat_map(|group| with("", group)))
        .collect()
}

fn request_of(head: &str, text: &str) -> Request {
    let file = |path: &str, text: String| RequestFile { path: path.to_owned(), content: Content::Text(text) };
    let mut files = vec![file("t.yml", format!("{head}{text}"))];
    if text.contains("data.values.") || text.contains("data.values[") {
        files.push(file("schema.yml", SCHEMA.to_owned()));
    }
    if text.starts_with("#@data/values-schema\n---\n") {
        files.push(file("u.yml", "#@ load(\"@ytt:data\", \"data\")\na: #@ data.values\n".to_owned()));
    }
    Request { files, ..Request::default() }
}

/// The requests of all mistakes.
pub(super) fn requests() -> Vec<Request> {
    cases().iter().map(|case| request_of(case.head, &unmarked("t.yml", case.text).0)).collect()
}

fn check(case: &Case) -> Result<(), String> {
    let (text, marks) = unmarked("t.yml", case.text);
    let request = request_of(case.head, &text);
    let response = render(&request);
    let [diagnostic] = &response.diagnostics[..] else {
        let headlines: Vec<&String> = response.diagnostics.iter().map(|diagnostic| &diagnostic.headline).collect();
        return Err(format!("{headlines:?} instead of {:?}", case.headline));
    };
    if diagnostic.headline != case.headline {
        return Err(format!("{:?} instead of {:?}", diagnostic.headline, case.headline));
    }
    if let [mark] = &marks[..] {
        let before = case.head.encode_utf16().count();
        let span = diagnostic.primary.as_ref().and_then(|place| place.span).unwrap_or_default();
        let found = (span.start.offset as usize, span.end.offset as usize);
        if found != (before + mark.start, before + mark.end) {
            return Err(format!("at {found:?} instead of {:?}", (before + mark.start, before + mark.end)));
        }
    }
    let fixed = diagnostic.fixes.first().map(|fix| applied(&request, fix)).transpose()?;
    let after = fixed.as_ref().and_then(|request| text_of(request, "t.yml"));
    let wanted = case.fixed.map(|fixed| format!("{}{fixed}", case.head));
    if after.map(str::to_owned) != wanted {
        return Err(format!("{after:?} instead of {wanted:?}"));
    }
    match fixed.map(|request| render(&request).diagnostics) {
        Some(after) if !after.is_empty() => Err(format!("the fix leaves {after:?}")),
        _ => Ok(()),
    }
}

#[test]
fn mistakes_are_marked_and_corrected() {
    let check = |case: &Case| check(case).map_err(|problem| format!("{}{problem}", case.text));
    let wrong: Vec<String> = cases().iter().filter_map(|case| check(case).err()).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
