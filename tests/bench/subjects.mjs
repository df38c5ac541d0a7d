// What the scaling benchmark (scaling.mjs) makes larger and larger: for each subject an input of any number of the same thing.
// `input(n)` is a request, or a question of crate/cli/src/question.rs; `ask` a function of the wasm beside the file and the offset
// that it is asked about. `fails`: it is an error. `most`: the largest number that says anything, where ytt's own rules ask for each pair, or a limit is lower.

/** `n` texts, one after the other. */
const lines = (n, text, between = "") => Array.from({ length: n }, (_, i) => text(i)).join(between);

const files = (contents) => ({ files: Object.entries(contents).map(([path, content]) => ({ path, content })) });

const one = (content) => files({ "config.yml": content });

const code = (content) => files({ "config.star": content });

/** A program that does something with `xs`, a list of `n` numbers. */
const listed = (does) => (n) => code(`xs = [i for i in range(${n})]\n${does}\n`);

const withData = (contents, args) => ({
  ...files({ "config.yml": '#@ load("@ytt:data", "data")\nx: #@ data.values\n', ...contents }),
  ...(args && { args }),
});

const CODE_AND_SCHEMA = ["-f", "config.yml", "-f", "schema.yml"];

const schemaOf = (text) => `#@data/values-schema\n---\n${text}`;

const valuesOf = (text) => `#@data/values\n---\n${text}`;

const overlayLoad = '#@ load("@ytt:overlay", "overlay")\n';

const all = (name, args = "") => `#@overlay/match by=overlay.${name}${args}\n---\n`;

const keys = (n) => lines(n, (i) => `key${i}: ${i}\n`);

