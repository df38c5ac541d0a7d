// Numbers of errors and warnings by file, as lists and headings of files show them.
import { nothing } from "lit";
import { plural } from "../../core/plural";
import type { Diagnostic } from "../../engine/types";
import { html } from "../../ui/html";

export interface Mark {
  errors: number;
  warnings: number;
}

/** For screen readers. */
export const HAS_PLACES = ", has places of the chosen data value";

/** Marks of files, by path. */
export type Marks = Readonly<Record<string, Mark>>;

/** The part of a diagnostic that lists show. */
export interface FileProblem {
  severity: Diagnostic["severity"];
  primary: { file: string } | null;
}

export function marksOf(diagnostics: readonly FileProblem[]): Marks {
  const marks: Record<string, Mark> = Object.create(null);
  for (const { primary, severity } of diagnostics) {
    if (!primary) continue;
    marks[primary.file] ??= { errors: 0, warnings: 0 };
    const mark = marks[primary.file];
    if (mark) mark[severity === "error" ? "errors" : "warnings"]++;
  }
  return marks;
}

export function sumOf(marks: readonly (Mark | undefined)[]): Mark {
  const sum = { errors: 0, warnings: 0 };
  for (const mark of marks) {
    sum.errors += mark?.errors ?? 0;
    sum.warnings += mark?.warnings ?? 0;
  }
  return sum;
}

/** `, 1 problem, 2 warnings`, for screen readers. */
export function spoken(mark: Mark | undefined): string {
  const count = (n: number, noun: string) => (n === 0 ? "" : `, ${plural(n, noun)}`);
  return mark ? `${count(mark.errors, "problem")}${count(mark.warnings, "warning")}` : "";
}

/** The number of errors, or else of warnings. */
export const markOf = (mark: Mark | undefined) =>
  mark?.errors
    ? html`<span class="mark error-mark">${mark.errors}</span>`
    : mark?.warnings
      ? html`<span class="mark warning-mark">${mark.warnings}</span>`
      : nothing;
