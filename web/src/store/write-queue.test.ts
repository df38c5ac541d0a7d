import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { FakeLocks, stubLocks, stubStorage } from "../../testing/browser-storage";
import { handledFailures } from "../core/failures";
import { type Work, workOf } from "../core/work";
import type { StoredFiles, Version } from "./database";
import { Claim } from "./tab-ownership";
import { readUnwritten } from "./unwritten";
import { type OpenRecord, type RecordWriter, WriteQueue, type WriteQueueHost } from "./write-queue";

const titled = (title: string): Work => workOf({ title });

/** Stores titles by id; writes wait for `hold`. */
class FakeDatabase implements RecordWriter {
  readonly stored = new Map<string, { title: string; version: Version }>();
  readonly calls: string[] = [];
  error: Error | undefined;
  hold: Promise<unknown> | undefined;

  async write(
    id: string,
    address: string,
    _when: number,
    { title }: Work,
    version: Version,
    base: Version | undefined,
  ): Promise<StoredFiles | undefined> {
    this.calls.push(`write ${address} ${title}`);
    await this.hold;
    if (this.error) throw this.error;
    const there = this.stored.get(id)?.version;
    if (there && there.by !== version.by && (there.by !== base?.by || there.rev !== base.rev)) return undefined;
    this.stored.set(id, { title, version });
    return new Map();
  }

  async remove(ids: readonly string[]): Promise<void> {
    for (const id of ids) this.stored.delete(id);
  }

  leave(): void {
    this.calls.push("leave");
  }

  get titles(): string[] {
    return [...this.stored.values()].map(({ title }) => title);
  }
}

let db: FakeDatabase;
let queue: WriteQueue;
let events: string[];
let open: OpenRecord | undefined;
let page: EventTarget;

beforeEach(() => {
  vi.useFakeTimers();
  stubStorage();
  stubLocks(new FakeLocks());
  page = new EventTarget();
  for (const name of ["addEventListener", "removeEventListener"] as const) vi.stubGlobal(name, page[name].bind(page));
  vi.stubGlobal("document", Object.assign(new EventTarget(), { hidden: true }));
  db = new FakeDatabase();
  events = [];
  const host: WriteQueueHost = {
    isOpen: (record) => record === open,
    removed: () => events.push("removed"),
    forked: () => events.push("forked"),
    written: async (_, first) => void events.push(first ? "written first" : "written"),
  };
  queue = new WriteQueue("me", db, host);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const pass = (milliseconds = 0) => vi.advanceTimersByTimeAsync(milliseconds);

test("a new record is written, and then only what changed since", async () => {
  open = queue.open("", {});
  queue.write(open, titled("one"));
  expect(queue.pending).toBe(true);
  await pass();
  expect(queue.pending).toBe(false);
  queue.write(open, titled("two"));
  await pass();
  expect(db.titles).toEqual(["two"]);
  expect(events).toEqual(["written first", "written"]);
});

test("of changes during a write only the newest is written after it", async () => {
  open = queue.open("", {});
  let done = () => {};
  db.hold = new Promise<void>((resolve) => {
    done = resolve;
  });
  for (const title of ["one", "two", "three"]) queue.write(open, titled(title));
  await pass();
  done();
  await pass();
  expect(db.calls).toEqual(["write  one", "write  three"]);
  expect(db.titles).toEqual(["three"]);
});

test("what the browser refuses stays pending, and is tried again", async () => {
  open = queue.open("", {});
  db.error = new DOMException("full", "QuotaExceededError");
  queue.write(open, titled("one"));
  await pass();
  expect([queue.refused, queue.pending]).toEqual(["full", true]);
  expect(handledFailures().at(-1)?.error).toBe(db.error);
  db.error = undefined;
  await pass(3_000);
  expect([queue.refused, queue.pending]).toEqual([undefined, false]);
  expect(db.titles).toEqual(["one"]);
});

test("a database that does not answer counts as blocked", async () => {
  open = queue.open("", {});
  db.hold = new Promise(() => {});
  queue.write(open, titled("one"));
  await pass(2_999);
  expect(queue.refused).toBe(undefined);
  await pass(1);
  expect(queue.refused).toBe("blocked");
  expect(db.calls).toContain("leave");
});

test("a record that another tab owns is written as a new one", async () => {
  const other = new Claim("shared", false);
  await other.granted;
  const version = { rev: 7, by: "other" };
  db.stored.set("shared", { title: "theirs", version });
  open = queue.open("", { id: "shared", base: version });
  queue.write(open, titled("mine"));
  await pass(250);
  expect(events).toEqual(["forked", "written first"]);
  expect(open.id).not.toBe("shared");
  expect(db.titles).toEqual(["theirs", "mine"]);
});

test("a record that its owner releases in time is written as it is", async () => {
  const other = new Claim("shared", false);
  await other.granted;
  open = queue.open("", { id: "shared", base: { rev: 1, by: "me, before a reload" } });
  queue.write(open, titled("mine"));
  await pass(100);
  other.release();
  await pass(150);
  expect(db.titles).toEqual(["mine"]);
  expect(open.id).toBe("shared");
});

test("a record that was written elsewhere since it was read is not overwritten", async () => {
  db.stored.set("shared", { title: "newer", version: { rev: 8, by: "other" } });
  open = queue.open("", { id: "shared", base: { rev: 7, by: "other" } });
  queue.write(open, titled("mine"));
  await pass(250);
  expect(db.titles).toEqual(["newer", "mine"]);
});

test("a record is removed once its changes are undone", async () => {
  open = queue.open("#a", {});
  queue.write(open, titled("one"));
  await pass();
  queue.write(open, "removed");
  await pass();
  expect(db.titles).toEqual([]);
  expect(events.at(-1)).toBe("removed");
  expect(queue.records.size).toBe(0);
});

test("a moved record is written under its new address, and then closed", async () => {
  const record = queue.open("#a", {});
  queue.move(record, "-");
  queue.write(record, titled("one"));
  await pass();
  expect(db.calls).toEqual(["write - one"]);
  expect(queue.records.size).toBe(0);
});

test("what is not written when the page is closed goes to localStorage, and is removed from there once it is written", async () => {
  open = queue.open("", {});
  queue.watch(() => open && queue.write(open, titled("typed last")));
  let done = () => {};
  db.hold = new Promise<void>((resolve) => {
    done = resolve;
  });
  queue.write(open, titled("one"));
  page.dispatchEvent(new Event("pagehide"));
  expect(readUnwritten("next").map(({ all }) => all.map(({ work }) => work !== "removed" && work.title))).toEqual([
    ["typed last"],
  ]);
  done();
  await pass();
  expect(db.titles).toEqual(["typed last"]);
  expect(readUnwritten("next")).toEqual([]);
});

test("the browser asks before the page is closed only while something would be lost", async () => {
  open = queue.open("", {});
  const asks = () => !page.dispatchEvent(new Event("beforeunload", { cancelable: true }));
  queue.write(open, titled("one"));
  expect(asks()).toBe(false);
  db.error = new Error("refused");
  await pass();
  expect(asks()).toBe(true);
  db.error = undefined;
  await pass(3_000);
  expect(asks()).toBe(false);
});
