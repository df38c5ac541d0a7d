// The costs of a run, as lines of tables: the dearest first.
import type { Costs } from "../../engine/types";

export interface CostLine {
  name: string;
  millis: number;
  steps?: number;
  runs?: number;
}

const PHASES: readonly { name: string; of: (timings: Costs["timings"]) => number }[] = [
  { name: "Schema", of: ({ schema }) => schema },
  { name: "Data values", of: ({ values }) => values },
  { name: "Templates", of: ({ templates }) => templates },
  { name: "Overlays", of: ({ overlays }) => overlays },
  { name: "Output", of: ({ output }) => output },
];

/** The phases, and the rest: reading files and flags. */
export function byPhase({ timings }: Costs): CostLine[] {
  const lines = PHASES.map(({ name, of }) => ({ name, millis: of(timings) }));
  const rest = lines.reduce((left, { millis }) => left - millis, timings.total);
  return [...lines, { name: "Finding files, flags, the rest", millis: Math.max(0, rest) }];
}

const dearestFirst = (a: CostLine, b: CostLine): number => b.millis - a.millis || a.name.localeCompare(b.name);

/** The dearest line first, and at the end the costs that belong to no file: the lines add up to the run. */
function withRest(lines: (CostLine & { steps: number })[], { steps, timings }: Costs): CostLine[] {
  const millis = lines.reduce((left, one) => left - one.millis, timings.total);
  const left = lines.reduce((left, one) => left - one.steps, steps);
  return [...lines.sort(dearestFirst), { name: OUTSIDE, millis: Math.max(0, millis), steps: left }];
}

export const byFile = (costs: Costs): CostLine[] =>
  withRest(
    costs.files.map(({ path, ...cost }) => ({ name: path, ...cost })),
    costs,
  );

/** Files that flags pass are no input files. */
export const OUTSIDE = "Overlays, validations, files of flags, output";

const LIBRARY = "_ytt_lib/";

/** The library that a file is in, by its path: `lib` for `_ytt_lib/lib/config.yml`. */
function libraryOf(path: string): string | undefined {
  const at = path.lastIndexOf(LIBRARY);
  if (at < 0) return undefined;
  const [name] = path.slice(at + LIBRARY.length).split("/");
  return path.slice(0, at + LIBRARY.length) + name;
}

export function byLibrary(costs: Costs): CostLine[] {
  const lines = new Map<string, CostLine & { steps: number }>();
  for (const { path, millis, steps } of costs.files) {
    const name = libraryOf(path) ?? "the files themselves";
    const known = lines.get(name);
    if (known) {
      known.millis += millis;
      known.steps += steps;
    } else lines.set(name, { name, millis, steps });
  }
  return withRest([...lines.values()], costs);
}
