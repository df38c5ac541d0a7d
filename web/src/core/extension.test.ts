import { expect, test } from "vitest";
import { extended, portable, switched } from "./extension";
import { workOf } from "./work";

const FLAG = "--enable-extension schema-proposal";

test("the flag is recognized in all forms, and not in comments, quotes or other arguments", () => {
  for (const line of [
    FLAG,
    "--enable-extension=schema-proposal",
    `--strict  ${FLAG} --debug`,
    `--enable-extension 'schema-proposal'`,
    `ytt ${FLAG}`,
    // A quote after it that is still open.
    `${FLAG} --data-value 'a=`,
  ])
    expect(extended(line), line).toBe(true);
  for (const line of [
    "",
    "--enable-extension",
    "--enable-extension schema",
    "--enable-extension --strict schema-proposal",
    "schema-proposal",
    `--strict # ${FLAG}`,
    `-- ${FLAG}`,
    `'${FLAG}'`,
    "--enable-extension=schema-proposals",
  ])
    expect(extended(line), line).toBe(false);
  const variant = { name: "", env: [], without: [] };
  expect(portable(workOf({ variants: [{ ...variant, commandLine: "" }] }))).toBe(true);
  expect(portable(workOf({ variants: [{ ...variant, commandLine: FLAG }] }))).toBe(false);
});

test("adding and removing the flag leaves the rest of the line unchanged", () => {
  for (const line of [
    "",
    "--strict",
    "  --strict  --debug ",
    "--strict # why",
    "# all of it",
    "-- a",
    "--data-value",
    "--data-value 'a=",
    "ytt",
    "ytt --strict",
    "  ytterby --strict",
    "--data-value a\\ ",
  ]) {
    const on = switched(line, true);
    expect(on, line).toContain(FLAG);
    expect(extended(on), line).toBe(true);
    expect(switched(on, true), line).toBe(on);
    expect(switched(on, false), line).toBe(line);
    expect(switched(line, false), line).toBe(line);
  }
  expect(switched(`--strict ${FLAG} --debug --enable-extension=schema-proposal`, false)).toBe("--strict --debug");
  expect(switched(`--data-value a\\  ${FLAG}`, false)).toBe("--data-value a\\ ");
});
