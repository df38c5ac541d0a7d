import { expect, test } from "vitest";
import { positionFor, positionOf } from "./list-keys";

test("arrow keys go to the neighbours and continue at the other end", () => {
  expect(positionFor("ArrowRight", 0, 3, false)).toBe(1);
  expect(positionFor("ArrowRight", 2, 3, false)).toBe(0);
  expect(positionFor("ArrowLeft", 0, 3, false)).toBe(2);
  expect(positionFor("ArrowDown", 0, 3, true)).toBe(1);
});

test("Home and End go to the ends", () => {
  expect(positionFor("Home", 2, 3, true)).toBe(0);
  expect(positionFor("End", 0, 3, false)).toBe(2);
});

test("without a focused item, arrow keys start at the ends", () => {
  expect(positionFor("ArrowDown", -1, 3, true)).toBe(0);
  expect(positionFor("ArrowUp", -1, 3, true)).toBe(2);
});

test("other keys and the arrow keys of the other direction go nowhere", () => {
  expect(positionFor("ArrowDown", 0, 3, false)).toBeUndefined();
  expect(positionFor("ArrowLeft", 0, 3, true)).toBeUndefined();
  expect(positionFor("a", 0, 3, true)).toBeUndefined();
  expect(positionFor("End", -1, 0, true)).toBeUndefined();
});

test("letters go to the item that starts with them", () => {
  const labels = ["Files…", "Folder…", "Bundle or zip…", "Blank"];
  expect(positionOf("f", -1, labels)).toBe(0);
  expect(positionOf("f", 0, labels)).toBe(1);
  expect(positionOf("f", 1, labels)).toBe(0);
  expect(positionOf("fo", 0, labels)).toBe(1);
  expect(positionOf("BL", 2, labels)).toBe(3);
  expect(positionOf("x", 0, labels)).toBeUndefined();
});
