// Parts of a file's path.

/** The folder with the slash at its end; empty for a file at the top. */
export const folderOf = (path: string): string => path.slice(0, path.lastIndexOf("/") + 1);

/** The ending with its dot; empty if there is none. */
export const endingOf = (path: string): string => /\.[^./]*$/.exec(path)?.[0] ?? "";

/** Without folder and ending. */
export const nameOf = (path: string): string => path.slice(folderOf(path).length, path.length - endingOf(path).length);

export const isReadme = (path: string): boolean => /(^|\/)readme(\.[^/]*)?$/i.test(path);
