import { effect } from "@preact/signals-core";
import { expect, test, vi } from "vitest";
import { LazyParts } from "./lazy-parts";

const ignore = () => {};

test("parts are loaded once, however often they are asked for, and what reads them is rendered again", async () => {
  const load = vi.fn(async () => "parts");
  const lazy = new LazyParts(load, ignore);
  const seen: unknown[] = [];
  effect(() => void seen.push(lazy.parts));
  expect(await Promise.all([lazy.get(), lazy.get()])).toEqual(["parts", "parts"]);
  expect(load).toHaveBeenCalledTimes(1);
  expect(seen).toEqual([undefined, "parts"]);
});

test("what could not be loaded is tried again", async () => {
  const load = vi.fn(async () => "parts").mockRejectedValueOnce(new Error("offline"));
  const lazy = new LazyParts(load, ignore);
  await expect(lazy.get()).rejects.toThrow("offline");
  expect(await lazy.get()).toBe("parts");
});

test("a failure to load or to use them is reported", async () => {
  const load = vi.fn(async () => "parts").mockRejectedValueOnce(new Error("offline"));
  const failures: unknown[] = [];
  const lazy = new LazyParts(load, (error) => failures.push(String(error)));
  const used: string[] = [];
  const use = async (parts: string) => void used.push(parts);
  await lazy.use(use);
  await lazy.use(use);
  await lazy.use(async () => {
    throw new Error("no module");
  });
  expect(used).toEqual(["parts"]);
  expect(failures).toEqual(["Error: offline", "Error: no module"]);
});
