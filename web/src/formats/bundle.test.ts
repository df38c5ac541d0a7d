// Bundles are written and read by the built wasm.
import { describe, expect, test } from "vitest";
import { cpuTime, LIMIT_MS } from "../../testing/cpu-time";
import { ask, engine } from "../../testing/engine";
import { NAMES } from "../../testing/hostile-texts";
import { examples, generatedWorks } from "../../testing/works";
import { isBundle, readBundle, writeBundle } from "./bundle";

test("examples and generated works survive a bundle", async () => {
  const whole = examples.map(({ id, whole }) => ({ id, work: whole }));
  for (const { id, work } of [...whole, ...generatedWorks]) {
    const text = await writeBundle(engine, work);
    expect(isBundle(text), id).toBe(true);
    const read = await readBundle(engine, text);
    // The steps of generated works are for files that do not exist.
    const left = read.left.filter((sentence) => !id.startsWith("generated") || !/^Step \d+ cannot /.test(sentence));
    expect({ ...read, left }, id).toEqual({ work, left: [] });
  }
});

test("a bundle is recognized by its first key, after comments and empty lines", () => {
  for (const text of ["ytterby: 1\n", "\ufeffytterby: 1", "# comment\n\n---\n \nytterby: 12", "ytterby:\n  1"])
    expect(isBundle(text), text).toBe(true);
  for (const text of ["", "ytterby", "ytterby: x", "title: a\nytterby: 1\n", "#ytterby: 1"])
    expect(isBundle(text), text).toBe(false);
});

test("megabytes of comments and empty lines are recognized as no bundle in linear time", () => {
  for (const text of [
    "\n".repeat(2_000_000),
    "#\n".repeat(1_000_000),
    "---\n".repeat(500_000),
    " \n".repeat(1_000_000),
  ]) {
    const begun = cpuTime();
    expect(isBundle(text)).toBe(false);
    expect(cpuTime() - begun).toBeLessThan(LIMIT_MS / 4);
  }
});

describe("hostile bundles", () => {
  const bomb = (by: string) =>
    `ytterby: 1\na0: &a0 ${by}\n${Array.from({ length: 30 }, (_, at) => `a${at + 1}: &a${at + 1} [${Array(10).fill(`*a${at}`).join()}]`).join("\n")}\n`;
  const files = "files: [{path: a.yml, content: 'a: 1'}]\n";
  for (const [what, text, expected] of [
    ["aliases of aliases", bomb("[x, x, x]"), /unknown field|alias|anchors|large|copy/],
    [
      "aliases as contents of files",
      `ytterby: 1\nfiles:\n- path: a.yml\n  content: &a "${"x".repeat(5000)}"\n${Array.from({ length: 400 }, (_, at) => `- {path: f${at}.yml, content: *a}`).join("\n")}\n`,
      /anchors|alias|copy|megabyte/,
    ],
    [
      "merge keys",
      `ytterby: 1\nenv: &e {A: x}\n${files}variants:\n${Array.from({ length: 50 }, (_, at) => `- {name: v${at}, env: {<<: *e}}`).join("\n")}\n`,
      /./,
    ],
    [
      "deep nesting",
      `ytterby: 1\n${files}checks:\n- {value: a, is: ${"[".repeat(5000)}${"]".repeat(5000)}}\n`,
      /nested|deep/,
    ],
    ["__proto__ as a key", `ytterby: 1\n__proto__: {polluted: 1}\n${files}`, /unknown field|__proto__/],
    ["a JavaScript tag", `ytterby: 1\ntitle: !!js/function 'x'\n${files}`, /./],
    ["a map as a key", `ytterby: 1\n? {a: 1}\n: x\n${files}`, /./],
    ["the same key twice", `ytterby: 1\ntitle: a\ntitle: b\n${files}`, /title|duplicate/],
  ] as const) {
    test(`${what}: ends soon, with the expected message`, async () => {
      const begun = cpuTime();
      const read = (await ask("readBundle", text)) as { bundle?: unknown; problem?: { message: string } };
      expect(read.problem?.message ?? "read").toMatch(expected);
      expect(cpuTime() - begun).toBeLessThan(LIMIT_MS);
      expect(({} as { polluted?: number }).polluted).toBeUndefined();
    });
  }

  test("property names of objects are ordinary names of files and variables", async () => {
    const text = `ytterby: 1\nfiles:\n${NAMES.map((name) => `- {path: "${name}", content: "x"}`).join("\n")}\nenv:\n${NAMES.map((name) => `  "${name}": "${name}"`).join("\n")}\n`;
    const { work, left } = await readBundle(engine, text);
    expect(left).toEqual([]);
    expect(work.files.map(({ path }) => path)).toEqual([...NAMES]);
    expect(work.env).toEqual(NAMES.map((name) => ({ name, value: name })));
  });
});
