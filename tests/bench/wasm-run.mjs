// One workload at one scale in the built wasm, in a process of its own, so that nothing is warm or allocated before:
// `node tests/bench/wasm-run.mjs NAME SCALE PATIENCE`. Prints one JSON object.
import { instantiate, toJson, wasmBytes } from "../wasm/engine.mjs";
import { again, median } from "./figures.mjs";
import { limits } from "./native.mjs";
import { edited, editsOf, filesOf } from "./workloads.mjs";

const [workload, scale, patience] = [process.argv[2], Number(process.argv[3]), JSON.parse(process.argv[4])];
const request = { files: filesOf(workload, scale), limits };
const bytes = wasmBytes();

const [compile, compiled] = timed(() => new WebAssembly.Module(bytes));
const begun = performance.now();
const { module, memory } = await instantiate(compiled);
const instantiated = performance.now() - begun;
const [first, { exitStatus }] = timed(() => shown(module.renderInParts(request)));
const memoryBefore = memory.buffer.byteLength;
const runs = [];
const cpu = [];
const inside = [];
// A first run that is too slow runs once more: it is also one of fresh memory and of code that V8 has not optimized.
const slow = first > patience.allowance;
let spent = 0;
while (slow ? runs.length < 1 : again(runs.length, spent, patience)) {
  const before = process.cpuUsage();
  const [millis, { timings }] = timed(() => shown(module.renderInParts(request)));
  const { user, system } = process.cpuUsage(before);
  runs.push(millis);
  // Includes V8's other threads: collecting garbage, compiling the wasm better.
  cpu.push((user + system) / 1000);
  inside.push(timings.total);
  spent += millis;
}
const row = {
  workload,
  scale,
  status: exitStatus,
  compile,
  instantiate: instantiated,
  first,
  cold: compile + instantiated + first,
  warm: median(runs),
  cpu: median(cpu),
  inside: median(inside),
  memory: memoryBefore,
  // The memory that each further render of the same adds for good.
  kept: slow ? undefined : (memory.buffer.byteLength - memoryBefore) / runs.length,
  runs,
  keystrokes: module.Workspace && !slow ? keystrokes() : null,
};
process.stdout.write(JSON.stringify(row));

/** The time of a `Workspace` for an unchanged request and for each kind of edit, beside a render from the start. */
function keystrokes() {
  const workspace = new module.Workspace();
  workspace.renderInParts(request).free();
  const compared = new module.Workspace();
  const kinds = [["same", () => request]];
  for (const kind of editsOf(workload))
    kinds.push([kind, (n) => ({ ...request, files: edited(workload, request.files, kind, n) })]);
  return kinds.map(([kind, change]) => {
    const kept = [];
    const cold = [];
    let same = true;
    let spent = 0;
    while (again(kept.length, spent, patience)) {
      const next = change(kept.length + 1);
      // In turn, because the second one finds the memory and caches as the first one left them.
      const pair = [
        [kept, workspace],
        [cold, module],
      ];
      for (const [times, engine] of kept.length % 2 ? pair.reverse() : pair) {
        const [millis] = timed(() => shown(engine.renderInParts(next)));
        times.push(millis);
        spent += millis;
      }
      if (scale <= 1 && kept.length <= 2)
        same &&= comparable(compared.render(next)) === comparable(module.render(next));
    }
    return {
      kind,
      kept: median(kept),
      cold: median(cold),
      runs: kept.length,
      same,
      memory: memory.buffer.byteLength,
    };
  });
}

/** The parts of an answer that the page needs to show it (web/src/engine/worker.ts). */
function shown(answer) {
  const head = JSON.parse(answer.head());
  head.files.forEach((_, at) => {
    const lines = answer.lines(at);
    lines.origins();
    lines.more();
    lines.free();
    answer.content(at);
  });
  answer.free();
  return head;
}

function comparable(response) {
  return toJson({ ...response, timings: null, usage: null });
}

function timed(run) {
  const begun = performance.now();
  const value = run();
  return [performance.now() - begun, value];
}
