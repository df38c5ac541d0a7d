// The engine's boundary on standard input and output: `node tests/wasm/request.mjs < request.json`.
// One JSON object, or several, one a line; one answer a line. The same as `ytterby request`, through the built wasm.
import { readFileSync, writeSync } from "node:fs";
import { answer, toJson } from "./engine.mjs";

const text = readFileSync(0, "utf8");
for (const asked of requests(text)) print(`${toJson(await answer(asked))}\n`);

function requests(text) {
  try {
    return [JSON.parse(text)];
  } catch {
    return text
      .split("\n")
      .filter((line) => line.trim())
      .map((line) => JSON.parse(line));
  }
}

/** Waits for slow readers: a pipe takes only so much at once. */
function print(line) {
  let rest = Buffer.from(line);
  while (rest.length) {
    try {
      rest = rest.subarray(writeSync(1, rest));
    } catch (error) {
      if (error.code !== "EAGAIN") throw error;
    }
  }
}
