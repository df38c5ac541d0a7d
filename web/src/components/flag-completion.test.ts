import { expect, test } from "vitest";
import { flagOptions } from "./flag-completion";

const flag = (name: string, short: string | null, value: "file" | "dataValue" | "text" | null) => ({
  name,
  short,
  value,
  description: `about ${name}`,
  isExtension: false,
});

const FLAGS = [
  flag("--data-value", "-v", "dataValue"),
  flag("--data-values-inspect", null, null),
  flag("--file", "-f", "file"),
  flag("--strict", "-s", null),
];

const VALUES = { files: ["a.yml", "b c.yml"], dataValues: [{ path: "kiln.heat", value: "900" }] };

const texts = (line: string, caret = line.length) =>
  flagOptions(line, caret, FLAGS, VALUES).options.map(({ text }) => text);

test("an empty line has all flags", () => {
  expect(texts("")).toEqual(["--data-value ", "--data-values-inspect", "--file ", "--strict"]);
});

test("common flags come first, dangerous ones last", () => {
  const all = ["--allow-x", "--dangerous-y", "--data-value-file", "--data-value", "--output"];
  const options = flagOptions(
    "",
    0,
    all.map((name) => flag(name, null, null)),
    VALUES,
  ).options;
  expect(options.map(({ text }) => text)).toEqual([
    "--data-value",
    "--output",
    "--allow-x",
    "--data-value-file",
    "--dangerous-y",
  ]);
});

test("flags are found by their start and by a part of their name", () => {
  expect(texts("--fi")).toEqual(["--file "]);
  expect(texts("-v")).toEqual(["--data-value "]);
  expect(texts("--inspect")).toEqual(["--data-values-inspect"]);
  expect(texts("--strict --da -s", 13)).toEqual(["--data-value ", "--data-values-inspect"]);
});

test("values follow their flag", () => {
  expect(texts("-f ")).toEqual([".", "a.yml", "'b c.yml'"]);
  expect(texts("--file=a")).toEqual(["a.yml"]);
  expect(texts("--data-value ki")).toEqual(["kiln.heat="]);
  expect(texts("--data-value kiln.heat=")).toEqual([]);
  expect(texts("--strict x")).toEqual([]);
});

test("an option replaces the word at the caret", () => {
  expect(flagOptions("--strict --fi -s", 13, FLAGS, VALUES)).toMatchObject({ from: 9, to: 13 });
  expect(flagOptions("--file=a", 8, FLAGS, VALUES)).toMatchObject({ from: 7, to: 8 });
});
