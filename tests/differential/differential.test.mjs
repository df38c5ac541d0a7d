// Random small projects through the native command and the wasm: the same answer to each, and no panic. And the reasons for which an answer
// may differ from the real ytt's: each applies to its example. `run.mjs` compares with the real ytt.
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { amount } from "../amount.mjs";
import { render } from "../wasm/engine.mjs";
import { startNative } from "./commands.mjs";
import { program } from "./generate/project.mjs";
import { judge } from "./judge.mjs";
import { allReasons } from "./reasons.mjs";
import { readExamples, recorded } from "./recognised.mjs";

const COUNT = amount("COUNT", { usual: 500, all: 10_000 });

const native = startNative();
after(() => native.end());

test(`${COUNT} random projects give the same answer natively and in wasm`, async () => {
  const outcomes = new Set();
  for (let seed = 1; seed <= COUNT; seed++) {
    const { wrong, outcome } = await judge(program(seed), { native, render });
    assert.equal(wrong?.name, undefined, `program ${seed}: node tests/differential/run.mjs --show ${seed}`);
    outcomes.add(outcome);
  }
  assert.deepEqual([...outcomes].sort(), ["the same error", "the same output"], "both good and broken projects");
});

test("each reason for a difference applies to its example", async () => {
  const examples = readExamples();
  const found = {};
  assert.deepEqual(Object.keys(examples).sort(), allReasons({ old: true }).sort(), "an example for each reason");
  for (const [reason, example] of Object.entries(examples)) {
    const { reasons } = await judge(example.program, { native, ytt: recorded(example), old: true });
    found[reason] = reasons?.join() ?? "none";
  }
  const expected = Object.fromEntries(Object.keys(found).map((reason) => [reason, reason]));
  assert.deepEqual(found, expected, "a reason that no longer applies is removed");
});
