// Applies the steps of a lesson to the reader's text.
import { merged, withoutDoubles } from "./merge.ts";
import { contentOf, put, stepped } from "./step-edits.ts";
import type { StepEdit, Work } from "./work.ts";

/**
 * Whether the edits of a step were made in a work that may have those of later steps, too. `before`: the work that the step applies to.
 * Later edits can replace the text that this step has written, so the text before the step must be gone, or that after it must be there.
 */
export function isMade(work: Work, before: Work, edits: readonly StepEdit[]): boolean {
  return edits.every((edit) => {
    if ("commandLine" in edit) return work.commandLine !== before.commandLine;
    const now = contentOf(work, edit.file);
    if ("content" in edit) return now !== undefined && now !== contentOf(before, edit.file);
    if (typeof now !== "string") return false;
    const text = now.replaceAll("\r\n", "\n");
    return !text.includes(edit.replace) || (edit.with.includes(edit.replace) && text.includes(edit.with));
  });
}

/** A text with an edit of a step. `base` and `theirs`: the text before and after the edit, as the lesson has it. */
function mergedText(ours: string, base: string, theirs: string, edit: StepEdit): string | undefined {
  const [text, was, step] = [ours, base, theirs].map((one) => one.replaceAll("\r\n", "\n")) as [string, string, string];
  const parts = "replace" in edit ? text.split(edit.replace) : [];
  const exact = parts.length === 2 && "with" in edit ? withoutDoubles(parts.join(edit.with), text, step) : undefined;
  const result = exact ?? merged(was, text, step);
  return ours.includes("\r\n") ? result?.replaceAll("\n", "\r\n") : result;
}

/** A work after one edit, with the reader's changes. `before` and `after`: the lesson's work. */
function mergedEdit(now: Work, before: Work, after: Work, edit: StepEdit): Work | undefined {
  if ("commandLine" in edit) {
    const words = (line: string) => line.trim().split(/\s+/).join("\n");
    if (now.commandLine === before.commandLine) return { ...now, commandLine: edit.commandLine };
    const line = merged(words(before.commandLine), words(now.commandLine), words(edit.commandLine));
    return line === undefined ? undefined : { ...now, commandLine: line.trim().replaceAll("\n", " ") };
  }
  const [ours, base, theirs] = [now, before, after].map((work) => contentOf(work, edit.file));
  if (theirs === undefined) return undefined;
  if (ours === undefined || ours === base)
    return ours === undefined && base !== undefined ? undefined : put(now, edit.file, theirs);
  if (typeof ours !== "string" || typeof theirs !== "string" || base instanceof Uint8Array) return undefined;
  const text = mergedText(ours, base ?? "", theirs, edit);
  return text === undefined ? undefined : put(now, edit.file, text);
}

/**
 * The reader's work after the edits of a step, with what the reader has written in other places; `undefined` where it cannot be merged. `before`: the
 * lesson's work before the step.
 */
export function applied(now: Work, before: Work, edits: readonly StepEdit[]): Work | undefined {
  let [work, lesson]: [Work | undefined, Work] = [now, before];
  for (const edit of edits) {
    const next = stepped(lesson, [edit]).work;
    work = work && mergedEdit(work, lesson, next, edit);
    lesson = next;
  }
  return work;
}

/** The reader's work without the edits of a step; `undefined` where they cannot be told apart from others. `before`: the lesson's work before the step. */
export function takenBack(now: Work, before: Work, edits: readonly StepEdit[]): Work | undefined {
  const added = new Set<string>();
  const back = edits.flatMap((edit): StepEdit[] => {
    if ("commandLine" in edit) return [{ commandLine: before.commandLine }];
    const content = contentOf(before, edit.file);
    if (typeof content === "string") return [{ file: edit.file, content }];
    added.add(edit.file);
    return [];
  });
  const work = applied(now, stepped(before, edits).work, back);
  return work && { ...work, files: work.files.filter(({ path }) => !added.has(path)) };
}

/** A line, or its end. */
export interface StepLine {
  line: number;
  atEnd?: true;
}

/**
 * The line of a file that a step is about: the first that changes, or has changed. Where the step only adds lines, the end of the line before them.
 * `undefined` if the step does not change the file.
 */
export function lineOf(now: Work, before: Work, all: readonly StepEdit[], file: string): StepLine | undefined {
  // Edits of other files may not fit the reader's work any more.
  const edits = all.filter((edit) => "file" in edit && edit.file === file);
  const target = applied(now, before, edits) ?? solved(now, before, edits, "changed");
  const next = firstChange(now, target, file);
  if (next) return isAddition(now, target, next) ? { line: next.line - 1, atEnd: true } : { line: next.line };
  const lesson = stepped(before, edits).work;
  const made = firstChange(before, lesson, file);
  const lines = (work: Work) => String(contentOf(work, file) ?? "").split(/\r?\n/);
  const at = made ? lines(now).indexOf(lines(lesson)[made.line - 1] ?? "") : -1;
  return at < 0 ? undefined : { line: at + 1 };
}

/** Whether a work has more lines from a line on, and the others after them. At the end of a file, the line is the empty one there. */
function isAddition(before: Work, now: Work, { file, line }: { file: string; line: number }): boolean {
  const [old, text] = [before, now].map((work) => String(contentOf(work, file) ?? "").split("\n")) as [
    string[],
    string[],
  ];
  const rest = old.slice(line - 1);
  const isEnd = rest.join("") === "";
  return line > 1 && !isEnd && text.length > old.length && rest.every((one, at) => one === text.at(at - rest.length));
}

/** The reader's work with files of the lesson in place of the reader's: those that a step changes, or all. Other files stay. */
export function solved(now: Work, before: Work, edits: readonly StepEdit[], which: "changed" | "all"): Work {
  const lesson = stepped(before, edits).work;
  const changes = (path: string) => edits.some((edit) => "file" in edit && edit.file === path);
  const isLine = which === "all" || edits.some((edit) => "commandLine" in edit);
  const files = lesson.files.filter(({ path }) => which === "all" || changes(path));
  const start = isLine ? { ...now, commandLine: lesson.commandLine } : now;
  return files.reduce((work, { path, content }) => put(work, path, content), start);
}

/** The file and the line where a work differs first from an earlier one, or the line of one file; `undefined` if it does not. */
export function firstChange(before: Work, now: Work, only?: string): { file: string; line: number } | undefined {
  for (const { path, content } of now.files) {
    if (only !== undefined && path !== only) continue;
    const old = before.files.find((file) => file.path === path)?.content ?? "";
    if (old === content || typeof old !== "string" || typeof content !== "string") continue;
    const lines = old.split("\n");
    const at = content.split("\n").findIndex((line, at) => line !== lines[at]);
    // Only the end was removed.
    return { file: path, line: at < 0 ? content.split("\n").length : at + 1 };
  }
  return undefined;
}
