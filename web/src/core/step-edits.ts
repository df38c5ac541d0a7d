// Applies the edits of a lesson's steps to the work that the lesson begins with. The engine has its own version for bundles
// (crate/api/src/bundle/steps.rs); the tests of both have the same cases.
import type { StepEdit, Work, WorkFile } from "./work.ts";

export const contentOf = ({ files }: Work, path: string): WorkFile["content"] | undefined =>
  files.find((file) => file.path === path)?.content;

export function put(work: Work, path: string, content: WorkFile["content"]): Work {
  const at = work.files.findIndex((file) => file.path === path);
  const file = { path, content };
  return { ...work, files: at < 0 ? [...work.files, file] : work.files.with(at, file) };
}

/** A work after one edit; `undefined` if it cannot be applied: the text is not in the file exactly once. */
function edited(work: Work, edit: StepEdit): Work | undefined {
  if ("commandLine" in edit) return { ...work, commandLine: edit.commandLine };
  if ("content" in edit) return put(work, edit.file, edit.content);
  const content = contentOf(work, edit.file);
  if (typeof content !== "string") return undefined;
  // Steps have LF where the file may have CR and LF.
  const lineEnds = (text: string) => (content.includes("\r\n") ? text.replaceAll("\n", "\r\n") : text);
  const parts = content.split(lineEnds(edit.replace));
  return parts.length === 2 ? put(work, edit.file, parts.join(lineEnds(edit.with))) : undefined;
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

/** Edits of the steps of a work that cannot be applied. In a lesson that was saved halfway, texts that a step writes are already there. */
export function unfitSteps(start: Work): string[] {
  let now = start;
  return start.steps.flatMap(({ edits }, at) => {
    const { work, refused } = stepped(now, edits);
    now = work;
    return refused.flatMap((edit) => {
      if (!("replace" in edit)) return [];
      const text = contentOf(now, edit.file);
      if (typeof text === "string" && text.replaceAll("\r\n", "\n").includes(edit.with)) return [];
      return `Step ${at + 1} cannot be applied: ${JSON.stringify(edit.replace.slice(0, 60))} is not exactly once in ${edit.file}.`;
    });
  });
}
