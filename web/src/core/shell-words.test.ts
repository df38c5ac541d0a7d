import { expect, test } from "vitest";
import { argumentAt, commandLineOf, namesFiles, withRenamed, words, wordsIn } from "./shell-words";

test("a command line is split as by a shell", () => {
  for (const [line, expected] of [
    ["", []],
    ["  a  b\t'c d' \"e f\" g\\ h ", ["a", "b", "c d", "e f", "g h"]],
    ["'' \"\"", ["", ""]],
    [`a'b'"c"d`, ["abcd"]],
    [`"\\$x \\\\ \\a"`, ["$x \\ \\a"]],
    ["a # rest", ["a"]],
    ["a # rest\nb", ["a", "b"]],
    ["a#b", ["a#b"]],
    ['a\\\nb "c\\\nd"', ["ab", "cd"]],
    ["'open", undefined],
    ['"open', undefined],
    ["open\\", undefined],
  ] as const) {
    expect(words(line), line).toEqual(expected);
  }
});

test("words know their places, also those before an open quote", () => {
  expect(wordsIn(` a 'b c'`)).toEqual({
    all: [
      { text: "a", from: 1, to: 2 },
      { text: "b c", from: 3, to: 8 },
    ],
    closed: true,
  });
  expect(wordsIn("a 'b")).toEqual({ all: [{ text: "a", from: 0, to: 1 }], closed: false });
});

test("words are quoted so that a shell gives them back", () => {
  const odd = ["", "it's", "$HOME `id`", "a b", "\\", '"', "ä\n"];
  expect(words(commandLineOf(odd))).toEqual(odd);
});

test("flags that name files are found", () => {
  for (const line of ["-f a.yml", "-fa.yml", "-sf a.yml", "-hsfa.yml", "--file a.yml", "--file=a.yml"])
    expect(namesFiles(words(line) ?? []), line).toBe(true);
  for (const line of ["", "--file-mark a.yml:exclude=true", "--files x", "--strict", "-vf=1", "-of", "-- -f a.yml"])
    expect(namesFiles(words(line) ?? []), line).toBe(false);
});

test("flags name a renamed file by its new path", () => {
  const rename = (line: string) => withRenamed(line, "dev.yml", "my env.yml");
  expect(rename("-f dev.yml --file-mark dev.yml:exclude=true  --data-values-file=dev.yml")).toBe(
    "-f 'my env.yml' --file-mark 'my env.yml:exclude=true'  '--data-values-file=my env.yml'",
  );
  for (const line of ["-v a=dev.yml --data-value-yaml b=dev.yml", "-va=dev.yml --data-value=a=dev.yml"])
    expect(rename(line)).toBe(line);
  expect(rename("--data-value-file a=dev.yml")).toBe("--data-value-file 'a=my env.yml'");
  expect(rename("-f a/dev.yml -f dev.yml.bak -v a=dev -f 'dev.yml")).toBe(
    "-f a/dev.yml -f dev.yml.bak -v a=dev -f 'dev.yml",
  );
});

test("an argument has its word; a leading command is not an argument", () => {
  expect(argumentAt("ytt -f 'a b'", 1)).toEqual({ text: "a b", from: 7, to: 12 });
  expect(argumentAt("-f x", 1)?.text).toBe("x");
  expect(argumentAt("-f x", 2)).toBeUndefined();
});
