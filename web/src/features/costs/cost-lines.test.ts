import { expect, test } from "vitest";
import type { Costs } from "../../engine/types";
import { byFile, byLibrary, byPhase, OUTSIDE } from "./cost-lines";

const COSTS: Costs = {
  timings: { schema: 1, values: 2, templates: 3, overlays: 4, output: 5, total: 15 },
  steps: 60,
  endedBy: null,
  files: [
    { path: "config.yml", millis: 1, steps: 10, runs: 1 },
    { path: "_ytt_lib/app/config.yml", millis: 4, steps: 30, runs: 2 },
    { path: "_ytt_lib/app/more/values.yml", millis: 0.5, steps: 0, runs: 2 },
    { path: "_ytt_lib/app/_ytt_lib/db/config.yml", millis: 2, steps: 20, runs: 1 },
  ],
};

test("phases add up to the whole", () => {
  const timings = { ...COSTS.timings, total: 17.5 };
  expect(byPhase({ ...COSTS, timings }).map(({ millis }) => millis)).toEqual([1, 2, 3, 4, 5, 2.5]);
});

test("files are ordered by their time; the last line is what is left of the run", () => {
  const lines = byFile({ ...COSTS, steps: 70 });
  expect(lines.at(-1)).toEqual({ name: OUTSIDE, millis: 7.5, steps: 10 });
  expect(lines.slice(0, -1).map(({ name }) => name)).toEqual([
    "_ytt_lib/app/config.yml",
    "_ytt_lib/app/_ytt_lib/db/config.yml",
    "config.yml",
    "_ytt_lib/app/more/values.yml",
  ]);
});

test("the files of a library are added up, without those of libraries inside", () => {
  expect(byLibrary(COSTS).slice(0, -1)).toEqual([
    { name: "_ytt_lib/app", millis: 4.5, steps: 30 },
    { name: "_ytt_lib/app/_ytt_lib/db", millis: 2, steps: 20 },
    { name: "the files themselves", millis: 1, steps: 10 },
  ]);
});
