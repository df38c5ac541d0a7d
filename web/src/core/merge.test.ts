import { expect, test } from "vitest";
import { lineChanges, merged, withoutDoubles } from "./merge";

const values = "name: shop\nreplicas: 20\n";

test.each([
  ["an unchanged text", values, "name: shop\nreplicas: 3\n"],
  ["a change in another line", "name: reef\nreplicas: 20\n", "name: reef\nreplicas: 3\n"],
  ["another value of the same key", "name: shop\nreplicas: 4\n", "name: shop\nreplicas: 3\n"],
  [
    "another value, with another key next to it",
    "name: shop\nport: 1\nreplicas: 4\n",
    "name: shop\nport: 1\nreplicas: 3\n",
  ],
  ["the same change", "name: shop\nreplicas: 3\n", "name: shop\nreplicas: 3\n"],
  ["a removed key", "name: shop\n", "name: shop\nreplicas: 3\n"],
  ["no line break at the end", "name: reef\nreplicas: 20", "name: reef\nreplicas: 3\n"],
  ["a comment above the key", "name: shop\n#! Many.\nreplicas: 20\n", "name: shop\n#! Many.\nreplicas: 3\n"],
])("a changed line is merged with %s", (_, ours, result) => {
  expect(merged(values, ours, "name: shop\nreplicas: 3\n")).toBe(result);
});

test("an added key replaces the reader's, wherever that is", () => {
  const theirs = `${values}port: 9000\n`;
  expect(merged(values, `${values}port: 80\n`, theirs)).toBe(theirs);
  expect(merged(values, `port: 80\n${values}`, theirs)).toBe(`port: 9000\n${values}`);
  expect(merged(values, `${values}image: a\n`, theirs)).toBe(`${values}image: a\nport: 9000\n`);
  // The key comes with its value, and with the annotations above it.
  const annotated = `${values}#@schema/validation min=1\nport: 9000\n`;
  expect(merged(values, `port:\n  http: 80\n${values}`, annotated)).toBe(
    `#@schema/validation min=1\nport: 9000\n${values}`,
  );
});

test("keys of other maps stay", () => {
  const base = "web:\n  port: 1\ndb:\n  name: a\n";
  const theirs = "web:\n  port: 1\ndb:\n  name: a\n  port: 2\n";
  expect(merged(base, `${base}more:\n  port: 5\n`, theirs)).toBe(`${theirs}more:\n  port: 5\n`);
  const list = "env:\n- name: A\n  value: 1\n";
  expect(merged(list, list.replace("1", "3"), `${list}- name: B\n  value: 2\n`)).toBeUndefined();
  expect(merged(list, `top: 1\n${list}`, `${list}- name: B\n  value: 2\n`)).toBe(
    `top: 1\n${list}- name: B\n  value: 2\n`,
  );
});

test("what would be a guess is not merged", () => {
  // Code has an order.
  expect(merged("#@ if x:\na: 1\n#@ end\n", "#@ if y:\na: 1\n#@ end\n", "#@ if z:\na: 1\n#@ end\n")).toBeUndefined();
  expect(merged("- a\n- b\n", "- a\n- c\n", "- a\n- d\n")).toBeUndefined();
  expect(merged("a: 1\n", "  a: 2\n", "a: 3\n")).toBeUndefined();
  expect(merged("", "x\n".repeat(3_000), "y\n".repeat(3_000))).toBeUndefined();
});

test("assignments are keys, too", () => {
  expect(merged("#@ wind = 8\nflag: a\n", "#@ wind = 5\nflag: a\n", "#@ wind = 3\nflag: a\n")).toBe(
    "#@ wind = 3\nflag: a\n",
  );
  expect(merged("LIMIT = 25\n", "LIMIT = 20\n", "LIMIT = 30\n")).toBe("LIMIT = 30\n");
});

test("a key that was there twice before may be there twice", () => {
  const twice = "a: 1\n#@yaml/map-key-override\na: 2\n";
  expect(withoutDoubles(`${twice}b: 1\n`, twice, twice)).toBe(`${twice}b: 1\n`);
  expect(withoutDoubles("a: 1\nb: 1\na: 2\n", "b: 1\na: 2\n", "a: 1\nb: 1\n")).toBe("b: 1\na: 1\n");
  // Neither is the step's.
  expect(withoutDoubles("a: 1\nb: 1\na: 2\n", "b: 1\n", "b: 1\n")).toBeUndefined();
  const rule = (text: string) => `#@schema/validation ${text}\n`;
  expect(withoutDoubles(`${rule("1")}${rule("2")}a: 1\n`, `${rule("1")}a: 1\n`, `${rule("2")}a: 1\n`)).toBeUndefined();
  const apart = `${rule("1")}a: 1\n${rule("2")}b: 1\n`;
  expect(withoutDoubles(apart, `${rule("1")}a: 1\nb: 1\n`, `a: 1\n${rule("2")}b: 1\n`)).toBe(apart);
});

test("the lines of two texts", () => {
  expect(lineChanges("a\nb\nc\n", "a\nx\nc\nd\n").map(({ kind, text }) => `${kind} ${text}`)).toEqual([
    "same a",
    "removed b",
    "added x",
    "same c",
    "added d",
    "same ",
  ]);
});
