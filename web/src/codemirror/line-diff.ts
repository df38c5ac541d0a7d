// The difference of two texts by lines, and by words within changed lines: of two similar lines that follow each other, the removed one is marked as
// removed, where a difference by characters would mark parts of both.
import { Change, diff, presentableDiff } from "@codemirror/merge";

/** Each line is a character of the texts that are compared, below the surrogates. */
const MOST_LINES = 0xd800;

/** The library's own limit. */
const LIMIT = { scanLimit: 500 };

const linesOf = (text: string): string[] => text.match(/[^\n]*\n|[^\n]+$/g) ?? [];

export function lineDiff(a: string, b: string): readonly Change[] {
  const [before, after] = [linesOf(a), linesOf(b)];
  const codes = new Map<string, string>();
  const coded = (line: string) => {
    const code = codes.get(line) ?? String.fromCharCode(codes.size);
    codes.set(line, code);
    return code;
  };
  const [one, other] = [before.map(coded).join(""), after.map(coded).join("")];
  if (codes.size > MOST_LINES) return presentableDiff(a, b, LIMIT);
  const [starts, ends] = [startsOf(before), startsOf(after)];
  const at = (all: readonly number[], line: number) => all[line] ?? 0;
  return diff(one, other, LIMIT).flatMap(({ fromA, toA, fromB, toB }) => {
    const change = new Change(at(starts, fromA), at(starts, toA), at(ends, fromB), at(ends, toB));
    return change.fromA === change.toA || change.fromB === change.toB ? [change] : within(change, a, b);
  });
}

/** The start of each line, and the end of the text. */
function startsOf(lines: readonly string[]): number[] {
  const starts = [0];
  for (const line of lines) starts.push((starts.at(-1) ?? 0) + line.length);
  return starts;
}

const within = ({ fromA, toA, fromB, toB }: Change, a: string, b: string): Change[] =>
  presentableDiff(a.slice(fromA, toA), b.slice(fromB, toB), LIMIT).map(
    (part) => new Change(fromA + part.fromA, fromA + part.toA, fromB + part.fromB, fromB + part.toB),
  );
