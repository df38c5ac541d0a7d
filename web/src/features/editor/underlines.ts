// Converts diagnostics to underlines: of the value that is wrong, and of related positions, such as the rule that it violates.
import type { Diagnostic as Underline } from "@codemirror/lint";
import { card } from "../../codemirror/cards";
import { placeText } from "../../components/places";
import type { ProblemActions, Shown } from "../../components/problem-actions";
import { hasOwnMessage, headlineText } from "../../components/problem-text";
import type { Diagnostic, Place } from "../../engine/types";
import { problemCard } from "./problem-cards";

/** The range of a position in its text; `undefined` if only the file is known. An empty range is extended to the end of its line, to be visible. */
function extent({ span }: Place, text: string): { from: number; to: number } | undefined {
  if (!span) return undefined;
  const from = Math.min(span.start.offset, text.length);
  const to = Math.min(span.end.offset, text.length);
  if (to > from) return { from, to };
  const lineEnd = text.indexOf("\n", from);
  return { from, to: lineEnd < 0 ? text.length : lineEnd };
}

/** The sentences of a diagnostic, one per line. */
function sentences(diagnostic: Shown): string {
  const { path, message, found, expected, hints } = diagnostic;
  return [
    headlineText(diagnostic),
    ...(hasOwnMessage(diagnostic) ? [path ? `${path}: ${message}` : message] : []),
    ...(found ? [`found: ${found}`] : []),
    ...(expected && !message.includes(expected) ? [`expected: ${expected}`] : []),
    ...hints.map((hint) => `hint: ${hint}`),
  ].join("\n");
}

/** Underlines by file. `texts` are the files that the engine has seen. */
export function underlines(
  diagnostics: (Shown & Pick<Underline, "severity">)[],
  texts: ReadonlyMap<string, string>,
  actions: ProblemActions,
): Map<string, Underline[]> {
  const byFile = new Map<string, Underline[]>();
  const add = (place: Place, diagnostic: Shown, severity: Underline["severity"], label?: string) => {
    const range = extent(place, texts.get(place.file) ?? "");
    if (!range || !texts.has(place.file)) return;
    const list = byFile.get(place.file) ?? [];
    const subject = diagnostic.path ?? (diagnostic.primary ? placeText(diagnostic.primary) : "");
    const message = label === undefined ? sentences(diagnostic) : `${label} for ${subject}\n${sentences(diagnostic)}`;
    const renderMessage: Underline["renderMessage"] = (view) => card(problemCard(diagnostic, actions, label), view);
    list.push({ ...range, severity, message, renderMessage });
    byFile.set(place.file, list);
  };
  for (const diagnostic of diagnostics) {
    const { primary, related, severity } = diagnostic;
    if (primary) add(primary, diagnostic, severity);
    for (const place of related) add(place, diagnostic, "info", place.label);
  }
  return byFile;
}

/** Underlines of lints: one position each, and hints in another colour than warnings. */
export const lintUnderlines = (
  lints: Diagnostic[],
): (Omit<Diagnostic, "severity"> & { severity: "warning" | "hint" })[] =>
  lints.map((lint) => ({ ...lint, related: [], severity: lint.severity === "info" ? "hint" : "warning" }));
