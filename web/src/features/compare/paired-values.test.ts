import { expect, test } from "vitest";
import type { DataValue } from "../../engine/types";
import { pairedRows } from "./paired-values";

type Plain = string | { [key: string]: Plain };

/** A tree of data values. */
function tree(plain: Plain, key = "", path = ""): DataValue {
  const below = typeof plain === "string" ? [] : Object.entries(plain);
  return {
    ...{
      key,
      path,
      type: typeof plain === "string" ? "string" : "map",
      value: typeof plain === "string" ? plain : null,
    },
    ...{ origin: { kind: "schema", text: "", place: null }, overrode: [], missing: false, rules: [] },
    children: below.map(([name, inner]) => tree(inner, name, path ? `${path}.${name}` : name)),
  };
}

const shown = (left: Plain | undefined, right: Plain | undefined) =>
  pairedRows(left === undefined ? left : tree(left), right === undefined ? right : tree(right)).map(
    ({ path, left, right, differs }) =>
      `${path} ${left?.value ?? "-"} ${right?.value ?? "-"}${differs ? " differs" : ""}`,
  );

test("values with the same path are in one row", () => {
  expect(shown({ a: "1", b: { c: "2", d: "3" } }, { a: "1", b: { c: "2", d: "4" } })).toEqual([
    "a 1 1",
    "b - - differs",
    "b.c 2 2",
    "b.d 3 4 differs",
  ]);
});

test("values of one side are where their neighbours are", () => {
  expect(shown({ a: "1", c: "3" }, { z: "0", a: "1", b: "2", c: "3", d: { e: "5" } })).toEqual([
    "z - 0 differs",
    "a 1 1",
    "b - 2 differs",
    "c 3 3",
    "d - - differs",
    "d.e - 5 differs",
  ]);
  expect(shown({ a: "1" }, undefined)).toEqual(["a 1 - differs"]);
});

test("a map and a text, and an empty map and none, differ", () => {
  expect(shown({ a: {} }, { a: { b: "1" } })).toEqual(["a - - differs", "a.b - 1 differs"]);
  expect(shown({ a: "x" }, { a: {} })).toEqual(["a x - differs"]);
  expect(shown({ a: {} }, { a: {} })).toEqual(["a - -"]);
});
