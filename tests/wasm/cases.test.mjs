// The golden cases through the built wasm: `node --test tests/wasm/`.
// The same cases as natively, and the native command must give the same response to each request, byte for byte, apart from timings.
import assert from "node:assert/strict";
import { test } from "node:test";
import { ownCases, peerCases, peerFolder, root } from "../golden-cases.mjs";
import { compare, readCase, requestOf } from "./case-file.mjs";
import { render, toJson } from "./engine.mjs";
import { startCommand, withoutTimings } from "./native.mjs";

const peer = peerFolder();

test("the project's own cases", (t) => runAll(t, `${root}tests/`, ownCases()));
test("the peer cases", { skip: peer ? false : "YTT_PEER_CASES is not set and there is no ../shared/cases/peer" }, (t) =>
  runAll(t, `${peer}/`, peerCases(peer)),
);

async function runAll(t, base, paths) {
  const command = startCommand();
  t.after(() => command.end());
  const wrong = [];
  let passed = 0;
  for (const path of paths) {
    const found = readCase(base + path);
    const request = requestOf(found);
    const response = await render(request);
    const problems = compare(found, response);
    if (!problems.length) passed++;
    else wrong.push(`${path}: ${problems.join("\n")}`);
    // The clock stops a run wherever it is.
    if (found.limits?.millis !== undefined) continue;
    const [here, there] = [toJson(response), await command.ask(request)].map(withoutTimings);
    if (here !== there)
      wrong.push(`${path}: the native command answers differently\n  wasm:   ${here}\n  native: ${there}`);
  }
  console.log(`${passed} of ${paths.length} passed in wasm`);
  assert.deepEqual(wrong, [], `${wrong.length} cases`);
}
