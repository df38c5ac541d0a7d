// The commands, as processes: ours and, with `--ytt`, the real ytt, in turns, so that a busy machine slows both.
// Each is started by `xtask measure`, which knows the cost of a child. The work inside our process is also measured alone,
// through `ytterby request`: for `small` most of a run is the start of a process.
import { spawn, spawnSync } from "node:child_process";
import { join } from "node:path";
import { again, median } from "./figures.mjs";
import { filesOf } from "./workloads.mjs";

/** Limits that no workload reaches on a slow machine: a run that is cut off would look fast. */
export const limits = { millis: 600_000, outputBytes: 2 ** 30 };

/**
 * One workload at one scale: `{ workload, scale, ours, ytt }`, each `{ wall, cpu, peak, runs }` with all runs as they were.
 * `commands` has the paths of `xtask`, `ours` and maybe `ytt`; `folder` the workloads of that scale.
 */
export function measureProcesses(workload, scale, { commands, folder, patience }) {
  const files = join(folder, workload);
  const contenders = ["ours", "ytt"].filter((name) => commands[name]).map((name) => ({ name, runs: [], spent: 0 }));
  for (let left = contenders; left.length; ) {
    for (const contender of left) {
      const run = measureOnce(commands.xtask, [commands[contender.name], "-f", files]);
      contender.runs.push(run);
      contender.spent += run.wall;
    }
    left = contenders.filter(({ runs, spent }) => again(runs.length, spent, patience)).reverse();
  }
  const row = { workload, scale };
  for (const { name, runs } of contenders) row[name] = summary(runs);
  return row;
}

function measureOnce(xtask, command) {
  const { stdout, stderr, status, error } = spawnSync(xtask, ["measure", ...command], {
    encoding: "utf8",
    timeout: limits.millis,
  });
  if (error) throw new Error(`xtask measure ${command.join(" ")}: ${error.message}`);
  if (status !== 0) throw new Error(`xtask measure ${command.join(" ")}: ${stderr}`);
  const { user, system, ...run } = JSON.parse(stdout);
  if (run.status === null) throw new Error(`${command.join(" ")} was ended by a signal`);
  return { ...run, cpu: user + system };
}

/** Medians; of the memory, the most that any run took. */
function summary(runs) {
  return {
    wall: median(runs.map(({ wall }) => wall)),
    cpu: median(runs.map(({ cpu }) => cpu)),
    peak: Math.max(...runs.map(({ peak }) => peak)),
    status: runs[0].status,
    runs,
  };
}

/** Whether both commands print the same and end alike; a fast wrong answer is none. */
export function sameAnswer(workload, { commands, folder }) {
  const [ours, theirs] = [commands.ours, commands.ytt].map((command) => {
    const { status, stdout, stderr } = spawnSync(command, ["-f", join(folder, workload)], {
      maxBuffer: 2 ** 30,
      timeout: limits.millis,
    });
    return { status, stdout, stderr };
  });
  return ours.status === theirs.status && ours.stdout.equals(theirs.stdout) && ours.stderr.equals(theirs.stderr);
}

/** The time that a run takes inside our process: `{ first, warm, runs }`, of the same request asked again and again. */
export async function measureInside(workload, scale, { commands, patience }) {
  // At the time limit it is ended, and the wait for its answer with it.
  const child = spawn(commands.ours, ["request"], { stdio: ["pipe", "pipe", "inherit"], timeout: limits.millis });
  const request = `${JSON.stringify({ files: filesOf(workload, scale), limits })}\n`;
  const runs = [];
  let spent = 0;
  const answers = lines(child.stdout);
  while (again(runs.length, spent, patience)) {
    const asked = performance.now();
    child.stdin.write(request);
    const { value, done } = await answers.next();
    if (done) throw new Error(`${commands.ours} request ended`);
    runs.push(totalOf(value));
    spent += performance.now() - asked;
  }
  child.stdin.end();
  return { first: runs[0], warm: median(runs.length > 1 ? runs.slice(1) : runs), runs };
}

/** `timings.total` of a response, which can be too long to be parsed. */
function totalOf(line) {
  const at = line.lastIndexOf('"timings":{');
  const found = /"total":([\d.e+-]+)/.exec(line.subarray(at, at + 400).toString());
  if (at < 0 || !found) throw new Error("the response has no timings");
  return Number(found[1]);
}

/** The lines of a stream, as bytes. */
async function* lines(stream) {
  let parts = [];
  for await (const chunk of stream) {
    let rest = chunk;
    for (let end = rest.indexOf(10); end >= 0; end = rest.indexOf(10)) {
      yield Buffer.concat([...parts, rest.subarray(0, end)]);
      parts = [];
      rest = rest.subarray(end + 1);
    }
    parts.push(rest);
  }
}
