// The subjects of the scaling benchmark (scaling.mjs): each is an input of any number of the same thing.
// `input(n)` is a request, or a question of crate/cli/src/question.rs; `ask` a function of the wasm beside the file and the offset
// that it is asked about. `fails`: it is an error. `most`: the largest number that says anything, where ytt's own rules ask for each pair, or a limit is lower.

/** `n` texts. In a string, `~` is the number of each. */
const texts = (n, text) => {
  const made = typeof text === "string" ? (i) => text.replaceAll("~", i) : text;
  return Array.from({ length: n }, (_, i) => made(i));
};

const lines = (n, text, between = "") => texts(n, text).join(between);

/** `n` words, each preceded by a flag. */
const flags = (n, flag, word) => texts(n, word).flatMap((word) => [flag, word]);

const files = (contents, args) => ({
  files: Object.entries(contents).map(([path, content]) => ({ path, content })),
  ...(args && { args }),
});

/** `n` files by path. */
const many = (n, path, content = "a: ~\n") => {
  const contents = texts(n, content);
  return Object.fromEntries(texts(n, path).map((path, i) => [path, contents[i]]));
};

const one = (content, args) => files({ "config.yml": content }, args);

const code = (content) => files({ "config.star": content });

/** A program that does something with `xs`, a list of `n` numbers. */
const listed = (does) => (n) => code(`xs = [i for i in range(${n})]\n${does}\n`);

/** The same, with a module. */
const using = (module, does) => listed(`load("@ytt:${module}", "${module}")\n${does}`);

const data = '#@ load("@ytt:data", "data")\n';

const withData = (contents, args) => files({ "config.yml": `${data}x: #@ data.values\n`, ...contents }, args);

const CODE_AND_SCHEMA = ["-f", "config.yml", "-f", "schema.yml"];

const schemaOf = (text) => `#@data/values-schema\n---\n${text}`;

const valuesOf = (text) => `#@data/values\n---\n${text}`;

/** A schema of `n` keys with an annotation each. */
const annotated = (annotation) => (n) =>
  withData({ "schema.yml": schemaOf(lines(n, (i) => `#@schema/${annotation}\nkey${i}: ${i}\n`)) });

const keys = (n) => lines(n, "key~: ~\n");

const names = (n) => lines(n, "- name: n~\n");

const documents = (n) => lines(n, "---\na: ~\n");

const overlayLoad = '#@ load("@ytt:overlay", "overlay")\n';

const all = "#@overlay/match by=overlay.all\n---\n";

/** A file, and one with overlays. */
const overlaid = (content, overlays) => files({ "a.yml": content, "o.yml": `${overlayLoad}${overlays}` });

/** An overlay of each of `n` documents. */
const ofDocuments =
  (overlay, by = "overlay.all") =>
  (n) =>
    overlaid(documents(n), `#@overlay/match by=${by}, expects="1+"\n${overlay}`);

const fails = (input) => ({ fails: true, input });

const few = (input, most = 10_000) => ({ most, input });

/** A question of an editor. */
const asks = (ask, input) => ({ ask, input });

const lint = (input) => asks("lint", input);

/** A schema of `n` keys, and an older one. */
const compared = (n, key) => ({
  diffSchemas: {
    request: withData({ "schema.yml": schemaOf(keys(n)) }),
    old: [{ path: "schema.yml", content: schemaOf(lines(n, key)) }],
  },
});

/** A schema of `n` keys, and a file that uses data values, with a line for each. */
const usesData =
  (line, last = "") =>
  (n) =>
    files({ "schema.yml": schemaOf(keys(n)), "config.yml": data + lines(n, line) + last });

const library = '#@ load("@ytt:library", "library")\n#@ load("@ytt:template", "template")\n';

const evaluated = `${library}--- #@ template.replace(library.get("lib").eval())\n`;

const twoFunctions = `${overlayLoad}#@ def a():\nx: 1\n#@ end\n#@ def b():\nx: 2\n#@ end\n`;

