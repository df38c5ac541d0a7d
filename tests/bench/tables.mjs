// Tables for a terminal, and how figures are written in them.

/** In milliseconds up to a second. */
export function time(millis) {
  if (millis === undefined) return "-";
  return millis < 1000 ? `${digits(millis)} ms` : `${digits(millis / 1000)} s`;
}

/** Bytes in MB of 10⁶. */
export const megabytes = (bytes) => (bytes === undefined ? "-" : `${digits(bytes / 1e6)} MB`);

export const times = (factor) => (factor === undefined ? "-" : `${digits(factor)}x`);

/** Three digits that count; a whole number as it is. */
export function digits(number) {
  if (Number.isInteger(number)) return String(number);
  const decimals = number >= 100 ? 0 : number >= 10 ? 1 : number >= 0.1 ? 2 : 3;
  return number.toFixed(decimals);
}

/** Lines: the heads, then the rows, each column as wide as it must be. Text is aligned left, all else right. */
export function table(heads, rows, left = 1) {
  const widths = heads.map((head, at) => Math.max(...[head, ...rows.map((row) => row[at])].map((cell) => cell.length)));
  const line = (cells) =>
    cells
      .map((cell, at) => (at < left ? cell.padEnd(widths[at]) : cell.padStart(widths[at])))
      .join("  ")
      .trimEnd();
  return [line(heads), line(widths.map((width) => "-".repeat(width))), ...rows.map(line)].join("\n");
}
