// One instance of the wasm that is asked everything over and over: the golden cases in ever other orders, through `render` and through a
// Workspace that keeps what it can. The answers stay the same, byte for byte, and the memory stays what it was.
// `REPEATS=1000 node --test tests/wasm/repeat.test.mjs` is what scripts/soak does; MINUTES ends it earlier.
import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { Random } from "../differential/random.mjs";
import { findCases, readCase, requestOf } from "./case-file.mjs";
import { instantiate, toJson, wasmBytes } from "./engine.mjs";
import { withoutTimings } from "./native.mjs";

const tests = fileURLToPath(new URL("..", import.meta.url));
const repeats = Number(process.env.REPEATS ?? 3);
const until = Date.now() + Number(process.env.MINUTES ?? 60) * 60_000;
/** Bytes that the memory may have grown by, after the first round has shown what the largest case needs. */
const GROWTH = 64 << 20;

/** Cases that are stopped by the clock, or for their memory, take long and differ in where they are stopped. */
const isSteady = ({ limits }) => limits?.millis === undefined && limits?.memoryBytes === undefined;

test("the same answers in any order, again and again, in the same memory", async () => {
  assert.ok(existsSync(`${tests}cases`));
  const requests = ["cases", "differences"].flatMap((folder) =>
    findCases(`${tests}${folder}`).flatMap((path) => {
      const found = readCase(`${tests}${folder}/${path}`);
      return isSteady(found) ? [{ path: `${folder}/${path}`, request: requestOf(found) }] : [];
    }),
  );
  const { module, memory } = await instantiate(wasmBytes());
  const workspace = new module.Workspace();
  const answers = requests.map(({ request }) => withoutTimings(toJson(module.render(request))));
  const bytes = memory.buffer.byteLength;
  const random = new Random(1);
  let renders = requests.length;
  let rounds = 1;
  for (; rounds < repeats && Date.now() < until; rounds++) {
    const order = shuffled(
      requests.map((_, at) => at),
      random,
    );
    for (const at of order) {
      // Every other time the workspace answers, which knows the request before.
      const renderer = (renders++ + rounds) % 2 ? module : workspace;
      const answer = withoutTimings(toJson(renderer.render(requests[at].request)));
      assert.equal(answer, answers[at], `${requests[at].path}, in round ${rounds + 1}`);
    }
    const grown = memory.buffer.byteLength - bytes;
    assert.ok(grown <= GROWTH, `the memory has grown by ${grown} bytes in ${rounds} rounds`);
  }
  const grown = (memory.buffer.byteLength - bytes) / (1 << 20);
  console.log(
    `renders repeated on one instance: ${renders} (${requests.length} cases, ${rounds} rounds), memory ${(bytes / (1 << 20)).toFixed(0)} MiB, grown by ${grown.toFixed(1)} MiB`,
  );
});

function shuffled(items, random) {
  for (let at = items.length - 1; at > 0; at--) {
    const other = random.below(at + 1);
    [items[at], items[other]] = [items[other], items[at]];
  }
  return items;
}
