/** The path, with a number before its ending if it is used: `values-2.yml`. */
export function unusedPath(path: string, isUsed: (path: string) => boolean): string {
  const [, stem = "", ending = ""] = /^(.*?)(\.[^/]*)?$/s.exec(path) ?? [];
  let unused = path;
  for (let n = 2; isUsed(unused); n++) unused = `${stem}-${n}${ending}`;
  return unused;
}
