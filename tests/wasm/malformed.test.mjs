// Arguments that do not have the declared types: each export throws a TypeError that names the field, and `ytterby request` answers with an error
// that does.
import assert from "node:assert/strict";
import { test } from "node:test";
import { ask, instantiate, wasmBytes } from "./engine.mjs";
import { startCommand } from "./native.mjs";

const files = [{ path: "a.yml", content: "a: 1\n" }];

/** Malformed requests, with the beginning of the message; the command has its own words after the name of the field. */
const REQUESTS = [
  [{ files, flies: [] }, "flies", "unknown field `flies`, expected one of `files`, `args`"],
  [{ files: [{ path: "a.yml", contents: "" }] }, "files[0].contents", "unknown field `contents`, expected `path` or"],
  [{ files: [files[0], { content: "" }] }, "files[1]", "missing field `path`"],
  [{ files: [{ path: "a.yml", content: 5 }] }, "files[0].content", "expected the content of a file"],
  [{ files: [{ path: "a.yml", content: [1, 256] }] }, "files[0].content[1]", ""],
  [{ files: [{ path: 1 }] }, "files[0].path", "expected text, found the number 1"],
  [{ files: null }, "files", "expected an array, found null"],
  [{ files, args: 1 }, "args", "expected a command line, as text or as a list of words"],
  [{ files, args: ["-v", 1] }, "args[1]", "expected text, found the number 1"],
  [{ files, env: "A=1" }, "env", "expected environment variables"],
  [{ files, env: null }, "env", "expected environment variables"],
  [{ files, limits: { step: 1 } }, "limits.step", "unknown field `step`"],
  [{ files, limits: { steps: -1 } }, "limits.steps", "expected an integer that is not negative, found the number -1"],
  [{ files, extensions: [true] }, "extensions[0]", "expected text, found true"],
];

test("requests with unknown fields or other types", async () => {
  const { module } = await instantiate(wasmBytes());
  const workspace = new module.Workspace();
  const runs = [module.render, module.renderInParts, (r) => workspace.render(r), (r) => workspace.renderInParts(r)];
  for (const [request, place, message] of REQUESTS) {
    const expected = (error) => {
      assert.ok(error instanceof TypeError, String(error));
      assert.ok(error.message.startsWith(place), error.message);
      assert.ok(error.message.includes(message), error.message);
      return true;
    };
    for (const run of [...runs, module.lint, (r) => module.hover(r, "a.yml", 0)])
      assert.throws(() => run(request), expected);
  }
  for (const none of [undefined, null, "a: 1", 5, [], files, new Uint8Array(2)])
    for (const run of runs)
      assert.throws(() => run(none), { name: "TypeError", message: /^request: expected an object/ });
  assert.equal(workspace.render({ files }).stdout, "a: 1\n", "the engine still works");
});

test("other arguments", async () => {
  const throws = (message, ...given) => assert.rejects(() => ask(...given), { name: "TypeError", message });
  await throws(/^format: .*json-schema/, "exportSchema", { files }, "yaml");
  await throws(/^format: expected text, found undefined/, "exportSchema", { files });
  await throws(/^old: expected an array, found an object/, "diffSchemas", { files }, {});
  await throws(/^\[0\]\.x: unknown field/, "diffSchemas", { files }, [{ path: "a", x: 1 }]);
  await throws(/^fils: unknown field/, "phases", { fils: [] });
  await throws(/^titel: unknown field `titel`/, "writeBundle", { titel: "A" });
  await throws(/^env\[0\]/, "writeBundle", { env: [5] });
});

test("the command names the same fields", async (t) => {
  const command = startCommand();
  t.after(() => command.end());
  for (const [request, place] of REQUESTS) {
    const { error } = JSON.parse(await command.ask(request));
    assert.ok(error?.startsWith(place), `${JSON.stringify(request)}: ${error}`);
  }
  const questions = [
    [{ format: "a: 1", indent: 2 }, /unknown field `indent` beside `format`/],
    [{ importSchema: { text: "a", fromat: "values" } }, /fromat: unknown field/],
    [{ exportSchema: { request: { files, x: 1 }, format: "markdown" } }, /^request\.x: unknown field/],
    [5, /expected/],
  ];
  for (const [asked, message] of questions) assert.match(JSON.parse(await command.ask(asked)).error, message);
  assert.equal(JSON.parse(await command.ask({ files })).stdout, "a: 1\n");
});

test("an unclosed quote in the command line is reported by the response", async (t) => {
  const { module } = await instantiate(wasmBytes());
  const request = { files, args: "-v 'a" };
  const workspace = new module.Workspace();
  const command = startCommand();
  t.after(() => command.end());
  const answers = [module.render(request), workspace.render(request), JSON.parse(await command.ask(request))];
  for (const { report, inputs } of answers) {
    assert.equal(report, "ytt: Error: args: a quote is never closed\n");
    assert.deepEqual(inputs, [{ path: "a.yml", kind: "template" }]);
  }
  assert.match(workspace.renderInParts(request).head(), /a quote is never closed/);
});

test("undefined fields are missing ones, as in JSON", async () => {
  const { stdout } = await ask("render", {
    files: [...files, { path: "b.txt", content: undefined }],
    args: undefined,
    limits: { steps: undefined },
    checks: undefined,
  });
  assert.equal(stdout, "a: 1\n");
});
