// The examples through the built wasm: `node --test tests/wasm/`.
// Each is read as a bundle, run, and its checks must pass; it must read the same after it was written; and the native command must say the same
// of each step. What is wrong with a bundle is data, in the same words on both sides.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { basename } from "node:path";
import { test } from "node:test";
import { examples } from "../golden-cases.mjs";
import { answer, ask, render, toJson } from "./engine.mjs";
import { startCommand, withoutTimings } from "./native.mjs";

const requestOf = ({ files, args, env, checks }) => ({
  files,
  args,
  env: env.map(({ name, value }) => `${name}=${value}`),
  checks,
});

/** A bundle after the edits of one of its steps. */
function stepped(bundle, { edits }) {
  let { files, args } = bundle;
  const put = (path, content) => {
    if (!files.some((file) => file.path === path)) files = [...files, { path, content }];
    files = files.map((file) => (file.path === path ? { path, content } : file));
  };
  for (const { file, replace, with: by, content, args: line } of edits) {
    if (line !== undefined) args = line;
    else if (content !== undefined) put(file, content);
    else {
      const parts = files.find(({ path }) => path === file).content.split(replace);
      assert.equal(parts.length, 2, `${replace} in ${file}`);
      put(file, parts.join(by));
    }
  }
  return { ...bundle, files, args };
}

test("each step of the examples is done when it is applied, and not before", async () => {
  let steps = 0;
  for (const path of examples()) {
    const name = basename(path);
    let { bundle } = await ask("readBundle", readFileSync(path, "utf8"));
    for (const step of bundle.steps.filter(({ edits }) => edits.length > 0)) {
      const checked = async () => (await render({ ...requestOf(bundle), checks: step.done })).checks;
      assert.ok(!(await checked()).every(({ passed }) => passed), `${name}: done before its edits: ${step.text}`);
      bundle = stepped(bundle, step);
      for (const check of await checked()) assert.ok(check.passed, `${name}: ${step.text} ${JSON.stringify(check)}`);
      steps++;
    }
  }
  console.log(`${steps} steps of lessons in wasm`);
});

test("the checks of the examples pass, here and natively", async (t) => {
  const command = startCommand();
  t.after(() => command.end());
  const wrong = [];
  let passed = 0;
  for (const path of examples()) {
    const name = basename(path);
    const text = readFileSync(path, "utf8");
    const { bundle, problem } = await ask("readBundle", text);
    assert.equal(problem, null, name);
    const again = await ask("readBundle", await ask("writeBundle", bundle));
    assert.deepEqual(again, { bundle, problem: null }, name);
    const response = await render(requestOf(bundle));
    assert.equal(response.checks.length, bundle.checks.length, name);
    for (const check of response.checks) if (!check.passed) wrong.push(`${name}: ${JSON.stringify(check)}`);
    passed += response.checks.filter((check) => check.passed).length;
    const request = requestOf(bundle);
    const valuesInCode = { request, files: request.files.map(({ path }) => path) };
    for (const asked of [{ readBundle: text }, { writeBundle: bundle }, { phases: request }, { valuesInCode }]) {
      assert.equal(await command.ask(asked), toJson(await answer(asked)), name);
    }
    assert.equal(withoutTimings(await command.ask(requestOf(bundle))), withoutTimings(toJson(response)), name);
  }
  console.log(`${passed} checks passed in wasm`);
  assert.ok(passed > 200, `${passed} checks`);
  assert.deepEqual(wrong, []);
});

test("data of checks is the same on both sides", async (t) => {
  const command = startCommand();
  t.after(() => command.end());
  const values = [0, -0, 1.5, 2 ** 53, 1e300, Number.NaN, Infinity, "5", null, true, [1, [2]], { b: { c: 1 }, 1: "x" }];
  for (const is of values) {
    const bundle = { files: [], checks: [{ value: "a", is }] };
    const read = await ask("readBundle", await ask("writeBundle", bundle));
    const again = await ask("readBundle", await ask("writeBundle", read.bundle));
    assert.deepEqual(read, again);
    if (JSON.stringify(is) !== "null") {
      assert.deepEqual(read.bundle.checks[0].is, Object.is(is, -0) ? 0 : is === Infinity ? ".inf" : is);
    }
  }
  const asked = {
    readBundle: "files: []\nchecks:\n- {value: a, is: [1.0, .inf, 12345678901234567891, {1: 0x10}]}\n",
  };
  assert.deepEqual((await answer(asked)).bundle.checks[0].is, [1, ".inf", "12345678901234567891", { 1: 16 }]);
  assert.equal(await command.ask(asked), toJson(await answer(asked)));
});

test("what is wrong with a bundle is data", async (t) => {
  const command = startCommand();
  t.after(() => command.end());
  const texts = [
    "",
    "files: [\n",
    "fiels: []\n",
    "ytterby: 9\n",
    "{",
    "a: *b\n",
    "[".repeat(5000),
    "{? ".repeat(100000),
  ];
  texts.push(`files: []\nchecks: [{is: ${"[".repeat(130)}${"]".repeat(130)}}]\n`);
  texts.push(`title: &a ${"x".repeat(50000)}\nfiles: []\nargs: [${"*a, ".repeat(5000)}]\n`);
  for (const text of texts) {
    const read = await ask("readBundle", text);
    assert.equal(read.bundle, null, text.slice(0, 20));
    assert.ok(read.problem.message);
    assert.equal(await command.ask({ readBundle: text }), toJson(read));
  }
});

test("a check that cannot be read does not keep the others from being looked at", async (t) => {
  const command = startCommand();
  t.after(() => command.end());
  let deep = 1;
  for (let level = 0; level < 2000; level++) deep = [deep];
  const checks = [{ output: 5 }, { passes: true }, { nothing: 1 }, [], null, { document: -1 }, { passes: 1 }];
  const request = { files: [{ path: "a.yml", content: "a: 1" }], checks };
  const response = await render(request);
  assert.deepEqual(
    response.checks.map(({ passed, problem }) => [passed, problem]),
    [
      [false, "`output` is text"],
      [true, null],
      [false, 'A check has no field "nothing"'],
      [false, "A check is a map"],
      [false, "A check is a map"],
      [false, "There is no such `document`"],
      [false, "`passes` is true or false"],
    ],
  );
  assert.equal(withoutTimings(await command.ask(request)), withoutTimings(toJson(response)));
  // The command's JSON reader refuses so much nesting.
  const [result] = (await render({ ...request, checks: [{ output: "a.yml", at: "a", is: deep }] })).checks;
  assert.equal(result.found, "1");
  const { bundle } = await ask(
    "readBundle",
    await ask("writeBundle", { files: [], checks: [{ value: "a", is: deep }] }),
  );
  assert.equal(bundle.checks.length, 1);
});
