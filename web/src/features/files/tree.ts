// The list of files as rows of a tree. The order of the files is ytt's, so a folder has as many rows as there are runs of its files in the list.
import { commonEnds } from "../../core/common-ends";

/** A folder, before the files of this run in it. */
export interface FolderRow {
  kind: "folder";
  /** Unique in the list. */
  id: string;
  /** The shown name: one or several folders that contain nothing else. */
  name: string;
  depth: number;
  /** Indexes of the files below it. */
  files: number[];
}

export interface FileRow {
  kind: "file";
  /** Index in the list of files. */
  at: number;
  name: string;
  depth: number;
}

export type Row = FolderRow | FileRow;

const foldersOf = (path: string): string[] => path.split("/").slice(0, -1);

/** Files with indexes from `from` to before `to`, which have the first `skipped` folders in common. */
interface Run {
  from: number;
  to: number;
  skipped: number;
  depth: number;
  /** The id of their folder. */
  parent: string;
}

/** Rows of files and folders. Below folders with an id in `collapsed`, there is only the open file. */
export function treeRows(paths: readonly string[], collapsed: ReadonlySet<string>, open = -1): Row[] {
  const rows: Row[] = [];
  addRows({ from: 0, to: paths.length, skipped: 0, depth: 0, parent: "" }, { rows, paths, collapsed, open });
  return rows;
}

interface Tree {
  rows: Row[];
  paths: readonly string[];
  collapsed: ReadonlySet<string>;
  open: number;
}

function addRows({ from, to, skipped, depth, parent }: Run, tree: Tree): void {
  const { rows, paths, collapsed, open } = tree;
  /** The number of runs that a folder has so far, by name. */
  const runs = new Map<string, number>();
  for (let at = from; at < to; ) {
    const path = paths[at] ?? "";
    const folders = foldersOf(path);
    if (folders.length <= skipped) {
      rows.push({ kind: "file", at, name: path.split("/").pop() ?? path, depth });
      at++;
      continue;
    }
    let end = at + 1;
    let shared = folders.length;
    while (end < to && foldersOf(paths[end] ?? "")[skipped] === folders[skipped]) {
      shared = Math.min(shared, commonEnds(folders, foldersOf(paths[end] ?? "")).start);
      end++;
    }
    const name = folders.slice(skipped, shared).join("/");
    const run = (runs.get(name) ?? 0) + 1;
    runs.set(name, run);
    const id = `${parent}${name}/${run > 1 ? `${run}/` : ""}`;
    rows.push({
      kind: "folder",
      id,
      name,
      depth,
      files: Array.from({ length: end - at }, (_, index) => at + index),
    });
    if (!collapsed.has(id)) addRows({ from: at, to: end, skipped: shared, depth: depth + 1, parent: id }, tree);
    else if (open >= at && open < end) {
      const name = (paths[open] ?? "").split("/").slice(shared).join("/");
      rows.push({ kind: "file", at: open, name, depth: depth + 1 });
    }
    at = end;
  }
}
