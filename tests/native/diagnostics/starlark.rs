//! Mistakes in Starlark code, for `corrected.rs`.

use super::corrected::Corrected;

/// Loops and assignments with several variables.
pub(super) const LOOPS: &[Corrected] = &[
    (
        "#@ d = {\"a\": 1}\n#@ for k, v in ⟦d⟧:\na: #@ v\n#@ end\n",
        "A loop over a dict has only its keys; `d.items()` has keys and values",
        Some("#@ d = {\"a\": 1}\n#@ for k, v in d.items():\na: #@ v\n#@ end\n"),
    ),
    (
        "a: #@ {k: v for k, v in ⟦{\"a\": 1}⟧}\n",
        "A loop over a dict has only its keys; `{…}.items()` has keys and values",
        Some("a: #@ {k: v for k, v in {\"a\": 1}.items()}\n"),
    ),
    (
        "#@ names = [\"x\"]\na: #@ [i for i, name in ⟦names⟧]\n",
        "Each item is a string, not a pair; `enumerate(names)` numbers the items",
        Some("#@ names = [\"x\"]\na: #@ [i for i, name in enumerate(names)]\n"),
    ),
    (
        "#@ load(\"@ytt:data\", \"data\")\na:\n#@ for k, v in ⟦data.values.nested⟧:\n- #@ v\n#@ end\n",
        "A loop over a map has only its keys; `struct.decode(data.values.nested).items()` has keys and values",
        Some(
            "#@ load(\"@ytt:data\", \"data\")\n#@ load(\"@ytt:struct\", \"struct\")\na:\n#@ for k, v in struct.decode(data.values.nested).items():\n- #@ v\n#@ end\n",
        ),
    ),
    (
        "#@ def f():\nx: 1\n#@ end\na: #@ [k for k, v in ⟦f()⟧]\n",
        "A loop over a map of YAML has only its keys; a value is `f()[key]`",
        None,
    ),
    ("#@ for a, b in ⟦[(1, 2, 3)]⟧:\na: 1\n#@ end\n", "An item has 3 values, but there are 2 variables", None),
    ("#@ a, b = ⟦\"x\"⟧\nc: #@ a\n", "A string cannot be assigned to 2 variables", None),
    (
        "a: #@ [x for x in ⟦3⟧]\n",
        "This is an integer, which has no items; `range(3)` counts up to it",
        Some("a: #@ [x for x in range(3)]\n"),
    ),
    (
        "#@ s = \"ab\"\na:\n#@ for c in ⟦s⟧:\n- #@ c\n#@ end\n",
        "`s` is a string, which has no items; `s.elems()` has its characters",
        Some("#@ s = \"ab\"\na:\n#@ for c in s.elems():\n- #@ c\n#@ end\n"),
    ),
    (
        "#@ load(\"@ytt:data\", \"data\")\n#@ ⟦data.values.name⟧ = \"y\"\na: 1\n",
        "Code cannot change data values, such as `data.values.name`",
        None,
    ),
    (
        "#@ n = \"x\"\n#@ ⟦n += 1⟧\na: #@ n\n",
        "`+` cannot join a string and an integer",
        Some("#@ n = \"x\"\n#@ n += str(1)\na: #@ n\n"),
    ),
    (
        "#@ n = 1\na: #@ ⟦n + \"x\"⟧ + \"y\"\n",
        "`+` cannot join an integer and a string",
        Some("#@ n = 1\na: #@ str(n) + \"x\" + \"y\"\n"),
    ),
    (
        "#@ l = [1]\n#@ for x in l:\n#@   ⟦l.append(x)⟧\n#@ end\na: 1\n",
        "This list cannot be changed while a loop runs over it",
        None,
    ),
];

