import { expect, test } from "vitest";
import { Splitter, share } from "./splitter";

const options = { id: "main", changed() {}, smallest: [320, 240] as const, resized() {} };

test("sizes stay within the smallest sizes of both panels", () => {
  expect(share(500, 1000, [320, 240])).toBe(50);
  expect(share(0, 1000, [320, 240])).toBe(32);
  expect(share(1000, 1000, [320, 240])).toBe(76);
});

test("in too little space, the first panel keeps its smallest size", () => {
  expect(share(100, 400, [320, 240])).toBe(80);
  expect(share(100, 200, [320, 240])).toBe(100);
});

test("panels have the stored sizes, else the initial ones, else those of CSS", () => {
  const styles = (stored: number[] | undefined, initial?: number) => {
    const splitter = new Splitter({ ...options, stored, ...(initial !== undefined && { initial }) });
    return ([0, 1] as const).map((at) => splitter.panel(at).style);
  };
  expect(styles([40, 60], 58)).toEqual([
    { flex: "40 1 0", "min-width": "320px" },
    { flex: "60 1 0", "min-width": "240px" },
  ]);
  expect(styles([40, 30, 30], 58)[0]).toEqual({ flex: "58 1 0", "min-width": "320px" });
  expect(styles(undefined)).toEqual([undefined, undefined]);
});
