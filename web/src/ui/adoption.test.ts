import { expect, test } from "vitest";
import { adopting, afterAdoption, isAdopting } from "./adoption";

test("what waits for an adoption happens after it, and never if it fails", () => {
  const events: string[] = [];
  const wait = (name: string) => afterAdoption(() => events.push(`${name} ${isAdopting()}`));
  expect(() =>
    adopting(() => {
      wait("failed");
      throw new Error("another structure");
    }),
  ).toThrow("another structure");
  expect(isAdopting()).toBe(false);
  adopting(() => wait("adopted"));
  expect(events).toEqual(["adopted false"]);
});
