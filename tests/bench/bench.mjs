// `scripts/bench`: measures every workload at scale 0.1, 1 and 10, natively and in wasm, the page, the parts and the sizes;
// prints tables, and for each budget (figures.mjs) whether it is met. Builds everything that it measures, first.
//   --ytt PATH        the real ytt, run in turns with ours; without it there are no ratios to it
//   --only WHAT       native, wasm, page, parts, size, scaling (only where it is asked for); may be repeated
//   --quick           three runs of each, without scale 10
//   --once            one run of each at scale 0.1, in a hurry: shows whether everything works, and says nothing about times
//   --json FILE       all that was measured, each run
//   --built           measures the existing build
//   WORKLOAD …        only these; of scaling, the subjects with one of these words in their names
// YTTERBY names another native command to measure.
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { cpus, tmpdir, totalmem } from "node:os";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { budgets, judgeAll, ratio } from "./figures.mjs";
import { limits, measureInside, measureProcesses, sameAnswer } from "./native.mjs";
import { measurePage } from "./page.mjs";
import { measureSubject, nameOf } from "./scaling.mjs";
import { budgetsRecorded, dist, firstRender, problems, sizes, sizeTable } from "./size.mjs";
import { subjects } from "./subjects.mjs";
import { digits, megabytes, table, time, times } from "./tables.mjs";
import { exitStatus, filesOf, names, scales, write } from "./workloads.mjs";

const root = fileURLToPath(new URL("../../", import.meta.url));
// The parts that are measured by default; `scaling` takes half an hour.
const everything = ["native", "wasm", "page", "parts", "size"];
const { values: options, positionals } = parseArgs({
  options: {
    ytt: { type: "string" },
    only: { type: "string", multiple: true, default: everything },
    quick: { type: "boolean", default: false },
    once: { type: "boolean", default: false },
    json: { type: "string" },
    built: { type: "boolean", default: false },
  },
  allowPositionals: true,
});
for (const name of options.only) known(name, [...everything, "scaling"]);
if (!options.only.includes("scaling")) for (const name of positionals) known(name, names);
const wants = (name) => options.only.includes(name);
const workloads = names.filter((name) => !positionals.length || positionals.includes(name));
const { scales: allScales, ...patience } = extent();
/** For parts with several figures for a workload. */
const halved = { ...patience, allowance: patience.allowance / 2 };
const target = process.env.CARGO_TARGET_DIR ?? join(root, "target");
const commands = {
  xtask: join(target, "debug/xtask"),
  ours: resolve(process.env.YTTERBY ?? join(target, "release/ytterby")),
  ytt: options.ytt && resolve(options.ytt),
};

if (!options.built) build();
const folder = mkdtempSync(join(tmpdir(), "ytterby-bench-"));
const measured = { machine: machine() };
try {
  console.log(`${measured.machine.cpu}, ${measured.machine.cores} cores, Node ${process.version}\n`);
  // Workloads that do not scale are in the folder of scale 1.
  for (const scale of new Set([1, ...allScales])) write(join(folder, String(scale)), scale, workloads);
  if (wants("native")) await native();
  if (wants("wasm")) wasm();
  if (wants("page")) await page();
  if (wants("parts")) parts();
  if (wants("size")) size();
  if (wants("scaling")) scaling();
  if (everything.some(wants)) verdicts();
} finally {
  rmSync(folder, { recursive: true });
  if (options.json) writeFileSync(options.json, `${JSON.stringify(measured, null, 1)}\n`);
}

/** `most`: runs of a figure; `allowance`: milliseconds after which there are no more. */
function extent() {
  // The allowance is far above the time of a run, so that a busy machine does not leave out the keystrokes.
  if (options.once) return { scales: [0.1], most: 1, allowance: 30_000 };
  if (options.quick) return { scales: [0.1, 1], most: 3, allowance: 10_000 };
  return { scales: [0.1, 1, 10], most: 11, allowance: 20_000 };
}

function known(name, list) {
  if (list.includes(name)) return;
  console.error(`scripts/bench: there is no ${name}; there are ${list.join(", ")}`);
  process.exit(2);
}

function build() {
  const page = wants("page") || wants("size");
  run({}, "scripts/setup", "rust", ...(page ? ["page"] : []), ...(wants("page") ? ["browser"] : []));
  if (wants("native")) run({}, "cargo", "build", "--bin", "xtask");
  if ((wants("native") || wants("scaling")) && !process.env.YTTERBY)
    run({}, "cargo", "build", "--release", "--bin", "ytterby");
  if (wants("wasm") || wants("scaling") || page) run({}, "cargo", "wasm");
  if (page) run({}, "npm", "run", "--prefix", "web", "build");
}

