import { expect, test } from "vitest";
import { incoming } from "./protocol";

const message = (fields: object) => ({ ytterby: 1, ...fields });

test("messages of others, and of other versions, are ignored", () => {
  const others = [undefined, null, 1, "run", [], {}, { type: "run" }, { ytterby: 2, type: "run" }, message({})];
  for (const other of others) expect(incoming(other)).toBeUndefined();
});

test("run and set-theme", () => {
  expect(incoming(message({ type: "run", files: [] }))).toEqual({ type: "run" });
  expect(incoming(message({ type: "set-theme", theme: "dark" }))).toEqual({ type: "set-theme", theme: "dark" });
  expect(incoming(message({ type: "set-theme", theme: "pink" }))).toBeUndefined();
});

test("load takes the fields that are of the right type, and leaves out others", () => {
  const load = message({
    type: "load",
    files: [{ path: "a.yml", content: "a: 1\n", more: true }],
    args: null,
    expected: "a: 1\n",
    height: 300,
    env: 7,
    view: "nowhere",
    readonly: true,
    page: "https://example.org",
  });
  expect(incoming(load)).toEqual({
    type: "load",
    files: [{ path: "a.yml", content: "a: 1\n" }],
    args: null,
    expected: "a: 1\n",
    readonly: true,
  });
});

test.each(["split", "input", "output", "problems", "stacked"])("load with the view %s", (view) => {
  expect(incoming(message({ type: "load", view }))).toEqual({ type: "load", view });
});

test.each([
  ["no list", "files"],
  ["a file without a path", [{ path: "", content: "" }]],
  ["content that is no text", [{ path: "a", content: 1 }]],
  ["too many files", Array.from({ length: 201 }, (_, at) => ({ path: `${at}`, content: "" }))],
  ["too much text", [{ path: "a", content: "x".repeat(2_000_000) }]],
])("load with %s is ignored", (_, files) => {
  expect(incoming(message({ type: "load", files }))).toBeUndefined();
});

test("focus, and files as the reader left them", () => {
  expect(incoming(message({ type: "focus" }))).toEqual({ type: "focus" });
  const edited = [{ path: "a.yml", content: "a: 2\n" }];
  expect(incoming(message({ type: "load", edited }))).toEqual({ type: "load", edited });
  expect(incoming(message({ type: "load", edited: [1] }))).toBeUndefined();
});
