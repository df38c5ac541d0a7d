// Every part of the benchmark works: `scripts/bench` once on small input. Times are not judged. Sizes are left to size.test.mjs, which computes the
// same, and `parts`, which has a release build that takes minutes, to `scripts/test all`.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { nameOf } from "./scaling.mjs";
import { subjects } from "./subjects.mjs";

const root = fileURLToPath(new URL("../../", import.meta.url));
const target = process.env.CARGO_TARGET_DIR ?? join(root, "target");

/** The output of `scripts/bench --json`. */
function measure(part, milliseconds, ...workloads) {
  const folder = mkdtempSync(join(tmpdir(), "ytterby-smoke-"));
  const json = join(folder, "measured.json");
  const options = ["--built", "--once", "--only", part, "--json", json];
  const { status, signal, stdout, stderr } = spawnSync(
    process.execPath,
    [join(root, "tests/bench/bench.mjs"), ...options, ...workloads],
    { encoding: "utf8", timeout: milliseconds, env: { YTTERBY: join(target, "debug/ytterby"), ...process.env } },
  );
  const end = signal ? `not finished after ${milliseconds / 1000} s` : `exit status ${status}`;
  assert.equal(status, 0, `${end}\n${stdout.slice(-2000)}\n${stderr.slice(-2000)}`);
  assert.doesNotMatch(stdout, /\bNOT (a whole run|the same)/);
  const measured = JSON.parse(readFileSync(json, "utf8"));
  rmSync(folder, { recursive: true });
  return measured;
}

/** Fails unless all are numbers above 0. */
function positive(figures, what) {
  for (const [name, value] of Object.entries(figures))
    assert.ok(Number.isFinite(value) && value > 0, `${what}: ${name} is ${value}`);
}

test("native", () => {
  const { native } = measure("native", 30_000, "small", "violations1k");
  assert.deepEqual(
    native.map(({ workload, scale }) => [workload, scale]),
    [
      ["small", 1],
      ["violations1k", 0.1],
    ],
  );
  for (const { workload, ours, inside } of native)
    positive({ wall: ours.wall, cpu: ours.cpu, peak: ours.peak, inside: inside.warm }, workload);
});

test("wasm", () => {
  const { wasm } = measure("wasm", 120_000, "small", "violations1k");
  assert.equal(wasm.length, 2);
  for (const { workload, compile, instantiate, first, warm, cpu, inside, memory, keystrokes } of wasm) {
    positive({ compile, instantiate, first, warm, cpu, inside, memory }, workload);
    assert.ok(keystrokes.length >= 2, `${workload}: ${keystrokes.length} kinds of keystrokes`);
    for (const { kind, kept, cold, runs, same } of keystrokes) {
      positive({ kept, cold, runs }, `${workload}, ${kind}`);
      assert.ok(same, `${workload}, ${kind}: a kept workspace gives another answer`);
    }
  }
});

test("the page", () => {
  const { page } = measure("page", 90_000, "small");
  const rows = (part, workload) => page.filter((row) => row.part === part && row.workload === workload);
  for (const network of ["local", "10 Mbit/s, 40 ms"]) {
    assert.equal(rows("cold", network).length, 5, network);
    for (const { what, median, stub, ratio } of rows("cold", network))
      positive({ median, stub, ratio }, `${network}, ${what}`);
  }
  const bytes = rows("bytes", "first render");
  assert.ok(bytes.length > 8, `${bytes.length} rows of bytes`);
  for (const { what, median } of bytes) positive({ median }, what);
  for (const workload of ["example", "small"]) {
    const keys = rows("keys", workload);
    assert.deepEqual(
      keys.map(({ what }) => what),
      ["key to output", "key to its letter", "key to request", "engine", "clone", "answer to output"],
    );
    for (const { what, median, stub, n } of keys) {
      assert.equal(n, 2, `${workload}, ${what}`);
      // Copying a small answer takes less than the clock can tell.
      if (what !== "clone") positive({ median, stub }, `${workload}, ${what}`);
    }
  }
  const tasks = rows("tasks", "small");
  assert.deepEqual(
    tasks.map(({ what }) => what),
    ["open", "type", "type fast", "files", "tabs", "scroll"],
  );
  for (const { what, longest, cpu } of tasks) positive({ longest, cpu }, what);
});

test("the parts", {
  skip: process.env.TEST_LEVEL === "all" ? false : "only in scripts/test all: it needs a release build",
}, () => {
  const { parts } = measure("parts", 900_000);
  assert.ok(parts.length >= 5, `${parts.length} parts`);
  for (const { part, median } of parts) positive({ median }, part);
});

test("scaling", () => {
  const names = ["reading: map items", "values: schemas compared", "bundles: lines read", "editor: completion of keys"];
  const { scaling } = measure("scaling", 60_000, ...names);
  for (const name of names) {
    const row = scaling.find((row) => nameOf(row) === name);
    assert.equal(row.wasm.length, 2, name);
    assert.equal(row.native?.length, name.startsWith("editor") ? undefined : 2, name);
    for (const { number, millis, failed } of [...row.wasm, ...(row.native ?? [])]) {
      positive({ number, millis }, name);
      assert.equal(failed, undefined, name);
    }
  }
});

test("subjects of scaling are what they are meant to be", () => {
  const asked = subjects.filter(({ ask }) => !ask);
  const input = asked.map((subject) => JSON.stringify(subject.input(3))).join("\n");
  const command = process.env.YTTERBY ?? join(target, "debug/ytterby");
  const { stdout } = spawnSync(command, ["request"], { input, encoding: "utf8", maxBuffer: 2 ** 28, timeout: 60_000 });
  const answers = stdout.trim().split("\n");
  assert.equal(answers.length, asked.length);
  asked.forEach((subject, at) => {
    const { exitStatus, report, error } = JSON.parse(answers[at]);
    const failed = exitStatus === undefined ? Boolean(error) : exitStatus !== 0;
    assert.equal(failed, Boolean(subject.fails), `${nameOf(subject)}: ${report ?? error}`);
  });
});

test("what does not exist is an error", () => {
  for (const args of [["nothing"], ["--only", "nothing"]]) {
    const { status, stderr } = spawnSync(process.execPath, [join(root, "tests/bench/bench.mjs"), "--built", ...args], {
      encoding: "utf8",
      timeout: 10_000,
    });
    assert.equal(status, 2);
    assert.match(stderr, /there is no nothing; there are/);
  }
});
