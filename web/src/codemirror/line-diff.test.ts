import { expect, test } from "vitest";
import { lineDiff } from "./line-diff";

/** The removed and the added texts. */
const changes = (a: string, b: string) =>
  lineDiff(a, b).map(({ fromA, toA, fromB, toB }) => [a.slice(fromA, toA), b.slice(fromB, toB)]);

test("a removed line between similar ones is one change", () => {
  expect(changes("name: a\nkey0: 0\nkey1: 1\n", "name: a\nkey1: 1\n")).toEqual([["key0: 0\n", ""]]);
  expect(changes("key1: 1\n", "key0: 0\nkey1: 1\n")).toEqual([["", "key0: 0\n"]]);
});

test("within a changed line, only the changed part is", () => {
  expect(changes("a: 1\nheat: 900\nb: 2\n", "a: 1\nheat: 1200\nb: 2\n")).toEqual([["9", "12"]]);
});

test("texts without a line feed at the end, and empty ones", () => {
  expect(changes("a\nb", "a")).toEqual([["\nb", ""]]);
  expect(changes("", "a\n")).toEqual([["", "a\n"]]);
  expect(changes("a\n", "")).toEqual([["a\n", ""]]);
  expect(changes("same\n", "same\n")).toEqual([]);
});
