import { expect, test } from "vitest";
import { firstFile } from "./first-file";

const file = (path: string, content = "a: 1\n") => ({ path, content });
const SCHEMA = "#@data/values-schema\n---\na: 1\n";

test("the schema is opened first, and a README only if there is nothing else", () => {
  expect(firstFile([file("README.md"), file("a.yml"), file("config/schema.yml", SCHEMA)])).toBe(2);
  expect(firstFile([file("README.md", SCHEMA), file("a.yml")])).toBe(1);
  expect(firstFile([file("docs/readme.txt"), file("a.yml")])).toBe(1);
  expect(firstFile([file("README")])).toBe(0);
});
