// Completion, hover, definitions and lints across the boundary of the built wasm: plain objects, places in UTF-16 code units.
import assert from "node:assert/strict";
import { test } from "node:test";
import { ask, render } from "./engine.mjs";

const schema = `#@data/values-schema
---
kiln:
  #@schema/desc "Peak in °C"
  #@schema/validation min=600
  peak: 1000
  #@schema/validation one_of=["gas", "wood"]
  fuel: gas
`;
const values = "#@data/values\n---\nkiln:\n  peak: 1200\n";

/** The request with one more file, and the place that `‸` marks in it. */
function marked(text, path = "f.yml") {
  const offset = text.indexOf("‸");
  const files = [
    { path: "schema.yml", content: schema },
    { path: "values.yml", content: values },
    { path, content: text.replace("‸", "") },
  ];
  return [{ files }, path, offset];
}

test("completion names what may be typed, with its place in UTF-16", async () => {
  const found = await ask("complete", ...marked("🔥: #@ data.values.kiln.p‸"));
  assert.deepEqual([found.from, found.to], [24, 25]);
  assert.deepEqual(found.options[0], {
    label: "peak",
    insert: "peak",
    cursor: null,
    before: 0,
    edits: [],
    kind: "dataValue",
    detail: "integer = 1200",
    documentation: "Peak in °C",
  });
  const choices = await ask("complete", ...marked("#@data/values\n---\nkiln:\n  fuel: ‸"));
  assert.deepEqual(
    choices.options.map(({ label }) => label),
    ["gas", "wood"],
  );
  assert.equal(choices.options[0].kind, "choice");
});

test("a broken buffer completes, and other broken files do not matter", async () => {
  const [request, path, offset] = marked("a: [\n#@ if\nb: #@ f(data.values.kiln.‸");
  request.files.push({ path: "broken.yml", content: "a: {\n- b" });
  const found = await ask("complete", request, path, offset);
  assert.deepEqual(
    found.options.map(({ label }) => label),
    ["peak", "fuel"],
  );
});

test("hover tells type, default, value and where each comes from", async () => {
  const found = await ask("hover", ...marked("é: #@ data.values.kiln.pe‸ak + 1"));
  assert.equal(found.title, "kiln.peak: integer");
  assert.equal(found.documentation, "Peak in °C");
  assert.deepEqual(found.span.start, { line: 1, column: 23, offset: 23 });
  assert.deepEqual(found.span.end, { line: 1, column: 27, offset: 27 });
  const [value, fallback, rule] = found.facts;
  assert.deepEqual(
    [value.label, value.text, value.place.file, value.place.span.start.line],
    ["value", "1200, set in", "values.yml", 4],
  );
  assert.deepEqual(
    [fallback.label, fallback.text, fallback.place.file, fallback.place.span.start.line],
    ["default", "1000", "schema.yml", 6],
  );
  assert.deepEqual(rule, { label: "must be", text: "a value >= 600", place: null });
});

test("a definition is a place, or null", async () => {
  const found = await ask("definition", ...marked("a: #@ data.values.kiln.fu‸el"));
  assert.deepEqual([found.place.file, found.place.span.start.line], ["schema.yml", 8]);
  assert.equal(await ask("definition", ...marked("a: 1‸")), null);
  assert.equal(await ask("hover", { files: [] }, "nobody.yml", 3), null);
  assert.equal(await ask("complete", { files: [] }, "nobody.yml", 3), null);
});

test("lints are diagnostics that change no result", async () => {
  const [request] = marked('a: #@data.values.kiln\n#@schema/dsc "x"\nb: yes\n#@end\ny: 1\nc: #@ 1 ‸');
  const before = await ask("render", request);
  const { diagnostics, kinds } = await ask("lint", request);
  assert.deepEqual(
    diagnostics.map(({ code, severity, primary }) => [code, severity, primary.file, primary.span.start.line]),
    [
      ["missing-space", "warning", "f.yml", 1],
      ["unknown-annotation", "warning", "f.yml", 2],
      ["boolean-word", "info", "f.yml", 3],
      ["glued-end", "warning", "f.yml", 4],
      ["changed-key", "warning", "f.yml", 5],
    ],
  );
  assert.ok(kinds.every(({ code, title }) => code && title));
  const after = await ask("render", request);
  for (const response of [before, after]) {
    response.timings = null;
    response.usage.steps = 0;
  }
  assert.deepEqual(after, before);
});

test("a file is formatted as ytt fmt does, or told what is wrong with it", async () => {
  assert.deepEqual(await ask("format", "a:   1  # é\nb:\n- 2\n"), { text: "a: 1 # é\nb:\n  - 2\n", error: null });
  assert.deepEqual(await ask("format", "a: {\n- b\n"), {
    text: null,
    error: "yaml: line 1: did not find expected node content",
  });
});

test("a data value is renamed in all files, flags and variables", async () => {
  const [request, path, offset] = marked("🔥: #@ data.values.kiln.pe‸ak");
  request.args = ["-v", "kiln.peak=1300", "--data-values-env", "T"];
  request.env = { T_kiln__peak: "1250" };
  const target = await ask("renameTarget", request, path, offset);
  assert.deepEqual([target.path, target.name], ["kiln.peak", "peak"]);
  assert.deepEqual([target.span.start.offset, target.span.end.offset], [24, 28]);
  const { edits, args, env, refused, notFollowed } = await ask("rename", request, path, offset, "top");
  assert.deepEqual([refused, notFollowed], [null, []]);
  assert.deepEqual(
    edits.map(({ file, span, text }) => [file, span.start.line, span.start.column, span.end.column, text]),
    [
      ["schema.yml", 6, 2, 6, "top"],
      ["values.yml", 4, 2, 6, "top"],
      ["f.yml", 1, 24, 28, "top"],
    ],
  );
  assert.deepEqual(args, ["-v", "kiln.top=1300", "--data-values-env", "T"]);
  assert.deepEqual(env, ["T_kiln__top=1250"]);
  const taken = await ask("rename", request, path, offset, "fuel");
  assert.deepEqual([taken.refused, taken.edits], ["kiln has fuel already, at schema.yml:8", []]);
  assert.equal(await ask("renameTarget", ...marked("a: 1‸")), null);
});

test("a line tells the data values it reads, the nearest first", async () => {
  const [request] = marked("#@ k = data.values.kiln\n#@ if k.fuel:\n🔥: #@ k.peak\n#@ end\n‸");
  const found = await ask("used", request, "f.yml", 3);
  assert.deepEqual(
    found.map(({ path, file, span, via }) => [path, file, span.start.line, span.start.column, via]),
    [
      ["kiln.peak", "f.yml", 3, 7, "value"],
      ["kiln.fuel", "f.yml", 2, 6, "condition"],
    ],
  );
  assert.deepEqual(await ask("used", request, "nobody.yml", 1), []);
});

test("a fix that creates a file has an edit without a range", async () => {
  const content = '#@ load("@ytt:data", "data")\n🔥: #@ data.values.peak * 2\n';
  const { diagnostics } = await render({ files: [{ path: "f.yml", content }], args: ["-f", "f.yml"] });
  const start = { line: 1, column: 0, offset: 0 };
  const text = "#@data/values-schema\n---\npeak: 0\n";
  assert.deepEqual(diagnostics[0].fixes, [
    {
      title: "Declare peak in a new schema.yml",
      edits: [{ file: "schema.yml", span: { start, end: start }, text }],
      args: ["-f", "f.yml", "-f", "schema.yml"],
    },
  ]);
});
