// Random small projects through the native command and the wasm: the same answer to each, and no panic.
// `run.mjs` also compares with the real ytt.
import assert from "node:assert/strict";
import { test } from "node:test";
import { amount } from "../amount.mjs";
import { render } from "../wasm/engine.mjs";
import { answerOf, requestOf, startNative } from "./commands.mjs";
import { comparable } from "./compare.mjs";
import { program } from "./generate/project.mjs";

const COUNT = amount("COUNT", { usual: 500, all: 10_000 });

test(`${COUNT} random projects give the same answer natively and in wasm`, async () => {
  const native = startNative();
  const statuses = new Set();
  for (let seed = 1; seed <= COUNT; seed++) {
    const request = requestOf(program(seed));
    const here = await native.ask(request);
    assert.ok(!answerOf(here).panicked, `program ${seed} panics: ${here.report}`);
    assert.equal(
      comparable(await render(request)),
      comparable(here),
      `program ${seed}: node tests/differential/run.mjs --show ${seed}`,
    );
    statuses.add(here.exitStatus);
  }
  native.end();
  assert.deepEqual([...statuses].sort(), [0, 1], "both good and broken projects");
});
