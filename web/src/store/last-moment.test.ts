import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { refusing, stubStorage } from "../../testing/browser-storage";
import { workOf } from "../core/work";
import { anyKept, forgetLast, forgetUnread, type Last, noteKept, readLast, unread, writeLast } from "./last-moment";

let storage: ReturnType<typeof stubStorage>;
beforeEach(() => {
  storage = stubStorage();
});
afterEach(() => vi.unstubAllGlobals());

const last = (id: string, work: Last["work"], base?: Last["base"]): Last => ({
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
  const all = [last("a", work), last("b", "gone", { rev: 1, by: "closed" })];
  expect(writeLast("closed", all)).toBe(true);
  expect(readLast("closed")).toEqual([]);
  expect(readLast("next")).toEqual([{ key: "ytterby.last.closed", all }]);
  forgetLast("closed");
  expect(readLast("next")).toEqual([]);
});

test("more than localStorage has room for is not written", () => {
  const large = workOf({ files: [{ path: "a", content: "x".repeat(2_500_001) }] });
  expect(writeLast("closed", [last("a", large)])).toBe(false);
  expect(Object.keys(storage)).toEqual([]);
  stubStorage(refusing);
  expect(writeLast("closed", [last("a", work)])).toBe(false);
});

test.each([
  ["no JSON", '[{"id":', 0],
  ["no list", '"precious"', 0],
  ["an entry without its fields", `[{"precious":1},${JSON.stringify(last("a", workOf({})))}]`, 1],
  ["a work with a path that is no string", JSON.stringify([{ ...last("a", work), work: { files: [{ path: 7 }] } }]), 0],
])("%s is kept as it was found, and the rest is read", (_, text, read) => {
  storage.setItem("ytterby.last.other", text);
  expect(readLast("me").flatMap(({ all }) => all)).toHaveLength(read);
  const [found] = unread();
  expect(found?.text).toBe(text);
  expect(storage.getItem("ytterby.last.other")).toBe(null);
  forgetUnread(found?.name ?? "");
  expect(unread()).toEqual([]);
  expect(Object.keys(storage)).toEqual([]);
});

test("a browser that has stored a work says so, and one without storage stores none", () => {
  expect(anyKept()).toBe(false);
  storage.setItem("ytterby.settings.v1", "{}");
  expect(anyKept()).toBe(false);
  noteKept();
  expect(anyKept()).toBe(true);
  stubStorage(refusing);
  noteKept();
  expect(anyKept()).toBe(false);
  expect(readLast("me")).toEqual([]);
});
