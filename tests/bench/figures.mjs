// Figures from measured times: medians, ratios, and whether a budget is met. Budgets are ratios within one run, so that they
// mean the same on a slow and on a busy machine.

/** The middle number; of an even count, the mean of the two in the middle. Undefined of none. */
export function median(numbers) {
  const sorted = [...numbers].sort((a, b) => a - b);
  const half = Math.floor(sorted.length / 2);
  return sorted.length % 2 ? sorted[half] : sorted.length ? (sorted[half - 1] + sorted[half]) / 2 : undefined;
}

/** The quotient of `a` and `b`; undefined when one of them was not measured. */
export const ratio = (a, b) => (a === undefined || b === undefined || !(b > 0) ? undefined : a / b);

/** The budgets: the figure of `least` must be reached, that of `most` not passed; a ratio if no unit is named. */
export const budgets = {
  native: { least: 5, says: "native: at least 5 times faster than ytt" },
  wasm: { least: 2, says: "wasm, warm: at least 2 times as fast as native ytt" },
  nativeGrowth: { most: 12, says: "native: 10 times the input costs at most 12 times the time" },
  wasmGrowth: { most: 12, says: "wasm: 10 times the input costs at most 12 times the time" },
  nativeMemory: { most: 0.5, says: "native: peak memory at most half of ytt's" },
  wasmMemory: { most: 0.5, says: "wasm: the engine's memory at most half of native ytt's peak" },
  edit: { most: 1, says: "wasm: a render after an edit takes no longer than one from the start" },
  editOfOne: {
    most: 1 / 3,
    says: "wasm: after an edit of one of many files that the others do not depend on, at most a third of that",
  },
  keystroke: {
    most: 5,
    unit: "ms",
    says: "page: the engine's part of a keystroke at most 5 ms at the median, in small workloads",
  },
  tasks: { most: 50, unit: "ms", says: "page: nothing holds the page's thread for more than 50 ms" },
  wasmSize: { most: 0.58, unit: "MB", says: "the wasm of the first render at most 0.58 MB in brotli" },
  firstRender: { most: 0.85, unit: "MB", says: "everything for the first answer at most 0.85 MB in brotli" },
};

/**
 * The verdict on a measured figure: `{ budget, workload, scale, figure, limit, met }`, else nothing. Times are judged by
 * wall-clock time; `cpu` is the figure by processor time, which a busy machine does not change.
 */
export function judge(budget, workload, scale, figure, cpu) {
  if (figure === undefined) return [];
  const { least, most } = budgets[budget];
  const met = least === undefined ? figure <= most : figure >= least;
  return [{ budget, workload, scale, figure, ...(cpu !== undefined && { cpu }), limit: least ?? most, met }];
}

/** All verdicts on the figures of a run: `native` (`ours` and `ytt`) and `wasm` by workload and scale, `page`'s rows, `size`. */
export function judgeAll({ native = [], wasm = [], page = [], size }) {
  const at = (rows, workload, scale) => rows.find((row) => row.workload === workload && row.scale === scale);
  const verdicts = [];
  const say = (...judged) => verdicts.push(...judge(...judged));
  for (const { workload, scale, ours, ytt } of native) {
    say("native", workload, scale, ratio(ytt?.wall, ours.wall), ratio(ytt?.cpu, ours.cpu));
    say("nativeMemory", workload, scale, ratio(ours.peak, ytt?.peak));
    const before = scale === 10 ? at(native, workload, 1)?.ours : undefined;
    say("nativeGrowth", workload, scale, ratio(ours.wall, before?.wall), ratio(ours.cpu, before?.cpu));
  }
  for (const { workload, scale, warm, cpu, memory, keystrokes } of wasm) {
    for (const { kind, kept, cold } of keystrokes ?? []) {
      const independent = workload === "project20" && ["template", "overlay"].includes(kind);
      if (kind !== "same") say(independent ? "editOfOne" : "edit", `${workload}, ${kind}`, scale, ratio(kept, cold));
    }
    const ytt = at(native, workload, scale)?.ytt;
    say("wasm", workload, scale, ratio(ytt?.wall, warm), ratio(ytt?.cpu, cpu));
    say("wasmMemory", workload, scale, ratio(memory, ytt?.peak));
    const before = scale === 10 ? at(wasm, workload, 1) : undefined;
    say("wasmGrowth", workload, scale, ratio(warm, before?.warm), ratio(cpu, before?.cpu));
  }
  for (const { part, workload, what, median, longest, cpu } of page) {
    if (part === "keys" && what === "engine" && ["example", "small"].includes(workload))
      say("keystroke", workload, 1, median);
    if (part === "tasks") say("tasks", `${workload}, ${what}`, 1, longest, cpu);
  }
  say("wasmSize", "wasm", undefined, size && size.wasm / 1e6);
  say("firstRender", "first render", undefined, size && size["first render"] / 1e6);
  return verdicts;
}

/**
 * Whether to measure once more, after `runs` that took `spent` milliseconds: at least one; `most`, if there is time for them within the
 * `allowance`; and more if they take almost no time, because a processor and V8 need some to come to their speed.
 */
export function again(runs, spent, { most, allowance }) {
  if (runs === 0) return true;
  return (runs < most && spent + spent / runs <= allowance) || (runs < most * 10 && spent < most * 30);
}
