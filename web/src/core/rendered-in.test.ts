import { expect, test } from "vitest";
import { renderedIn } from "./rendered-in";

test("a run without output has failed", () => {
  expect([renderedIn(8.46, true), renderedIn(12.3, false)]).toEqual(["Rendered in 8.5 ms", "Failed in 12 ms"]);
});
