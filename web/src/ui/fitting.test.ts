import { expect, test } from "vitest";
import { fitting } from "./fitting";

const items = ["output", "values", "schema", "compare"].map((id) => ({ id, width: 100 }));
const fit = (space: number, chosen = "output") => [
  ...fitting(items, { space, gap: 10, menu: 50, last: ["compare", "schema", "values"], chosen }),
];

test("all items stay where they fit, without a menu", () => {
  expect(fit(430)).toEqual(["output", "values", "schema", "compare"]);
});

test("the least used go first, and the menu needs space", () => {
  expect(fit(429)).toEqual(["output", "values", "schema"]);
  expect(fit(379)).toEqual(["output", "values"]);
});

test("the selected item stays", () => {
  expect(fit(300, "compare")).toEqual(["output", "compare"]);
  expect(fit(0, "schema")).toEqual(["output", "schema"]);
});
