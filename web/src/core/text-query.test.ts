import { expect, test } from "vitest";
import { objectionTo, patternOf, type TextQuery } from "./text-query";

const found = (query: Partial<TextQuery>, text: string) =>
  text.match(patternOf({ text: "", matchCase: false, isRegExp: false, wholeWord: false, ...query }));

test("text is searched as it is, in either case", () => {
  expect(found({ text: "a.b" }, "a.b A.B axb")).toEqual(["a.b", "A.B"]);
  expect(found({ text: "a.b", matchCase: true }, "a.b A.B")).toEqual(["a.b"]);
  for (const text of ["#@ x[0] = {1}|(2)?", "\\n-^$*+/", "(@= é @)", "😀"])
    expect(found({ text }, `-${text}-`)).toEqual([text]);
});

test("whole words", () => {
  expect(found({ text: "port", wholeWord: true }, "port ports port: _port ü-port üport")).toHaveLength(3);
  expect(found({ text: "#@", wholeWord: true }, "a#@b")).toEqual(["#@"]);
});

test("regular expressions", () => {
  expect(found({ text: "^- \\w+", isRegExp: true }, "- a\n- b\n c")).toEqual(["- a", "- b"]);
  expect(objectionTo("a(b)")).toBeUndefined();
  expect(objectionTo("a(b")).toBe("Not a regular expression: unterminated group");
  expect(objectionTo("[/")).toMatch(/^Not a regular expression: \w/);
});
