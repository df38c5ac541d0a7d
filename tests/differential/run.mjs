// The differential check: random small ytt projects through the native command, the wasm and, if it is available, the real ytt.
//   node tests/differential/run.mjs [--seed N] [--count N] [--ytt PATH] [--no-wasm]
//   --native PATH   the native command (target/release/ytterby, or else the one in target/debug)
//   --kind NAME     only programs of this kind
//   --cases         golden cases with faults, instead of random programs
//   --answers FILE  stores the real ytt's answers for the next run
//   --verbose N     prints the first N differences of each kind (3)
//   --show N        prints program N as a golden case with the real ytt's answer, and the difference
//   --shrink N      the same, after dropping all that the difference does not need
//   --record N      shrinks program N, and stores it as the example of the reason for its difference
// Program N is always the same one. Ends with 1 if a difference is not explained, or if a large run never used one of the reasons.
import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { render } from "../wasm/engine.mjs";
import { caseText, shrink } from "./case.mjs";
import { realYtt, startNative } from "./commands.mjs";
import { printBytes } from "./compare.mjs";
import { program as randomProgram } from "./generate/project.mjs";
import { judge } from "./judge.mjs";
import { allReasons } from "./reasons.mjs";
import { record } from "./recognised.mjs";

/** So many programs use every reason. */
const LARGE = 50_000;

const root = fileURLToPath(new URL("../../", import.meta.url));
const { values: options } = parseArgs({
  options: {
    seed: { type: "string", default: "1" },
    count: { type: "string", default: "1000" },
    ytt: { type: "string" },
    "no-wasm": { type: "boolean", default: false },
    native: { type: "string" },
    answers: { type: "string" },
    verbose: { type: "string", default: "3" },
    show: { type: "string" },
    shrink: { type: "string" },
    record: { type: "string" },
    kind: { type: "string" },
    cases: { type: "boolean", default: false },
  },
});

const program = options.cases ? (await import("./generate/changed-case.mjs")).changedCase : randomProgram;
const built = [`${root}target/release/ytterby`, `${root}target/debug/ytterby`];
const native = startNative(options.native ?? built.find(existsSync));
const ytt = options.ytt && realYtt(options.ytt, options.answers);
const all = { native, render: options["no-wasm"] ? undefined : render, ytt, old: ytt && isOld(options.ytt) };

if (options.record) await recordOne(Number(options.record));
else if (options.show ?? options.shrink)
  await showOne(Number(options.show ?? options.shrink), options.shrink !== undefined);
else await runAll(Number(options.seed), Number(options.count), Number(options.verbose));
native.end();

/** Whether a real ytt is older than 0.55; built from source, it does not say. */
function isOld(path) {
  const version = execFileSync(path, ["version"], { encoding: "utf8" });
  const [, minor] = /^ytt version 0\.(\d+)\./.exec(version) ?? [];
  return minor === undefined || Number(minor) < 55;
}

async function runAll(first, count, verbose) {
  const counts = {};
  const wrong = new Map();
  let explained = 0;
  let next = first;
  const started = Date.now();
  const worker = async () => {
    while (next < first + count) {
      const one = program(next++);
      if (options.kind && one.kind !== options.kind) continue;
      const { outcome, reasons, wrong: found } = await judge(one, all);
      for (const name of reasons ?? (outcome ? [outcome] : [])) counts[name] = (counts[name] ?? 0) + 1;
      if (!found) {
        explained++;
        continue;
      }
      const name = `${found.name} (${one.kind})`;
      wrong.set(name, [...(wrong.get(name) ?? []), one.seed]);
      if (wrong.get(name).length <= verbose) print(one, found);
    }
  };
  // One question at a time goes to the native command; the real ytt is asked by several.
  await Promise.all(Array.from({ length: ytt ? 3 : 1 }, worker));
  for (const [name, seeds] of [...wrong].sort())
    console.log(`${name}: ${seeds.length}: ${seeds.slice(0, 40).join(" ")}`);
  const left = [...wrong.values()].reduce((sum, seeds) => sum + seeds.length, 0);
  console.log(
    `${explained + left} programs from ${first} on, ${Math.round((Date.now() - started) / 1000)} s: ${Object.entries(
      counts,
    )
      .map(([name, each]) => `${name} ${each}`)
      .join(", ")}; not explained ${left}`,
  );
  if (explained + left === 0) console.log(`no program is of the kind ${options.kind}`);
  const unused =
    ytt && !options.kind && !options.cases && count >= LARGE ? allReasons(all).filter((name) => !counts[name]) : [];
  if (unused.length) console.log(`reasons that no program used: ${unused.join(", ")}`);
  if (left || explained + left === 0 || unused.length) process.exitCode = 1;
}

/** The result of a program, in a few words. */
function shows({ outcome, reasons, wrong }) {
  return wrong?.name ?? reasons?.join() ?? outcome;
}

async function smallest(one) {
  const wanted = shows(await judge(one, all));
  // Without the stored answers, which would grow by each attempt.
  const asked = { ...all, ytt: ytt && { ...ytt, answer: ytt.ask } };
  return shrink(one, async (next) => shows(await judge(next, asked)) === wanted);
}

async function showOne(seed, smaller) {
  const one = smaller ? await smallest(program(seed)) : program(seed);
  const { wrong, ...rest } = await judge(one, all);
  if (wrong) return print(one, wrong);
  console.log(`=== ${shows(rest)}: program ${seed}`);
  printBytes(caseText(one, ytt ? await ytt.ask(one) : (await native.answer(one)).ours));
}

async function recordOne(seed) {
  const one = await smallest(program(seed));
  const { reasons } = await judge(one, all);
  if (reasons?.length !== 1) throw new Error(`program ${seed} has no single reason: ${shows(await judge(one, all))}`);
  await record(reasons[0], one, (asked) => judge(one, { ...all, render: undefined, ytt: asked }), ytt);
}

function print(one, { name, ours, theirs, details }) {
  printBytes(
    `=== ${name}: program ${one.seed}\n${caseText(one, theirs)}--- ours:\n${ours.report}${ours.status === 0 ? ours.stdout || JSON.stringify(ours.files) : ""}`,
  );
  if (details) {
    const [here, there] = details;
    const at = [...here].findIndex((character, index) => character !== there[index]);
    console.log(
      `native: …${here.slice(Math.max(0, at - 80), at + 200)}\nwasm:   …${there.slice(Math.max(0, at - 80), at + 200)}`,
    );
  }
}
