import { expect, test } from "vitest";
import { placed } from "./menu";

const space = { width: 400, height: 300 };
const size = { width: 100, height: 80 };

test("a menu is below its button", () => {
  expect(placed({ left: 20, top: 10, bottom: 30 }, size, space)).toEqual({ left: 20, top: 36 });
});

test("it is above where there is no space below", () => {
  expect(placed({ left: 20, top: 260, bottom: 280 }, size, space)).toEqual({ left: 20, top: 174 });
});

test("it stays within the window", () => {
  expect(placed({ left: 380, top: 10, bottom: 30 }, size, space).left).toBe(294);
  expect(placed({ left: -10, top: 10, bottom: 30 }, size, space).left).toBe(6);
  expect(placed({ left: 20, top: 140, bottom: 160 }, { width: 100, height: 200 }, space).top).toBe(94);
  expect(placed({ left: 20, top: 140, bottom: 160 }, { width: 500, height: 400 }, space)).toEqual({ left: 6, top: 6 });
});
