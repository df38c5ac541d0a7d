// Bundles as files: the engine reads and writes their YAML (crate/api/src/bundle.rs); this module converts them to works and back.

import { commandLineOf } from "../core/shell-words";
import { unfitSteps } from "../core/step-edits";
import { UserError } from "../core/user-error";
import { type Checked, checkedWork, type Work } from "../core/work";
import type { Bundle, BundleRead, Question } from "../engine/types";
import { stepOf, writtenEdit } from "./written-bundle";

/** The part of an engine that this needs. */
export interface Asked {
  ask<T>(question: Question): Promise<T | undefined>;
}

const line = (args: Bundle["args"]): string => (typeof args === "string" ? args : commandLineOf(args ?? []));

/** The bundle of a work, as YAML. Rejects if the engine crashes on it. */
export async function writeBundle(engine: Asked, work: Work): Promise<string> {
  // Bundles refer neither to the examples of a page nor to the progress of a reader.
  const { commandLine, steps, variants, example: _, done: _done, ...rest } = work;
  const bundle: Bundle = {
    ...rest,
    steps: steps.map(({ edits, ...step }) => ({ ...step, edits: edits.map(writtenEdit) })),
    topics: [],
    official: [],
    args: commandLine,
    variants: variants.map(({ commandLine, ...variant }) => ({ ...variant, args: commandLine })),
  };
  const text = await engine.ask<string>({ kind: "writeBundle", bundle });
  if (text === undefined) throw new UserError("The engine is busy. Try again.");
  return text;
}

const MOST_SEARCHED = 64_000_000;

/** The work in a bundle. Rejects with a message if it is not one. */
export async function readBundle(engine: Asked, text: string): Promise<Checked> {
  const read = await engine.ask<BundleRead>({ kind: "readBundle", text });
  if (!read) throw new UserError("The engine is busy. Try again.");
  const { bundle, problem } = read;
  if (!bundle)
    throw new UserError(
      problem ? `${problem.line ? `line ${problem.line}: ` : ""}${problem.message}` : "This is not a bundle.",
    );
  const { args, steps = [], variants = [], ...rest } = bundle;
  const { work, left } = checkedWork({
    ...rest,
    commandLine: line(args),
    steps: steps.map(stepOf),
    variants: variants.map(({ args, ...variant }) => ({ ...variant, commandLine: line(args) })),
  });
  // Each edit searches a text: the steps of a long bundle are not checked.
  const isShort = text.length * work.steps.reduce((sum, { edits }) => sum + edits.length, 0) < MOST_SEARCHED;
  return { work, left: isShort ? [...left, ...unfitSteps(work)] : left };
}

/** Whether a text looks like a bundle: it begins like those that are written here. */
export const isBundle = (text: string): boolean =>
  /^\ufeff?(#[^\n]*\n|---[ \t\r]*\n|[ \t\r]*\n)*ytterby:\s*\d/.test(text);
