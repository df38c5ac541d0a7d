// The differential check: random small ytt projects, answered natively, by the wasm and, where it is at hand, by the real ytt.
//   node tests/differential/run.mjs [--seed N] [--count N] [--ytt PATH] [--no-wasm]
//   --native PATH   the native command (target/release/ytterby, or else the one in target/debug)
//   --answers FILE  keeps the real ytt's answers for the next run
//   --verbose N     prints the first N differences of each kind (3)
//   --show N        prints program N as a golden case with the real ytt's answer, and what differs
//   --shrink N      the same, after dropping all that the difference does not need
// Program N is always the same one. Ends with 1 where a difference is not explained.
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { render } from "../wasm/engine.mjs";
import { caseText, shrink } from "./case.mjs";
import { answerOf, realYtt, requestOf, startNative } from "./commands.mjs";
import { comparable, difference, explained, knownDifference, noAnswer, writesFiles } from "./compare.mjs";
import { program } from "./generate/project.mjs";

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
    kind: { type: "string" },
  },
});

const built = [`${root}target/release/ytterby`, `${root}target/debug/ytterby`];
const native = startNative(options.native ?? built.find(existsSync));
const ytt = options.ytt && realYtt(options.ytt, options.answers);
const wasm = !options["no-wasm"];

if (options.show ?? options.shrink) await showOne(Number(options.show ?? options.shrink), options.shrink !== undefined);
else await runAll(Number(options.seed), Number(options.count), Number(options.verbose));
native.end();

/** Everything about one program: `[kind of difference, whose, their answer, ours]`, or nothing. */
async function judge(one, counts = {}, ask = (it) => ytt.answer(it)) {
  const response = await native.ask(requestOf(one));
  const ours = answerOf(response);
  const count = (name) => (counts[name] = (counts[name] ?? 0) + 1);
  if (ours.panicked) return { name: "we panic", ours, theirs: ours };
  if (wasm) {
    const theirs = await render(requestOf(one));
    if (comparable(theirs) !== comparable(response))
      return {
        name: "wasm is not native",
        ours,
        theirs: answerOf(theirs),
        details: [comparable(response), comparable(theirs)],
      };
  }
  if (ytt) {
    const theirs = await ask(one);
    const reason = noAnswer(theirs);
    if (reason) return void count(reason);
    const name = difference(ours, theirs, { filesWritten: writesFiles(one) });
    if (name) {
      const why = knownDifference(ours, theirs, one) ?? (await explained(one, theirs, ytt.ask));
      if (why) return void count(why);
      return { name, ours, theirs };
    }
  }
  count(ours.status === 0 ? "the same output" : "the same error");
}

async function runAll(first, count, verbose) {
  const counts = {};
  const wrong = new Map();
  let next = first;
  const started = Date.now();
  const worker = async () => {
    while (next < first + count) {
      const one = program(next++);
      if (options.kind && one.kind !== options.kind) continue;
      const found = await judge(one, counts);
      if (!found) continue;
      const name = `${found.name} (${one.kind})`;
      wrong.set(name, [...(wrong.get(name) ?? []), one.seed]);
      if (wrong.get(name).length <= verbose) print(one, found);
    }
  };
  // One question at a time goes to the native command; the real ytt is asked by several.
  await Promise.all(Array.from({ length: ytt ? 3 : 1 }, worker));
  for (const [name, seeds] of [...wrong].sort())
    console.log(`${name}: ${seeds.length}: ${seeds.slice(0, 40).join(" ")}`);
  const total = Object.values(counts).reduce((sum, each) => sum + each, 0);
  const left = [...wrong.values()].reduce((sum, seeds) => sum + seeds.length, 0);
  console.log(
    `${total + left} programs from ${first} on, ${Math.round((Date.now() - started) / 1000)} s: ${Object.entries(counts)
      .map(([name, each]) => `${name} ${each}`)
      .join(", ")}; not explained ${left}`,
  );
  if (total + left === 0) console.log(`no program is of the kind ${options.kind}`);
  if (left || total + left === 0) process.exitCode = 1;
}

async function showOne(seed, smaller) {
  let one = program(seed);
  let found = await judge(one);
  if (found && smaller) {
    const { name } = found;
    one = await shrink(one, async (next) => (await judge(next, {}, ytt?.ask))?.name === name);
    found = await judge(one);
  }
  if (found) print(one, found);
  else console.log(caseText(one, ytt ? await ytt.ask(one) : answerOf(await native.ask(requestOf(one)))));
}

function print(one, { name, ours, theirs, details }) {
  console.log(
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
