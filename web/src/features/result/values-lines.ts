// Maps the lines of a plain values file to the data values file that an import makes of it, which has more lines.

/** Comments of data values begin with `#!`. */
const comparable = (line: string) => line.trimEnd().replaceAll("#!", "#");

/** The line of the data values for each line of the plain values; both are counted from 1. */
export function linesIn(dataValues: string, plain: string): (line: number) => number {
  const lines = dataValues.split("\n").map(comparable);
  let at = 0;
  const found = plain
    .replace(/^\ufeff/, "")
    .split("\n")
    .map((line) => {
      const same = lines.indexOf(comparable(line), at);
      if (same >= 0) at = same + 1;
      return at;
    });
  return (line) => found[line - 1] ?? 0;
}
