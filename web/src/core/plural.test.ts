import { expect, test } from "vitest";
import { plural } from "./plural";

test("only one thing has a noun in the singular", () => {
  expect([0, 1, 2].map((n) => plural(n, "file"))).toEqual(["0 files", "1 file", "2 files"]);
  expect([1, 2].map((n) => plural(n, "loss", "losses"))).toEqual(["1 loss", "2 losses"]);
});
