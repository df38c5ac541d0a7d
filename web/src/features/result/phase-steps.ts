// The steps of a run's overlays: after the templates, after each overlay, and the end, which is the final output or an overlay that failed.
import type { OverlayDocument, Phases } from "../../engine/types";

export interface Step {
  kind: "templates" | "overlay" | "final" | "failed";
  /** The overlay of the step; the last one at the end. */
  overlay: OverlayDocument | undefined;
  /** The index of its phase. That of `failed` is the last one before the overlay, that of `final` is the output, if there is one. */
  phase: number | undefined;
  /** The index of the phase before the step, which its changes are marked against. */
  before: number | undefined;
  /** The number of steps before it that have no phase: there are too many overlays, or the output is too long. */
  leftOut: number;
}

/** A step that was chosen: the end, or an overlay, or without one the templates. `at` is the index that it had then. */
export type Chosen = "end" | { overlay: Pick<OverlayDocument, "file" | "index"> | undefined; at: number };

/** Empty if the run has no overlays, or failed before them. */
export function stepsOf({ overlays, applied, phases }: Pick<Phases, "overlays" | "applied" | "phases">): Step[] {
  if (phases.length === 0 || overlays.length === 0) return [];
  const steps: Step[] = phases.map((_, at) =>
    at === 0
      ? { kind: "templates", overlay: undefined, phase: 0, before: undefined, leftOut: 0 }
      : { kind: "overlay", overlay: overlays[at - 1], phase: at, before: at - 1, leftOut: 0 },
  );
  if (applied < overlays.length) {
    const leftOut = applied + 1 - phases.length;
    return [
      ...steps,
      { kind: "failed", overlay: overlays[applied], phase: phases.length - 1, before: undefined, leftOut },
    ];
  }
  const last = phases.length > overlays.length ? steps.pop() : undefined;
  const leftOut = Math.max(0, overlays.length - phases.length);
  return [...steps, { kind: "final", overlay: overlays.at(-1), phase: last?.phase, before: last?.before, leftOut }];
}

export const choice = (steps: readonly Step[], at: number): Chosen =>
  at >= steps.length - 1 ? "end" : { overlay: steps[at]?.overlay, at };

/** The index of the chosen step: that of its overlay, wherever it is now. */
export function indexOf(steps: readonly Step[], chosen: Chosen): number {
  const last = steps.length - 1;
  if (chosen === "end") return last;
  const { overlay, at } = chosen;
  const found = steps.findIndex(
    (step) => step.overlay?.file === overlay?.file && step.overlay?.index === overlay?.index,
  );
  return found >= 0 ? found : Math.min(at, last);
}
