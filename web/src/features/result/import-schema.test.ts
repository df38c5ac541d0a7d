// The built wasm imports.
import { expect, test } from "vitest";
import { cpuTime, LIMIT_MS } from "../../../testing/cpu-time";
import { ask } from "../../../testing/engine";
import { NAMES } from "../../../testing/hostile-texts";

const aliases = `a0: &a0 {type: string}\n${Array.from({ length: 30 }, (_, at) => `a${at + 1}: &a${at + 1} {anyOf: [${Array(10).fill(`*a${at}`).join()}]}`).join("\n")}\ntype: object\nproperties: {x: *a30}\n`;
const deep = `${'{"type":"array","items":'.repeat(20_000)}{}${"}".repeat(20_000)}`;
const cycle = JSON.stringify({ type: "object", properties: { a: { $ref: "#" }, b: { $ref: "#/properties/b" } } });
const names = JSON.stringify({
  type: "object",
  properties: Object.fromEntries(NAMES.map((name) => [name, { type: "string" }])),
}).replace('"0"', '"__proto__":{"type":"string"},"0"');

for (const [what, text] of Object.entries({
  "aliases of aliases": aliases,
  "deep nesting": deep,
  cycles: cycle,
  names,
})) {
  test(`a JSON Schema with hostile ${what} is imported or refused, soon`, async () => {
    const begun = cpuTime();
    const read = (await ask("importSchema", text)) as { schema?: string | null; error?: string | null };
    expect(Boolean(read.schema) || Boolean(read.error)).toBe(true);
    expect((read.schema ?? "").length).toBeLessThan(5_000_000);
    expect(cpuTime() - begun).toBeLessThan(LIMIT_MS);
  });
}