/** Its output goes to standard error, beside the tables. */
function run(env, command, ...args) {
  const { status, error } = spawnSync(command, args, {
    cwd: root,
    stdio: ["ignore", 2, 2],
    env: { ...process.env, ...env },
  });
  if (status === 0) return;
  console.error(`scripts/bench: ${[command, ...args].join(" ")} failed${error ? `: ${error.message}` : ""}`);
  process.exit(1);
}

function machine() {
  return { cpu: cpus()[0]?.model, cores: cpus().length, memory: totalmem(), node: process.version, date: new Date() };
}

/** Each workload at each of its scales. */
function* all() {
  for (const workload of workloads)
    for (const scale of scales(workload) ? allScales : [1]) yield [workload, scale, join(folder, String(scale))];
}

async function native() {
  measured.native = [];
  for (const [workload, scale, folder] of all()) {
    progress(`native ${workload} x${scale}`);
    const row = measureProcesses(workload, scale, { commands, folder, patience });
    row.inside = await measureInside(workload, scale, { commands, patience: halved });
    if (commands.ytt && scale <= 1) row.same = sameAnswer(workload, { commands, folder });
    measured.native.push(row);
  }
  const rows = measured.native.map(({ workload, scale, ours, ytt, inside }) => [
    workload,
    digits(scale),
    time(ours.wall),
    time(ours.cpu),
    time(inside.warm),
    megabytes(ours.peak),
    time(ytt?.wall),
    time(ytt?.cpu),
    megabytes(ytt?.peak),
    times(ratio(ytt?.wall, ours.wall)),
    times(ratio(ytt?.cpu, ours.cpu)),
    times(ratio(ours.peak, ytt?.peak)),
    times(growth(measured.native, workload, scale, (row) => row.ours.wall)),
    `${ours.runs.length}/${ytt?.runs.length ?? 0}`,
  ]);
  const heads = ["workload", "scale", "wall", "cpu", "inside", "peak", "ytt wall", "ytt cpu", "ytt peak"];
  print(
    "Native: medians of whole processes; `inside`: a render with all that the page shows, without the start of the process",
    table([...heads, "wall ratio", "cpu ratio", "peak ratio", "growth", "runs"], rows),
  );
  for (const { workload, scale, ours, ytt } of measured.native) {
    ended("the native command", workload, scale, ours.status);
    if (ytt) ended("ytt", workload, scale, ytt.status);
  }
  const compared = measured.native.filter(({ same }) => same !== undefined);
  const different = compared.filter(({ same }) => !same).map(({ workload, scale }) => `${workload} x${scale}`);
  if (different.length) console.log(`NOT the same answer as ytt: ${different.join(", ")}\n`);
  else if (compared.length)
    console.log(`Output, messages and exit status are ytt's in all ${compared.length} compared\n`);
  // Our command has one thread, which does not wait.
  const sum = (figure) => measured.native.reduce((all, { ours }) => all + figure(ours), 0);
  const share = sum(({ cpu }) => cpu) / sum(({ wall }) => wall);
  if (share < 0.8)
    console.log(
      `The machine was busy: our processes had ${digits(share * 100)} % of a processor; trust cpu more than wall\n`,
    );
}

function ended(who, workload, scale, status) {
  if (status === exitStatus(workload)) return;
  console.log(`NOT a whole run: ${who} ended with ${status} in ${workload} x${scale}; its times say nothing\n`);
}

/** Times from the scale before, for ten times the input. */
function growth(rows, workload, scale, figure) {
  const before = rows.find((row) => row.workload === workload && row.scale === scale / 10);
  const now = rows.find((row) => row.workload === workload && row.scale === scale);
  return before && ratio(figure(now), figure(before));
}

