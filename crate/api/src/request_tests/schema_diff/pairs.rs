//! Pairs of schemas, and the reported changes.

use super::{diff, file, reported};

struct Pair {
    name: &'static str,
    old: &'static str,
    new: &'static str,
    /// `!` marks breaking changes.
    changes: &'static [&'static str],
}

/// The lines of a plain schema after the first.
const FIELDS: &[Pair] = &[
    Pair { name: "same", old: "a: 1\n", new: "a: 1\n", changes: &[] },
    Pair {
        name: "added",
        old: "a: 1\n",
        new: "b: x\na: 1\nc:\n  d: [1]\n",
        changes: &["  added b: it was added, by default \"x\"", "  added c: it was added, by default {\"d\":[]}"],
    },
    Pair {
        name: "added required",
        old: "a: 1\n",
        new: "a: 1\n#@schema/validation min_len=1\nb: \"\"\n",
        changes: &["! added b: it was added, and a value is now required: the default violates a rule (length >= 1)"],
    },
    Pair {
        name: "added required custom",
        old: "a: 1\n",
        new: "a: 1\n#@schema/validation (\"set\", lambda v: v != \"\")\nb: \"\"\nc:\n  #@schema/nullable\n  #@schema/validation not_null=True\n  d: 1\n",
        changes: &[
            "! added b: it was added, and a value is now required: the default violates a rule (set)",
            "! added c: it was added, and c.d is now required: the default violates a rule (not null)",
        ],
    },
    Pair {
        name: "removed",
        old: "a: 1\nb: 2\nc: {d: 1}\n",
        new: "a: 1\n",
        changes: &[
            "! removed b: it was removed: a value for it is rejected",
            "! removed c: it was removed: a value for it is rejected",
        ],
    },
    Pair {
        name: "renamed near",
        old: "kiln:\n  heats: 900\n",
        new: "kiln:\n  heat: 900\n",
        changes: &[
            "! renamed kiln.heat: it seems to have been renamed from kiln.heats: values for the old name are rejected",
        ],
    },
    Pair {
        name: "renamed equal",
        old: "heat: 900\nz: 1\n",
        new: "temperature: 900\nz: 1\n",
        changes: &[
            "! renamed temperature: it seems to have been renamed from heat: values for the old name are rejected",
        ],
    },
    Pair {
        name: "renamed equal slight in place",
        old: "a: 1\nowner: \"\"\nz: 1\n",
        new: "a: 1\nkeeper: \"\"\nz: 1\n",
        changes: &["! renamed keeper: it seems to have been renamed from owner: values for the old name are rejected"],
    },
    Pair {
        name: "not renamed slight elsewhere",
        old: "a: 1\nowner: \"\"\nz: 1\n",
        new: "a: 1\nz: 1\nkeeper: \"\"\n",
        changes: &[
            "! removed owner: it was removed: a value for it is rejected",
            "  added keeper: it was added, by default \"\"",
        ],
    },
    Pair {
        name: "not renamed two for one",
        old: "heat: 900\n",
        new: "heat1: 900\nheat2: 900\n",
        changes: &[
            "! removed heat: it was removed: a value for it is rejected",
            "  added heat1: it was added, by default 900",
            "  added heat2: it was added, by default 900",
        ],
    },
    Pair {
        name: "not renamed other type",
        old: "heat: 900\n",
        new: "heats: \"900\"\n",
        changes: &[
            "! removed heat: it was removed: a value for it is rejected",
            "  added heats: it was added, by default \"900\"",
        ],
    },
    Pair {
        name: "renamed two",
        old: "colour: red\nwidht: 5\n",
        new: "color: red\nwidth: 5\n",
        changes: &[
            "! renamed color: it seems to have been renamed from colour: values for the old name are rejected",
            "! renamed width: it seems to have been renamed from widht: values for the old name are rejected",
        ],
    },
    Pair {
        name: "renamed and changed",
        old: "heats: 900\n",
        new: "heat: 1000\n",
        changes: &[
            "! renamed heat: it seems to have been renamed from heats: values for the old name are rejected",
            "  default heat: the default was 900 and is 1000",
        ],
    },
    Pair {
        name: "type changed",
        old: "a: 1\n",
        new: "a: x\n",
        changes: &["! typeChanged a: the type was integer and is string"],
    },
    Pair {
        name: "nullable to not",
        old: "#@schema/nullable\na: 1\n",
        new: "a: 1\n",
        changes: &[
            "! typeNarrowed a: the type was integer or null and is integer",
            "  default a: the default was null and is 1",
        ],
    },
    Pair {
        name: "to nullable",
        old: "a: 1\n",
        new: "#@schema/nullable\na: 1\n",
        changes: &[
            "  typeWidened a: the type was integer and is integer or null",
            "  default a: the default was 1 and is null",
        ],
    },
    Pair {
        name: "any to int",
        old: "#@schema/type any=True\na: 1\n",
        new: "a: 1\n",
        changes: &["! typeNarrowed a: the type was any and is integer"],
    },
    Pair {
        name: "int to any",
        old: "a: 1\n",
        new: "#@schema/type any=True\na: 1\n",
        changes: &["  typeWidened a: the type was integer and is any"],
    },
    Pair {
        name: "float to int",
        old: "a: 1.5\n",
        new: "a: 1\n",
        changes: &["! typeNarrowed a: the type was float and is integer", "  default a: the default was 1.5 and is 1"],
    },
    Pair {
        name: "int to float",
        old: "a: 1\n",
        new: "a: 1.5\n",
        changes: &["  typeWidened a: the type was integer and is float", "  default a: the default was 1 and is 1.5"],
    },
    Pair {
        name: "one_of loses",
        old: "#@schema/type one_of=[\"int\",\"string\"]\na: 1\n",
        new: "a: 1\n",
        changes: &["! typeNarrowed a: the type was integer or string and is integer"],
    },
    Pair {
        name: "one_of gains",
        old: "a: 1\n",
        new: "#@schema/type one_of=[\"int\",\"string\"]\na: 1\n",
        changes: &["  typeWidened a: the type was integer and is integer or string"],
    },
    Pair {
        name: "one_of same",
        old: "#@schema/type one_of=[\"int\",\"float\"]\na: 1\n",
        new: "a: 1.0\n",
        changes: &[],
    },
    Pair {
        name: "one_of swaps",
        old: "#@schema/type one_of=[\"int\",\"string\"]\na: 1\n",
        new: "#@schema/type one_of=[\"int\",\"bool\"]\na: 1\n",
        changes: &["! typeChanged a: the type was integer or string and is integer or boolean"],
    },
    Pair {
        name: "null refused before",
        old: "#@schema/nullable\n#@schema/validation not_null=True\na: \"\"\n",
        new: "a: \"\"\n",
        changes: &[
            "  typeNarrowed a: the type was string or null and is string, but null was rejected before, too",
            "  default a: the default was null and is \"\"",
            "  ruleRemoved a: a rule was removed: not null",
        ],
    },
    Pair {
        name: "map to array",
        old: "a:\n  b: 1\n",
        new: "a: [1]\n",
        changes: &["! typeChanged a: the type was map and is array"],
    },
    Pair {
        name: "map to scalar",
        old: "a:\n  b: 1\n",
        new: "a: 1\n",
        changes: &["! typeChanged a: the type was map and is integer"],
    },
    Pair { name: "default", old: "a: 1\n", new: "a: 2\n", changes: &["  default a: the default was 1 and is 2"] },
    Pair {
        name: "default long",
        old: "a: x\n",
        new: "a: \"yyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyy\"\n",
        changes: &["  default a: the default has changed"],
    },
    Pair {
        name: "default of map",
        old: "#@schema/default {\"b\": 5}\na:\n  b: 1\n  c: 2\n",
        new: "a:\n  b: 1\n  c: 2\n",
        changes: &["  default a.b: the default was 5 and is 1"],
    },
    Pair {
        name: "default of array",
        old: "a: [1]\n",
        new: "#@schema/default [3]\na: [1]\n",
        changes: &["  default a: the default was [] and is [3]"],
    },
    Pair {
        name: "default of array with a rule",
        old: "#@schema/default [1]\n#@schema/validation min_len=1\na: [1]\n",
        new: "#@schema/default [1, 2]\n#@schema/validation min_len=1\na: [1]\n",
        changes: &[
            "! default a: the default was [1] and is [1,2]; arrays in data values documents are appended to it, which affects its rules",
        ],
    },
    Pair {
        name: "default to null",
        old: "#@schema/nullable\n#@schema/default 1\na: 1\n",
        new: "#@schema/nullable\na: 1\n",
        changes: &["  default a: the default was 1 and is null"],
    },
    Pair {
        name: "default breaks",
        old: "#@schema/validation min=1\na: 1\n",
        new: "#@schema/validation min=1\na: 0\n",
        changes: &[
            "! default a: the default was 1 and is 0; a value is now required: the default violates a rule (a value >= 1)",
        ],
    },
    Pair {
        name: "any default gets scalar",
        old: "#@schema/type any=True\na:\n",
        new: "#@schema/type any=True\na: x\n",
        changes: &["! default a: the default was null and is \"x\"; a map cannot be overlaid on it"],
    },
    Pair {
        name: "any default loses key",
        old: "#@schema/type any=True\na: {b: 1, c: 2}\n",
        new: "#@schema/type any=True\na: {b: 1}\n",
        changes: &[
            "! default a: the default was {\"b\":1,\"c\":2} and is {\"b\":1}; data values documents need missing_ok=True for keys that are not in it",
        ],
    },
    Pair {
        name: "any default gains key",
        old: "#@schema/type any=True\na: {b: 1}\n",
        new: "#@schema/type any=True\na: {b: 1, c: 2}\n",
        changes: &["  default a: the default was {\"b\":1} and is {\"b\":1,\"c\":2}"],
    },
    Pair {
        name: "rule added",
        old: "a: 1\n",
        new: "#@schema/validation min=1\na: 1\n",
        changes: &["! ruleAdded a: a rule was added: a value >= 1"],
    },
    Pair {
        name: "rule added default breaks",
        old: "a: 1\n",
        new: "#@schema/validation min=2\na: 1\n",
        changes: &[
            "! ruleAdded a: a rule was added: a value >= 2; a value is now required: the default violates a rule (a value >= 2)",
        ],
    },
    Pair {
        name: "rule of lengths added",
        old: "a: 1\nb: x\n",
        new: "#@schema/type any=True\n#@schema/default \"\"\n#@schema/validation min_len=0\na: 1\n#@schema/validation min_len=0\nb: x\n",
        changes: &[
            "  typeWidened a: the type was integer and is any",
            "  default a: the default was 1 and is \"\"",
            "! ruleAdded a: a rule was added: length >= 0",
            "  ruleAdded b: a rule was added: length >= 0",
        ],
    },
    Pair {
        name: "rule removed",
        old: "#@schema/validation min=1\na: 1\n",
        new: "a: 1\n",
        changes: &["  ruleRemoved a: a rule was removed: a value >= 1"],
    },
    Pair {
        name: "rule tightened",
        old: "#@schema/validation min=1, max=9\na: 5\n",
        new: "#@schema/validation min=2, max=8\na: 5\n",
        changes: &[
            "! ruleTightened a: a rule is stricter: it was a value >= 1 and is a value >= 2",
            "! ruleTightened a: a rule is stricter: it was a value <= 9 and is a value <= 8",
        ],
    },
    Pair {
        name: "rule loosened",
        old: "#@schema/validation min_len=2, max_len=3\na: abc\n",
        new: "#@schema/validation min_len=1, max_len=4\na: abc\n",
        changes: &[
            "  ruleLoosened a: a rule is less strict: it was length >= 2 and is length >= 1",
            "  ruleLoosened a: a rule is less strict: it was length <= 3 and is length <= 4",
        ],
    },
    Pair {
        name: "one_of choice lost",
        old: "#@schema/validation one_of=[\"a\",\"b\"]\na: a\n",
        new: "#@schema/validation one_of=[\"a\",\"c\"]\na: a\n",
        changes: &["! ruleTightened a: a rule is stricter: it was one of [\"a\", \"b\"] and is one of [\"a\", \"c\"]"],
    },
    Pair {
        name: "one_of choice gained",
        old: "#@schema/validation one_of=[\"a\",\"b\"]\na: a\n",
        new: "#@schema/validate enum=[\"b\",\"c\",\"a\"]\na: a\n",
        changes: &[
            "  ruleLoosened a: a rule is less strict: it was one of [\"a\", \"b\"] and is one of [\"b\", \"c\", \"a\"]",
        ],
    },
    Pair {
        name: "regexp",
        old: "#@schema/validate regexp=\"a+\"\na: a\n",
        new: "#@schema/validate regexp=\"a*\"\na: a\n",
        changes: &[
            "! ruleAdded a: a rule was added: text that matches a*",
            "  ruleRemoved a: a rule was removed: text that matches a+",
        ],
    },
    Pair {
        name: "format added",
        old: "a: 1.1.1.1\n",
        new: "#@schema/validate format=\"ip\"\na: 1.1.1.1\n",
        changes: &["! ruleAdded a: a rule was added: an IP address, such as 192.0.2.10 or 2001:db8::10"],
    },
    Pair {
        name: "format tightened",
        old: "#@schema/validate format=\"ip\"\na: 1.1.1.1\n",
        new: "#@schema/validate format=\"ipv4\"\na: 1.1.1.1\n",
        changes: &[
            "! ruleTightened a: a rule is stricter: it was an IP address, such as 192.0.2.10 or 2001:db8::10 and is an IPv4 address, such as 192.0.2.10",
        ],
    },
    Pair {
        name: "custom same",
        old: "#@schema/validation (\"even\", lambda v: v % 2 == 0)\na: 2\n",
        new: "#@schema/validation (\"even\",lambda v: v%2==0), min=1\na: 2\n",
        changes: &["! ruleAdded a: a rule was added: a value >= 1"],
    },
    Pair {
        name: "custom code",
        old: "#@schema/validation (\"even\", lambda v: v % 2 == 0)\na: 2\n",
        new: "#@schema/validation (\"even\", lambda v: v % 4 == 0)\na: 2\n",
        changes: &[
            "! ruleTightened a: a rule may be stricter: even, by code that is written differently and was not compared; a value is now required: the default violates a rule (even)",
        ],
    },
    Pair {
        name: "custom other",
        old: "#@schema/validation (\"even\", lambda v: v % 2 == 0)\na: 2\n",
        new: "#@schema/validation (\"odd\", lambda v: v % 2 == 1)\na: 2\n",
        changes: &[
            "! ruleAdded a: a rule was added: odd; a value is now required: the default violates a rule (odd)",
            "  ruleRemoved a: a rule was removed: even",
        ],
    },
    Pair {
        name: "when added",
        old: "#@schema/validation min=1\na: 2\n",
        new: "#@schema/validation min=1, when=lambda v: v != 5\na: 2\n",
        changes: &[
            "  ruleLoosened a: a rule is less strict: it was a value >= 1 and is a value >= 1 (under a condition)",
        ],
    },
    Pair {
        name: "when gone",
        old: "#@schema/validation min=1, when=lambda v: v != 5\na: 2\n",
        new: "#@schema/validation min=1\na: 2\n",
        changes: &[
            "! ruleTightened a: a rule is stricter: it was a value >= 1 (under a condition) and is a value >= 1",
        ],
    },
    Pair {
        name: "when other",
        old: "#@schema/validation min=1, when=lambda v: v != 5\na: 2\n",
        new: "#@schema/validation min=1, when=lambda v: v != 6\na: 2\n",
        changes: &[
            "! ruleTightened a: a rule may be stricter: a value >= 1 (under a condition), which is written differently and was not compared",
        ],
    },
    Pair {
        name: "message",
        old: "#@schema/validate min=1\na: 2\n",
        new: "#@schema/validate min=(1, \"hot\")\na: 2\n",
        changes: &["  documentation a: the description of a rule has changed: it was \"a value >= 1\" and is \"hot\""],
    },
    Pair {
        name: "not_null trivial",
        old: "a: 2\n",
        new: "#@schema/validation not_null=True\na: 2\n",
        changes: &["  ruleAdded a: a rule was added: not null"],
    },
    Pair {
        name: "became required nullable",
        old: "a: \"\"\n",
        new: "#@schema/nullable\n#@schema/validation not_null=True\na: \"\"\n",
        changes: &[
            "  typeWidened a: the type was string and is string or null",
            "! default a: the default was \"\" and is null; a value is now required: the default violates a rule (not null)",
            "  ruleAdded a: a rule was added: not null",
        ],
    },
    Pair {
        name: "parent rule by child default",
        old: "#@schema/validation (\"b>0\", lambda v: v[\"b\"] > 0)\na:\n  b: 1\n",
        new: "#@schema/validation (\"b>0\", lambda v: v[\"b\"] > 0)\na:\n  b: 0\n",
        changes: &[
            "! default a: a value is now required: the default violates a rule (b>0)",
            "  default a.b: the default was 1 and is 0",
        ],
    },
    Pair {
        name: "any-key added",
        old: "a:\n  b: 1\n",
        new: "a:\n  b: 1\n  #@schema/any-key\n  _: 1\n",
        changes: &["  keys a: more keys are accepted; new: any key, any number"],
    },
    Pair {
        name: "any-key removed",
        old: "a:\n  b: 1\n  #@schema/any-key\n  _: 1\n",
        new: "a:\n  b: 1\n",
        changes: &[
            "! keys a: keys may belong to other items than before, or to none: values for them may be rejected; gone: any key, any number",
        ],
    },
    Pair {
        name: "key pattern",
        old: "a:\n  #@schema/any-key\n  _: 1\n",
        new: "a:\n  #@schema/key allowed=\"[a-z]+\"\n  _: 1\n",
        changes: &[
            "! keys a: keys may belong to other items than before, or to none: values for them may be rejected; gone: any key, any number; new: a key that matches [a-z]+, exactly 1",
        ],
    },
    Pair {
        name: "key type below",
        old: "a:\n  #@schema/any-key\n  _:\n    b: 1\n",
        new: "a:\n  #@schema/any-key\n  _:\n    b: x\n    c: 1\n",
        changes: &[
            "! typeChanged a._.b: the type was integer and is string",
            "  added a._.c: it was added, by default 1",
        ],
    },
    Pair {
        name: "named becomes any",
        old: "a:\n  b: 1\n",
        new: "a:\n  #@schema/any-key\n  _: 1\n",
        changes: &[
            "! keys a: keys may belong to other items than before, or to none: values for them may be rejected; gone: b; new: any key, any number",
        ],
    },
    Pair {
        name: "any becomes named",
        old: "a:\n  #@schema/any-key\n  _: 1\n",
        new: "a:\n  b: 1\n  #@schema/any-key\n  _: 1\n",
        changes: &[
            "! keys a: keys may belong to other items than before, or to none: values for them may be rejected; new: b",
        ],
    },
    Pair {
        name: "named behind a pattern",
        old: "a:\n  b: 1\n  c: x\n  #@schema/key allowed=\"[bc]\", expects=\"0+\"\n  _: 1\n",
        new: "a:\n  b: 1\n  #@schema/key allowed=\"[bc]\", expects=\"0+\"\n  _: 1\n  c: 2\n",
        changes: &[
            "! typeChanged a.c: the type was string and is integer",
            "! keys a: keys may belong to other items than before, or to none: values for them may be rejected",
        ],
    },
    Pair {
        name: "two patterns in the same order",
        old: "a:\n  #@schema/key allowed=\"b.*\", expects=\"0+\"\n  _: 1\n  #@schema/key allowed=\".*c\", expects=\"0+\"\n  __: x\n",
        new: "a:\n  #@schema/key allowed=\"b.*\", expects=\"0+\"\n  _: 1.0\n  #@schema/key allowed=\".*c\", expects=\"0+\"\n  __: x\n",
        changes: &["  typeWidened a._: the type was integer and is float"],
    },
    Pair {
        name: "a code that decides whose a key is",
        old: "a:\n  #@schema/key allowed=lambda k: k > \"b\", expects=\"0+\"\n  _: 1\n  b: 1\n",
        new: "a:\n  #@schema/key allowed=lambda k: k > \"b\", expects=\"0+\"\n  _: 1\n  b: 1\n  c: 1\n",
        changes: &[
            "! keys a: keys may belong to other items than before, or to none: values for them may be rejected; new: c",
        ],
    },
    Pair {
        name: "missing_ok gone, and required",
        old: "#@schema/key missing_ok=True\n#@schema/validation min_len=1\na: \"\"\n",
        new: "#@schema/validation min_len=1\na: \"\"\n",
        changes: &[
            "! keys a: the key is added if it is missing; a value is now required: the default violates a rule (length >= 1)",
        ],
    },
    Pair {
        name: "missing_ok",
        old: "a: 1\n",
        new: "#@schema/key missing_ok=True\na: 1\n",
        changes: &["  keys a: the key is no longer added by default"],
    },
    Pair {
        name: "missing_ok gone",
        old: "#@schema/key missing_ok=True\na: 1\n",
        new: "a: 1\n",
        changes: &["  keys a: the key is added if it is missing"],
    },
    Pair {
        name: "some must be given",
        old: "a:\n  b: 1\n",
        new: "a:\n  b: 1\n  #@schema/key allowed=\"any\", expects=\"1+\"\n  _: 1\n",
        changes: &[
            "! keys a: keys may belong to other items than before, or to none: values for them may be rejected; new: any key, at least 1",
        ],
    },
    Pair {
        name: "schema removed",
        old: "a: 1\n",
        new: "#@schema/removed \"use b\"\na: x\nb: 1\n",
        changes: &["! removed a: a value for it is rejected: use b", "  added b: it was added, by default 1"],
    },
    Pair {
        name: "schema unremoved",
        old: "#@schema/removed \"use b\"\na: x\n",
        new: "a: 1\n",
        changes: &["  added a: a value for it is accepted again, by default 1"],
    },
    Pair {
        name: "remedy",
        old: "#@schema/removed \"use b\"\na: x\n",
        new: "#@schema/removed \"use c\"\na: x\n",
        changes: &["  documentation a: the notice of its removal has changed"],
    },
    Pair {
        name: "gone after removed",
        old: "#@schema/removed \"use b\"\na: x\nb: 1\n",
        new: "b: 1\n",
        changes: &["  removed a: it was removed, but a value for it was rejected before, too"],
    },
    Pair {
        name: "deprecated",
        old: "a: 1\n",
        new: "#@schema/deprecated \"soon\"\na: 1\n",
        changes: &["  deprecated a: it is deprecated: soon"],
    },
    Pair {
        name: "undeprecated",
        old: "#@schema/deprecated \"soon\"\na: 1\n",
        new: "a: 1\n",
        changes: &["  deprecated a: it is no longer deprecated"],
    },
    Pair {
        name: "notice",
        old: "#@schema/deprecated \"soon\"\na: 1\n",
        new: "#@schema/deprecated \"now\"\na: 1\n",
        changes: &["  deprecated a: the deprecation notice has changed: now"],
    },
    Pair {
        name: "docs",
        old: "#@schema/title \"A\"\n#@schema/desc \"x\"\n#@schema/examples (\"one\", 1)\na: 1\n",
        new: "#@schema/title \"B\"\n#@schema/examples (\"two\", 1)\na: 1\n",
        changes: &[
            "  documentation a: the title has changed",
            "  documentation a: the description was removed",
            "  documentation a: the list of examples has changed",
        ],
    },
    Pair {
        name: "array item",
        old: "a:\n- b: 1\n  c: 1\n",
        new: "a:\n- b: x\n  #@schema/validation min_len=1\n  d: \"\"\n",
        changes: &[
            "! typeChanged a[].b: the type was integer and is string",
            "! removed a[].c: it was removed: a value for it is rejected",
            "! added a[].d: it was added, and a value is now required: the default violates a rule (length >= 1)",
        ],
    },
    Pair {
        name: "array item nullable",
        old: "a:\n#@schema/nullable\n- 1\n",
        new: "a:\n- 1\n",
        changes: &["! typeNarrowed a[]: the type was integer or null and is integer"],
    },
    Pair {
        name: "nullable map",
        old: "#@schema/nullable\na:\n  b: 1\n",
        new: "#@schema/nullable\na:\n  b: x\n  c: 1\n",
        changes: &["! typeChanged a.b: the type was integer and is string", "  added a.c: it was added, by default 1"],
    },
    Pair {
        name: "one_of map",
        old: "#@schema/type one_of=\"string\", or_inferred=True\na:\n  b: 1\n",
        new: "#@schema/type one_of=\"string\", or_inferred=True\na:\n  b: x\n",
        changes: &["! typeChanged a.b: the type was integer and is string"],
    },
    Pair {
        name: "order",
        old: "a: 1\nb: 1\nc: 1\nd: 1\n",
        new: "d: 2\na: 2\ne: true\n",
        changes: &[
            "  default d: the default was 1 and is 2",
            "  default a: the default was 1 and is 2",
            "! removed b: it was removed: a value for it is rejected",
            "! removed c: it was removed: a value for it is rejected",
            "  added e: it was added, by default true",
        ],
    },
    Pair {
        name: "first gone",
        old: "a: x\nb: 1\n",
        new: "c: true\nb: 1\n",
        changes: &[
            "! removed a: it was removed: a value for it is rejected",
            "  added c: it was added, by default true",
        ],
    },
    Pair {
        name: "array over map",
        old: "a: [1]\n",
        new: "#@schema/type any=True\na: {b: 1}\n",
        changes: &[
            "  typeWidened a: the type was array and is any",
            "! default a: the default was [] and is {\"b\":1}; an array cannot be overlaid on it",
        ],
    },
    Pair {
        name: "scalar or map",
        old: "a: 1\n",
        new: "#@schema/type one_of=[\"int\"], or_inferred=True\na:\n  #@schema/validation min_len=1\n  b: \"\"\n",
        changes: &[
            "  typeWidened a: the type was integer and is integer or map",
            "! default a: the default was 1 and is {\"b\":\"\"}; a.b is now required: the default violates a rule (length >= 1)",
        ],
    },
    Pair {
        name: "added keys to give",
        old: "a: 1\n",
        new: "a: 1\nb:\n  #@schema/key allowed=\"any\", expects=\"1+\"\n  _: 1\n",
        changes: &[
            "! added b: it was added, and a value is now required: the default has the wrong type, expected at least 1: any key (by schema.yml:5)",
        ],
    },
    Pair { name: "float default", old: "a: .nan\n", new: "a: .nan\n", changes: &[] },
    Pair {
        name: "default of any-key map",
        old: "#@schema/default {\"x\": 1}\na:\n  #@schema/any-key\n  _: 1\n",
        new: "#@schema/default {\"y\": 1}\na:\n  #@schema/any-key\n  _: 1\n",
        changes: &["  default a: the default was {\"x\":1} and is {\"y\":1}"],
    },
    Pair {
        name: "one of several has a default",
        old: "#@schema/validation one_not_null=True\na:\n  #@schema/nullable\n  b: 1\n  #@schema/nullable\n  c: 1\n",
        new: "#@schema/validation one_not_null=True\na:\n  #@schema/nullable\n  b: 1\n  c: 1\n",
        changes: &[
            "! default a: c is not null by default, which affects a rule (exactly one of all children to be not null)",
            "! typeNarrowed a.c: the type was integer or null and is integer",
            "  default a.c: the default was null and is 1",
        ],
    },
    Pair {
        name: "one of some has a default",
        old: "#@schema/validation one_not_null=[\"b\"]\na:\n  b: 1\n",
        new: "#@schema/validation one_not_null=[\"b\"]\na:\n  b: 1\n  c: 1\n",
        changes: &["  added a.c: it was added, by default 1"],
    },
    Pair {
        name: "more beside any keys",
        old: "#@schema/validation max_len=2\na:\n  #@schema/any-key\n  _: 1\n",
        new: "#@schema/validation max_len=2\na:\n  b: x\n  #@schema/key allowed=\"[c-z]\", expects=\"0+\"\n  _: 1\n",
        changes: &[
            "! default a: more items are added by default, which affects a rule (length <= 2)",
            "! keys a: keys may belong to other items than before, or to none: values for them may be rejected; gone: any key, any number; new: b; a key that matches [c-z], any number",
        ],
    },
    Pair {
        name: "nonstring key",
        old: "1: a\n2: b\n",
        new: "1: 5\n",
        changes: &[
            "! typeChanged 1: the type was string and is integer",
            "! removed 2: it was removed: a value for it is rejected",
        ],
    },
    Pair {
        name: "mixed elsewhere",
        old: "#@schema/type any=True\na: 5\n#@schema/type one_of=\"int\", or_inferred=True\nb:\n- 1\n",
        new: "#@schema/type any=True\na: 5\nb:\n- 1\n",
        changes: &[
            "! default (document): a map or an array can no longer be set where the default is of another kind",
            "! typeNarrowed b: the type was integer or array and is array",
        ],
    },
    Pair {
        name: "document type",
        old: "a: 1\n",
        new: "- 1\n",
        changes: &["! typeChanged (document): the type was map and is array"],
    },
];

