import { expect, test } from "vitest";
import { WarmTimes } from "./warm-times";

const after = (...milliseconds: number[]) => {
  const times = new WarmTimes(150);
  for (const one of milliseconds) times.add(one);
  return times;
};

test("the first time in a worker does not count", () => {
  expect(after().long).toBe(false);
  expect(after(5000).long).toBe(false);
  expect(after(5000, 2).long).toBe(false);
  expect(after(1, 151).long).toBe(true);
});

test("nor does the first one in the next worker, which leaves the decision as it was", () => {
  const short = after(1, 1);
  short.restarted();
  short.add(5000);
  expect(short.long).toBe(false);
  short.add(5000);
  expect(short.long).toBe(true);

  const long = after(1, 5000);
  long.restarted();
  long.add(1);
  expect(long.long).toBe(true);
  long.add(1);
  expect(long.long).toBe(false);
});

test("a time close to the limit does not change the decision back", () => {
  expect(after(1, 151, 149).long).toBe(true);
  expect(after(1, 151, 76).long).toBe(true);
  expect(after(1, 151, 75).long).toBe(false);
  expect(after(1, 151, 75, 149).long).toBe(false);
});
