import { expect, test } from "vitest";
import type { OverlayDocument } from "../../engine/types";
import { choice, indexOf, stepsOf } from "./phase-steps";

const overlay = (file: string, index = 0): OverlayDocument => ({ file, index, place: null, lines: null });
const [A, B, C] = [overlay("a.yml"), overlay("b.yml"), overlay("b.yml", 1)] as const;

/** A run of these overlays. */
const run = (overlays: OverlayDocument[], applied = overlays.length, phases = applied + 1) =>
  stepsOf({ overlays, applied, phases: Array.from({ length: phases }, () => ({ files: [] })) });

test("the last step is the final output, with the changes of the last overlay", () => {
  expect(run([A, B])).toEqual([
    { kind: "templates", overlay: undefined, phase: 0, before: undefined, leftOut: 0 },
    { kind: "overlay", overlay: A, phase: 1, before: 0, leftOut: 0 },
    { kind: "final", overlay: B, phase: 2, before: 1, leftOut: 0 },
  ]);
});

test("a failed overlay shows the phase before it", () => {
  expect(run([A, B, C], 1).at(-1)).toEqual({ kind: "failed", overlay: B, phase: 1, before: undefined, leftOut: 0 });
  expect(run([A], 0).map(({ kind, phase }) => [kind, phase])).toEqual([
    ["templates", 0],
    ["failed", 0],
  ]);
});

test("without all phases, the end says how many are left out, and the final output is not compared", () => {
  const steps = run([A, B, C], 3, 2);
  expect(steps.map(({ kind }) => kind)).toEqual(["templates", "overlay", "final"]);
  expect(steps.at(-1)).toEqual({ kind: "final", overlay: C, phase: undefined, before: undefined, leftOut: 1 });
  expect(run([A, B, C], 2, 1).map(({ kind, phase, leftOut }) => [kind, phase, leftOut])).toEqual([
    ["templates", 0, 0],
    ["failed", 0, 2],
  ]);
});

test("there are no steps without overlays, or without their phases", () => {
  expect(run([])).toEqual([]);
  expect(run([A], 0, 0)).toEqual([]);
});

test("the chosen step follows its overlay", () => {
  const chosen = choice(run([A, B, C]), 2);
  expect(indexOf(run([A, B, C]), chosen)).toBe(2);
  expect(indexOf(run([overlay("0.yml"), A, B, C]), chosen)).toBe(3);
  expect(indexOf(run([B, C]), chosen)).toBe(1);
  // It is the final output now, or it fails.
  expect(indexOf(run([A, B]), chosen)).toBe(2);
  expect(indexOf(run([A, B, C], 1), chosen)).toBe(2);
});

test("without its overlay, the step with the same number is chosen", () => {
  const chosen = choice(run([A, B, C]), 2);
  expect(indexOf(run([A, overlay("c.yml"), C]), chosen)).toBe(2);
  expect(indexOf(run([A]), chosen)).toBe(1);
});

test("the templates and the end remain chosen", () => {
  const steps = run([A, B]);
  expect(indexOf(run([B, A, C]), choice(steps, 0))).toBe(0);
  expect(choice(steps, 2)).toBe("end");
  expect(indexOf(run([A, B, C]), "end")).toBe(3);
});
