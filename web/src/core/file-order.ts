// The position of a new or moved file in the list of files, which has ytt's order. With the files of its folder, so that the tree of files has one row for the
// folder; in the order of their names, as ytt reads a folder, unless the user has arranged them otherwise.

import { passedValues } from "./passed-values";
import { wordsIn } from "./shell-words";
import { bytesOf } from "./work";

const foldersOf = (path: string): string[] => path.split("/").slice(0, -1);

/** The order in which ytt reads the files of a folder: by the bytes of their paths. */
function compare(one: string, other: string): number {
  const [bytes, others] = [bytesOf(one), bytesOf(other)];
  const at = bytes.findIndex((byte, index) => byte !== others[index]);
  return at < 0 ? bytes.length - others.length : (bytes[at] ?? 0) - (others[at] ?? -1);
}

/** The first two files that ytt would read the other way round with `-f .`. */
export function unsorted(paths: readonly string[]): [before: string, after: string] | undefined {
  const at = paths.findIndex((path, index) => index > 0 && compare(paths[index - 1] ?? "", path) > 0);
  return at < 0 ? undefined : [paths[at - 1] ?? "", paths[at] ?? ""];
}

/** Kinds of files that are read in order; the order of templates only decides where their documents are printed. */
const ORDERED = ["schema", "dataValues", "overlay"];

/**
 * The first two files whose order has an effect, and that ytt would read the other way round with `-f .`. Not files that `--data-values-file` names: they
 * are read in the order of the flags.
 */
export function unsortedInputs(
  inputs: readonly { path: string; kind: string }[],
  commandLine: string,
): [before: string, after: string] | undefined {
  const args = wordsIn(commandLine).all.map(({ text }) => text);
  const passed = new Set(passedValues(args).map(({ path }) => path));
  const read = inputs.filter(({ path }) => !passed.has(path));
  const pairs = ORDERED.map((kind) => unsorted(read.filter((input) => input.kind === kind).map(({ path }) => path)));
  return pairs.find((pair) => pair !== undefined);
}

/** An index among `paths`; `undefined` if none of them is in a folder of the new path. */
export function placeIn(paths: readonly string[], path: string): number | undefined {
  const folders = foldersOf(path);
  for (let depth = folders.length; depth > 0; depth--) {
    const folder = `${folders.slice(0, depth).join("/")}/`;
    const isIn = (other: string | undefined) => other?.startsWith(folder) ?? false;
    const last = paths.findLastIndex(isIn);
    if (last < 0) continue;
    let first = last;
    while (isIn(paths[first - 1])) first--;
    const files = paths.slice(first, last + 1);
    const later = unsorted(files) ? -1 : files.findIndex((file) => compare(file, path) > 0);
    return later < 0 ? last + 1 : first + later;
  }
  return undefined;
}

/** Whether the folders of a path begin with the same ones as those of another path. */
const sharesFolders = (path: string | undefined, folders: readonly string[]): boolean =>
  path !== undefined && folders.every((folder, at) => foldersOf(path)[at] === folder);

/** How many folders two paths have in common. */
function commonFolders(one: string, other: string): number {
  const [folders, others] = [foldersOf(one), foldersOf(other)];
  const at = folders.findIndex((folder, level) => folder !== others[level]);
  return at < 0 ? folders.length : at;
}

/** Whether a file at an index would be between files of a folder that it is not in. */
export function separates(paths: readonly string[], path: string, at: number): boolean {
  const [before, after] = [paths[at - 1], paths[at]];
  if (before === undefined || after === undefined) return false;
  return !sharesFolders(path, foldersOf(before).slice(0, commonFolders(before, after)));
}

/**
 * The new index of a file that is moved: the next index in this direction where it neither is between files of a folder that it is
 * not in, nor leaves the other files of its own folders. The tree then has one row for each folder. `undefined` if there is none.
 */
export function movedIndex(paths: readonly string[], from: number, to: number): number | undefined {
  const path = paths[from] ?? "";
  const others = paths.toSpliced(from, 1);
  const folders = foldersOf(path);
  // The deepest folder with other files.
  const depth = Math.max(0, ...others.map((other) => commonFolders(path, other)));
  const fits = (at: number): boolean => {
    const around = [others[at - 1], others[at]];
    const isInFolder = depth === 0 || around.some((other) => sharesFolders(other, folders.slice(0, depth)));
    return isInFolder && !separates(others, path, at);
  };
  const step = to < from ? -1 : 1;
  for (let at = to; at >= 0 && at <= others.length; at += step) if (at !== from && fits(at)) return at;
  return undefined;
}

export const isInSameFolder = (one: string, other: string): boolean =>
  foldersOf(one).join("/") === foldersOf(other).join("/");
