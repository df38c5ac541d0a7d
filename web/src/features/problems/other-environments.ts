// Plain values that are printed, beside a file of the same folder that is passed as data values: probably those of another environment. Passing both
// would let one override the other, so that this comes last.
import type { Remedy } from "../../components/problem-actions";
import { passedValues, VALUES_FILE } from "../../core/passed-values";
import { folderOf, nameOf } from "../../core/path";
import type { Diagnostic } from "../../engine/types";

/** Adds other remedies to a lint, if it is about such a file. */
export function withEnvironment(lint: Diagnostic): Diagnostic {
  const path = lint.primary?.file;
  const passing = lint.fixes.find(({ args }) => args?.at(-2) === VALUES_FILE && args.at(-1) === path);
  if (lint.code !== "printed-values" || path === undefined || !passing?.args) return lint;
  const args = passing.args.slice(0, -2);
  const passed = passedValues(args).map((file) => file.path);
  const sibling = passed.findLast((other) => other !== path && folderOf(other) === folderOf(path));
  if (sibling === undefined) return lint;
  const remedies: Remedy[] = [
    { title: "Exclude it: another environment", edits: [], args },
    { title: `Compare ${nameOf(sibling)} | ${nameOf(path)}`, edits: [], args: null, compares: [sibling, path] },
    { ...passing, title: `Pass it, too: it overrides ${sibling}` },
  ];
  return { ...lint, fixes: remedies };
}
