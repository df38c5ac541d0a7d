// `scripts/fuzz`: builds the fuzz targets, runs each for a while, and prints the results.
// Findings are in target/fuzz/found, inputs that are worth trying again in target/fuzz/corpus.
//
// cargo-fuzz is not needed: it adds a sanitizer, which wants a nightly compiler and finds nothing in safe code; the flags that make
// a target tell where it has been (`rustc` beside this file) are for any compiler.
import { execFileSync, spawn, spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { writeSeeds } from "./seeds.mjs";

const root = fileURLToPath(new URL("../../", import.meta.url));
const target = `${root}target/fuzz`;

/** The native targets, with the longest input of each. Short ones are quick, and find the same. */
const TARGETS = { reader: 512, front_end: 512, schema: 1024, overlay: 1024, request: 2048, project: 512 };

/** KiB: the stack of the command (crate/cli/src/main.rs). */
const STACK = 512 << 10;
/** KiB of stack for the wasm, as in `scripts/test wasm`: by default, Node gives it less than a worker of a browser has. */
const STACK_OPTION = "--stack-size=3900";
/** Seconds that one input may take, on a busy machine. */
const PATIENCE = 20;
/** MiB that a process may hold, its own tables and the corpus included. */
const MEMORY = 2048;
/** After so many findings a target ends: they are likely to be the same. */
const ENOUGH = 5;

const { values: options } = parseArgs({
  options: {
    seconds: { type: "string", default: "300" },
    target: { type: "string", multiple: true, default: [...Object.keys(TARGETS), "wasm"] },
    json: { type: "string" },
    built: { type: "boolean", default: false },
  },
});
const unknown = options.target.filter((name) => name !== "wasm" && !(name in TARGETS));
if (unknown.length) {
  console.error(`scripts/fuzz: there is no ${unknown}; there are ${Object.keys(TARGETS).join(", ")} and wasm`);
  process.exit(2);
}

const built = `${target}/release`;
if (!options.built) build();

const seconds = Number(options.seconds) / options.target.length;
const results = {};
for (const name of options.target) {
  results[name] = name === "wasm" ? await throughWasm() : await fuzz(name);
  print(name, results[name]);
}
const executions = Object.values(results).reduce((sum, result) => sum + result.executions, 0);
const findings = Object.values(results).flatMap((result) => result.findings);
console.log(`${executions} executions in all, ${findings.length} findings`);
// A claim shows all that it is about.
for (const { input, problem } of findings) console.log(`  ${input}: ${problem.slice(0, 500)}`);
if (options.json) writeFileSync(options.json, `${JSON.stringify({ executions, targets: results }, null, 2)}\n`);
if (findings.length) process.exitCode = 1;

function build() {
  const args = [
    "build",
    "--locked",
    "--release",
    "--manifest-path",
    `${root}tests/fuzz/Cargo.toml`,
    "--target-dir",
    target,
  ];
  const env = { ...process.env, RUSTC_WRAPPER: `${root}tests/fuzz/rustc` };
  const { status } = spawnSync("cargo", args, { stdio: "inherit", env });
  if (status !== 0) process.exit(1);
}

function print(name, { executions, seconds, coverage, corpus, findings }) {
  const rate = Math.round(executions / Math.max(seconds, 1));
  const more = coverage ? `, coverage ${coverage}, corpus ${corpus}` : "";
  console.log(
    `${name.padEnd(10)} ${String(executions).padStart(9)} executions in ${Math.round(seconds)} s (${rate}/s)${more}, ${findings.length} findings`,
  );
}

/** Runs a target until its time is up; after a finding once more. */
async function fuzz(name) {
  const folders = {
    corpus: `${target}/corpus/${name}`,
    found: `${target}/found/${name}`,
    seeds: `${target}/seeds/${name}`,
  };
  for (const folder of Object.values(folders)) mkdirSync(folder, { recursive: true });
  writeSeeds(name, folders.seeds, TARGETS[name]);
  const result = { executions: 0, seconds: 0, coverage: 0, corpus: 0, findings: [] };
  while (result.seconds < seconds && result.findings.length < ENOUGH) {
    const { status, input, problem } = await once(name, folders, Math.ceil(seconds - result.seconds), result);
    if (status !== 0) result.findings.push({ input, problem: problem || `ended with ${status}` });
  }
  result.corpus = readdirSync(folders.corpus).length;
  return result;
}

/** One process of a target; adds to the result, and says how it ended. */
async function once(name, { corpus, found, seeds }, time, result) {
  const flags = {
    artifact_prefix: `${found}/`,
    dict: `${root}tests/fuzz/ytt.dict`,
    max_len: TARGETS[name],
    max_total_time: time,
    print_final_stats: 1,
    rss_limit_mb: MEMORY,
    timeout: PATIENCE,
    // The rarest inputs are looked at first anyway; without this, long ones are never tried in a short run.
    len_control: 0,
  };
  const list = Object.entries(flags).map(([flag, value]) => `-${flag}=${value}`);
  const script = `ulimit -S -s ${STACK} && exec "$@"`;
  const started = Date.now();
  const env = { ...process.env, RUST_BACKTRACE: "0" };
  const child = spawn("bash", ["-c", script, "fuzz", `${built}/${name}`, ...list, corpus, seeds], {
    stdio: ["ignore", "ignore", "pipe"],
    env,
  });
  const ended = new Promise((done) => child.on("close", (code, signal) => done(code ?? signal)));
  let problem = "";
  let kept = "no input";
  let counted = 0;
  for await (const line of createInterface({ input: child.stderr })) {
    counted = Math.max(counted, Number(/^(?:#|stat::number_of_executed_units: )(\d+)/.exec(line)?.[1] ?? 0));
    result.coverage = Math.max(result.coverage, Number(/ cov: (\d+)/.exec(line)?.[1] ?? 0));
    kept = /Test unit written to (.*)$/.exec(line)?.[1] ?? kept;
    // The line behind a panic's place says what it is about.
    if (/panicked at |a trial (holds|leaves)|ERROR: libFuzzer/.test(line)) problem ||= line;
    else if (problem.endsWith(":")) problem += ` ${line}`;
  }
  const status = await ended;
  result.executions += counted;
  result.seconds += (Date.now() - started) / 1000;
  return { status, input: kept, problem };
}

/** The corpora of the requests, cases and random projects, through the wasm and natively. */
async function throughWasm() {
  const requests = `${target}/requests.jsonl`;
  const lines = ["request", "project"].flatMap((name) => corpusRequests(name));
  writeFileSync(requests, lines.map((line) => `${line}\n`).join(""));
  const out = `${target}/wasm.json`;
  const driver = `${root}tests/fuzz/wasm.mjs`;
  spawnSync("node", [STACK_OPTION, driver, "--seconds", String(seconds), "--requests", requests, "--json", out], {
    stdio: "inherit",
  });
  return JSON.parse(readFileSync(out, "utf8"));
}

function corpusRequests(name) {
  const folder = `${target}/corpus/${name}`;
  mkdirSync(folder, { recursive: true });
  const paths = readdirSync(folder).map((file) => `${folder}/${file}`);
  const lines = [];
  for (let at = 0; at < paths.length; at += 500) {
    const settings = { encoding: "utf8", maxBuffer: 1 << 28, env: { ...process.env, PRINT: "json" } };
    lines.push(...execFileSync(`${built}/${name}`, paths.slice(at, at + 500), settings).split("\n"));
  }
  return lines.filter(Boolean);
}
