// Applies the edits of a lesson's steps. The engine has its own version for bundles (crate/api/src/bundle/steps.rs); the
// tests of both have the same cases.
import type { StepEdit, Work } from "./work.ts";

/** A work after one edit; `undefined` if it cannot be applied: the text is not in the file exactly once. */
function edited(work: Work, edit: StepEdit): Work | undefined {
  if ("commandLine" in edit) return { ...work, commandLine: edit.commandLine };
  const at = work.files.findIndex(({ path }) => path === edit.file);
  const put = (content: string) => {
    const file = { path: edit.file, content };
    return { ...work, files: at < 0 ? [...work.files, file] : work.files.with(at, file) };
  };
  if ("content" in edit) return put(edit.content);
  const content = work.files[at]?.content;
  if (typeof content !== "string") return undefined;
  // Steps have LF where the file may have CR and LF.
  const lineEnds = (text: string) => (content.includes("\r\n") ? text.replaceAll("\n", "\r\n") : text);
  const parts = content.split(lineEnds(edit.replace));
  return parts.length === 2 ? put(parts.join(lineEnds(edit.with))) : undefined;
}

/** A work after the edits of a step, and those that could not be applied. */
export function stepped(work: Work, edits: readonly StepEdit[]): { work: Work; refused: StepEdit[] } {
  const refused: StepEdit[] = [];
  let now = work;
  for (const edit of edits) {
    const next = edited(now, edit);
    if (next) now = next;
    else refused.push(edit);
  }
  return { work: now, refused };
}

/** A work after its first steps. Edits that cannot be applied are left out. */
export const after = (work: Work, steps: readonly { edits: StepEdit[] }[]): Work =>
  steps.reduce((now, { edits }) => stepped(now, edits).work, work);

/**
 * Whether the edits of a step were made in a work that may have those of later steps, too. `before`: the work that the step applies to.
 * Later edits can replace what this step has written, so the text before the step must be gone, or that after it must be there.
 */
export function isMade(work: Work, before: Work, edits: readonly StepEdit[]): boolean {
  const content = ({ files }: Work, file: string) => files.find(({ path }) => path === file)?.content;
  return edits.every((edit) => {
    if ("commandLine" in edit) return work.commandLine !== before.commandLine;
    const now = content(work, edit.file);
    if ("content" in edit) return now !== undefined && now !== content(before, edit.file);
    if (typeof now !== "string") return false;
    const text = now.replaceAll("\r\n", "\n");
    return !text.includes(edit.replace) || (edit.with.includes(edit.replace) && text.includes(edit.with));
  });
}

/** The file and the line where a work differs first from an earlier one; `undefined` if only its command line does. */
export function firstChange(before: Work, now: Work): { file: string; line: number } | undefined {
  for (const { path, content } of now.files) {
    const old = before.files.find((file) => file.path === path)?.content ?? "";
    if (old === content || typeof old !== "string" || typeof content !== "string") continue;
    const lines = old.split("\n");
    const at = content.split("\n").findIndex((line, at) => line !== lines[at]);
    // Only the end was removed.
    return { file: path, line: at < 0 ? content.split("\n").length : at + 1 };
  }
  return undefined;
}
