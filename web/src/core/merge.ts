// Merges two versions of a text, line by line: the reader's, and that of a step. Where both have changed the same lines, those of the step replace
// the reader's with the same keys. There is no result where it would be a guess.

import { commonEnds } from "./common-ends";

/** Larger texts are not compared. */
const MOST_PAIRS = 4_000_000;

/** For each line of `a`, the index of the same line of `b` in a longest common subsequence; -1 for others. */
function matches(a: readonly string[], b: readonly string[]): number[] | undefined {
  const { start, end } = commonEnds(a, b);
  const [endA, endB] = [a.length - end, b.length - end];
  const found = a.map((_, at) => (at < start ? at : at < endA ? -1 : at - endA + endB));
  const [height, width] = [endA - start, endB - start];
  if (height * width > MOST_PAIRS) return undefined;
  // Lengths of the common subsequences of the lines after two lines.
  const lengths = Array.from({ length: height + 1 }, () => new Uint32Array(width + 1));
  const at = (row: number, column: number) => lengths[row]?.[column] ?? 0;
  for (let row = height - 1; row >= 0; row--)
    for (let column = width - 1; column >= 0; column--) {
      const same = a[start + row] === b[start + column];
      (lengths[row] as Uint32Array)[column] = same
        ? at(row + 1, column + 1) + 1
        : Math.max(at(row + 1, column), at(row, column + 1));
    }
  for (let row = 0, column = 0; row < height && column < width; ) {
    if (a[start + row] === b[start + column]) found[start + row++] = start + column++;
    else if (at(row + 1, column) >= at(row, column + 1)) row++;
    else column++;
  }
  return found;
}

export interface LineChange {
  kind: "same" | "removed" | "added";
  text: string;
}

/** The lines of two texts. */
export function lineChanges(before: string, after: string): LineChange[] {
  const [old, now] = [before.split("\n"), after.split("\n")];
  const same = matches(old, now) ?? old.map(() => -1);
  const changes: LineChange[] = [];
  let at = 0;
  const addUpTo = (end: number) => {
    for (; at < end; at++) changes.push({ kind: "added", text: now[at] ?? "" });
  };
  for (const [line, other] of same.entries()) {
    if (other < 0) changes.push({ kind: "removed", text: old[line] ?? "" });
    else {
      addUpTo(other);
      changes.push({ kind: "same", text: now[at++] ?? "" });
    }
  }
  addUpTo(now.length);
  return changes;
}

/** A key with its value, and the comments and annotations above it. */
interface Entry {
  key: string;
  above: string[];
  lines: string[];
}

