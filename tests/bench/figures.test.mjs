// The benchmarks' figures from measured times: `node --test tests/bench/`.
import assert from "node:assert/strict";
import { test } from "node:test";
import { again, judgeAll, median, ratio } from "./figures.mjs";
import { digits, megabytes, table, time } from "./tables.mjs";

test("the median is the middle one, by number and not by text", () => {
  assert.equal(median([10, 9, 100]), 10);
  assert.equal(median([4, 1, 3, 2]), 2.5);
  assert.equal(median([7]), 7);
  assert.equal(median([]), undefined);
});

test("no ratio to what was not measured", () => {
  assert.equal(ratio(6, 3), 2);
  assert.equal(ratio(undefined, 3), undefined);
  assert.equal(ratio(6, undefined), undefined);
  assert.equal(ratio(6, 0), undefined);
});

test("at least one run, and no more than there is time for", () => {
  const patience = { most: 3, allowance: 1000 };
  assert.ok(again(0, 0, patience));
  assert.ok(!again(1, 120_000, patience), "a second run would take as long again");
  assert.ok(again(1, 500, patience));
  assert.ok(!again(2, 900, patience));
  assert.ok(!again(3, 300, patience));
  assert.ok(again(3, 3, patience), "what takes a millisecond is measured more often");
  assert.ok(!again(30, 30, patience));
});

const row = (workload, scale, ours, ytt) => ({
  workload,
  scale,
  ours: { wall: ours, peak: 40 },
  ytt: ytt && { wall: ytt, peak: 100 },
});

test("budgets are ratios within the run, at each scale", () => {
  const native = [row("a", 1, 10, 51), row("a", 10, 120, 500)];
  const wasm = [
    { workload: "a", scale: 1, warm: 51, memory: 60 },
    { workload: "a", scale: 10, warm: 620, memory: 50 },
  ];
  const verdicts = judgeAll({ native, wasm }).map(({ budget, scale, figure, met }) => [budget, scale, figure, met]);
  assert.deepEqual(verdicts, [
    ["native", 1, 5.1, true],
    ["nativeMemory", 1, 0.4, true],
    ["native", 10, 500 / 120, false],
    ["nativeMemory", 10, 0.4, true],
    ["nativeGrowth", 10, 12, true],
    ["wasm", 1, 1, false],
    ["wasmMemory", 1, 0.6, false],
    ["wasm", 10, 500 / 620, false],
    ["wasmMemory", 10, 0.5, true],
    ["wasmGrowth", 10, 620 / 51, false],
  ]);
});

test("edits are judged by renders from the start", () => {
  const keystrokes = [
    { kind: "same", kept: 1, cold: 100 },
    { kind: "values", kept: 60, cold: 100 },
    { kind: "template", kept: 40, cold: 100 },
  ];
  const verdicts = judgeAll({ wasm: [{ workload: "project20", scale: 1, warm: 100, memory: 60, keystrokes }] });
  assert.deepEqual(
    verdicts.map(({ budget, workload, met }) => [budget, workload, met]),
    [
      ["edit", "project20, values", true],
      ["editOfOne", "project20, template", false],
    ],
  );
});

test("without the real ytt, or without native runs, only growth is judged", () => {
  const budgets = (rows) => judgeAll(rows).map(({ budget }) => budget);
  assert.deepEqual(budgets({ native: [row("a", 1, 10), row("a", 10, 100)] }), ["nativeGrowth"]);
  assert.deepEqual(budgets({ wasm: [{ workload: "a", scale: 10, warm: 5, memory: 1 }] }), []);
});

test("the page is judged by its keystrokes, its tasks and its size", () => {
  const page = [
    { part: "keys", workload: "example", what: "engine", median: 4 },
    { part: "keys", workload: "example", what: "key to output", median: 60 },
    { part: "keys", workload: "render5k", what: "engine", median: 600 },
    { part: "tasks", workload: "small", what: "open", longest: 90, cpu: 45 },
  ];
  const verdicts = judgeAll({ page, size: { wasm: 500_000, "first render": 1_200_000 } });
  assert.deepEqual(
    verdicts.map(({ budget, figure, cpu, met }) => [budget, figure, cpu, met]),
    [
      ["keystroke", 4, undefined, true],
      ["tasks", 90, 45, false],
      ["wasmSize", 0.5, undefined, true],
      ["firstRender", 1.2, undefined, false],
    ],
  );
});

test("figures have three digits that count", () => {
  assert.deepEqual([0, 0.0123, 0.5, 9.876, 98.76, 987.6].map(digits), ["0", "0.012", "0.50", "9.88", "98.8", "988"]);
  assert.deepEqual([time(999), time(1234), time(undefined)], ["999 ms", "1.23 s", "-"]);
  assert.equal(megabytes(3_400_000), "3.40 MB");
  assert.equal(table(["name", "n"], [["a", "10"]]), "name   n\n----  --\na     10");
});
