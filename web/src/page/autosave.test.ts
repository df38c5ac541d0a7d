import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Autosave } from "./autosave";

let saved: number[];
let autosave: Autosave;
beforeEach(() => {
  vi.useFakeTimers();
  saved = [];
  const start = Date.now();
  autosave = new Autosave(() => saved.push(Date.now() - start));
});
afterEach(() => vi.useRealTimers());

test("a change is saved after 50 ms, and continuous changes every 50 ms", () => {
  for (let at = 0; at < 12; at++) {
    autosave.changed(100);
    vi.advanceTimersByTime(10);
  }
  expect(saved).toEqual([50, 100]);
});

test("large works are saved less often, but at least once a second", () => {
  autosave.changed(2_000_000);
  vi.advanceTimersByTime(5_000);
  autosave.changed(100_000_000);
  vi.advanceTimersByTime(5_000);
  expect(saved).toEqual([300, 6_000]);
});

test("saving now leaves nothing to be saved later", () => {
  autosave.changed(100);
  autosave.now();
  vi.advanceTimersByTime(1_000);
  expect(saved).toEqual([0]);
});
