// One instance of the wasm renders the golden cases again and again in different orders, through `render` and through a `Workspace`.
// The answers stay the same, byte for byte, and the memory does not grow.
// `REPEATS=1000 MINUTES=10 node --test tests/wasm/repeat.test.mjs` ends after 1,000 rounds or 10 minutes.
import assert from "node:assert/strict";
import { test } from "node:test";
import { amount } from "../amount.mjs";
import { Random } from "../differential/random.mjs";
import { ownCases, root } from "../golden-cases.mjs";
import { readCase, requestOf } from "./case-file.mjs";
import { instantiate, toJson, wasmBytes } from "./engine.mjs";
import { withoutTimings } from "./native.mjs";

const repeats = amount("REPEATS", { usual: 3, all: 20 });
const until = Date.now() + amount("MINUTES", { usual: 60 }) * 60_000;
/** Bytes that the memory may have grown by, after the first round has shown the needs of the largest case. */
const GROWTH = 64 << 20;

/** Whether the answer is always the same: cases that exceed a limit of time or memory end at a different step each time. */
const isSteady = ({ limits }) => limits?.millis === undefined && limits?.memoryBytes === undefined;

test("the same answers in any order, again and again, in the same memory", async () => {
  const requests = ownCases().flatMap((path) => {
    const found = readCase(`${root}tests/${path}`);
    return isSteady(found) ? [{ path, request: requestOf(found) }] : [];
  });
  assert.ok(requests.length > 1700, `${requests.length} cases`);
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