/// Names of other languages.
pub(super) const FOREIGN_NAMES: &[Corrected] = &[
    (
        "#@ l = [1]\n#@ l.⟦push⟧(3)\na: #@ l\n",
        "`l` has no `push`; it has `append`",
        Some("#@ l = [1]\n#@ l.append(3)\na: #@ l\n"),
    ),
    ("#@ l = [1]\na: #@ l.⟦length⟧\n", "`l` has no `length`; write `len(l)`", Some("#@ l = [1]\na: #@ len(l)\n")),
    ("a: #@ \" x \".⟦trim⟧()\n", "A string has no `trim`; it has `strip`", Some("a: #@ \" x \".strip()\n")),
    (
        "#@ s = \"abc\"\na: #@ not s.⟦contains⟧(\"b\")\n",
        "`s` has no `contains`; write `\"b\" in s`",
        Some("#@ s = \"abc\"\na: #@ not \"b\" in s\n"),
    ),
    (
        "a: #@ \"abc\".⟦toUpperCase⟧()\n",
        "A string has no `toUpperCase`; it has `upper`",
        Some("a: #@ \"abc\".upper()\n"),
    ),
    ("a: #@ [1, 2].⟦map⟧(str)\n", "`[1, 2]` has no `map`; `[f(x) for x in [1, 2]]` has the results", None),
    (
        "#@ d = {\"a\": 1}\na: #@ d.⟦has_key⟧(\"a\")\n",
        "`d` has no `has_key`; write `\"a\" in d`",
        Some("#@ d = {\"a\": 1}\na: #@ \"a\" in d\n"),
    ),
    (
        "#@ x = 1\na: #@ x.⟦toString⟧() + \"y\"\n",
        "`x` has no `toString`; write `str(x)`",
        Some("#@ x = 1\na: #@ str(x) + \"y\"\n"),
    ),
    (
        "#@ load(\"@ytt:json\", \"json\")\na: #@ json.⟦dumps⟧({\"a\": 1})\n",
        "`json` has no `dumps`; it has `encode`",
        Some("#@ load(\"@ytt:json\", \"json\")\na: #@ json.encode({\"a\": 1})\n"),
    ),
    (
        "a: #@ ⟦isinstance⟧(\"x\", str)\n",
        "There is no function `isinstance`; write `type(\"x\") == \"string\"`",
        Some("a: #@ type(\"x\") == \"string\"\n"),
    ),
    ("a: #@ ⟦sum⟧([1])\n", "There is no function `sum`; a loop adds the items up", None),
    ("a: #@ ⟦parseInt⟧(\"1\")\n", "`parseInt` is not defined; in Starlark it is `int`", Some("a: #@ int(\"1\")\n")),
    ("a: #@ ⟦undefined⟧\n", "`undefined` is not defined; in Starlark it is `None`", Some("a: #@ None\n")),
    (
        "#@ load(\"@ytt:data\", \"data\")\na: #@ data.values.name ⟦| upper⟧\n",
        "Starlark has no filters such as `| upper`; write `data.values.name.upper()`",
        Some("#@ load(\"@ytt:data\", \"data\")\na: #@ data.values.name.upper()\n"),
    ),
    (
        "#@ load(\"@ytt:data\", \"data\")\na: #@ data.values.name ⟦| quote⟧\n",
        "Starlark has no filters such as `| quote`; write `str(data.values.name)`",
        Some("#@ load(\"@ytt:data\", \"data\")\na: #@ str(data.values.name)\n"),
    ),
    (
        "#@ load(\"@ytt:data\", \"data\")\na: #@ ⟦.Values⟧.name + data.values.name\n",
        "Write `data.values` instead of `.Values`",
        Some("#@ load(\"@ytt:data\", \"data\")\na: #@ data.values.name + data.values.name\n"),
    ),
    (
        "#@ d = dict(⟦if⟧=1)\na: 1\n",
        "`if` is reserved, and cannot be the name of an argument; in a dict: `{\"if\": …}`",
        None,
    ),
    (
        "#@ load(\"@ytt:data\", \"data\")\na: #@ data.values.⟦get⟧(\"name\", \"x\")\n",
        "`data.values` has no `get`; write `getattr(data.values, \"name\", \"x\")`",
        Some("#@ load(\"@ytt:data\", \"data\")\na: #@ getattr(data.values, \"name\", \"x\")\n"),
    ),
    (
        "#@ load(\"@ytt:data\", \"data\")\na: #@ ⟦values⟧.name + data.values.name\n",
        "`values` is not defined; did you mean `data.values`?",
        Some("#@ load(\"@ytt:data\", \"data\")\na: #@ data.values.name + data.values.name\n"),
    ),
];

