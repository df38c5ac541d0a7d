// Random small projects through the native command and the wasm: the same answer to each, and nobody panics.
// With the real ytt beside it, `run.mjs` compares more.
import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { render } from "../wasm/engine.mjs";
import { answerOf, requestOf, startNative } from "./commands.mjs";
import { comparable } from "./compare.mjs";
import { program } from "./generate/project.mjs";

const root = fileURLToPath(new URL("../../", import.meta.url));
const built = [process.env.YTTERBY, `${root}target/debug/ytterby`, `${root}target/release/ytterby`].filter(Boolean);

test("300 random projects answer alike natively and in wasm", async () => {
  const native = startNative(built.find(existsSync) ?? built[0]);
  const statuses = new Set();
  for (let seed = 1; seed <= 300; seed++) {
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