function wasm() {
  measured.wasm = [];
  for (const [workload, scale] of all()) {
    progress(`wasm ${workload} x${scale}`);
    const args = [fileURLToPath(new URL("wasm-run.mjs", import.meta.url)), workload, scale, JSON.stringify(halved)];
    const { stdout, status, error } = spawnSync(process.execPath, args, {
      encoding: "utf8",
      stdio: ["ignore", "pipe", "inherit"],
      timeout: limits.millis,
    });
    if (error) throw new Error(`wasm ${workload} x${scale}: ${error.message}`);
    if (status !== 0) throw new Error(`wasm ${workload} x${scale} failed`);
    measured.wasm.push(JSON.parse(stdout));
  }
  const native = (workload, scale) => measured.native?.find((row) => row.workload === workload && row.scale === scale);
  const rows = measured.wasm.map((row) => {
    const { workload, scale } = row;
    const beside = native(workload, scale);
    return [
      workload,
      digits(scale),
      time(row.compile + row.instantiate),
      time(row.first),
      time(row.warm),
      time(row.cpu),
      time(row.inside),
      megabytes(row.memory),
      megabytes(row.kept),
      times(ratio(beside?.ytt?.wall, row.warm)),
      times(ratio(beside?.ytt?.wall, row.cold)),
      times(ratio(row.memory, beside?.ytt?.peak)),
      times(ratio(row.inside, beside?.inside.warm)),
      times(growth(measured.wasm, workload, scale, (each) => each.warm)),
      String(row.runs.length),
    ];
  });
  const heads = ["workload", "scale", "compile", "first", "warm", "cpu", "inside", "memory", "grows"];
  print(
    "Wasm in Node, a process each: compiling, the first render, the median of the next; `inside`: without what crosses to JavaScript;\n" +
      "the engine's memory after the first render, and by how much it grows with each next one;\n" +
      "ytt's time through ours, warm and cold (compiling and first render); our memory through ytt's; our time inside through native's",
    table([...heads, "ytt:warm", "ytt:cold", "mem:ytt", "wasm:native", "growth", "runs"], rows),
  );
  for (const { workload, scale, status } of measured.wasm) ended("the wasm", workload, scale, status);
  const kept = measured.wasm.flatMap(({ workload, scale, keystrokes }) =>
    (keystrokes ?? []).map((row) => [workload, digits(scale), row]),
  );
  if (!kept.length) return console.log("Keystrokes: skipped, the wasm has no Workspace\n");
  const rowsKept = kept.map(([workload, scale, { kind, kept, cold, runs, same, memory }]) => [
    workload,
    scale,
    kind === "same" ? "nothing" : kind,
    time(cold),
    time(kept),
    times(ratio(cold, kept)),
    megabytes(memory),
    same ? String(runs) : `${runs}, NOT the same answer`,
  ]);
  print(
    "Edits in wasm: a render from the start, and the render of a Workspace that has rendered the request before the edit",
    table(["workload", "scale", "changed", "from the start", "workspace", "ratio", "memory", "runs"], rowsKept),
  );
}

async function page() {
  if (!existsSync(join(dist, "index.html"))) throw new Error("web/dist is not built: scripts/build");
  progress("the page in Chromium");
  const given = workloads.map((name) => ({ name, files: filesOf(name, options.once ? 0.1 : 1) }));
  const pace = options.once ? { runs: 1, keys: 2, hasty: true } : { runs: options.quick ? 2 : 5 };
  measured.page = await measurePage({ dist, workloads: given, ...pace });
  const figures = ({ part, workload, what, unit, ...numbers }) => Object.entries(numbers);
  // A table for each part and its figures: medians, longest tasks, bytes.
  const shape = (row) => [row.part, ...figures(row).map(([name]) => name)].join();
  for (const kind of new Set(measured.page.map(shape))) {
    const rows = measured.page.filter((row) => shape(row) === kind);
    const heads = ["workload", "what", "unit", ...figures(rows[0]).map(([name]) => name)];
    const cells = rows.map((row) => [
      row.workload,
      row.what,
      row.unit ?? "",
      ...figures(row).map(([, value]) => (Number.isFinite(value) ? digits(value) : "-")),
    ]);
    print(`The page in Chromium, workloads of scale 1: ${rows[0].part}`, table(heads, cells, 3));
  }
  checkFirstRender();
}

/** The files that Chromium requested and those that size.mjs reads out of the built files should be the same. */
function checkFirstRender() {
  const asked = measured.page.filter(({ part, what }) => part === "bytes" && what.startsWith("/"));
  const paths = asked.map(({ what }) => (what === "/" ? "index.html" : what.slice(1)));
  const read = firstRender();
  // If the answer takes long, the workbench is loaded before it (web/src/page/boot.ts).
  const isLate = paths.some((path) => path.startsWith("assets/main-"));
  const others = isLate ? [] : paths.filter((path) => !read.includes(path));
  const different = [...others, ...read.filter((path) => !paths.includes(path))];
  if (paths.length && different.length)
    console.log(
      `NOT the same files for the first render in Chromium and in tests/bench/size.mjs: ${different.join(", ")}\n`,
    );
}