/// Definitions of functions, and where their names are known.
pub(super) const DEFINITIONS: &[Corrected] = &[
    ("b: #@ ⟦f⟧()\n#@ def f():\n#@   return 1\n#@ end\n", "`f` is used above its `def` in line 2", None),
    ("b: #@ ⟦x⟧\n#@ x = 1\n", "`x` is used above its assignment in line 2", None),
    (
        "#@ n = 0\n#@ def f():\n#@   n = ⟦n⟧ + 1\n#@ end\n#@ f()\na: 1\n",
        "`n` has no value yet in this function, which cannot change variables outside of it",
        None,
    ),
    (
        "#@ def a():\n#@   ⟦b⟧()\n#@ end\n#@ a()\n#@ def b():\n#@   return 1\n#@ end\nx: 1\n",
        "`b` is called before its `def` in line 5 has run",
        None,
    ),
    ("#@ ⟦return 1⟧\na: 1\n", "`return` is only possible in a function", None),
    (
        "#@ def f(a, b=1, ⟦c⟧):\n#@   return a\n#@ end\na: 1\n",
        "A parameter without a default must come before those that have one",
        None,
    ),
    ("#@ load(\"h.star\", ⟦\"_f\"⟧)\na: 1\n", "`_f` begins with an underscore, so other files cannot load it", None),
    (
        "#@ f = lambda x: ⟦return⟧ x\na: #@ f(1)\n",
        "A `lambda` has its result after the colon, without `return`",
        Some("#@ f = lambda x: x\na: #@ f(1)\n"),
    ),
    (
        "#@ d = {⟦name⟧: \"x\", \"b\": 1}\na: #@ d\n",
        "`name` is not defined; as a key of a dict, it needs quotes",
        Some("#@ d = {\"name\": \"x\", \"b\": 1}\na: #@ d\n"),
    ),
    (
        "a: #@ {⟦kind⟧: {name: 1}}\n",
        "`kind` and `name` are not defined; as keys of a dict, they need quotes",
        Some("a: #@ {\"kind\": {\"name\": 1}}\n"),
    ),
];

/// Expressions that Starlark does not have, and values that they cannot have.
pub(super) const EXPRESSIONS: &[Corrected] = &[
    (
        "#@ a = [1]\nb: #@ [⟦*⟧a, 3]\n",
        "Starlark has no `*` in a list; `+` joins lists: `[1] + [2]`",
        Some("#@ a = [1]\nb: #@ list(a) + [3]\n"),
    ),
    (
        "#@ a = {\"x\": 1}\nb: #@ {⟦**⟧a, \"y\": 2}\n",
        "Starlark has no `**` in a dict; `dict(a.items() + b.items())` joins dicts",
        Some("#@ a = {\"x\": 1}\nb: #@ dict(a.items() + {\"y\": 2}.items())\n"),
    ),
    (
        "a: #@ ⟦\"say \"hi\"\"⟧\n",
        "A quote inside of a string needs a backslash: `\\\"`",
        Some("a: #@ \"say \\\"hi\\\"\"\n"),
    ),
    (
        "a: #@ ⟦{\"a\": 1} + {\"b\": 2}⟧\n",
        "`+` cannot join dicts; `dict(a.items() + b.items())` joins them",
        Some("a: #@ dict({\"a\": 1}.items() + {\"b\": 2}.items())\n"),
    ),
    ("a: #@ ⟦[1] + 2⟧\n", "`+` cannot join a list and an integer", Some("a: #@ [1] + [2]\n")),
    ("a: #@ ⟦int(\"8080x\")⟧\n", "`8080x` is not an integer", None),
    ("a: #@ ⟦float(\"x\")⟧\n", "`\"x\"` is not a number", None),
    ("#@ n = 0\na: #@ ⟦1 / n⟧\n", "This divides by zero", None),
    ("a: #@ {⟦[1]⟧: 2}\n", "A key cannot be a list", None),
];

