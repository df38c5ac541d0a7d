// The lessons of the examples, done as a reader does them: with solutions other than those of the steps (tests/lessons/other-solutions.yml), and with
// the page's Apply on top of these. The page's own modules apply the steps, and the built wasm says whether they are done.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { basename } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { load } from "../../web/node_modules/js-yaml/dist/js-yaml.mjs";
import { runnerImport } from "../../web/node_modules/vite/dist/node/index.js";
import { examples } from "../golden-cases.mjs";
import { render } from "./engine.mjs";

const pathOf = (path) => fileURLToPath(new URL(`../../${path}`, import.meta.url));
const page = async (path) =>
  (await runnerImport(pathOf(`web/src/${path}`), { configFile: false, logLevel: "error" })).module;
const { stepped } = await page("core/step-edits.ts");
const { applied, solved } = await page("core/steps.ts");
const { stepOf, workOfWritten } = await page("formats/written-bundle.ts");

const solutions = load(readFileSync(pathOf("tests/lessons/other-solutions.yml"), "utf8"));
const lessons = examples().map((path) => {
  const id = basename(path, ".yml");
  return { id, start: workOfWritten(load(readFileSync(path, "utf8"))), others: solutions[id] ?? {} };
});

const request = ({ files, commandLine, env }, checks) => ({
  files,
  args: commandLine,
  env: Object.fromEntries(env.map(({ name, value }) => [name, value])),
  checks,
});

/** The checks of a step that fail in a work. */
async function failed(work, { done }) {
  const response = await render(request(work, done));
  return response.checks.filter(({ passed }) => !passed).map((check) => JSON.stringify(check));
}

const isDone = async (work, step) => (await failed(work, step)).length === 0;

/** The result of Apply for a reader's work, and whether it had to show the solution first. */
async function afterApply(now, before, step) {
  const work = applied(now, before, step.edits);
  if (work && (await isDone(work, step))) return { work, shown: false };
  const changed = solved(now, before, step.edits, "changed");
  if (await isDone(changed, step)) return { work: changed, shown: true };
  return { work: solved(now, before, step.edits, "all"), shown: true };
}

/** Follows a lesson with other solutions, and calls back for each step with the work that a reader has before it. */
async function follow({ start, others }, visit) {
  let [now, before] = [start, start];
  for (const [at, step] of start.steps.entries()) {
    const alternatives = (others[at + 1] ?? []).map((edits) => stepOf({ text: "", edits }).edits);
    await visit({ number: at + 1, step, now, before, alternatives });
    if (alternatives.length > 0) now = stepped(now, alternatives[0]).work;
    else if (step.edits.length > 0) now = (await afterApply(now, before, step)).work;
    before = stepped(before, step.edits).work;
  }
}

test("other solutions of a step are accepted, and the steps after them can be done", async () => {
  const wrong = [];
  let count = 0;
  for (const lesson of lessons)
    await follow(lesson, async ({ number, step, now, alternatives }) => {
      const name = `${lesson.id}, step ${number}`;
      if (step.edits.length > 0 && (await isDone(now, step))) wrong.push(`${name}: done before it`);
      for (const edits of alternatives) {
        count++;
        const { work, refused } = stepped(now, edits);
        if (refused.length > 0) wrong.push(`${name}: no ${JSON.stringify(refused)} in ${JSON.stringify(now.files)}`);
        wrong.push(...(await failed(work, step)).map((check) => `${name}: ${check}`));
      }
    });
  console.log(`${count} other solutions`);
  assert.ok(count > 80, `${count} other solutions`);
  assert.deepEqual(wrong, []);
});

test("Apply completes a step on top of what the reader has written, without a key twice", async () => {
  const wrong = [];
  let [count, shown] = [0, 0];
  for (const lesson of lessons)
    await follow(lesson, async ({ number, step, now, before, alternatives }) => {
      if (step.edits.length === 0) return;
      for (const work of [now, ...alternatives.map((edits) => stepped(now, edits).work)]) {
        const result = await afterApply(work, before, step);
        count++;
        if (result.shown) shown++;
        const name = `${lesson.id}, step ${number}${result.shown ? ", solution" : ""}`;
        wrong.push(...(await failed(result.work, step)).map((check) => `${name}: ${check}`));
        const { report } = await render(request(result.work, []));
        const isLesson = step.done.some(({ error }) => error?.includes("specified again"));
        if (report.includes("to not be specified again") && !isLesson) wrong.push(`${name}: ${report}`);
      }
    });
  console.log(`Apply after ${count} works; the solution was shown first for ${shown}`);
  assert.ok(count > 280, `${count} works`);
  assert.ok(shown < 40, `the solution was shown first for ${shown} of ${count} works`);
  assert.deepEqual(wrong, []);
});

test("Apply alone leads through every lesson, and completes no later step", async () => {
  const wrong = [];
  let steps = 0;
  for (const { id, start } of lessons) {
    let now = start;
    // Like in the page, a later step counts as done when it holds after it did not.
    const failedBefore = new Set();
    const early = async (at) => {
      for (const [later, step] of start.steps.entries())
        if (later > at && step.done.length > 0) {
          if (!(await isDone(now, step))) failedBefore.add(later);
          else if (failedBefore.has(later)) wrong.push(`${id}: step ${at + 1} completes step ${later + 1}`);
        }
    };
    await early(-1);
    for (const [at, step] of start.steps.entries()) {
      if (step.edits.length === 0) continue;
      const result = await afterApply(now, now, step);
      if (result.shown) wrong.push(`${id}, step ${at + 1}: not applied`);
      now = result.work;
      wrong.push(...(await failed(now, step)).map((check) => `${id}, step ${at + 1}: ${check}`));
      await early(at);
      steps++;
    }
  }
  assert.deepEqual(wrong, []);
  assert.ok(steps > 200, `${steps} steps`);
});
