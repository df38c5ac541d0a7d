import { expect, test } from "vitest";
import { CONTROLS, DISGUISES } from "../../testing/hostile-texts";
import { cutAtUnseen, inWords, numberOf, UNSEEN_IN_NAME, wholeCharacter } from "./unseen";

test("ordinary text is one piece", () => {
  for (const text of ["", "a: 1\n\tb\r\n", "näme", "日本語", "🔥", "👩‍🚀", "❤️", "👨🏽‍🌾", "e\u0301", " indented"])
    expect(cutAtUnseen(text), text).toEqual([text]);
});

test("every control character and disguise is found, and the pieces together are the text", () => {
  for (const text of [...CONTROLS, ...DISGUISES]) {
    const pieces = cutAtUnseen(text);
    expect(pieces.length, text).toBeGreaterThan(1);
    expect(pieces.join("")).toBe(text);
  }
  expect(cutAtUnseen("a\u202eb\u0000")).toEqual(["a", "\u202e", "b", "\u0000", ""]);
  expect(inWords("a\u202eb\u{e0041}")).toBe("a⟨U+202E⟩b⟨U+E0041⟩");
});

test("joiners and variation selectors are only allowed in emoji", () => {
  expect(inWords("a\u200db")).toBe("a⟨U+200D⟩b");
  expect(inWords("a\ufe0f")).toBe("a⟨U+FE0F⟩");
  expect(inWords("🔥\u200d")).toBe("🔥⟨U+200D⟩");
});

test("a carriage return is only allowed before a line feed", () => {
  expect(inWords("a\r\nb\rc")).toBe("a\r\nb⟨U+000D⟩c");
});

test("a name may not have spaces at its ends, tabs or line ends", () => {
  const found = (name: string) => cutAtUnseen(name, UNSEEN_IN_NAME).filter((_, at) => at % 2);
  expect(found("a b.yml")).toEqual([]);
  expect(found(" a.yml ")).toEqual([" ", " "]);
  expect(found("a\tb\nc\r\n")).toEqual(["\t", "\n", "\r", "\n"]);
});

test("half of a surrogate pair is found, and no cut makes one", () => {
  expect(cutAtUnseen("a\ud83d")).toEqual(["a", "\ud83d", ""]);
  expect(numberOf("\ud83d")).toBe("U+D83D");
  expect(wholeCharacter("a🔥b", 2)).toBe(1);
  expect([1, 3, 4].map((at) => wholeCharacter("a🔥b", at))).toEqual([1, 3, 4]);
});
