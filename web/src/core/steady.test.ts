import { effect, signal } from "@preact/signals-core";
import { expect, test } from "vitest";
import { steady } from "./steady";

test("followers are called only when the content changes", () => {
  const numbers = signal([1, 2]);
  const even = steady(() => numbers.value.filter((n) => n % 2 === 0));
  const seen: number[][] = [];
  effect(() => void seen.push(even.value));
  numbers.value = [3, 2];
  numbers.value = [3, 4];
  expect(seen).toEqual([[2], [4]]);
});
