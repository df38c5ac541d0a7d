import { expect, test } from "vitest";
import { cutTabs } from "./fitting-tabs";

const WIDTHS = [50, 60, 60, 50, 60, 70];

test.each([
  // All of them need 400.
  [400, 0, []],
  [399, 0, [5]],
  [300, 0, [4, 5]],
  // The selected one is in place of others.
  [399, 5, [4]],
  [200, 5, [1, 2, 3, 4]],
  [20, 3, [0, 1, 2, 4, 5]],
])("with %i px and tab %i selected, these do not fit: %j", (space, selected, cut) =>
  expect(cutTabs(WIDTHS, 10, selected, space)).toEqual(cut),
);
