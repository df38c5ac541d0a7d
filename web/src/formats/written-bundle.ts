// Bundles from parsed YAML, for examples and explanations, which become JSON when the page is built. The engine reads bundles of users
// (crate/api/src/bundle.rs).

import { fromBase64url } from "../core/base64url.ts";
import { commandLineOf } from "../core/shell-words.ts";
import { variableOf } from "../core/variable-text.ts";
import { type Step, type StepEdit, type Work, workOf } from "../core/work.ts";
import type { Check } from "../engine/types";

type Words = string | string[];
type Environment = Record<string, string> | string[];

/** `file` with `replace` and `with`, `file` with `content`, or `args`. */
export interface WrittenEdit {
  file?: string;
  replace?: string;
  with?: string;
  content?: string;
  args?: Words;
}

export interface WrittenStep {
  text: string;
  edits?: WrittenEdit[];
  done?: Check[];
}

export interface WrittenBundle {
  title?: string;
  description?: string;
  lesson?: string;
  files: { path: string; content?: string; base64?: string; lineEnds?: "crlf" }[];
  args?: Words;
  env?: Environment;
  steps?: WrittenStep[];
  checks?: Check[];
  variants?: { name: string; args?: Words; env?: Environment; without?: string[] }[];
  open?: string;
  view?: string;
}

const commandLine = (args: Words = []): string => (typeof args === "string" ? args : commandLineOf(args));

function variables(env: Environment = {}) {
  return Array.isArray(env) ? env.map(variableOf) : Object.entries(env).map(([name, value]) => ({ name, value }));
}

function content({ content = "", base64, lineEnds }: WrittenBundle["files"][number]): string | Uint8Array {
  if (base64 !== undefined) {
    const packed = base64.replaceAll("+", "-").replaceAll("/", "_").replaceAll(/[=\s]/g, "");
    return fromBase64url(packed) ?? new Uint8Array();
  }
  return lineEnds === "crlf" ? content.replaceAll("\n", "\r\n") : content;
}

function edit({ file = "", replace = "", with: by = "", content, args }: WrittenEdit): StepEdit {
  if (args !== undefined) return { commandLine: commandLine(args) };
  return content === undefined ? { file, replace, with: by } : { file, content };
}

export const stepOf = ({ text, edits = [], done = [] }: WrittenStep): Step => ({
  text,
  edits: edits.map(edit),
  done,
});

/** The reverse of `edit`. */
export const writtenEdit = (edit: StepEdit): WrittenEdit => ("commandLine" in edit ? { args: edit.commandLine } : edit);

export const workOfWritten = (bundle: WrittenBundle): Work =>
  workOf({
    title: bundle.title?.trim() ?? "",
    description: bundle.description?.trim() ?? "",
    lesson: bundle.lesson?.trim() ?? "",
    files: bundle.files.map((file) => ({ path: file.path, content: content(file) })),
    open: Math.max(
      0,
      bundle.files.findIndex(({ path }) => path === bundle.open),
    ),
    commandLine: commandLine(bundle.args),
    env: variables(bundle.env),
    steps: (bundle.steps ?? []).map((step) => ({ ...stepOf(step), text: step.text.trim() })),
    checks: bundle.checks ?? [],
    variants: (bundle.variants ?? []).map(({ name, args, env, without = [] }) => ({
      name,
      commandLine: commandLine(args),
      env: variables(env),
      without,
    })),
    view: bundle.view ?? "",
  });
