import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { declarations } from "./declarations";

const GENERATED = `/* tslint:disable */

/**
 * One run.
 */
export type Request = {};

/**
 * The response to a request. The page frees it when it does not need more parts of it.
 */
export class Answer {
    free(): void;
}

/**
 * Formats.
 */
export function format(content: string): Formatted;

export function start(): void;

/**
 * The version.
 */
export function version(): string;
`;

test("types and the named functions stay, what loads the wasm does not", () => {
  const text = declarations(GENERATED, ["version", "format"]);
  expect(text).toMatch(/^\/\*\*\n \* One run\.\n \*\/\nexport type Request = \{\};\n/);
  expect(text).toContain("    /**\n     * The version.\n     */\n    version(): string;\n\n    /**\n     * Formats.");
  for (const name of ["Answer", "start", "tslint"]) expect(text).not.toContain(name);
});

test("a function that is not declared is an error", () => {
  expect(() => declarations(GENERATED, ["rename"])).toThrow("does not declare rename");
  expect(() => declarations("", [])).toThrow("not as expected");
});

test("what is removed from ytterby.d.ts is only about loading and about the page", () => {
  const generated = readFileSync(new URL("../../pkg/ytterby.d.ts", import.meta.url), "utf8");
  const text = readFileSync(new URL("engine.ts", import.meta.url), "utf8");
  const included = [...(/const FUNCTIONS = \[([^\]]*)\]/.exec(text)?.[1] ?? "").matchAll(/"(\w+)"/g)].map(
    ([, name]) => name,
  );
  const all = [...generated.matchAll(/^export function (\w+)/gm)].map(([, name = ""]) => name);
  const others = all.filter((name) => !included.includes(name));
  expect(others.sort()).toEqual(["initSync", "loadRest", "provideRest", "renderInParts", "start"]);
});