/** The subjects of each part, by name: functions from `n`, or objects as above. */
const parts = {
  reading: {
    "map items": (n) => one(keys(n)),
    "array items": (n) => one(lines(n, "- ~\n")),
    documents: (n) => one(documents(n)),
    "comments and empty lines": (n) =>
      one(`${lines(n, "#! ~\n")}${lines(n, "#! ~\n\na~: 1 #! note\n")}${"#!\n\n".repeat(n)}`),
    "items on one line": (n) => one(`a: [${lines(n, String, ", ")}]\n`),
    "pairs on one line": (n) => one(`a: {${lines(n, "k~: ~", ", ")}}\n`),
    "pairs in brackets": (n) => one(`a: [${lines(n, "k~: ~", ", ")}]\n`),
    "long words": (n) => one(`a: ${"word".repeat(n)}\nb: "${"a word ".repeat(n)}"\nc: "${"\\u00e9".repeat(n)}"\n`),
    "lines of texts": (n) => one(`a: |\n${lines(n, "  line ~\n")}b:\n${lines(n, "  line ~\n")}`),
    "texts of a block": (n) => one(lines(n, "a~: |\n  text\n")),
    "anchors and aliases": (n) => one(lines(n, "a~: &a~ {b: ~}\nb~: *a~\n")),
    "aliases of one anchor": (n) => one(`a: &a {b: 1}\n${lines(n, "a~: *a\nm~:\n  <<: *a\n")}`),
    "keys merged": (n) => one(`a: &a\n${lines(n, "  b~: 1\n")}m:\n  <<: *a\n`),
    tags: (n) => one(`${lines(n, "a~: !!str ~\n")}a: [${lines(n, "!!str ~", ", ")}]\n`),
    "keys repeated": (n) => one(`${keys(n)}${keys(n)}`),
    files: (n) => files({ ...many(n, "f~.yml"), ...many(n, "f~.bin") }),
    "files in folders": (n) => files(many(n, "d~/f.yml")),
    "an error at the end": fails((n) => one(`${keys(n)}a: [\n`)),
  },
  template: {
    values: (n) => one(lines(n, "key~: #@ ~ + 1\n")),
    "values of items": (n) => one(lines(n, "- #@ ~ + 1\n")),
    "lines of code": (n) => one(lines(n, "#@ v~ = ~\na~: 1\n")),
    "lines of code in a row": (n) => one(`${lines(n, "#@ v~ = ~\n")}a: 1\n`),
    conditions: (n) => one(lines(n, "#@ if ~ % 2:\na~: 1\n#@ end\n")),
    loops: (n) => one(lines(n, "#@ for x in [1]:\n- ~\n#@ end\n")),
    "turns of a loop": (n) => one(`#@ for i in range(${n}):\n- name: #@ i\n  value: 1\n#@ end\n`),
    "documents of a loop": (n) => one(`#@ for i in range(${n}):\n---\na: #@ i\n#@ end\n`),
    "keys of a loop": (n) =>
      one(`#@ for i in range(${n}):\n#@yaml/text-templated-strings\nkey(@= str(i) @): #@ i\n#@ end\n`),
    "functions with YAML": (n) => one(`${lines(n, "#@ def f~():\na: ~\n#@ end\n")}a: 1\n`),
    "calls of functions with YAML": (n) => one(`#@ def f(x):\na: #@ x\n#@ end\n${lines(n, "a~: #@ f(~)\n")}`),
    annotations: (n) => one(lines(n, "#@yaml/text-templated-strings\na~: (@= str(~) @)\n")),
    "annotations in a row": (n) => one(`${lines(n, "#@test/a~\n")}a: #@ 1\n`),
    "keys overridden": (n) => one(`${keys(n)}${lines(n, "#@yaml/map-key-override\nkey~: 1\n")}`),
    "items replaced": (n) =>
      one(`#@ load("@ytt:template", "template")\n${lines(n, '_: #@ template.replace({"k~": 1})\n')}`),
    "items in one replacement": (n) =>
      one(`#@ load("@ytt:template", "template")\n_: #@ template.replace({str(i): i for i in range(${n})})\n`),
    "text templates: values": (n) => files({ "a.txt": lines(n, "line (@= str(~) @)\n") }),
    "text templates: lines": (n) => files({ "a.txt": `${lines(n, "line ~\n")}(@= "x" @)\n` }),
    "text templates: one line": (n) => files({ "a.txt": lines(n, "(@= str(~) @) ") }),
    "text templates: a value of many lines": (n) => files({ "a.txt": `(@= "".join([\n${lines(n, '"~",\n')}]) @)` }),
    "text templates: code": (n) => files({ "a.txt": `(@ ${lines(n, "v~ = ~\n")}@)x\n` }),
    "text templates: turns": (n) => files({ "a.txt": `(@ for i in range(${n}): -@)\nline (@= str(i) @)\n(@ end @)\n` }),
    "items on one line": (n) => one(`#@ x = 1\na: [${lines(n, String, ", ")}]\n`),
    "values in a string": (n) => one(`#@yaml/text-templated-strings\na: "${lines(n, "(@= str(~) @) ")}"\n`),
    "an error at the end": fails((n) => one(`${lines(n, "a~: #@ ~\n")}b: #@ 1 // 0\n`)),
  },
  dialect: {
    statements: (n) => code(`${lines(n, "v~ = ~\n")}${lines(n, "w~ = ~", "; ")}\n`),
    "assignments to one name": (n) => code(lines(n, "v = ~\n")),
    "comments and empty lines": (n) => code(`${"\n".repeat(n)}${lines(n, "# ~\n")}x = 1\n`),
    functions: (n) => code(lines(n, "def f~(x):\n  return x\nend\n")),
    "functions in a function": (n) => code(`def f():\n${lines(n, "  def f~(x):\n    return x\n  end\n")}end\nf()\n`),
    calls: (n) => code(`def f(x):\n  return x\nend\n${lines(n, "f(~)\n")}`),
    lambdas: (n) => code(`${lines(n, "f~ = lambda x: x\n")}x = [${lines(n, "lambda x: x", ", ")}]\n`),
    parameters: (n) => code(`def f(${lines(n, "p~=0", ", ")}):\n  return p0\nend\nf()\n`),
    "named arguments": (n) => code(`def f(**kw):\n  return len(kw)\nend\nf(${lines(n, "p~=0", ", ")})\n`),
    "names of functions": (n) =>
      code(
        `def f():\n${lines(n, "  v~ = ~\n")}  def g():\n    return ${lines(n, "v~", ", ")}\n  end\n  return g()\nend\nf()\n`,
      ),
    "uses of names": (n) => code(`x = 1\n${lines(n, "v~ = x\n")}y = [${lines(n, "v~", ", ")}]\n`),
    "names unpacked": (n) => code(`${lines(n, "v~", ", ")} = range(${n})\n`),
    "string literals": (n) => code(`x = [${lines(n, '"text ~"', ", ")}]\n`),
    "long string literals": (n) =>
      code(`x = "${"a word ".repeat(n)}"\ny = """${"a word\n".repeat(n)}"""\nz = "${"\\n".repeat(n)}"\n`),
    "dict literals": (n) => code(`x = {${lines(n, '"k~": ~, ~: ~', ", ")}}\n`),
    "list literals": (n) => code(`x = [${lines(n, "[~]", ", ")}]\ny = [\n${lines(n, "  ~,\n")}]\n`),
    sum: few((n) => code(`x = ${lines(n, String, " + ")}\n`)),
    "sum of names": few((n) => code(`a = 1\nx = ${lines(n, "a", " + ")}\n`)),
    "or of names": (n) => code(`a = 0\nx = ${lines(n, "a", " or ")}\n`),
    "sum of lines": few((n) => code(`x = (${lines(n, String, " +\n")})\ny = ${lines(n, String, " + \\\n")}\n`)),
    "elif branches": (n) =>
      code(`x = 1\nif x == 0:\n  y = 0\n${lines(n, (i) => `elif x == ${i + 1}:\n  y = ${i}\n`)}end\n`),
    branches: (n) => code(lines(n, "if ~ == 1:\n  v = ~\nelse:\n  v = 1\nend\n")),
    "names loaded": (n) =>
      files({
        "config.yml": `#@ load("a.star", ${lines(n, '"v~"', ", ")})\nx: #@ v0\n`,
        "a.star": lines(n, "v~ = ~\n"),
      }),
    "files loaded": (n) =>
      files({
        "config.yml": `${lines(n, '#@ load("f~.star", v~="v")\n')}x: #@ v0\n`,
        ...many(n, "f~.star", "v = ~\n"),
      }),
    "files that load one": (n) =>
      files({
        "lib.star": "v = 1\n",
        ...many(n, "f~.yml", '#@ load("lib.star", "v")\na: #@ v\n'),
      }),
    "undefined names": fails((n) => code(lines(n, "v~ = u~\n"))),
    "undefined names like others": fails((n) => code(`${lines(n, "name~ = 1\n")}${lines(n, "x = nam~\n")}`)),
    "a syntax error at the end": fails((n) => code(`${lines(n, "v~ = ~\n")}x = \n`)),
    "an error at the end": fails((n) => code(`${lines(n, "v~ = ~\n")}x = 1 // 0\n`)),
  },
  starlark: {
    "list: append": listed("y = []\nfor x in xs:\n  y.append(x)\nend"),
    "list: pop": listed("for i in range(len(xs)):\n  xs.pop()\nend"),
    "list: pop(0)": listed("for i in range(len(xs)):\n  xs.pop(0)\nend"),
    "list: insert(0)": listed("y = []\nfor x in xs:\n  y.insert(0, x)\nend"),
    "list: index": listed("for i in range(100):\n  xs.index(xs[-1])\nend"),
    "list: index of items": listed("for i in range(len(xs)):\n  xs[i] = xs[-1]\nend"),
    "list: extend, +=": listed("y = []\nfor x in xs:\n  y.extend([x])\n  y += [x]\nend"),
    "list: slice": listed("y = [xs[i:i+2] for i in xs]"),
    "list: sorted": listed("y = sorted([str(x * 7919 % 100003) for x in xs])\nz = sorted(xs, key=lambda x: -x)"),
    "list: of a whole": listed(
      "y = [a + b for (i, a), b in zip(enumerate(reversed(xs)), xs)]\nz = [max(xs), min(xs, key=lambda x: -x), any(xs), all(xs), xs * 3, xs == xs + []]\nw = tuple(xs)\nv = w + w == w",
    ),
    "dict: set, get": listed("y = {}\nfor x in xs:\n  y[x] = x\n  y.get(x)\n  y.update({x: x})\nend"),
    "dict: setdefault": listed("y = {}\nfor x in xs:\n  y.setdefault(str(x), []).append(x)\nend"),
    "dict: pop of the last": listed("y = {x: x for x in xs}\nfor x in reversed(xs):\n  y.pop(x)\nend"),
    "dict: pop of the first": listed("y = {x: x for x in xs}\nfor x in xs:\n  y.pop(x)\nend"),
    "dict: popitem": listed("y = {x: x for x in xs}\nfor x in xs:\n  y.popitem()\nend"),
    "dict: of a whole": listed(
      "y = dict([(x, x) for x in xs])\nz = [k + v for k, v in y.items()] + y.keys() + y.values()\nw = y == dict(y)",
    ),
    set: listed("y = set(xs)\nz = [x in y for x in xs]\nw = y.union(xs)"),
    "string: +=": listed('y = ""\nfor x in xs:\n  y += "x"\nend'),
    "string: join, split": listed(
      'y = ", ".join([str(x) for x in xs]).split(",")\nz = "\\n".join([str(x) for x in xs]).splitlines()',
    ),
    "string: find, replace": listed(
      's = "a word " * len(xs)\ny = [s.find("sentence"), s.count("word"), s.rfind("x"), "y" in s, s.replace("word", "x")]',
    ),
    "string: index, slice": listed('s = "a" * len(xs)\ny = [s[i] for i in xs]\nz = [s[i:i+1] for i in xs]'),
    "string: slice, not ASCII": listed('s = "é" * len(xs)\ny = [s[2 * i:2 * i + 2] for i in xs]'),
    "string: elems": listed(
      's = "é" * len(xs)\ny = [c for c in s.elems()]\nz = [c for c in s.codepoints()]\nw = [c for c in s.elem_ords()]',
    ),
    "string: format, %": listed(
      'y = ("{} " * len(xs)).format(*xs)\nz = ("{a} " * len(xs)).format(a=1)\nw = ("%s " * len(xs)) % tuple(xs)',
    ),
    "string: upper, title, strip": listed('y = ("a word " * len(xs)).upper().title().strip().lower().capitalize()'),
    "string: repr": listed("y = repr(xs)\nprint(xs)"),
    "string: literals in turn": listed('y = ["{}-{}".format(x, "a") for x in xs]'),
    "integers: long": few((n) => code(`x = 1\nfor i in range(${n}):\n  x = x * 7\nend\n`)),
    "calls in turn": listed("def f(x):\n  return x\nend\nfor x in xs:\n  f(x)\nend"),
    while: (n) => code(`i = 0\nwhile i < ${n}:\n  i += 1\nend\n`),
    prints: listed("for x in xs:\n  print(x)\nend"),
    "hasattr, getattr": using(
      "struct",
      's = struct.make(a=1)\nfor x in xs:\n  getattr(s, "a")\n  hasattr(s, "b")\nend',
    ),
    "struct of many": using(
      "struct",
      's = struct.make(**{"k%d" % x: x for x in xs})\ny = [getattr(s, "k%d" % x) for x in xs]',
    ),
    "struct.encode": using("struct", 's = struct.encode({"k%d" % x: {"a": x} for x in xs})\ny = struct.decode(s)'),
    "fragment: items": (n) => one(`#@ def f():\n${keys(n)}#@ end\n#@ x = f()\nx: #@ [x[k] for k in x]\n`),
    "fragment: keys of a loop": (n) =>
      one(
        `#@ def f():\n#@ for i in range(${n}):\n#@yaml/text-templated-strings\nk(@= str(i) @): #@ i\n#@ end\n#@ end\n#@ x = f()\nx: #@ [x["k%d" % i] for i in range(${n})]\n`,
      ),
    "fragment: array": (n) =>
      one(
        `#@ def f():\n#@ for i in range(${n}):\n- #@ i\n#@ end\n#@ end\n#@ x = f()\n- #@ [x[i] for i in range(${n})]\n`,
      ),
    "data values: read": usesData('a~: #@ getattr(data.values, "key~")\n'),
  },
  modules: {
    json: using("json", "y = json.decode(json.encode({str(x): [x] for x in xs}, indent=2))"),
    yaml: using("yaml", "y = yaml.decode(yaml.encode({str(x): x for x in xs}))"),
    "toml.encode": using("toml", 'y = toml.encode({"k%d" % x: {"a": x} for x in xs})'),
    "toml.decode": using("toml", 'y = toml.decode(toml.encode({"k%d" % x: {"a": x} for x in xs}))'),
    "toml.decode, tables of arrays": using("toml", 'y = toml.decode("[[a]]\\nb = 1\\n" * len(xs))'),
    base64: using("base64", 'y = base64.decode(base64.encode("word" * len(xs)))'),
    md5: using("md5", 'y = md5.sum("a" * len(xs))'),
    sha256: using("sha256", 'y = sha256.sum("a" * len(xs))'),
    "regexp.match": using("regexp", 'y = regexp.match("a.*b$", "a" * len(xs))'),
    "regexp.match in turn": using("regexp", 'y = [regexp.match("^[a-z]+$", "word") for x in xs]'),
    "regexp.replace": using("regexp", 'y = regexp.replace("w[a-z]", "a word " * len(xs), "x")'),
    url: using(
      "url",
      'y = url.path_segment_decode(url.path_segment_encode("a b/" * len(xs)))\nz = url.query_params_decode(url.query_params_encode({"k%d" % x: ["a b"] for x in xs}))\nu = url.parse("http://a/" + "b" * len(xs))',
    ),
    ip: using("ip", 'y = [ip.parse_addr("10.0.0.1").is_ipv4() for x in xs]'),
    version: using("version", 'for x in xs:\n  version.require_at_least("0.40.0")\nend'),
    math: using("math", "y = [math.sqrt(x) for x in xs]"),
    assert: using(
      "assert",
      'for x in xs:\n  assert.equals(x, x)\n  assert.try_to(lambda: assert.fail("x"))\nend\nassert.equals(xs, list(xs))',
    ),
    "yaml fragments encoded": (n) =>
      one(`#@ load("@ytt:yaml", "yaml")\n#@ def f():\n${keys(n)}#@ end\nx: #@ yaml.encode(f())\n`),
  },
  values: {
    keys: (n) => withData({ "schema.yml": schemaOf(keys(n)), "values.yml": valuesOf(keys(n)) }),
    "schema annotations": annotated('desc "text"\n#@schema/nullable'),
    "schema documents": (n) =>
      withData({ "schema.yml": lines(n, (i) => `${schemaOf(`#@overlay/match missing_ok=True\nkey${i}: 0\n`)}`) }),
    "items of an array": (n) =>
      withData({ "schema.yml": schemaOf('a:\n- name: ""\n'), "values.yml": valuesOf(`a:\n${names(n)}`) }),
    "any: keys": (n) =>
      withData({
        "schema.yml": schemaOf("#@schema/type any=True\na: {}\n"),
        "values.yml": valuesOf(`#@overlay/match-child-defaults missing_ok=True\na:\n${lines(n, "  k~: 1\n")}`),
      }),
    "values without schema": (n) => withData({ "values.yml": valuesOf(keys(n)) }),
    "values documents": (n) =>
      withData({ "schema.yml": schemaOf(keys(10)), "values.yml": lines(n, (i) => valuesOf(`key${i % 10}: ${i}\n`)) }),
    "values documents with keys of their own": few((n) =>
      withData({ "values.yml": lines(n, (i) => valuesOf(`#@overlay/match missing_ok=True\nkey${i}: ${i}\n`)) }),
    ),
    "values files": (n) =>
      withData({
        "schema.yml": schemaOf(keys(10)),
        ...many(n, "v~.yml", (i) => valuesOf(`key${i % 10}: 1\n`)),
      }),
    "--data-value": (n) =>
      withData({ "schema.yml": schemaOf(lines(10, 'key~: ""\n')) }, [
        ...flags(n, "-v", (i) => `key${i % 10}=x`),
        "-f",
        ".",
      ]),
    "--data-value of keys": few((n) =>
      withData({ "schema.yml": schemaOf(keys(n)) }, [...flags(n, "--data-value-yaml", "key~=1"), "-f", "."]),
    ),
    "--data-values-file": (n) =>
      withData(
        {
          "schema.yml": schemaOf(keys(10)),
          ...many(n, "given/v~.yml", (i) => `key${i % 10}: 1\n`),
        },
        [...flags(n, "--data-values-file", "given/v~.yml"), ...CODE_AND_SCHEMA],
      ),
    "one --data-values-file": (n) =>
      withData({ "schema.yml": schemaOf(keys(n)), "given.yml": keys(n) }, [
        "--data-values-file",
        "given.yml",
        ...CODE_AND_SCHEMA,
      ]),
    "--data-values-env": few((n) => ({
      ...withData({ "schema.yml": schemaOf(lines(n, 'key~: ""\n')) }, ["--data-values-env", "V", "-f", "."]),
      env: many(n, "V_key~", "1"),
    })),
    "-f": (n) => files(many(n, "f~.yml"), flags(n, "-f", "f~.yml")),
    "--file-mark": few((n) => files(many(n, "f~.yml"), ["-f", ".", ...flags(n, "--file-mark", "f~.yml:path=g~.yml")])),
    "wrong types": fails((n) =>
      withData({ "schema.yml": schemaOf(keys(n)), "values.yml": valuesOf(lines(n, "key~: text\n")) }),
    ),
    "unexpected keys": fails((n) =>
      withData({ "schema.yml": schemaOf(keys(n)), "values.yml": valuesOf(lines(n, "kay~: 1\n")) }),
    ),
    "unexpected keys of a file": fails((n) =>
      withData({ "schema.yml": schemaOf(keys(n)), "given.yml": lines(n, "kay~: 1\n") }, [
        "--data-values-file",
        "given.yml",
        ...CODE_AND_SCHEMA,
      ]),
    ),
    rules: annotated("validation min=0, max=1000000"),
    "rules that call": annotated('validation ("even", lambda v: True)'),
    "rules that fail": fails(annotated('validation ("no", lambda v: v // 0)')),
    "rules with when": annotated('validation min=0, when=lambda v, ctx: ctx.root["key0"] == 0'),
    violations: fails(annotated("validation min=1000000")),
    "violations of items": fails((n) =>
      withData({
        "schema.yml": schemaOf('a:\n#@schema/validation min_len=10\n- ""\n'),
        "values.yml": valuesOf(`a:\n${lines(n, "- n~\n")}`),
      }),
    ),
    one_of: (n) =>
      withData({ "schema.yml": schemaOf(`#@schema/validation one_of=[${lines(n, '"v~"', ", ")}]\na: v1\n`) }),
    "schema as OpenAPI": (n) =>
      withData({ "schema.yml": schemaOf(keys(n)) }, ["-f", ".", "--data-values-schema-inspect", "-o", "openapi-v3"]),
    "values inspected": (n) => withData({ "schema.yml": schemaOf(keys(n)) }, ["-f", ".", "--data-values-inspect"]),
    "schema as JSON Schema": (n) => ({
      exportSchema: { request: withData({ "schema.yml": schemaOf(keys(n)) }), format: "json-schema" },
    }),
    "schema as Markdown": (n) => ({
      exportSchema: { request: withData({ "schema.yml": schemaOf(keys(n)) }), format: "markdown" },
    }),
    "schemas compared": (n) => compared(n, 'key~: ""\n'),
    "schemas compared, keys renamed": (n) => compared(n, "other~: 1\n"),
    "schema imported": (n) => ({
      importSchema: JSON.stringify({
        type: "object",
        properties: Object.fromEntries(Array.from({ length: n }, (_, i) => [`key${i}`, { type: "integer" }])),
      }),
    }),
  },
  overlays: {
    "items merged": (n) => overlaid(keys(n), `${all}${keys(n)}`),
    "items added": (n) => overlaid("a: 1\n", `${all}${lines(n, "#@overlay/match missing_ok=True\nkey~: ~\n")}`),
    "items removed": (n) => overlaid(`a: 1\n${keys(n)}`, `${all}${lines(n, "#@overlay/remove\nkey~:\n")}`),
    "array items appended": (n) => overlaid("a: []\n", `${all}a:\n${lines(n, "#@overlay/append\n- ~\n")}`),
    "array items inserted": (n) =>
      overlaid(
        "a:\n- name: a\n",
        `${all}a:\n${lines(n, "#@overlay/match by=overlay.index(0)\n#@overlay/insert before=True\n- name: a\n")}`,
      ),
    "array items by name": few((n) =>
      overlaid(
        `a:\n${names(n)}`,
        `${all}a:\n${lines(n, '#@overlay/match by="name"\n#@overlay/match-child-defaults missing_ok=True\n- name: n~\n  x: 1\n')}`,
      ),
    ),
    "array items by index": (n) =>
      overlaid(`a:\n${names(n)}`, `${all}a:\n${lines(n, "#@overlay/match by=overlay.index(~)\n- 1\n")}`),
    "array items, all of them": (n) =>
      overlaid(
        `a:\n${names(n)}`,
        `${all}a:\n#@overlay/match by=overlay.all, expects="1+"\n#@overlay/match-child-defaults missing_ok=True\n- x: 1\n`,
      ),
    "array items removed": (n) =>
      overlaid(`a:\n${names(n)}`, `${all}a:\n#@overlay/match by=overlay.all, expects="1+"\n#@overlay/remove\n- x: 1\n`),
    "array items, none matches": few((n) =>
      overlaid(
        `a:\n${names(n)}`,
        `${all}a:\n${lines(n, '#@overlay/match by="name", expects=[0, 1]\n- name: m~\n  x: 1\n')}`,
      ),
    ),
    "documents, one overlay": ofDocuments("---\na: 1\n"),
    "documents by subset": ofDocuments("---\na: 1\n", 'overlay.subset({"a": 1})'),
    "documents removed": ofDocuments("#@overlay/remove\n---\n"),
    "documents inserted": ofDocuments("#@overlay/insert after=True\n---\nb: 1\n"),
    "files, one overlay": (n) =>
      files({
        ...many(n, "f~.yml"),
        "o.yml": `${overlayLoad}#@overlay/match by=overlay.all, expects="1+"\n---\na: 1\n`,
      }),
    "overlays of one document": (n) =>
      overlaid(
        "a: 1\n",
        lines(n, (i) => `${all}a: ${i}\n`),
      ),
    "overlays of as many documents": few(
      (n) => overlaid(documents(n), lines(n, '#@overlay/match by=overlay.subset({"a": ~})\n---\na: ~\n')),
      1000,
    ),
    "overlay.apply in turn": (n) => one(`${twoFunctions}${lines(n, "k~: #@ overlay.apply(a(), b())\n")}`),
    "overlay.apply with many": (n) => one(`${twoFunctions}k: #@ overlay.apply(a(), *[b() for i in range(${n})])\n`),
    "functions about items": (n) =>
      overlaid(
        keys(n),
        `${all}${lines(n, "#@overlay/replace via=lambda a, b: b\nkey~: 1\n")}${all}${lines(n, "#@overlay/assert via=lambda a, b: True\nkey~: 1\n")}`,
      ),
    "no match among many": fails((n) => overlaid(keys(n), `${all}other: 1\n`)),
    "no match among documents": fails((n) =>
      overlaid(lines(n, "---\nkind: k~\n"), '#@overlay/match by=overlay.subset({"kind": "K"})\n---\na: 1\n'),
    ),
  },
  libraries: {
    "files of a library": (n) => files({ "config.yml": evaluated, ...many(n, "_ytt_lib/lib/f~.yml") }),
    "evaluations of a library": (n) =>
      files({
        "config.yml": `${library}#@ for i in range(${n}):\n--- #@ template.replace(library.get("lib").with_data_values({"a": i}).eval())\n#@ end\n`,
        "_ytt_lib/lib/schema.yml": schemaOf("a: 0\n"),
        "_ytt_lib/lib/f.yml": `${data}a: #@ data.values.a\n`,
      }),
    libraries: (n) =>
      files({
        "config.yml": `${library}#@ for i in range(${n}):\n--- #@ template.replace(library.get("lib%d" % i).eval())\n#@ end\n`,
        ...many(n, "_ytt_lib/lib~/f.yml"),
      }),
    "data values for a library": (n) =>
      files({
        "config.yml": evaluated,
        "_ytt_lib/lib/schema.yml": schemaOf("a: 0\n"),
        "_ytt_lib/lib/f.yml": `${data}a: #@ data.values.a\n`,
        "values.yml": lines(n, (i) => `#@library/ref "@lib"\n${valuesOf(`a: ${i}\n`)}`),
      }),
    "data.read": (n) =>
      files({
        "config.yml": `${data}#@ for i in range(${n}):\n- #@ len(data.read("a.txt"))\n#@ end\n`,
        "a.txt": "text\n",
      }),
    "data.list": (n) => files({ "config.yml": `${data}a: #@ len(data.list())\n`, ...many(n, "d/f~.txt") }),
  },
  output: {
    "as JSON": (n) => one(keys(n), ["-f", ".", "-o", "json"]),
    positions: (n) => one(keys(n), ["-f", ".", "-o", "pos"]),
    files: (n) => files(many(n, "f~.yml"), ["-f", ".", "--output-files", "out"]),
    "files inspected": (n) => files(many(n, "f~.yml"), ["-f", ".", "--files-inspect"]),
    formatted: (n) => ({ format: lines(n, "key~:   ~ #! note\n") }),
    checks: (n) => ({
      ...one(keys(n)),
      checks: Array.from({ length: n }, (_, i) => ({ output: { contains: `key${i}: ${i}` } })),
    }),
  },
  bundles: {
    "files written": (n) => ({ writeBundle: files(many(n, "f~.yml")) }),
    "lines written": (n) => ({ writeBundle: one(keys(n)) }),
    "files read": (n) => ({ readBundle: `ytterby: 1\nfiles:\n${lines(n, "  f~.yml: |\n    a: ~\n")}` }),
    "lines read": (n) => ({ readBundle: `ytterby: 1\nfiles:\n  a.yml: |\n${lines(n, "    key~: ~\n")}` }),
  },
  editor: {
    "lint of keys": lint((n) => withData({ "schema.yml": schemaOf(keys(n)), "values.yml": valuesOf(keys(n)) })),
    "lint of code": lint((n) => one(lines(n, "#@ v~ = ~\na~: #@ v~\n"))),
    "lint of functions": lint((n) => one(`${lines(n, "#@ def f~(x):\na: #@ x\n#@ end\n")}a: 1\n`)),
    "lint of loads": lint((n) =>
      files({
        "config.yml": `#@ load("a.star", ${lines(n, '"v~"', ", ")})\nx: #@ v0\n`,
        "a.star": lines(n, "v~ = ~\n"),
      }),
    ),
    "lint of files": lint((n) => files(many(n, "f~.yml", "#@ x = ~\na: #@ x\n"))),
    "lint of uses of data values": lint(usesData("a~: #@ data.values.key~\n")),
    "completion of names": asks("complete", (n) => one(`${lines(n, "#@ v~ = ~\n")}a: #@ v§\n`)),
    "completion of data values": asks("complete", usesData("", "a: #@ data.values.§\n")),
    "completion of keys": asks("complete", (n) =>
      withData({ "schema.yml": schemaOf(keys(n)), "config.yml": valuesOf("§\n") }),
    ),
    ...Object.fromEntries(
      ["hover", "definition"].flatMap((ask) => [
        [`${ask} of a name`, asks(ask, (n) => one(`${lines(n, "#@ v~ = ~\n")}a: #@ v§0\n`))],
        [`${ask} of a data value`, asks(ask, usesData("", "a: #@ data.values.k§ey0\n"))],
      ]),
    ),
    "renaming of a name": asks("rename", (n) => one(`#@ v = 1\n${lines(n, "a~: #@ v\n")}a: #@ §v\n`)),
    "renaming of a data value": asks("rename", usesData("a~: #@ data.values.key~\n", "b: #@ data.values.k§ey0\n")),
    "used data values": asks("used", usesData("a~: #@ data.values.key~\n")),
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
