import { expect, test } from "vitest";
import { commonEnds } from "./common-ends";

test("characters and lines at both ends, none of them twice", () => {
  expect(commonEnds("abxyz", "abyz")).toEqual({ start: 2, end: 2 });
  expect(commonEnds("aa", "aaa")).toEqual({ start: 2, end: 0 });
  expect(commonEnds("", "a")).toEqual({ start: 0, end: 0 });
  expect(commonEnds(["a", "b", "c"], ["a", "c"])).toEqual({ start: 1, end: 1 });
});

test("texts of several pieces", () => {
  for (const length of [4095, 4096, 4097, 10_000]) {
    const text = "x".repeat(length);
    expect(commonEnds(`${text}a${text}`, `${text}bc${text}`)).toEqual({ start: length, end: length });
    expect(commonEnds(text, `${text}${text}`)).toEqual({ start: length, end: 0 });
  }
});