function parts() {
  progress("the parts");
  const folder = mkdtempSync(join(tmpdir(), "ytterby-parts-"));
  write(folder, 1);
  const begun = Date.now();
  const once = ["--", "--sample-size", "10", "--warm-up-time", "0.1", "--measurement-time", "0.1"];
  const command = ["cargo", "bench", "-p", "ytterby-parts", "--bench", "parts"];
  run({ BENCH_WORKLOADS: folder }, ...command, ...(options.once ? once : []));
  rmSync(folder, { recursive: true });
  const results = join(target, "criterion");
  // Criterion leaves the results of parts that do not exist any more.
  const found = readdirSync(results, { recursive: true }).filter(
    (path) => path.endsWith(join("new", "estimates.json")) && statSync(join(results, path)).mtimeMs >= begun,
  );
  if (!found.length) throw new Error(`no results in ${results}`);
  measured.parts = found.map((path) => {
    const { median } = JSON.parse(readFileSync(join(target, "criterion", path), "utf8"));
    const about = JSON.parse(readFileSync(join(target, "criterion", dirname(path), "benchmark.json"), "utf8"));
    return { part: about.title, median: median.point_estimate / 1e6, bytes: about.throughput?.Bytes };
  });
  const rows = measured.parts.map(({ part, median, bytes }) => [
    part,
    time(median),
    bytes ? `${digits(bytes / median / 1000)} MB/s` : "-",
  ]);
  print("Parts, natively (medians of Criterion)", table(["part", "time", "throughput"], rows));
}

function size() {
  measured.size = sizes();
  const budgets = budgetsRecorded();
  print("Sizes", [sizeTable(measured.size, budgets), ...problems(measured.size, budgets)].join("\n"));
}

/** Whatever grows faster than its input is marked; some of it must, as in ytt. */
function scaling() {
  const numbers = options.once ? [10, 40] : options.quick ? [1000, 10_000] : [1000, 10_000, 100_000];
  const chosen = subjects.filter((subject) => {
    const name = nameOf(subject);
    return !positionals.length || positionals.some((word) => name.includes(word));
  });
  if (!chosen.length) throw new Error(`no subject has ${positionals.join(" or ")} in its name`);
  measured.scaling = chosen.map((subject) => {
    progress(`scaling ${nameOf(subject)}`);
    return measureSubject(subject, { numbers, command: commands.ours, wasm: true });
  });
  const cells = (runs = []) => {
    const shown = numbers.map((_, at) => runs[at] && `${time(runs[at].millis)}${runs[at].failed ? "!" : ""}`);
    const growths = numbers.slice(1).map((_, at) => {
      const [before, now] = [runs[at], runs[at + 1]];
      if (!now || now.failed) return "-";
      const growth = now.millis / before.millis;
      // Below a tenth of a second it is the start of the process that is measured.
      const isSteep = growth > 2.5 * (numbers[at + 1] / numbers[at]) && now.millis > 100;
      return `${times(growth)}${isSteep ? "*" : ""}`;
    });
    return [...shown.map((cell) => cell ?? "-"), ...growths];
  };
  const heads = (where) => [
    ...numbers.map((number) => `${where}${number.toLocaleString("en")}`),
    ...numbers.slice(1).map(() => "growth"),
  ];
  print(
    "Scaling: a run each with so many of the same thing, native (with the start of the process) and wasm;\n" +
      "`*`: grows much faster than its input; `!`: ended by a limit; `-`: not tried, because fewer took too long, or a limit is lower",
    table(
      ["subject", ...heads(""), ...heads("wasm ")],
      measured.scaling.map((row) => [nameOf(row), ...cells(row.native), ...cells(row.wasm)]),
    ),
  );
}

function verdicts() {
  measured.budgets = judgeAll(measured);
  const lines = [];
  const without = [];
  for (const [name, { says, least, unit }] of Object.entries(budgets)) {
    const judged = measured.budgets.filter(({ budget }) => budget === name);
    if (!judged.length) {
      without.push(`not measured: ${says}`);
      continue;
    }
    const missed = judged.filter(({ met }) => !met);
    const count = judged.length > 1 ? ` (${judged.length - missed.length} of ${judged.length})` : "";
    lines.push(`${missed.length ? "NOT met" : "met"}: ${says}${count}`);
    const [worst] = [...judged].sort((a, b) => (least === undefined ? b.figure - a.figure : a.figure - b.figure));
    const figure = (value) => (unit ? `${digits(value)} ${unit}` : times(value));
    for (const verdict of missed.length ? missed : [worst]) {
      const where = [verdict.workload, ...(unit ? [] : [`x${verdict.scale}`])].join(" ");
      const beside = verdict.cpu === undefined ? "" : ` (by processor time ${figure(verdict.cpu)})`;
      lines.push(`  ${verdict.met ? "nearest" : "NOT met"}: ${where}: ${figure(verdict.figure)}${beside}`);
    }
  }
  print("Budgets", [...lines, ...without].join("\n"));
}

function print(title, text) {
  console.log(`${title}\n\n${text}\n`);
}

function progress(text) {
  if (process.stderr.isTTY) process.stderr.write(`${text}\n`);
}
