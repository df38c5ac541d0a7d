import { expect, test } from "vitest";
import { patternOf } from "../../core/text-query";
import { type Found, type Searched, search } from "./matches";

function found(files: Searched[], text: string, { most = 100, isRegExp = false } = {}): Found {
  const pattern = patternOf({ text, isRegExp, matchCase: false, wholeWord: false });
  const searching = search(files, pattern, most, () => false);
  for (;;) {
    const { done, value } = searching.next();
    if (done) return value;
  }
}

const FILES = [
  { path: "a.yml", content: "port: 80\nname: x\n  ports: [port, 1]\n" },
  { path: "b.yml", content: "none: 0\n" },
  { path: "c.yml", content: "PORT" },
];

test("matches are listed by file, with their lines", () => {
  const { count, files } = found(FILES, "port");
  expect(count).toBe(4);
  expect(files.map(({ path, count }) => [path, count])).toEqual([
    ["a.yml", 3],
    ["c.yml", 1],
  ]);
  expect(files[0]?.matches).toEqual([
    { from: 0, to: 4, line: 1, before: "", text: "port", after: ": 80" },
    { from: 19, to: 23, line: 3, before: "", text: "port", after: "s: [port, 1]" },
    { from: 27, to: 31, line: 3, before: "ports: [", text: "port", after: ", 1]" },
  ]);
});

test("all matches are counted, and the first ones are listed", () => {
  const { count, files } = found(FILES, "port", { most: 2 });
  expect(count).toBe(4);
  expect(files.map(({ path, count, matches }) => [path, count, matches.length])).toEqual([
    ["a.yml", 3, 2],
    ["c.yml", 1, 0],
  ]);
});

test("of long lines, the part around the match is shown", () => {
  const [file] = found([{ path: "a", content: `${"x".repeat(500)}port${"y".repeat(500)}` }], "port").files;
  const [match] = file?.matches ?? [];
  expect(match?.before).toBe(`…${"x".repeat(40)}`);
  expect(match?.after).toBe(`${"y".repeat(120)}…`);
});

test("empty matches are none, and matches of several lines are shown to the end of their first line", () => {
  const content = "aa\nb\n";
  expect(found([{ path: "a", content }], "a*", { isRegExp: true }).count).toBe(1);
  const [file] = found([{ path: "a", content }], "a\\nb", { isRegExp: true }).files;
  expect(file?.matches).toEqual([{ from: 1, to: 4, line: 1, before: "a", text: "a", after: "" }]);
});

test("the search pauses on request", () => {
  const pattern = patternOf({ text: "port", isRegExp: false, matchCase: false, wholeWord: false });
  const searching = search(FILES, pattern, 100, () => true);
  expect(searching.next()).toMatchObject({ done: false, value: { count: 3 } });
  expect(searching.next()).toMatchObject({ done: false, value: { count: 3 } });
  expect(searching.next()).toMatchObject({ done: false, value: { count: 4 } });
  expect(searching.next()).toMatchObject({ done: true });
});