/** The subjects of each part, by name: functions from `n`, or objects as above. */
const parts = {
  reading: {
    "map items": (n) => one(keys(n)),
    "array items": (n) => one(lines(n, (i) => `- ${i}\n`)),
    documents: (n) => one(lines(n, (i) => `---\na: ${i}\n`)),
    comments: (n) => one(lines(n, (i) => `#! ${i}\na${i}: 1 #! note\n`)),
    "comments in a row": (n) => one(`${lines(n, (i) => `#! ${i}\n`)}a: 1\n`),
    "comments at the end": (n) => one(`a: 1\n${lines(n, (i) => `#! ${i}\n`)}`),
    "empty lines": (n) => one(`a: 1\n${"\n".repeat(n)}b: 2\n`),
    "items on one line": (n) => one(`a: [${lines(n, String, ", ")}]\n`),
    "pairs on one line": (n) => one(`a: {${lines(n, (i) => `k${i}: ${i}`, ", ")}}\n`),
    "pairs in brackets": (n) => one(`a: [${lines(n, (i) => `k${i}: ${i}`, ", ")}]\n`),
    "a long word": (n) => one(`a: ${"word".repeat(n)}\n`),
    "a long quoted line": (n) => one(`a: "${"a word ".repeat(n)}"\n`),
    "escapes in a string": (n) => one(`a: "${"\\u00e9".repeat(n)}"\n`),
    "lines of a block": (n) => one(`a: |\n${lines(n, (i) => `  line ${i}\n`)}`),
    "lines of a plain text": (n) => one(`a:\n${lines(n, (i) => `  line ${i}\n`)}`),
    "texts of a block": (n) => one(lines(n, (i) => `a${i}: |\n  text\n`)),
    anchors: (n) => one(lines(n, (i) => `a${i}: &a${i} ${i}\n`)),
    aliases: (n) => one(`a: &a {b: 1}\n${lines(n, (i) => `a${i}: *a\n`)}`),
    "anchors and aliases": (n) => one(lines(n, (i) => `a${i}: &a${i} {b: ${i}}\nb${i}: *a${i}\n`)),
    "merge keys": (n) => one(`a: &a {b: 1}\n${lines(n, (i) => `m${i}:\n  <<: *a\n`)}`),
    "keys merged": (n) =>
      one(`a: &a
${lines(
  n,
  (i) => `  b${i}: 1
`,
)}m:
  <<: *a
`),
    tags: (n) => one(lines(n, (i) => `a${i}: !!str ${i}\n`)),
    "tags on one line": (n) => one(`a: [${lines(n, (i) => `!!str ${i}`, ", ")}]\n`),
    "keys repeated": (n) => one(`${keys(n)}${keys(n)}`),
    "files that differ": (n) =>
      files(Object.fromEntries(Array.from({ length: n }, (_, i) => [`f${i}.yml`, `a: ${i}\n`]))),
    "files in folders": (n) =>
      files(Object.fromEntries(Array.from({ length: n }, (_, i) => [`d${i}/f.yml`, `a: ${i}\n`]))),
    "files that are no templates": (n) =>
      files(Object.fromEntries(Array.from({ length: n }, (_, i) => [`f${i}.bin`, `a: ${i}\n`]))),
    "an error at the end": { fails: true, input: (n) => one(`${keys(n)}a: [\n`) },
  },
  template: {
    values: (n) => one(lines(n, (i) => `key${i}: #@ ${i} + 1\n`)),
    "values of items": (n) => one(lines(n, (i) => `- #@ ${i} + 1\n`)),
    "lines of code": (n) => one(lines(n, (i) => `#@ v${i} = ${i}\na${i}: 1\n`)),
    "lines of code in a row": (n) => one(`${lines(n, (i) => `#@ v${i} = ${i}\n`)}a: 1\n`),
    conditions: (n) => one(lines(n, (i) => `#@ if ${i} % 2:\na${i}: 1\n#@ end\n`)),
    loops: (n) => one(lines(n, (i) => `#@ for x in [1]:\n- ${i}\n#@ end\n`)),
    "turns of a loop": (n) => one(`#@ for i in range(${n}):\n- #@ i\n#@ end\n`),
    "turns with maps": (n) => one(`#@ for i in range(${n}):\n- name: #@ i\n  value: 1\n#@ end\n`),
    "documents of a loop": (n) => one(`#@ for i in range(${n}):\n---\na: #@ i\n#@ end\n`),
    "keys of a loop": (n) =>
      one(`#@ for i in range(${n}):\n#@yaml/text-templated-strings\nkey(@= str(i) @): #@ i\n#@ end\n`),
    "functions with YAML": (n) => one(`${lines(n, (i) => `#@ def f${i}():\na: ${i}\n#@ end\n`)}a: 1\n`),
    "calls of functions with YAML": (n) =>
      one(`#@ def f(x):\na: #@ x\n#@ end\n${lines(n, (i) => `a${i}: #@ f(${i})\n`)}`),
    annotations: (n) => one(lines(n, (i) => `#@yaml/text-templated-strings\na${i}: (@= str(${i}) @)\n`)),
    "annotations in a row": (n) => one(`${lines(n, (i) => `#@test/a${i}\n`)}a: #@ 1\n`),
    "keys overridden": (n) => one(`${keys(n)}${lines(n, (i) => `#@yaml/map-key-override\nkey${i}: 1\n`)}`),
    "items replaced": (n) =>
      one(`#@ load("@ytt:template", "template")\n${lines(n, (i) => `_: #@ template.replace({"k${i}": 1})\n`)}`),
    "items in one replacement": (n) =>
      one(`#@ load("@ytt:template", "template")\n_: #@ template.replace({str(i): i for i in range(${n})})\n`),
    "text templates: values": (n) => files({ "a.txt": lines(n, (i) => `line (@= str(${i}) @)\n`) }),
    "text templates: lines": (n) => files({ "a.txt": `${lines(n, (i) => `line ${i}\n`)}(@= "x" @)\n` }),
    "text templates: one line": (n) => files({ "a.txt": lines(n, (i) => `(@= str(${i}) @) `) }),
    "text templates: a value of many lines": (n) =>
      files({ "a.txt": `(@= "".join([\n${lines(n, (i) => `"${i}",\n`)}]) @)` }),
    "text templates: code": (n) => files({ "a.txt": `(@ ${lines(n, (i) => `v${i} = ${i}\n`)}@)x\n` }),
    "text templates: turns": (n) => files({ "a.txt": `(@ for i in range(${n}): -@)\nline (@= str(i) @)\n(@ end @)\n` }),
    "items on one line": (n) => one(`#@ x = 1\na: [${lines(n, String, ", ")}]\n`),
    "values in a string": (n) => one(`#@yaml/text-templated-strings\na: "${lines(n, (i) => `(@= str(${i}) @) `)}"\n`),
    "an error at the end": { fails: true, input: (n) => one(`${lines(n, (i) => `a${i}: #@ ${i}\n`)}b: #@ 1 // 0\n`) },
  },
  dialect: {
    statements: (n) => code(lines(n, (i) => `v${i} = ${i}\n`)),
    "assignments to one name": (n) => code(lines(n, (i) => `v = ${i}\n`)),
    "lines of nothing": (n) => code(`${"\n".repeat(n)}x = 1\n`),
    "comments in code": (n) => code(`${lines(n, (i) => `# ${i}\n`)}x = 1\n`),
    functions: (n) => code(lines(n, (i) => `def f${i}(x):\n  return x\nend\n`)),
    "functions in a function": (n) =>
      code(`def f():\n${lines(n, (i) => `  def f${i}(x):\n    return x\n  end\n`)}end\nf()\n`),
    calls: (n) => code(`def f(x):\n  return x\nend\n${lines(n, (i) => `f(${i})\n`)}`),
    lambdas: (n) => code(lines(n, (i) => `f${i} = lambda x: x\n`)),
    "lambdas in a list": (n) => code(`x = [${lines(n, () => "lambda x: x", ", ")}]\n`),
    parameters: (n) => code(`def f(${lines(n, (i) => `p${i}=0`, ", ")}):\n  return p0\nend\nf()\n`),
    "named arguments": (n) => code(`def f(**kw):\n  return len(kw)\nend\nf(${lines(n, (i) => `p${i}=0`, ", ")})\n`),
    "names in a function": (n) => code(`def f():\n${lines(n, (i) => `  v${i} = ${i}\n`)}  return v0\nend\nf()\n`),
    "names of an outer function": (n) =>
      code(
        `def f():\n${lines(n, (i) => `  v${i} = ${i}\n`)}  def g():\n    return ${lines(n, (i) => `v${i}`, ", ")}\n  end\n  return g()\nend\nf()\n`,
      ),
    "uses of names": (n) => code(`x = 1\n${lines(n, (i) => `v${i} = x\n`)}y = [${lines(n, (i) => `v${i}`, ", ")}]\n`),
    "names unpacked": (n) => code(`${lines(n, (i) => `v${i}`, ", ")} = range(${n})\n`),
    "string literals": (n) => code(`x = [${lines(n, (i) => `"text ${i}"`, ", ")}]\n`),
    "a long string literal": (n) => code(`x = "${"a word ".repeat(n)}"\n`),
    "lines of a string literal": (n) => code(`x = """${"a word\n".repeat(n)}"""\n`),
    "escapes of a string literal": (n) => code(`x = "${"\\n".repeat(n)}"\n`),
    "dict literal": (n) => code(`x = {${lines(n, (i) => `"k${i}": ${i}`, ", ")}}\n`),
    "dict literal of numbers": (n) => code(`x = {${lines(n, (i) => `${i}: ${i}`, ", ")}}\n`),
    "list literal": (n) => code(`x = [${lines(n, String, ", ")}]\n`),
    "list literal of lines": (n) => code(`x = [\n${lines(n, (i) => `  ${i},\n`)}]\n`),
    "lists in a list": (n) => code(`x = [${lines(n, (i) => `[${i}]`, ", ")}]\n`),
    sum: { most: 10_000, input: (n) => code(`x = ${lines(n, String, " + ")}\n`) },
    "sum of names": { most: 10_000, input: (n) => code(`a = 1\nx = ${lines(n, () => "a", " + ")}\n`) },
    "or of names": (n) => code(`a = 0\nx = ${lines(n, () => "a", " or ")}\n`),
    "sum in parentheses": { most: 10_000, input: (n) => code(`x = (${lines(n, String, " +\n")})\n`) },
    "lines continued": { most: 10_000, input: (n) => code(`x = ${lines(n, String, " + \\\n")}\n`) },
    "elif branches": (n) =>
      code(`x = 1\nif x == 0:\n  y = 0\n${lines(n, (i) => `elif x == ${i + 1}:\n  y = ${i}\n`)}end\n`),
    branches: (n) => code(lines(n, (i) => `if ${i} == 1:\n  v = ${i}\nelse:\n  v = 1\nend\n`)),
    "statements on one line": (n) => code(`${lines(n, (i) => `v${i} = ${i}`, "; ")}\n`),
    "names loaded": (n) =>
      files({
        "config.yml": `#@ load("a.star", ${lines(n, (i) => `"v${i}"`, ", ")})\nx: #@ v0\n`,
        "a.star": lines(n, (i) => `v${i} = ${i}\n`),
      }),
    "files loaded": (n) =>
      files({
        "config.yml": `${lines(n, (i) => `#@ load("f${i}.star", v${i}="v")\n`)}x: #@ v0\n`,
        ...Object.fromEntries(Array.from({ length: n }, (_, i) => [`f${i}.star`, `v = ${i}\n`])),
      }),
    "files that load one": (n) =>
      files({
        "lib.star": "v = 1\n",
        ...Object.fromEntries(
          Array.from({ length: n }, (_, i) => [`f${i}.yml`, `#@ load("lib.star", "v")\na: #@ v\n`]),
        ),
      }),
    "undefined names": { fails: true, input: (n) => code(lines(n, (i) => `v${i} = u${i}\n`)) },
    "undefined names like others": {
      fails: true,
      input: (n) => code(`${lines(n, (i) => `name${i} = 1\n`)}${lines(n, (i) => `x = nam${i}\n`)}`),
    },
    "a syntax error at the end": { fails: true, input: (n) => code(`${lines(n, (i) => `v${i} = ${i}\n`)}x = \n`) },
    "an error at the end": { fails: true, input: (n) => code(`${lines(n, (i) => `v${i} = ${i}\n`)}x = 1 // 0\n`) },
  },
  starlark: {
    "list: append": listed("y = []\nfor x in xs:\n  y.append(x)\nend"),
    "list: pop": listed("for i in range(len(xs)):\n  xs.pop()\nend"),
    "list: pop(0)": { most: 100_000, input: listed("for i in range(len(xs)):\n  xs.pop(0)\nend") },
    "list: insert(0)": { most: 100_000, input: listed("y = []\nfor x in xs:\n  y.insert(0, x)\nend") },
    "list: index": listed("for i in range(100):\n  xs.index(xs[-1])\nend"),
    "list: index of items": listed("for i in range(len(xs)):\n  xs[i] = xs[-1]\nend"),
    "list: extend": listed("y = []\nfor x in xs:\n  y.extend([x])\nend"),
    "list: +=": listed("y = []\nfor x in xs:\n  y += [x]\nend"),
    "list: slice": listed("y = [xs[i:i+2] for i in xs]"),
    "list: sorted": listed("y = sorted([str(x * 7919 % 100003) for x in xs])"),
    "list: sorted by key": listed("y = sorted(xs, key=lambda x: -x)"),
    "list: reversed, zip, enumerate": listed("y = [a + b for (i, a), b in zip(enumerate(reversed(xs)), xs)]"),
    "list: max, any, all": listed("y = [max(xs), min(xs, key=lambda x: -x), any(xs), all(xs)]"),
    "list: repeated": listed("y = xs * 3\nz = xs == xs + []"),
    "tuple of a list": listed("y = tuple(xs)\nz = y + y\nw = y == tuple(xs)"),
    "dict: set": listed("y = {}\nfor x in xs:\n  y[x] = x\nend"),
    "dict: get": listed("y = {x: x for x in xs}\nfor x in xs:\n  y.get(x)\nend"),
    "dict: setdefault": listed("y = {}\nfor x in xs:\n  y.setdefault(str(x), []).append(x)\nend"),
    "dict: pop of the last": listed("y = {x: x for x in xs}\nfor x in reversed(xs):\n  y.pop(x)\nend"),
    "dict: pop of the first": listed("y = {x: x for x in xs}\nfor x in xs:\n  y.pop(x)\nend"),
    "dict: popitem": listed("y = {x: x for x in xs}\nfor x in xs:\n  y.popitem()\nend"),
    "dict: update": listed("y = {}\nfor x in xs:\n  y.update({x: x})\nend"),
    "dict: items": listed("y = {x: x for x in xs}\nz = [k + v for k, v in y.items()] + y.keys() + y.values()"),
    "dict: compared": listed("y = {x: x for x in xs}\nz = y == dict(y)"),
    "dict: of pairs": listed("y = dict([(x, x) for x in xs])"),
    set: listed("y = set(xs)\nz = [x in y for x in xs]"),
    "set: union": listed("y = set(xs).union(xs)"),
    "string: +=": listed('y = ""\nfor x in xs:\n  y += "x"\nend'),
    "string: join": listed('y = ", ".join([str(x) for x in xs])'),
    "string: split": listed('y = ", ".join([str(x) for x in xs]).split(",")'),
    "string: splitlines": listed('y = "\\n".join([str(x) for x in xs]).splitlines()'),
    "string: replace": listed('y = ("a word " * len(xs)).replace("word", "sentence")'),
    "string: find, count": listed(
      's = "a word " * len(xs)\ny = [s.find("sentence"), s.count("word"), s.rfind("x"), "y" in s]',
    ),
    "string: index": listed('s = "a" * len(xs)\ny = [s[i] for i in xs]'),
    "string: slice": listed('s = "a" * len(xs)\ny = [s[i:i+1] for i in xs]'),
    "string: slice, not ASCII": listed('s = "é" * len(xs)\ny = [s[2 * i:2 * i + 2] for i in xs]'),
    "string: elems": listed('y = [c for c in ("a" * len(xs)).elems()]'),
    "string: codepoints": listed('y = [c for c in ("é" * len(xs)).codepoints()]'),
    "string: elem_ords": listed('y = [c for c in ("a" * len(xs)).elem_ords()]'),
    "string: format": listed('y = ("{} " * len(xs)).format(*xs)'),
    "string: format by name": listed('y = ("{a} " * len(xs)).format(a=1)'),
    "string: %": listed('y = ("%s " * len(xs)) % tuple(xs)'),
    "string: upper, title, strip": listed('y = ("a word " * len(xs)).upper().title().strip().lower().capitalize()'),
    "string: repr": listed("y = repr(xs)"),
    "string: literals in turn": listed('y = ["{}-{}".format(x, "a") for x in xs]'),
    "integers: long": { most: 10_000, input: (n) => code(`x = 1\nfor i in range(${n}):\n  x = x * 7\nend\n`) },
    "calls in turn": listed("def f(x):\n  return x\nend\nfor x in xs:\n  f(x)\nend"),
    while: (n) => code(`i = 0\nwhile i < ${n}:\n  i += 1\nend\n`),
    prints: listed("for x in xs:\n  print(x)\nend"),
    "print of a list": listed("print(xs)"),
    "hasattr, getattr": listed(
      'load("@ytt:struct", "struct")\ns = struct.make(a=1)\nfor x in xs:\n  getattr(s, "a")\n  hasattr(s, "b")\nend',
    ),
    "struct of many": listed(
      'load("@ytt:struct", "struct")\ns = struct.make(**{"k%d" % x: x for x in xs})\ny = [getattr(s, "k%d" % x) for x in xs]',
    ),
    "struct.encode": listed(
      'load("@ytt:struct", "struct")\ns = struct.encode({"k%d" % x: {"a": x} for x in xs})\ny = struct.decode(s)',
    ),
    "fragment: items": (n) => one(`#@ def f():\n${keys(n)}#@ end\n#@ x = f()\nx: #@ [x[k] for k in x]\n`),
    "fragment: keys of a loop": (n) =>
      one(
        `#@ def f():\n#@ for i in range(${n}):\n#@yaml/text-templated-strings\nk(@= str(i) @): #@ i\n#@ end\n#@ end\n#@ x = f()\nx: #@ [x["k%d" % i] for i in range(${n})]\n`,
      ),
    "fragment: array": (n) =>
      one(
        `#@ def f():\n#@ for i in range(${n}):\n- #@ i\n#@ end\n#@ end\n#@ x = f()\n- #@ [x[i] for i in range(${n})]\n`,
      ),
    "data values: read": (n) => ({
      ...files({
        "schema.yml": schemaOf(keys(n)),
        "config.yml": `#@ load("@ytt:data", "data")\nx: #@ [getattr(data.values, "key%d" % i) for i in range(${n})]\n`,
      }),
    }),
  },
  modules: {
    "json.encode": listed('load("@ytt:json", "json")\ny = json.encode({str(x): x for x in xs})'),
    "json.encode, indented": listed('load("@ytt:json", "json")\ny = json.encode([[x] for x in xs], indent=2)'),
    "json.decode": listed('load("@ytt:json", "json")\ny = json.decode(json.encode({str(x): x for x in xs}))'),
    "yaml.encode": listed('load("@ytt:yaml", "yaml")\ny = yaml.encode({str(x): x for x in xs})'),
    "yaml.decode": listed('load("@ytt:yaml", "yaml")\ny = yaml.decode(yaml.encode({str(x): x for x in xs}))'),
    "toml.encode": listed('load("@ytt:toml", "toml")\ny = toml.encode({"k%d" % x: {"a": x} for x in xs})'),
    "toml.decode": listed('load("@ytt:toml", "toml")\ny = toml.decode(toml.encode({"k%d" % x: {"a": x} for x in xs}))'),
    "toml.decode, tables of arrays": listed('load("@ytt:toml", "toml")\ny = toml.decode("[[a]]\\nb = 1\\n" * len(xs))'),
    base64: listed('load("@ytt:base64", "base64")\ny = base64.decode(base64.encode("word" * len(xs)))'),
    "md5, sha256": listed(
      'load("@ytt:md5", "md5")\nload("@ytt:sha256", "sha256")\ny = md5.sum("a" * len(xs)) + sha256.sum("a" * len(xs))',
    ),
    "regexp.match": listed('load("@ytt:regexp", "regexp")\ny = regexp.match("a.*b$", "a" * len(xs))'),
    "regexp.match in turn": listed('load("@ytt:regexp", "regexp")\ny = [regexp.match("^[a-z]+$", "word") for x in xs]'),
    "regexp.replace": listed('load("@ytt:regexp", "regexp")\ny = regexp.replace("w[a-z]", "a word " * len(xs), "x")'),
    url: listed(
      'load("@ytt:url", "url")\ny = url.path_segment_decode(url.path_segment_encode("a b/" * len(xs)))\nz = url.query_params_decode(url.query_params_encode({"k%d" % x: ["a b"] for x in xs}))\nu = url.parse("http://a/" + "b" * len(xs))',
    ),
    ip: listed('load("@ytt:ip", "ip")\ny = [ip.parse_addr("10.0.0.1").is_ipv4() for x in xs]'),
    version: listed('load("@ytt:version", "version")\nfor x in xs:\n  version.require_at_least("0.40.0")\nend'),
    math: listed('load("@ytt:math", "math")\ny = [math.sqrt(x) for x in xs]'),
    assert: listed(
      'load("@ytt:assert", "assert")\nfor x in xs:\n  assert.equals(x, x)\n  assert.try_to(lambda: assert.fail("x"))\nend\nassert.equals(xs, list(xs))',
    ),
    "yaml fragments encoded": (n) =>
      one(`#@ load("@ytt:yaml", "yaml")\n#@ def f():\n${keys(n)}#@ end\nx: #@ yaml.encode(f())\n`),
  },
  values: {
    "schema keys": (n) => withData({ "schema.yml": schemaOf(keys(n)) }),
    "schema keys, given values": (n) => withData({ "schema.yml": schemaOf(keys(n)), "values.yml": valuesOf(keys(n)) }),
    "schema annotations": (n) =>
      withData({
        "schema.yml": schemaOf(lines(n, (i) => `#@schema/desc "text ${i}"\n#@schema/nullable\nkey${i}: ${i}\n`)),
      }),
    "schema documents": (n) =>
      withData({ "schema.yml": lines(n, (i) => `${schemaOf(`#@overlay/match missing_ok=True\nkey${i}: 0\n`)}`) }),
    "items of an array": (n) =>
      withData({
        "schema.yml": schemaOf('a:\n- name: ""\n'),
        "values.yml": valuesOf(`a:\n${lines(n, (i) => `- name: n${i}\n`)}`),
      }),
    "any: keys": (n) =>
      withData({
        "schema.yml": schemaOf("#@schema/type any=True\na: {}\n"),
        "values.yml": valuesOf(
          `#@overlay/match-child-defaults missing_ok=True\na:\n${lines(n, (i) => `  k${i}: 1\n`)}`,
        ),
      }),
    "values without schema": (n) => withData({ "values.yml": valuesOf(keys(n)) }),
    "values documents": (n) =>
      withData({ "schema.yml": schemaOf(keys(10)), "values.yml": lines(n, (i) => valuesOf(`key${i % 10}: ${i}\n`)) }),
    "values documents with keys of their own": {
      most: 10_000,
      input: (n) =>
        withData({ "values.yml": lines(n, (i) => valuesOf(`#@overlay/match missing_ok=True\nkey${i}: ${i}\n`)) }),
    },
    "values files": (n) => ({
      ...withData({
        "schema.yml": schemaOf(keys(10)),
        ...Object.fromEntries(Array.from({ length: n }, (_, i) => [`v${i}.yml`, valuesOf(`key${i % 10}: 1\n`)])),
      }),
    }),
    "--data-value": (n) =>
      withData({ "schema.yml": schemaOf(lines(10, (i) => `key${i}: ""\n`)) }, [
        ...Array.from({ length: n }, (_, i) => ["-v", `key${i % 10}=x`]).flat(),
        "-f",
        ".",
      ]),
    "--data-value of keys": {
      most: 10_000,
      input: (n) =>
        withData({ "schema.yml": schemaOf(keys(n)) }, [
          ...Array.from({ length: n }, (_, i) => ["--data-value-yaml", `key${i}=1`]).flat(),
          "-f",
          ".",
        ]),
    },
    "--data-values-file": (n) =>
      withData(
        {
          "schema.yml": schemaOf(keys(10)),
          ...Object.fromEntries(Array.from({ length: n }, (_, i) => [`given/v${i}.yml`, `key${i % 10}: 1\n`])),
        },
        [...Array.from({ length: n }, (_, i) => ["--data-values-file", `given/v${i}.yml`]).flat(), ...CODE_AND_SCHEMA],
      ),
    "one --data-values-file": (n) =>
      withData({ "schema.yml": schemaOf(keys(n)), "given.yml": keys(n) }, [
        "--data-values-file",
        "given.yml",
        ...CODE_AND_SCHEMA,
      ]),
    "--data-values-env": {
      most: 10_000,
      input: (n) => ({
        ...withData({ "schema.yml": schemaOf(lines(n, (i) => `key${i}: ""\n`)) }, [
          "--data-values-env",
          "V",
          "-f",
          ".",
        ]),
        env: Object.fromEntries(Array.from({ length: n }, (_, i) => [`V_key${i}`, "1"])),
      }),
    },
    "-f": (n) => ({
      ...files(Object.fromEntries(Array.from({ length: n }, (_, i) => [`f${i}.yml`, `a: ${i}\n`]))),
      args: Array.from({ length: n }, (_, i) => ["-f", `f${i}.yml`]).flat(),
    }),
    "--file-mark": {
      most: 10_000,
      input: (n) => ({
        ...files(Object.fromEntries(Array.from({ length: n }, (_, i) => [`f${i}.yml`, `a: ${i}\n`]))),
        args: ["-f", ".", ...Array.from({ length: n }, (_, i) => ["--file-mark", `f${i}.yml:path=g${i}.yml`]).flat()],
      }),
    },
    "wrong types": {
      fails: true,
      input: (n) =>
        withData({ "schema.yml": schemaOf(keys(n)), "values.yml": valuesOf(lines(n, (i) => `key${i}: text\n`)) }),
    },
    "unexpected keys": {
      fails: true,
      input: (n) =>
        withData({ "schema.yml": schemaOf(keys(n)), "values.yml": valuesOf(lines(n, (i) => `kay${i}: 1\n`)) }),
    },
    "unexpected keys of a file": {
      fails: true,
      input: (n) =>
        withData({ "schema.yml": schemaOf(keys(n)), "given.yml": lines(n, (i) => `kay${i}: 1\n`) }, [
          "--data-values-file",
          "given.yml",
          ...CODE_AND_SCHEMA,
        ]),
    },
    rules: (n) =>
      withData({ "schema.yml": schemaOf(lines(n, (i) => `#@schema/validation min=0, max=1000000\nkey${i}: ${i}\n`)) }),
    "rules that call": (n) =>
      withData({
        "schema.yml": schemaOf(lines(n, (i) => `#@schema/validation ("even", lambda v: True)\nkey${i}: ${i}\n`)),
      }),
    "rules that fail": {
      fails: true,
      input: (n) =>
        withData({
          "schema.yml": schemaOf(lines(n, (i) => `#@schema/validation ("no", lambda v: v // 0)\nkey${i}: ${i}\n`)),
        }),
    },
    "numbers as keys": (n) =>
      withData({
        "config.yml": "a: 1\n",
        "schema.yml": schemaOf(lines(n, (i) => `${i}: ${i}\n`)),
        "values.yml": valuesOf(lines(n, (i) => `${i}: 1\n`)),
      }),
    "rules of an item": (n) =>
      withData({
        "schema.yml": schemaOf('a:\n#@schema/validation min_len=1\n- ""\n'),
        "values.yml": valuesOf(`a:\n${lines(n, (i) => `- n${i}\n`)}`),
      }),
    "rules with when": (n) =>
      withData({
        "schema.yml": schemaOf(
          `${lines(n, (i) => `#@schema/validation min=0, when=lambda v, ctx: ctx.root["enabled"]\nkey${i}: ${i}\n`)}enabled: true\n`,
        ),
      }),
    one_of: (n) =>
      withData({ "schema.yml": schemaOf(`#@schema/validation one_of=[${lines(n, (i) => `"v${i}"`, ", ")}]\na: v1\n`) }),
    violations: {
      fails: true,
      input: (n) =>
        withData({ "schema.yml": schemaOf(lines(n, (i) => `#@schema/validation min=1000000\nkey${i}: ${i}\n`)) }),
    },
    "violations of items": {
      fails: true,
      input: (n) =>
        withData({
          "schema.yml": schemaOf('a:\n#@schema/validation min_len=10\n- ""\n'),
          "values.yml": valuesOf(`a:\n${lines(n, (i) => `- n${i}\n`)}`),
        }),
    },
    "schema as OpenAPI": (n) =>
      withData({ "schema.yml": schemaOf(keys(n)) }, ["-f", ".", "--data-values-schema-inspect", "-o", "openapi-v3"]),
    "values inspected": (n) => withData({ "schema.yml": schemaOf(keys(n)) }, ["-f", ".", "--data-values-inspect"]),
    "schema as JSON Schema": (n) => ({
      exportSchema: { request: withData({ "schema.yml": schemaOf(keys(n)) }), format: "json-schema" },
    }),
    "schema as Markdown": (n) => ({
      exportSchema: { request: withData({ "schema.yml": schemaOf(keys(n)) }), format: "markdown" },
    }),
    "schemas compared": (n) => ({
      diffSchemas: {
        request: withData({ "schema.yml": schemaOf(keys(n)) }),
        old: [{ path: "schema.yml", content: schemaOf(lines(n, (i) => `key${i}: ""\n`)) }],
      },
    }),
    "schemas compared, keys renamed": (n) => ({
      diffSchemas: {
        request: withData({ "schema.yml": schemaOf(keys(n)) }),
        old: [{ path: "schema.yml", content: schemaOf(lines(n, (i) => `other${i}: 1\n`)) }],
      },
    }),
    "schema imported": (n) => ({
      importSchema: JSON.stringify({
        type: "object",
        properties: Object.fromEntries(Array.from({ length: n }, (_, i) => [`key${i}`, { type: "integer" }])),
      }),
    }),
  },
  overlays: {
    "items merged": (n) => files({ "a.yml": keys(n), "o.yml": `${overlayLoad}${all("all")}${keys(n)}` }),
    "items added": (n) =>
      files({
        "a.yml": "a: 1\n",
        "o.yml": `${overlayLoad}${all("all")}${lines(n, (i) => `#@overlay/match missing_ok=True\nkey${i}: ${i}\n`)}`,
      }),
    "items removed": (n) =>
      files({
        "a.yml": `a: 1\n${keys(n)}`,
        "o.yml": `${overlayLoad}${all("all")}${lines(n, (i) => `#@overlay/remove\nkey${i}:\n`)}`,
      }),
    "array items appended": (n) =>
      files({
        "a.yml": "a: []\n",
        "o.yml": `${overlayLoad}${all("all")}a:\n${lines(n, (i) => `#@overlay/append\n- ${i}\n`)}`,
      }),
    "array items inserted": (n) =>
      files({
        "a.yml": "a:\n- name: a\n",
        "o.yml": `${overlayLoad}${all("all")}a:\n${lines(n, () => `#@overlay/match by=overlay.index(0)\n#@overlay/insert before=True\n- name: a\n`)}`,
      }),
    "array items by name": {
      most: 10_000,
      input: (n) =>
        files({
          "a.yml": `a:\n${lines(n, (i) => `- name: n${i}\n`)}`,
          "o.yml": `${overlayLoad}${all("all")}a:\n${lines(n, (i) => `#@overlay/match by="name"\n#@overlay/match-child-defaults missing_ok=True\n- name: n${i}\n  x: 1\n`)}`,
        }),
    },
    "array items by index": (n) =>
      files({
        "a.yml": `a:\n${lines(n, (i) => `- ${i}\n`)}`,
        "o.yml": `${overlayLoad}${all("all")}a:\n${lines(n, (i) => `#@overlay/match by=overlay.index(${i})\n- 1\n`)}`,
      }),
    "array items, all of them": (n) =>
      files({
        "a.yml": `a:\n${lines(n, (i) => `- name: n${i}\n`)}`,
        "o.yml": `${overlayLoad}${all("all")}a:\n#@overlay/match by=overlay.all, expects="1+"\n#@overlay/match-child-defaults missing_ok=True\n- x: 1\n`,
      }),
    "array items removed": (n) =>
      files({
        "a.yml": `a:\n${lines(n, (i) => `- name: n${i}\n`)}`,
        "o.yml": `${overlayLoad}${all("all")}a:\n#@overlay/match by=overlay.all, expects="1+"\n#@overlay/remove\n- x: 1\n`,
      }),
    "array items, none matches": {
      most: 10_000,
      input: (n) =>
        files({
          "a.yml": `a:\n${lines(n, (i) => `- name: n${i}\n`)}`,
          "o.yml": `${overlayLoad}${all("all")}a:\n${lines(n, (i) => `#@overlay/match by="name", expects=[0, 1]\n- name: m${i}\n  x: 1\n`)}`,
        }),
    },
    "documents, one overlay": (n) =>
      files({
        "a.yml": lines(n, (i) => `---\na: ${i}\n`),
        "o.yml": `${overlayLoad}#@overlay/match by=overlay.all, expects="1+"\n---\na: 1\n`,
      }),
    "documents by subset": (n) =>
      files({
        "a.yml": lines(n, (i) => `---\na: ${i}\n`),
        "o.yml": `${overlayLoad}#@overlay/match by=overlay.subset({"a": 1}), expects="1+"\n---\na: 1\n`,
      }),
    "documents removed": (n) =>
      files({
        "a.yml": lines(n, (i) => `---\na: ${i}\n`),
        "o.yml": `${overlayLoad}#@overlay/match by=overlay.all, expects="1+"\n#@overlay/remove\n---\n`,
      }),
    "documents inserted": (n) =>
      files({
        "a.yml": lines(n, (i) => `---\na: ${i}\n`),
        "o.yml": `${overlayLoad}#@overlay/match by=overlay.all, expects="1+"\n#@overlay/insert after=True\n---\nb: 1\n`,
      }),
    "files, one overlay": (n) =>
      files({
        ...Object.fromEntries(Array.from({ length: n }, (_, i) => [`f${i}.yml`, `a: ${i}\n`])),
        "o.yml": `${overlayLoad}#@overlay/match by=overlay.all, expects="1+"\n---\na: 1\n`,
      }),
    "overlays of one document": (n) =>
      files({ "a.yml": "a: 1\n", "o.yml": `${overlayLoad}${lines(n, (i) => `${all("all")}a: ${i}\n`)}` }),
    "overlays of as many documents": {
      most: 1000,
      input: (n) =>
        files({
          "a.yml": lines(n, (i) => `---\na: ${i}\n`),
          "o.yml": `${overlayLoad}${lines(n, (i) => `#@overlay/match by=overlay.subset({"a": ${i}})\n---\na: ${i}\n`)}`,
        }),
    },
    "overlay.apply in turn": (n) =>
      one(
        `${overlayLoad}#@ def a():\nx: 1\n#@ end\n#@ def b():\nx: 2\n#@ end\n${lines(n, (i) => `k${i}: #@ overlay.apply(a(), b())\n`)}`,
      ),
    "overlay.apply with many": (n) =>
      one(
        `${overlayLoad}#@ def a():\nx: 1\n#@ end\n#@ def b():\nx: 2\n#@ end\nk: #@ overlay.apply(a(), *[b() for i in range(${n})])\n`,
      ),
    "items replaced by a function": (n) =>
      files({
        "a.yml": keys(n),
        "o.yml": `${overlayLoad}${all("all")}${lines(n, (i) => `#@overlay/replace via=lambda a, b: b\nkey${i}: 1\n`)}`,
      }),
    assertions: (n) =>
      files({
        "a.yml": keys(n),
        "o.yml": `${overlayLoad}${all("all")}${lines(n, (i) => `#@overlay/assert via=lambda a, b: True\nkey${i}: 1\n`)}`,
      }),
    "no match among many": {
      fails: true,
      input: (n) => files({ "a.yml": keys(n), "o.yml": `${overlayLoad}${all("all")}other: 1\n` }),
    },
    "no match among documents": {
      fails: true,
      input: (n) =>
        files({
          "a.yml": lines(n, (i) => `---\nkind: k${i}\n`),
          "o.yml": `${overlayLoad}${all("subset", '({"kind": "K"})')}a: 1\n`,
        }),
    },
  },
  libraries: {
    "files of a library": (n) =>
      files({
        "config.yml":
          '#@ load("@ytt:library", "library")\n#@ load("@ytt:template", "template")\n--- #@ template.replace(library.get("lib").eval())\n',
        ...Object.fromEntries(Array.from({ length: n }, (_, i) => [`_ytt_lib/lib/f${i}.yml`, `a: ${i}\n`])),
      }),
    "evaluations of a library": (n) =>
      files({
        "config.yml": `#@ load("@ytt:library", "library")\n#@ load("@ytt:template", "template")\n#@ for i in range(${n}):\n--- #@ template.replace(library.get("lib").with_data_values({"a": i}).eval())\n#@ end\n`,
        "_ytt_lib/lib/schema.yml": schemaOf("a: 0\n"),
        "_ytt_lib/lib/f.yml": '#@ load("@ytt:data", "data")\na: #@ data.values.a\n',
      }),
    libraries: (n) =>
      files({
        "config.yml": `#@ load("@ytt:library", "library")\n#@ load("@ytt:template", "template")\n#@ for i in range(${n}):\n--- #@ template.replace(library.get("lib%d" % i).eval())\n#@ end\n`,
        ...Object.fromEntries(Array.from({ length: n }, (_, i) => [`_ytt_lib/lib${i}/f.yml`, `a: ${i}\n`])),
      }),
    "data values for a library": (n) =>
      files({
        "config.yml":
          '#@ load("@ytt:library", "library")\n#@ load("@ytt:template", "template")\n--- #@ template.replace(library.get("lib").eval())\n',
        "_ytt_lib/lib/schema.yml": schemaOf("a: 0\n"),
        "_ytt_lib/lib/f.yml": '#@ load("@ytt:data", "data")\na: #@ data.values.a\n',
        "values.yml": lines(n, (i) => `#@library/ref "@lib"\n${valuesOf(`a: ${i}\n`)}`),
      }),
    "data.read": (n) =>
      files({
        "config.yml": `#@ load("@ytt:data", "data")\n#@ for i in range(${n}):\n- #@ len(data.read("a.txt"))\n#@ end\n`,
        "a.txt": "text\n",
      }),
    "data.list": (n) =>
      files({
        "config.yml": '#@ load("@ytt:data", "data")\na: #@ len(data.list())\n',
        ...Object.fromEntries(Array.from({ length: n }, (_, i) => [`d/f${i}.txt`, "a\n"])),
      }),
  },
  output: {
    "as JSON": (n) => ({ ...one(keys(n)), args: ["-f", ".", "-o", "json"] }),
    positions: (n) => ({ ...one(keys(n)), args: ["-f", ".", "-o", "pos"] }),
    files: (n) => ({
      ...files(Object.fromEntries(Array.from({ length: n }, (_, i) => [`f${i}.yml`, `a: ${i}\n`]))),
      args: ["-f", ".", "--output-files", "out"],
    }),
    "files inspected": (n) => ({
      ...files(Object.fromEntries(Array.from({ length: n }, (_, i) => [`f${i}.yml`, `a: ${i}\n`]))),
      args: ["-f", ".", "--files-inspect"],
    }),
    formatted: (n) => ({ format: lines(n, (i) => `key${i}:   ${i} #! note\n`) }),
    checks: (n) => ({
      ...one(keys(n)),
      checks: Array.from({ length: n }, (_, i) => ({ output: { contains: `key${i}: ${i}` } })),
    }),
  },
  bundles: {
    "files written": (n) => ({
      writeBundle: files(Object.fromEntries(Array.from({ length: n }, (_, i) => [`f${i}.yml`, `a: ${i}\n`]))),
    }),
    "lines written": (n) => ({ writeBundle: one(keys(n)) }),
    "files read": (n) => ({ readBundle: `ytterby: 1\nfiles:\n${lines(n, (i) => `  f${i}.yml: |\n    a: ${i}\n`)}` }),
    "lines read": (n) => ({ readBundle: `ytterby: 1\nfiles:\n  a.yml: |\n${lines(n, (i) => `    key${i}: ${i}\n`)}` }),
  },
  editor: {
    "lint of keys": {
      ask: "lint",
      input: (n) => withData({ "schema.yml": schemaOf(keys(n)), "values.yml": valuesOf(keys(n)) }),
    },
    "lint of code": { ask: "lint", input: (n) => one(lines(n, (i) => `#@ v${i} = ${i}\na${i}: #@ v${i}\n`)) },
    "lint of functions": {
      ask: "lint",
      input: (n) => one(`${lines(n, (i) => `#@ def f${i}(x):\na: #@ x\n#@ end\n`)}a: 1\n`),
    },
    "lint of loads": {
      ask: "lint",
      input: (n) =>
        files({
          "config.yml": `#@ load("a.star", ${lines(n, (i) => `"v${i}"`, ", ")})\nx: #@ v0\n`,
          "a.star": lines(n, (i) => `v${i} = ${i}\n`),
        }),
    },
    "lint of files": {
      ask: "lint",
      input: (n) =>
        files(Object.fromEntries(Array.from({ length: n }, (_, i) => [`f${i}.yml`, `#@ x = ${i}\na: #@ x\n`]))),
    },
    "lint of uses of data values": {
      ask: "lint",
      input: (n) =>
        withData({
          "schema.yml": schemaOf(keys(n)),
          "config.yml": `#@ load("@ytt:data", "data")\n${lines(n, (i) => `a${i}: #@ data.values.key${i}\n`)}`,
        }),
    },
    "completion of names": { ask: "complete", input: (n) => one(`${lines(n, (i) => `#@ v${i} = ${i}\n`)}a: #@ v§\n`) },
    "completion of data values": {
      ask: "complete",
      input: (n) =>
        withData({
          "schema.yml": schemaOf(keys(n)),
          "config.yml": '#@ load("@ytt:data", "data")\na: #@ data.values.§\n',
        }),
    },
    "completion of keys": {
      ask: "complete",
      input: (n) => withData({ "schema.yml": schemaOf(keys(n)), "config.yml": valuesOf("§\n") }),
    },
    "hover of a name": { ask: "hover", input: (n) => one(`${lines(n, (i) => `#@ v${i} = ${i}\n`)}a: #@ v§0\n`) },
    "hover of a data value": {
      ask: "hover",
      input: (n) =>
        withData({
          "schema.yml": schemaOf(keys(n)),
          "config.yml": '#@ load("@ytt:data", "data")\na: #@ data.values.k§ey0\n',
        }),
    },
    "definition of a name": {
      ask: "definition",
      input: (n) => one(`${lines(n, (i) => `#@ v${i} = ${i}\n`)}a: #@ v§0\n`),
    },
    "definition of a data value": {
      ask: "definition",
      input: (n) =>
        withData({
          "schema.yml": schemaOf(keys(n)),
          "config.yml": '#@ load("@ytt:data", "data")\na: #@ data.values.k§ey0\n',
        }),
    },
    "renaming of a name": {
      ask: "rename",
      input: (n) => one(`#@ v = 1\n${lines(n, (i) => `a${i}: #@ v\n`)}a: #@ §v\n`),
    },
    "renaming of a data value": {
      ask: "rename",
      input: (n) =>
        withData({
          "schema.yml": schemaOf(keys(n)),
          "config.yml": `#@ load("@ytt:data", "data")\n${lines(n, (i) => `a${i}: #@ data.values.key${i}\n`)}b: #@ data.values.k§ey0\n`,
        }),
    },
    "used data values": {
      ask: "used",
      input: (n) =>
        withData({
          "schema.yml": schemaOf(keys(n)),
          "config.yml": `#@ load("@ytt:data", "data")\n${lines(n, (i) => `a${i}: #@ data.values.key${i}\n`)}`,
        }),
    },
  },
};

/** All subjects, in the order of the table: `{ part, name, input, ask, most, fails }`. */
export const subjects = Object.entries(parts).flatMap(([part, those]) =>
  Object.entries(those).map(([name, subject]) => ({
    part,
    name,
    most: 100_000,
    ...(typeof subject === "function" ? { input: subject } : subject),
  })),
);
