/** Long texts are first compared in pieces of this length. */
const PIECE = 4096;

/** How many characters or lines are the same at the start, and how many of the others at the end. */
export function commonEnds<T extends string | readonly string[]>(one: T, other: T): { start: number; end: number } {
  const least = Math.min(one.length, other.length);
  let start = 0;
  if (typeof one === "string")
    while (start + PIECE <= least && one.slice(start, start + PIECE) === other.slice(start, start + PIECE))
      start += PIECE;
  while (start < least && one[start] === other[start]) start++;
  const fromEnd = (text: T, end: number) => text.slice(text.length - end - PIECE, text.length - end);
  let end = 0;
  if (typeof one === "string")
    while (end + PIECE <= least - start && fromEnd(one, end) === fromEnd(other, end)) end += PIECE;
  while (end < least - start && one[one.length - 1 - end] === other[other.length - 1 - end]) end++;
  return { start, end };
}
