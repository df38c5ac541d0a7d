// The golden cases through the built wasm: `node --test tests/wasm/`.
// The same cases as natively (tests/cases.rs), and beyond that: the native command must give the same response to each request, byte for
// byte, apart from timings.
import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { compare, findCases, readCase, requestOf } from "./case-file.mjs";
import { render, toJson } from "./engine.mjs";
import { startCommand, withoutTimings } from "./native.mjs";

const root = fileURLToPath(new URL("../../", import.meta.url));
const peer = process.env.YTT_PEER_CASES ?? `${root}../shared/cases/peer`;

test("the project's own cases", () => runAll(`${root}tests/`, ["cases", "differences"]));
test("the peer's cases", { skip: existsSync(peer) ? false : "they are not at hand" }, () => runAll(`${peer}/`, ["."]));

async function runAll(base, directories) {
  const paths = directories
    .filter((name) => existsSync(base + name))
    .flatMap((name) => findCases(base + name).map((path) => (name === "." ? path : `${name}/${path}`)));
  const command = startCommand();
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
  command.end();
  console.log(`${passed} of ${paths.length} passed in wasm`);
  assert.deepEqual(wrong, [], `${wrong.length} cases`);
}
