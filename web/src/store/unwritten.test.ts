import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { refusing, stubStorage } from "../../testing/browser-storage";
import { workOf } from "../core/work";
import {
  forgetUnreadable,
  forgetUnwritten,
  leaveUnwritten,
  markStored,
  mayHaveStored,
  readUnwritten,
  type Unwritten,
  unreadable,
} from "./unwritten";

let storage: ReturnType<typeof stubStorage>;
beforeEach(() => {
  storage = stubStorage();
});
afterEach(() => vi.unstubAllGlobals());

const last = (id: string, work: Unwritten["work"], base?: Unwritten["base"]): Unwritten => ({
  id,
  address: "",
  when: 1,
  version: { rev: 2, by: "closed" },
  base,
  work,
});
const work = workOf({
  title: "Kiln",
  files: [
    { path: "a.yml", content: "a: 1\r\n" },
    { path: "b", content: new Uint8Array([255, 0, 254]) },
  ],
});

test("what one page leaves, another reads, with bytes and versions", () => {
  const all = [last("a", work), last("b", "removed", { rev: 1, by: "closed" })];
  expect(leaveUnwritten("closed", all)).toBe(true);
  expect(readUnwritten("closed")).toEqual([]);
  expect(readUnwritten("next")).toEqual([{ key: "ytterby.last.closed", all }]);
  forgetUnwritten("closed");
  expect(readUnwritten("next")).toEqual([]);
});

test("more than localStorage has room for is not written", () => {
  const large = workOf({ files: [{ path: "a", content: "x".repeat(2_500_001) }] });
  expect(leaveUnwritten("closed", [last("a", large)])).toBe(false);
  expect(Object.keys(storage)).toEqual([]);
  stubStorage(refusing);
  expect(leaveUnwritten("closed", [last("a", work)])).toBe(false);
});

test.each([
  ["no JSON", '[{"id":', 0],
  ["no list", '"precious"', 0],
  ["an entry without its fields", `[{"precious":1},${JSON.stringify(last("a", workOf({})))}]`, 1],
  ["a work with a path that is no string", JSON.stringify([{ ...last("a", work), work: { files: [{ path: 7 }] } }]), 0],
])("%s is kept as it was found, and the rest is read", (_, text, read) => {
  storage.setItem("ytterby.last.other", text);
  expect(readUnwritten("me").flatMap(({ all }) => all)).toHaveLength(read);
  const [found] = unreadable();
  expect(found?.text).toBe(text);
  expect(storage.getItem("ytterby.last.other")).toBe(null);
  forgetUnreadable(found?.name ?? "");
  expect(unreadable()).toEqual([]);
  expect(Object.keys(storage)).toEqual([]);
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
  expect(readUnwritten("me")).toEqual([]);
});
