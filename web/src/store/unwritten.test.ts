import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { refusing, stubStorage } from "../../testing/browser-storage";
import { workOf } from "../core/work";
import type { Unwritten } from "./database";
import { entryOf, forgetUnwritten, leaveUnwritten, markStored, mayHaveStored, readUnwritten } from "./unwritten";

let storage: ReturnType<typeof stubStorage>;
beforeEach(() => {
  storage = stubStorage();
});
afterEach(() => vi.unstubAllGlobals());

const work = workOf({
  title: "Kiln",
  files: [
    { path: "a.yml", content: "a: 1\r\n" },
    { path: "b", content: new Uint8Array([255, 0, 254]) },
  ],
  checks: [{ value: "a", is: { base64: "AA" } }],
});
const unwritten: Unwritten = {
  id: "a",
  address: "",
  when: 1,
  version: { rev: 2, by: "closed" },
  base: { rev: 1, by: "closed" },
  work,
};
const ENTRY = entryOf("closed");

test("what one page leaves, another reads, with bytes and versions", () => {
  const text = leaveUnwritten(ENTRY, [unwritten]) ?? "";
  expect(readUnwritten()).toEqual([{ entry: ENTRY, text, all: [unwritten] }]);
  forgetUnwritten(ENTRY, text);
  expect(readUnwritten()).toEqual([]);
});

test("an entry that its page has changed since it was read is not removed", () => {
  const text = leaveUnwritten(ENTRY, [unwritten]) ?? "";
  const later = { ...unwritten, work: { ...work, title: "Later" } };
  leaveUnwritten(ENTRY, [later]);
  forgetUnwritten(ENTRY, text);
  expect(readUnwritten().flatMap(({ all }) => all)).toEqual([later]);
});

test("an entry that another program has written is left as it is", () => {
  storage.setItem(entryOf("other"), '[{"id":');
  leaveUnwritten(ENTRY, [unwritten]);
  expect(readUnwritten()).toHaveLength(1);
  expect(storage.getItem(entryOf("other"))).toBe('[{"id":');
});

test("a browser that has stored a work says so, and one without storage stores none", () => {
  expect(mayHaveStored()).toBe(false);
  storage.setItem("ytterby.settings.v1", "{}");
  expect(mayHaveStored()).toBe(false);
  markStored();
  expect(mayHaveStored()).toBe(true);
  stubStorage(refusing);
  markStored();
  expect(mayHaveStored()).toBe(false);
  expect(leaveUnwritten(ENTRY, [unwritten])).toBe(undefined);
  expect(readUnwritten()).toEqual([]);
});
