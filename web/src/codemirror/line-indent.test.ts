import { expect, test } from "vitest";
import { indentAfter } from "./line-indent";

test.each([
  ["name: shop", 0],
  ["  name: #@ v.name", 2],
  ["metadata:", 2],
  ["  labels: #! of all", 4],
  ["  labels: #@ v.labels", 2],
  ["- port: 80", 2],
  ["  - name:", 6],
  ["- plain", 0],
  ["- - a: 1", 4],
  ["  #@ if x:", 2],
  ["#! note:", 0],
  ["def f(x):", 2],
  ["", 0],
  ["    ", 4],
  ['"a: b": 1', 0],
])("after %j a line begins at column %i", (text, column) => {
  expect(indentAfter(text)).toBe(column);
});