/// Blocks without their `end`.
pub(super) const ENDS: &[Corrected] = &[
    (
        "#@ def labels()⟦:⟧\napp: web\na: #@ labels()\n",
        "This `def` has no `end`",
        Some("#@ def labels():\napp: web\n#@ end\na: #@ labels()\n"),
    ),
    (
        "#@ def labels()⟦:⟧\napp: web\n\nmetadata:\n  labels: #@ labels()\n",
        "This `def` has no `end`",
        Some("#@ def labels():\napp: web\n#@ end\n\nmetadata:\n  labels: #@ labels()\n"),
    ),
    (
        "list:\n#@ for i in range(2)⟦:⟧\n- #@ i\nother: 1\n",
        "This `for` has no `end`",
        Some("list:\n#@ for i in range(2):\n- #@ i\n#@ end\nother: 1\n"),
    ),
    (
        "#@ def a()⟦:⟧\nx: 1\n#! about b\n#@ def b():\ny: 1\n#@ end\nc: #@ b()\n",
        "This `def` has no `end`",
        Some("#@ def a():\nx: 1\n#@ end\n#! about b\n#@ def b():\ny: 1\n#@ end\nc: #@ b()\n"),
    ),
    ("#@ def f()⟦:⟧\n---\na: 1\n", "This `def` has no `end`", Some("#@ def f():\n---\na: 1\n#@ end\n")),
    (
        "spec:\n  #@ if True⟦:⟧\n  a: 1\nother: 2\n",
        "This `if` has no `end`",
        Some("spec:\n  #@ if True:\n  a: 1\n  #@ end\nother: 2\n"),
    ),
];

/// Calls of functions by overlays and rules, and functions that take a dict.
pub(super) const CALLS: &[Corrected] = &[
    (
        "#@ load(\"@ytt:overlay\", \"overlay\")\na: x\n#@overlay/match by=overlay.all\n---\n#@overlay/replace via=⟦lambda x: x + \"-1\"⟧\na: \"\"\n",
        "The function of `via=` is called with 2 arguments: `via=lambda left, right: …`",
        Some(
            "#@ load(\"@ytt:overlay\", \"overlay\")\na: x\n#@overlay/match by=overlay.all\n---\n#@overlay/replace via=lambda x, right: x + \"-1\"\na: \"\"\n",
        ),
    ),
    (
        "#@ load(\"@ytt:overlay\", \"overlay\")\n#@ def f(x):\n#@   return x\n#@ end\na: x\n#@overlay/match by=overlay.all\n---\n#@overlay/replace via=⟦f⟧\na: \"\"\n",
        "`via=` calls `f` with 2 arguments: `def f(left, right):`",
        None,
    ),
    (
        "#@ load(\"@ytt:overlay\", \"overlay\")\nkind: A\n#@overlay/match by=⟦lambda doc: doc[\"kind\"] == \"A\"⟧\n---\nkind: B\n",
        "The function of `by=` is called with 3 arguments: `by=lambda index, left, right: …`",
        Some(
            "#@ load(\"@ytt:overlay\", \"overlay\")\nkind: A\n#@overlay/match by=lambda index, doc, right: doc[\"kind\"] == \"A\"\n---\nkind: B\n",
        ),
    ),
    (
        "#@ load(\"@ytt:overlay\", \"overlay\")\nkind: A\n#@overlay/match by=⟦overlay.subset(kind=\"A\")⟧\n---\nkind: B\n",
        "`overlay.subset` takes a dict: `subset({\"key\": …})`",
        Some(
            "#@ load(\"@ytt:overlay\", \"overlay\")\nkind: A\n#@overlay/match by=overlay.subset({\"kind\": \"A\"})\n---\nkind: B\n",
        ),
    ),
    (
        "#@ load(\"@ytt:overlay\", \"overlay\")\nl:\n- name: a\n#@overlay/match by=overlay.all\n---\nl:\n#@overlay/match by=⟦\"nmae\"⟧\n- name: a\n",
        "The items have no `nmae`, by which this matches them; did you mean `name`?",
        Some(
            "#@ load(\"@ytt:overlay\", \"overlay\")\nl:\n- name: a\n#@overlay/match by=overlay.all\n---\nl:\n#@overlay/match by=\"name\"\n- name: a\n",
        ),
    ),
    (
        "#@data/values-schema\n---\n⟦#@schema/validation (\"x\", lambda v: None)⟧\na: 1\n",
        "The rule of `a` cannot be checked: its function returns nothing, but must return True or False",
        None,
    ),
    (
        "#@data/values-schema\n---\n⟦#@schema/validation enum=[\"a\"]⟧\na: a\n",
        "This annotation has no argument `enum`; did you mean `one_of`?",
        Some("#@data/values-schema\n---\n#@schema/validation one_of=[\"a\"]\na: a\n"),
    ),
];

/// All groups.
pub(super) const ALL: &[&[Corrected]] = &[LOOPS, FOREIGN_NAMES, DEFINITIONS, EXPRESSIONS, ENDS, CALLS];
