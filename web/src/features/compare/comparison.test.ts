import { expect, test } from "vitest";
import { Comparison } from "./comparison";

const shown = ({ left, right, content, layout }: Comparison) => [left.value, right.value, content.value, layout.value];
const DEFAULT = ["now", 0, "output", "changes"];

test("a view has what was chosen, and nothing else", () => {
  const comparison = new Comparison();
  expect(comparison.view).toBe("compare");
  comparison.left.value = 0;
  comparison.right.value = 1;
  comparison.layout.value = "beside";
  expect(comparison.view).toBe("compare:0,1,output,beside");
  const other = new Comparison();
  other.read(comparison.view);
  expect(shown(other)).toEqual([0, 1, "output", "beside"]);
});

test.each(["compare", "values", "", "compare:", "compare:x,-1,what,ever", "compare:1e9,99999"])(
  "%s is the default",
  (view) => {
    const comparison = new Comparison();
    comparison.layout.value = "beside";
    comparison.left.value = "shared";
    comparison.read(view);
    expect(shown(comparison)).toEqual(DEFAULT);
  },
);
