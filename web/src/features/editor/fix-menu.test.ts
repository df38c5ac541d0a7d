import { expect, test } from "vitest";
import type { Diagnostic, Edit, Fix } from "../../engine/types";
import { fixesOfFlags, nameMadeBy } from "./fix-menu";

const fix = (title: string, edits: Edit[] = []): Fix => ({ title, edits, args: null });

test("the command line has the fixes of the argument at the cursor, or else of all", () => {
  const problem = (argument: number | null, title: string) =>
    ({ argument, code: argument === null ? "violation" : "flag", fixes: [fix(title)] }) as unknown as Diagnostic;
  const all = [problem(0, "first"), problem(null, "elsewhere"), problem(2, "last")];
  const titles = (caret: number) => fixesOfFlags(all, "--debgu -v --outptu", caret).map(({ title }) => title);
  expect([titles(3), titles(9), titles(12)]).toEqual([["first"], ["first", "last"], ["last"]]);
});

test("the name of a new data value is found in the text that the fix makes", () => {
  const text = "a: 1\nimage: nginx\n";
  const edit = (file: string, from: number, to: number, text: string): Edit =>
    ({ file, span: { start: { offset: from }, end: { offset: to } }, text }) as Edit;
  const load = edit("app.yml", 0, 0, '#@ load("@ytt:data", "data")\n---\n');
  const value = edit("app.yml", 12, 17, "#@ data.values.app.image");
  const schema = edit("schema.yml", 0, 0, "image: nginx\n");
  const made = fix("Make it the data value app.image", [value, load, schema]);
  const after = load.text + text.slice(0, 12) + value.text;
  expect(nameMadeBy(made, "app.yml")).toBe(after.length);
  expect(nameMadeBy(made, "other.yml")).toBeUndefined();
  expect(nameMadeBy({ ...made, title: "Use the data value app.image" }, "app.yml")).toBeUndefined();
});
