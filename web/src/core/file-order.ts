// The position of a new file in the list of files, which has ytt's order. With the files of its folder, so that the tree of files has one row for the
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

export const isInSameFolder = (one: string, other: string): boolean =>
  foldersOf(one).join("/") === foldersOf(other).join("/");
