// Requests through the built wasm and the native command: the same answer, byte for byte, no trap, no memory beyond a bound.
//   node tests/fuzz/wasm.mjs [--seconds N] [--seed N] [--requests FILE] [--json FILE]
//   --requests FILE  requests as lines of JSON, tried first: those that the native fuzzers stored
// Then golden cases and random projects (tests/differential), each made wrong in a few ways, until the time is up.
// Findings go into target/fuzz/found/wasm, as requests.
import { createHash } from "node:crypto";
import { createReadStream, existsSync, mkdirSync, writeFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { isRequest, requestOf as projectRequest } from "../differential/commands.mjs";
import { comparable } from "../differential/compare.mjs";
import { program } from "../differential/generate/project.mjs";
import { mutate } from "../differential/mutate.mjs";
import { Random } from "../differential/random.mjs";
import { findCases, readCase, requestOf } from "../wasm/case-file.mjs";
import { instantiate, wasmBytes } from "../wasm/engine.mjs";
import { startCommand } from "../wasm/native.mjs";

const root = fileURLToPath(new URL("../../", import.meta.url));
const found = `${root}target/fuzz/found/wasm`;

/** The limits of `small_limits` in tests/parts/src/properties.rs. */
const LIMITS = { steps: 20_000, aliasNodes: 10_000, outputBytes: 1 << 20, sequenceLength: 100_000 };
/** Bytes: no instance may grow beyond, however many requests it answered. */
const MEMORY = 512 << 20;
/** Milliseconds that one answer may take, on a busy machine. */
const PATIENCE = 20_000;
/** How many requests are on their way to the native command while the wasm answers them. */
const BATCH = 64;
/** After so many findings there is no more to learn. */
const ENOUGH = 20;

const { values: options } = parseArgs({
  options: {
    seconds: { type: "string", default: "60" },
    seed: { type: "string", default: String(Date.now() % 1_000_000_000) },
    requests: { type: "string" },
    json: { type: "string" },
  },
});

const started = Date.now();
const result = { executions: 0, seconds: 0, traps: 0, memory: 0, slowest: 0, seed: Number(options.seed), findings: [] };
const native = startCommand();
const wasm = new WebAssembly.Module(wasmBytes());
let engine = await instantiate(wasm);

let batch = [];
for await (const request of requests()) {
  batch.push(request);
  if (batch.length < BATCH) continue;
  await compare(batch);
  batch = [];
  if (Date.now() - started > Number(options.seconds) * 1000 || result.findings.length >= ENOUGH) break;
}
await compare(batch);
native.end();

result.seconds = (Date.now() - started) / 1000;
console.log(
  `wasm: seed ${result.seed}, ${result.executions} requests, ${result.traps} traps, at most ${result.memory >> 20} MiB, slowest ${result.slowest} ms`,
);
for (const { input, problem } of result.findings) console.log(`  ${input}: ${problem}`);
if (options.json) writeFileSync(options.json, JSON.stringify(result));
process.exitCode = result.findings.length ? 1 : 0;

/** Stored requests, then random ones from cases and projects. */
async function* requests() {
  if (options.requests && existsSync(options.requests))
    for await (const line of createInterface({ input: createReadStream(options.requests) })) yield JSON.parse(line);
  const cases = findCases(`${root}tests/cases`).map((path) => requestOf(readCase(`${root}tests/cases/${path}`)));
  for (let seed = result.seed; ; seed++) {
    const r = new Random(seed);
    const project = r.chance(0.5) ? program(seed) : undefined;
    if (project && !isRequest(project)) continue;
    const made = project ?? r.pick(cases);
    const texts = made.files.filter(({ content }) => typeof content === "string");
    const { files, args, env } = made;
    const others = files.filter(({ content }) => typeof content !== "string");
    const wrong = texts.length ? mutate(r, { files: texts, args }) : { files: texts, args };
    yield { files: [...projectRequest({ ...wrong, env }).files, ...others], args, env, limits: LIMITS };
  }
}

/** Asks both, the wasm while the native command works. */
async function compare(asked) {
  const expected = asked.map((request) => native.ask(request));
  for (const [at, request] of asked.entries()) {
    const here = answer(request);
    const there = await expected[at];
    result.executions++;
    if (here.trap !== undefined) {
      result.traps++;
      engine = await instantiate(wasm);
      report(request, `the wasm traps: ${here.trap}`);
    } else if (
      comparable(here.response) !== without(there) &&
      comparable(here.response) !== comparable(JSON.parse(there)) &&
      !bothStopped(here.response, JSON.parse(there))
    ) {
      report(
        request,
        `the wasm and the native command differ: ${difference(comparable(here.response), without(there))}`,
      );
    }
  }
}

/** A limit stops a run at a statement that depends on when memory is collected, and values are smaller in the wasm. */
function bothStopped(...responses) {
  const [one, other] = responses.map(({ report }) => /^- stopped after \d+ steps .*$/m.exec(report)?.[0]);
  return one !== undefined && one === other;
}

function answer(request) {
  const before = Date.now();
  try {
    return { response: engine.module.render(request) };
  } catch (error) {
    return { trap: String(error?.message ?? error) };
  } finally {
    const took = Date.now() - before;
    result.slowest = Math.max(result.slowest, took);
    if (took > PATIENCE) report(request, `the wasm takes ${took} ms`);
    const size = engine.memory.buffer.byteLength;
    if (size > MEMORY && result.memory <= MEMORY) report(request, `the wasm holds ${size >> 20} MiB`);
    result.memory = Math.max(result.memory, size);
  }
}

/** The native command's text without its times; a key in a value has its quotes escaped. */
function without(text) {
  const at = text.lastIndexOf(',"timings":{');
  return text.slice(0, at) + text.slice(text.indexOf("}", at) + 1);
}

function difference(one, other) {
  let at = 0;
  while (at < one.length && one[at] === other[at]) at++;
  return `…${one.slice(Math.max(0, at - 60), at + 120)} | …${other.slice(Math.max(0, at - 60), at + 120)}`;
}

function report(request, problem) {
  const text = JSON.stringify(request, (_, value) => (value instanceof Uint8Array ? [...value] : value));
  mkdirSync(found, { recursive: true });
  const input = `${found}/${createHash("sha1").update(text).digest("hex").slice(0, 16)}.json`;
  writeFileSync(input, text);
  result.findings.push({ input, problem });
}
