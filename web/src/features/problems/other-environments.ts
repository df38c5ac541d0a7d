// Plain values that are printed, beside a file of the same folder that is passed as data values: probably those of another environment. Passing both
// would let one override the other, so that this comes last.
import type { Remedy } from "../../components/problem-actions";
import type { Diagnostic } from "../../engine/types";

const FLAG = "--data-values-file";

const folderOf = (path: string): string => path.slice(0, path.lastIndexOf("/") + 1);
const nameOf = (path: string): string => path.slice(folderOf(path).length).replace(/\.[^.]*$/, "");

/** The files that arguments pass as data values. */
function passed(args: readonly string[]): string[] {
  return args.flatMap((arg, at) => {
    if (arg.startsWith(`${FLAG}=`)) return [arg.slice(FLAG.length + 1)];
    return args[at - 1] === FLAG ? [arg] : [];
  });
}

/** The same lint with other remedies, if it is about such a file. */
export function withEnvironment(lint: Diagnostic): Diagnostic {
  const path = lint.primary?.file;
  const passing = lint.fixes.find(({ args }) => args?.at(-2) === FLAG && args.at(-1) === path);
  if (lint.code !== "printed-values" || path === undefined || !passing?.args) return lint;
  const args = passing.args.slice(0, -2);
  const sibling = passed(args).findLast((other) => other !== path && folderOf(other) === folderOf(path));
  if (sibling === undefined) return lint;
  const remedies: Remedy[] = [
    { title: "Exclude it: another environment", edits: [], args },
    { title: `Compare ${nameOf(sibling)} | ${nameOf(path)}`, edits: [], args: null, compares: [sibling, path] },
    { ...passing, title: `Pass it, too: it overrides ${sibling}` },
  ];
  return { ...lint, fixes: remedies };
}
