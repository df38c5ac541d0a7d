import { expect, test, vi } from "vitest";
import { LazyParts } from "./lazy-parts";

test("parts are loaded once, however often they are asked for", async () => {
  const load = vi.fn(async () => "parts");
  const ready = vi.fn();
  const lazy = new LazyParts(load, ready);
  expect(lazy.parts).toBeUndefined();
  expect(await Promise.all([lazy.get(), lazy.get()])).toEqual(["parts", "parts"]);
  expect(lazy.parts).toBe("parts");
  expect(load).toHaveBeenCalledTimes(1);
  expect(ready).toHaveBeenCalledTimes(1);
});

test("what could not be loaded is tried again", async () => {
  const load = vi.fn(async () => "parts").mockRejectedValueOnce(new Error("offline"));
  const lazy = new LazyParts(load, () => {});
  await expect(lazy.get()).rejects.toThrow("offline");
  expect(await lazy.get()).toBe("parts");
});