/// Whole files.
const FILES: &[Pair] = &[
    Pair {
        name: "to definition",
        old: "#@data/values-schema\n---\na: \"\"\nb: 1\n",
        new: "#@schema/definition\n---\na: \"\"\nb: 1\n",
        changes: &[
            "! ruleAdded a: a rule was added: length >= 1; a value is now required: the default violates a rule (length >= 1)",
        ],
    },
    Pair {
        name: "from definition",
        old: "#@schema/definition\n---\na: \"\"\nb:\n  #@schema/any-key\n  _: 1\n",
        new: "#@data/values-schema\n---\na: \"\"\nb:\n  #@schema/any-key\n  _: 1\n",
        changes: &["  ruleRemoved a: a rule was removed: length >= 1"],
    },
    Pair {
        name: "def implied gone by own",
        old: "#@schema/definition\n---\na: abc\n",
        new: "#@schema/definition\n---\n#@schema/validate max_len=5\na: abc\n",
        changes: &["! ruleAdded a: a rule was added: length <= 5", "  ruleRemoved a: a rule was removed: length >= 1"],
    },
    Pair {
        name: "def rename title",
        old: "#@schema/definition\n---\nheats: 900\n",
        new: "#@schema/definition\n---\nheat: 900\n",
        changes: &["! renamed heat: it seems to have been renamed from heats: values for the old name are rejected"],
    },
    Pair {
        name: "def any value required",
        old: "#@schema/definition\n---\na: 1\n",
        new: "#@schema/definition\n---\na:\n",
        changes: &[
            "  typeWidened a: the type was integer and is any",
            "! default a: the default was 1 and is null; a value is now required: the default violates a rule (not null)",
            "  ruleAdded a: a rule was added: not null",
        ],
    },
    Pair {
        name: "def null any to nullable",
        old: "#@schema/definition\n---\na:\n",
        new: "#@schema/definition\n---\n#@schema/nullable\na: x\n",
        changes: &[
            "! typeNarrowed a: the type was any and is string or null",
            "! ruleAdded a: a rule was added: length >= 1",
            "  ruleRemoved a: a rule was removed: not null",
        ],
    },
    Pair {
        name: "def missing_ok",
        old: "#@schema/definition\n---\na: 1\n",
        new: "#@schema/definition\n---\n#@schema/key missing_ok=True\na: 1\n",
        changes: &["  keys a: the key is no longer added by default"],
    },
    Pair {
        name: "def one_of strings",
        old: "#@schema/definition\n---\n#@schema/type one_of=[\"string\",\"int\"]\na: x\n",
        new: "#@schema/definition\n---\n#@schema/type one_of=[\"string\",\"int\"]\n#@schema/validate min_len=1\na: x\n",
        changes: &["! ruleTightened a: a rule is stricter: it was length >= 1 (texts) and is length >= 1"],
    },
    Pair {
        name: "def map over number",
        old: "#@schema/definition\n---\n#@schema/type one_of=\"int\", or_inferred=True\na:\n  b: 1\n",
        new: "#@schema/definition\n---\n#@schema/type one_of=\"int\", or_inferred=True\n#@schema/default 5\na:\n  b: 1\n",
        changes: &["  default a: the default was {\"b\":1} and is 5"],
    },
    Pair {
        name: "no def, map over number",
        old: "#@schema/definition\n---\n#@schema/type one_of=\"int\", or_inferred=True\n#@schema/default 5\na:\n  b: 1\n",
        new: "#@data/values-schema\n---\n#@schema/type one_of=\"int\", or_inferred=True\n#@schema/default 5\na:\n  b: 1\n",
        changes: &[],
    },
    Pair {
        name: "no def, any",
        old: "#@schema/definition\n---\n#@schema/type any=True\na: 5\n",
        new: "#@data/values-schema\n---\n#@schema/type any=True\na: 5\n",
        changes: &[
            "! keys (document): data values documents need missing_ok=True to add keys: it is no longer a @schema/definition",
            "! default (document): a map or an array can no longer be set where the default is of another kind",
        ],
    },
    Pair {
        name: "document rule",
        old: "#@data/values-schema\n---\na: 1\n",
        new: "#@data/values-schema\n#@schema/validation min_len=1\n#@schema/desc \"all\"\n---\na: 1\n",
        changes: &[
            "! ruleAdded (document): a rule was added: length >= 1",
            "  documentation (document): the description was added",
        ],
    },
];

#[test]
fn pairs_of_schemas() {
    let plain = |fields: &str| format!("#@data/values-schema\n---\n{fields}");
    let whole = FIELDS.iter().map(|pair| (pair, plain(pair.old), plain(pair.new)));
    for (pair, old, new) in whole.chain(FILES.iter().map(|pair| (pair, pair.old.to_owned(), pair.new.to_owned()))) {
        let diff = diff(vec![file("schema.yml", &new)], &[file("old.yml", &old)]);
        assert_eq!(diff.report, "", "{}", pair.name);
        assert_eq!(reported(&diff), pair.changes, "{}", pair.name);
    }
}

#[test]
fn equal_schemas_have_no_changes() {
    for pair in FIELDS.iter().flat_map(|pair| [pair.old, pair.new]) {
        let text = format!("#@data/values-schema\n---\n{pair}");
        let diff = diff(vec![file("schema.yml", &text)], &[file("old.yml", &text)]);
        assert_eq!((reported(&diff), &*diff.report), (Vec::new(), ""), "{pair}");
    }
}
