import { expect, test } from "vitest";
import { rowFor } from "./problem-keys";

test("arrow keys go from row to row, up to the first and the last", () => {
  expect(["ArrowDown", "ArrowUp", "Home", "End", "x"].map((key) => rowFor(key, 1, 3))).toEqual([2, 0, 0, 2, undefined]);
  expect([rowFor("ArrowDown", 2, 3), rowFor("ArrowUp", 0, 3)]).toEqual([2, 0]);
});

test("the first key goes to the first row; an empty list has none", () => {
  expect([rowFor("ArrowDown", -1, 3), rowFor("ArrowUp", -1, 3), rowFor("ArrowDown", -1, 0)]).toEqual([0, 0, undefined]);
});
