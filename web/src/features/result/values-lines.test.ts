// The built wasm imports.
import { expect, test } from "vitest";
import { ask } from "../../../testing/engine";
import type { SchemaImport } from "../../engine/types";
import { linesIn } from "./values-lines";

/** The lines of data values, by the lines of plain values. */
async function pairs(plain: string): Promise<[string, string][]> {
  const { dataValues } = (await ask("importSchema", plain)) as SchemaImport;
  const lines = dataValues?.split("\n") ?? [];
  const lineOf = linesIn(dataValues ?? "", plain);
  return plain.split("\n").map((line, at) => [line, lines[lineOf(at + 1) - 1] ?? ""]);
}

test.each([
  "a: 1\nb:\n  c: []\n  d: [1]\n",
  "---\n# one\na: 1 # two\nb:\n- c: 1\n- c: 2\n",
  "# The file\n\n---\na: 1\n---\na: 2\nb: [1]\n",
  "a: |\n  # text\n  ---\n  #! text\nb: [1]\nc: 1\n",
])("a line of plain values is found in the data values: %j", async (plain) => {
  for (const [line, found] of await pairs(plain)) expect(found.replaceAll("#!", "#")).toBe(line.replaceAll("#!", "#"));
});
