// The state of the latest run in a sentence, for status bars and screen readers.
import { plural } from "../core/plural";
import type { Session, Trouble } from "../engine/session";
import type { Diagnostic } from "../engine/types";
import { diagnosticsOf, summary } from "../features/problems/problems";

const TROUBLES: Record<Trouble["kind"], string> = {
  stopped: "Stopped",
  limit: "Stopped",
  trap: "Crashed",
  failed: "Not loaded",
};

/** Counts of problems and output files, or why there is no response. `counted`: the diagnostics that count as problems. */
export function statusText(
  { response, isForeseen, trouble, slow, busy }: Session,
  counted: Diagnostic[] = diagnosticsOf(response),
): string {
  if (slow) return "Running…";
  if (trouble) return TROUBLES[trouble.kind];
  if (!response || isForeseen) return busy ? "Loading the engine…" : "";
  const files = response.files.length;
  const wrong = summary(counted);
  const made = response.exitStatus === 0 ? plural(files, "output file") : "no output";
  return [wrong || "No problems", made].join(", ");
}
