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
