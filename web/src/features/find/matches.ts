// Searches texts in small steps: the page goes on while megabytes are searched.

/** A file, and its text. */
export interface Searched {
  readonly path: string;
  readonly content: string;
}

/** A match, with the parts of its line around it. */
export interface Match {
  /** Offsets in the text. */
  from: number;
  to: number;
  /** Counted from 1. */
  line: number;
  before: string;
  text: string;
  after: string;
}

/** The matches that were found so far. */
export interface Found {
  /** The number of all matches, also those that are not in the list. */
  count: number;
  files: { path: string; count: number; matches: readonly Match[] }[];
}

/** The maximum number of characters before and after the match that are shown of a line. */
const MOST_BEFORE = 40;
const MOST_AFTER = 120;

function shownMatch(content: string, from: number, to: number, line: number): Match {
  const start = content.lastIndexOf("\n", from - 1) + 1;
  const lineEnd = content.indexOf("\n", from);
  const end = lineEnd < 0 ? content.length : lineEnd;
  const shownEnd = Math.min(to, end);
  const before = content.slice(start, from).trimStart();
  const after = content.slice(shownEnd, end);
  return {
    from,
    to,
    line,
    before: before.length > MOST_BEFORE ? `…${before.slice(-MOST_BEFORE)}` : before,
    text: content.slice(from, Math.min(shownEnd, from + MOST_AFTER)),
    after: after.length > MOST_AFTER ? `${after.slice(0, MOST_AFTER)}…` : after,
  };
}

/**
 * Counts all matches and lists the first ones. Yields after each step, in which `isPause` is asked once for each file and for some matches, and returns
 * the matches. Empty matches, as of `a*`, are left out.
 */
export function* search(
  files: Iterable<Searched>,
  pattern: RegExp,
  mostListed: number,
  isPause: () => boolean,
): Generator<Found, Found> {
  const found: Found = { count: 0, files: [] };
  let listed = 0;
  for (const { path, content } of files) {
    const matches: Match[] = [];
    const file = { path, count: 0, matches };
    let line = 1;
    let counted = 0;
    pattern.lastIndex = 0;
    for (let match = pattern.exec(content); match; match = pattern.exec(content)) {
      const { index, 0: text } = match;
      if (text === "") {
        pattern.lastIndex++;
        continue;
      }
      if (file.count === 0) found.files.push(file);
      file.count++;
      found.count++;
      if (listed < mostListed) {
        for (let at = content.indexOf("\n", counted); at >= 0 && at < index; at = content.indexOf("\n", counted)) {
          line++;
          counted = at + 1;
        }
        matches.push(shownMatch(content, index, index + text.length, line));
        listed++;
      }
      if (found.count % 1000 === 0 && isPause()) yield found;
    }
    if (isPause()) yield found;
  }
  return found;
}
