// The built wasm provides schemas and data values.
import { describe, expect, test } from "vitest";
import { render } from "../../../testing/engine";
import { examples } from "../../../testing/works";
import { environment, type WorkFile } from "../../core/work";
import type { DataValue } from "../../engine/types";
import { valuesFile } from "./values-file";

const run = (files: WorkFile[], args = "", env: Record<string, string> = {}) =>
  render({ files, args, env, checks: [] });

const schema = (text: string): WorkFile => ({ path: "schema.yml", content: `#@data/values-schema\n---\n${text}` });

async function fileFor(text: string): Promise<string> {
  const response = await run([schema(text)]);
  if (!response.schema) throw new Error(response.report);
  return valuesFile(response.schema, response.values ?? undefined);
}

/** The values without children. */
const leaves = (value: DataValue): DataValue[] =>
  value.children.length > 0 ? value.children.flatMap(leaves) : [value];

test("defaults are commented out but for the first, with what the schema says about them", async () => {
  const text = await fileFor(`#@schema/title "A kiln"
kiln:
  #@schema/desc "In degrees."
  #@schema/validation min=600
  peak: 1000
  #@schema/nullable
  keeper: Ines
shelves:
- 1
`);
  expect(text).toBe(`#@data/values
---
#! The values in comments are the defaults; the first one is set, as an example.
#! To set one, remove "#!" from its line and from those of the keys above it.

#! A kiln
kiln:
  #! In degrees.
  #! must be a value >= 600
  peak: 1000

  #! (string or null)
  #! keeper: null
#! shelves: []
`);
});

test("values that must be set are not commented out, and all others are", async () => {
  const text = await fileFor(`bakery:
  #@schema/validation min_len=1
  name: ""
oven: 200
`);
  expect(text).toContain('\nbakery:\n  #! must be length >= 1\n  #! Required: set a value\n  name: ""\n');
  expect(text).toContain("\n#! oven: 200\n");
});

test("of a map that is null by default the keys are not written beside it", async () => {
  const text = await fileFor(`#@schema/nullable
store:
  path: /var
size: 1
`);
  expect(text).toContain("\n#! (map or null)\nstore: null\n#! size: 1\n");
  expect(text).not.toContain("path");
});

test("without the comment signs it sets every value to its default", async () => {
  const text = `a: 1
deep:
  deeper:
    text: two words
"odd key: x": true
"no": "yes"
nothing: null
lines: |
  one
  two
colon: "a: b"
float: 1.5
`.replace("nothing: null", "#@schema/nullable\nnothing: 1");
  const file = await fileFor(text);
  const content = file.replaceAll(/^( *)#! (?!The values|To set one|\()/gm, "$1");
  const response = await run([schema(text), { path: "values.yml", content }]);
  expect(response.report).toBe("");
  const before = await run([schema(text)]);
  const values = leaves(response.values as DataValue);
  expect(values.map(({ path, value }) => [path, value])).toEqual(
    leaves(before.values as DataValue).map(({ path, value }) => [path, value]),
  );
  expect(values).toHaveLength(8);
  for (const { path, origin } of values) expect(origin.place?.file, path).toBe("values.yml");
});

describe("the file made for an example", () => {
  test("is accepted beside the example's own values", async () => {
    let tried = 0;
    for (const { id, work } of examples) {
      const env = environment(work.env);
      const before = await run(work.files, work.commandLine, env);
      if (!before.schema || before.schema.children.length === 0) continue;
      const content = valuesFile(before.schema, before.values ?? undefined);
      const after = await run([...work.files, { path: "zz-values.yml", content }], work.commandLine, env);
      // A default may violate a rule, but the file must have no other problem.
      const wrong = after.diagnostics.filter(({ code }) => code !== "violation").map(({ message }) => message);
      const known = before.diagnostics.map(({ message }) => message);
      expect(
        wrong.filter((message) => !known.includes(message)),
        `${id}\n${content}`,
      ).toEqual([]);
      tried++;
    }
    expect(tried).toBeGreaterThan(40);
  });
});