/** `name:` in YAML, `name =` in code, `#@ name =` in a template. */
const KEY = /^(\s*)((?:#@ +)?[A-Za-z_]\w*(?= =)|"[^"]*"(?=:(?:\s|$))|[^\s#"'[\]{}&*!|>%@`-][^#:]*(?=:(?:\s|$)))/;
const COMMENT = /^\s*(#(?!@ )|$)/;

/** Lines as entries of one map; `undefined` if they are anything else. */
function entriesOf(lines: readonly string[]): { indent: string; entries: Entry[] } | undefined {
  const entries: Entry[] = [];
  let indent: string | undefined;
  let above: string[] = [];
  for (const line of lines) {
    if (COMMENT.test(line)) {
      above.push(line);
      continue;
    }
    const [, space = "", key] = KEY.exec(line) ?? [];
    const last = entries.at(-1);
    if (key !== undefined && (indent === undefined || space === indent)) {
      if (entries.some((entry) => entry.key === key)) return undefined;
      indent ??= space;
      entries.push({ key, above, lines: [line] });
    } else if (last && indent !== undefined && isInside(line, indent, last)) last.lines.push(...above, line);
    else return undefined;
    above = [];
  }
  // Comments at the end are not part of any entry.
  if (above.some((line) => line.trim() !== "")) return undefined;
  return { indent: indent ?? "", entries };
}

/** Whether a line is part of a key's value. The items of a list may be as far to the left as their key. */
const isInside = (line: string, indent: string, { lines }: Entry): boolean =>
  line.startsWith(`${indent} `) || (line.startsWith(`${indent}- `) && /:\s*$/.test(lines[0] ?? ""));

/** Both versions changed these lines: the step's entries, and those of the reader with other keys. */
function byKey(base: readonly string[], ours: readonly string[], theirs: readonly string[]): string[] | undefined {
  const [was, own, step] = [entriesOf(base), entriesOf(ours), entriesOf(theirs)];
  if (!was || !own || !step) return undefined;
  if (own.entries.length > 0 && step.entries.length > 0 && own.indent !== step.indent) {
    if (base.length > 0) return undefined;
    // Both have added lines, and one of them to an inner map, which ends here.
    return own.indent.length > step.indent.length ? [...ours, ...theirs] : [...theirs, ...ours];
  }
  const find = ({ entries }: { entries: Entry[] }, key: string) => entries.find((entry) => entry.key === key);
  /** Parts that the step has changed are taken from the step. */
  const pick = (known: Entry | undefined, entry: Entry, wanted: Entry): Entry => ({
    key: entry.key,
    above: known && equal(known.above, wanted.above) ? entry.above : wanted.above,
    lines: known && equal(known.lines, wanted.lines) ? entry.lines : wanted.lines,
  });
  const result = own.entries
    .filter(({ key }) => find(step, key) || !find(was, key))
    .map((entry) => {
      const wanted = find(step, entry.key);
      return wanted ? pick(find(was, entry.key), entry, wanted) : entry;
    });
  for (const [at, entry] of step.entries.entries()) {
    const known = find(was, entry.key);
    const isRemoved = known && equal(known.above, entry.above) && equal(known.lines, entry.lines);
    if (find(own, entry.key) || isRemoved) continue;
    const before = step.entries.slice(0, at).map(({ key }) => key);
    const place = result.findLastIndex(({ key }) => before.includes(key));
    result.splice(place < 0 ? result.length : place + 1, 0, entry);
  }
  return result.flatMap(({ above, lines }) => [...above, ...lines]);
}

const equal = (one: readonly string[], other: readonly string[]) => one.join("\n") === other.join("\n");

/** The text `ours` with the changes from `base` to `theirs`; `undefined` if they cannot be merged. */
export function merged(base: string, ours: string, theirs: string): string | undefined {
  const [was, own, step] = [base, ours, theirs].map((text) => text.replace(/(?<!\n)$/, "\n").split("\n")) as [
    string[],
    string[],
    string[],
  ];
  const [inOwn, inStep] = [matches(was, own), matches(was, step)];
  if (!inOwn || !inStep) return undefined;
  const result: string[] = [];
  let [at, atOwn, atStep] = [0, 0, 0];
  while (at <= was.length) {
    let next = at;
    while (next < was.length && ((inOwn[next] ?? -1) < 0 || (inStep[next] ?? -1) < 0)) next++;
    const [nextOwn, nextStep] = [inOwn[next] ?? own.length, inStep[next] ?? step.length];
    const [b, o, t] = [was.slice(at, next), own.slice(atOwn, nextOwn), step.slice(atStep, nextStep)];
    const part = equal(o, b) ? t : equal(t, b) || equal(o, t) ? o : byKey(b, o, t);
    if (!part) return undefined;
    result.push(...part, ...was.slice(next, next + 1));
    [at, atOwn, atStep] = [next + 1, nextOwn + 1, nextStep + 1];
  }
  return withoutDoubles(result.join("\n"), ours, theirs);
}

/** A key of a YAML file, with the lines of its annotations and its value. */
interface Located {
  path: string;
  from: number;
  to: number;
}

/** The keys of block maps, each with its path. Items of a list count separately. */
function keysOf(lines: readonly string[]): Located[] {
  const keys: Located[] = [];
  const open: { column: number; path: string; key?: Located }[] = [];
  let documents = 0;
  let items = 0;
  const close = (column: number, line: number) => {
    while ((open.at(-1)?.column ?? -1) >= column) {
      const last = open.pop();
      if (!last?.key) continue;
      last.key.to = line;
      // Comments above the next key belong to that.
      while (/^\s*(#|$)/.test(lines[last.key.to - 1] ?? "")) last.key.to--;
    }
  };
  for (const [at, line] of lines.entries()) {
    if (/^(---|\.\.\.)/.test(line)) {
      close(0, at);
      documents++;
      continue;
    }
    if (/^\s*(#|$)/.test(line)) continue;
    let rest = line;
    let column = line.length - line.trimStart().length;
    close(column + (/^\s*- /.test(line) ? 1 : 0), at);
    for (let item = /^(\s*- +)/.exec(rest); item; item = /^(- +)/.exec(rest)) {
      const dash = line.length - rest.trimStart().length;
      close(dash + 1, at);
      const inside = open.at(-1);
      // The dash of an earlier item of the same list.
      if (inside?.column === dash && !inside.key) open.pop();
      open.push({ column: dash, path: `${open.at(-1)?.path ?? documents}[${items++}]` });
      rest = rest.slice(item[0].length);
      column = line.length - rest.length;
    }
    const key = /^\s*("[^"]*"|[^\s#"'[\]{}&*!|>%@`-][^#:]*):(\s|$)/.exec(rest)?.[1];
    if (key === undefined) continue;
    let from = at;
    while (from > 0 && /^\s*#@\S/.test(lines[from - 1] ?? "")) from--;
    const located = { path: `${open.at(-1)?.path ?? documents}.${key}`, from, to: lines.length };
    keys.push(located);
    open.push({ column, path: located.path, key: located });
  }
  close(0, lines.length);
  return keys;
}

/** Pairs of keys that are the same key of the same map. */
function doublesOf(lines: readonly string[]): [Located, Located][] {
  const first = new Map<string, Located>();
  return keysOf(lines).flatMap((key): [Located, Located][] => {
    const known = first.get(key.path);
    if (!known) first.set(key.path, key);
    return known ? [[known, key]] : [];
  });
}

/** The number of annotations that a line of the same name follows above the same node: ytt uses only the last one. */
function repeatedAnnotations(text: string): number {
  let repeated = 0;
  let names = new Set<string>();
  for (const line of text.split("\n")) {
    if (!/^\s*#/.test(line)) names = new Set();
    const name = /^\s*#@([\w/-]+)/.exec(line)?.[1];
    if (name !== undefined && names.has(name)) repeated++;
    if (name !== undefined) names.add(name);
  }
  return repeated;
}

/**
 * A merged text without a key that both versions have added in different places: the step's replaces the reader's. `undefined` if it is not clear which
 * is the reader's, or if both have an annotation of the same name for a node.
 */
export function withoutDoubles(text: string, ours: string, theirs: string): string | undefined {
  const known = new Set([ours, theirs].flatMap((one) => doublesOf(one.split("\n")).map(([{ path }]) => path)));
  const lines = text.split("\n");
  const double = doublesOf(lines).find(([{ path }]) => !known.has(path));
  if (!double) {
    const [now, before] = [repeatedAnnotations(text), Math.max(repeatedAnnotations(ours), repeatedAnnotations(theirs))];
    return now > before ? undefined : text;
  }
  const block = ({ from, to }: Located) => lines.slice(from, to);
  const own = ours.split("\n");
  const step = theirs.split("\n");
  const isIn = (all: readonly string[], key: Located) => block(key).every((line) => all.includes(line));
  const readers = double.filter((key) => isIn(own, key) && !isIn(step, key));
  const [readerKey] = readers;
  const stepKey = double.find((key) => key !== readerKey && isIn(step, key));
  if (readers.length !== 1 || !readerKey || !stepKey) return undefined;
  const replaced = lines.flatMap((line, at) => {
    if (at === readerKey.from) return block(stepKey);
    const isGone = [readerKey, stepKey].some(({ from, to }) => at >= from && at < to);
    return isGone ? [] : [line];
  });
  return withoutDoubles(replaced.join("\n"), ours, theirs);
}
