// The position of a new or moved file in the list of files, which has ytt's order. With the files of its folder, so that the tree of files has one row for the
// folder; in the order of their names, as ytt reads a folder, unless the user has arranged them otherwise.

const foldersOf = (path: string): string[] => path.split("/").slice(0, -1);

/** The order in which ytt reads folders: by name, level by level. */
function compare(one: string, other: string): number {
  const names = one.split("/");
  const others = other.split("/");
  const at = names.findIndex((name, level) => name !== others[level]);
  const [name = "", against = ""] = [names[at], others[at]];
  return name < against ? -1 : name > against ? 1 : 0;
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
    const isSorted = files.every((file, at) => at === 0 || compare(files[at - 1] ?? "", file) <= 0);
    const later = isSorted ? files.findIndex((file) => compare(file, path) > 0) : -1;
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

/**
 * Where a file comes that is moved from one index to another: the next index in this direction where it neither is between files of a folder that it is
 * not in, nor leaves the other files of its own folders. The tree then has one row for each folder. `undefined` if there is none.
 */
export function movedIndex(paths: readonly string[], from: number, to: number): number | undefined {
  const path = paths[from] ?? "";
  const others = paths.toSpliced(from, 1);
  const folders = foldersOf(path);
  // The deepest folder with other files.
  const depth = Math.max(0, ...others.map((other) => commonFolders(path, other)));
  const fits = (at: number): boolean => {
    const [before, after] = [others[at - 1], others[at]];
    const isInFolder = depth === 0 || [before, after].some((other) => sharesFolders(other, folders.slice(0, depth)));
    const between = before !== undefined && after !== undefined ? commonFolders(before, after) : 0;
    return isInFolder && sharesFolders(path, foldersOf(before ?? "").slice(0, between));
  };
  const step = to < from ? -1 : 1;
  for (let at = to; at >= 0 && at <= others.length; at += step) if (at !== from && fits(at)) return at;
  return undefined;
}

export const isInSameFolder = (one: string, other: string): boolean =>
  foldersOf(one).join("/") === foldersOf(other).join("/");
