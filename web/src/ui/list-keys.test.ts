import { expect, test } from "vitest";
import { positionFor, positionOf, TypeAhead } from "./list-keys";

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

test("letters typed in one go belong together, and the same letter again goes on", () => {
  const labels = ["config/", "app.yml", "apple.yml", "a b.yml"];
  const typeAhead = new TypeAhead();
  const press = (key: string, timeStamp: number, at: number) =>
    typeAhead.positionFor({ key, timeStamp } as KeyboardEvent, at, labels);
  expect(press("a", 10_000, 0)).toBe(1);
  expect(press("p", 10_100, 1)).toBe(1);
  expect(press("p", 10_200, 1)).toBe(1);
  expect(press("l", 10_300, 1)).toBe(2);
  expect(press("a", 20_000, 2)).toBe(3);
  expect(press(" ", 20_100, 3)).toBe(3);
  expect(press("a", 30_000, 0)).toBe(1);
  expect(press("a", 30_100, 1)).toBe(2);
  expect(press(" ", 40_000, 2)).toBeUndefined();
  expect(press("ArrowUp", 40_100, 2)).toBeUndefined();
});
