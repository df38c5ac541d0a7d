// Nothing that was typed is lost. Several tabs share a database and localStorage; each has its own modules.
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { FakeLocks, FakeStorage, refusing } from "../../testing/browser-storage";
import { type Work, workOf } from "../core/work";
import { MOST_OWN } from "./catalogue";
import { type Head, headOf, idToWrite, type Stored, type Unwritten } from "./database";
import type { WorkStore, Works } from "./work-store";

const titled = (title: string): Work => workOf({ title });

/** Writes and searches wait for `hold`; writes are rejected with `error`. */
class FakeDatabase implements Works {
  readonly stored = new Map<string, Stored>();
  error: Error | undefined;
  hold: Promise<unknown> | undefined;
  writes: string[] = [];

  open = async () => undefined as never;
  leave() {}
  heads = async (): Promise<Head[]> => [...this.stored.values()].map(({ head }) => head);
  read = async (id: string) => this.stored.get(id);

  async newest(address: string): Promise<Stored | undefined> {
    await this.hold;
    const all = [...this.stored.values()].filter(({ head }) => head.address === address);
    return all.toSorted((a, b) => b.head.when - a.head.when)[0];
  }

  async write(unwritten: Unwritten): Promise<string> {
    this.writes.push(unwritten.work.title);
    await this.hold;
    if (this.error) throw this.error;
    const id = idToWrite(this.stored.get(unwritten.id)?.head, unwritten);
    if (id !== undefined) this.stored.set(id, { head: headOf({ ...unwritten, id }), work: unwritten.work });
    return id ?? unwritten.id;
  }

  async remove(ids: readonly string[]): Promise<void> {
    for (const id of ids) this.stored.delete(id);
  }

  get titles(): string[] {
    return [...this.stored.values()].map(({ work }) => work.title).toSorted();
  }
}

let db: FakeDatabase;
let locks: FakeLocks;

interface Tab {
  store: WorkStore;
  page: EventTarget;
  session: FakeStorage;
  copies: number;
}

/** Lets promises settle, but for waiting for another tab's record. */
const settle = () => new Promise((resolve) => setTimeout(resolve, 10));
/** Longer than a tab waits for another one that may be closing. */
const waitForClaim = () => new Promise((resolve) => setTimeout(resolve, 300));

/** Goes to a tab. */
function enter({ page, session }: Pick<Tab, "page" | "session">): void {
  for (const name of ["addEventListener", "removeEventListener"] as const) vi.stubGlobal(name, page[name].bind(page));
  vi.stubGlobal("sessionStorage", session);
  vi.stubGlobal("navigator", { locks: locks.of(page) });
}

async function open(session = new FakeStorage(), database: Works = db): Promise<Tab> {
  const page = new EventTarget();
  enter({ page, session });
  vi.resetModules();
  const { WorkStore } = await import("./work-store");
  const tab: Tab = { store: new WorkStore(database), page, session, copies: 0 };
  tab.store.copied = () => tab.copies++;
  tab.store.watch(() => {});
  return tab;
}

const title = async ({ store }: Tab, address = "") => (await store.load(address))?.title;

async function type(tab: Tab, text: string): Promise<void> {
  enter(tab);
  tab.store.save("", titled(text));
  await settle();
}

/** Ends a page, with or without the events of a regular end. */
function end(tab: Tab, how: "left" | "crashed" = "left"): void {
  enter(tab);
  if (how === "left") tab.page.dispatchEvent(new Event("pagehide"));
  locks.close(tab.page);
}

const asks = ({ page }: Tab) => !page.dispatchEvent(new Event("beforeunload", { cancelable: true }));
const entries = () => Object.keys(localStorage).filter((key) => key.startsWith("ytterby.last."));

beforeEach(() => {
  db = new FakeDatabase();
  locks = new FakeLocks();
  vi.stubGlobal("localStorage", new FakeStorage());
  vi.stubGlobal("document", Object.assign(new EventTarget(), { hidden: true }));
});
afterEach(() => vi.unstubAllGlobals());

test("a reload opens the same work, and a new tab the latest", async () => {
  const tab = await open();
  expect(await title(tab)).toBe(undefined);
  await type(tab, "one");
  await type(tab, "two");
  end(tab);
  expect(await title(await open(tab.session))).toBe("two");
  expect(await title(await open())).toBe("two");
  expect(db.titles).toEqual(["two"]);
});

test("what was written before a crash is there again", async () => {
  const tab = await open();
  await type(tab, "one");
  end(tab, "crashed");
  const next = await open();
  expect(await title(next)).toBe("one");
  await type(next, "two");
  expect(db.titles).toEqual(["two"]);
});

test("what was typed in the task in which the page is left is there again", async () => {
  const tab = await open();
  await type(tab, "one");
  db.hold = new Promise(() => {});
  tab.store.watch(() => tab.store.save("", titled("typed last")));
  end(tab);
  expect(db.titles).toEqual(["one"]);
  db.hold = undefined;
  const next = await open(tab.session);
  expect(await title(next)).toBe("typed last");
  expect(db.titles).toEqual(["typed last"]);
  expect(entries()).toEqual([]);
});

/** Until this is called, writes and searches wait. */
function hold(): () => void {
  let go = () => {};
  db.hold = new Promise<void>((resolve) => {
    go = resolve;
  });
  return go;
}

test("a write that completes after the page was left makes no second record", async () => {
  const tab = await open();
  const complete = hold();
  await type(tab, "one");
  end(tab);
  complete();
  await settle();
  expect(await title(await open(tab.session))).toBe("one");
  expect(db.titles).toEqual(["one"]);
});

test("an entry that a page left before its last write replaces nothing", async () => {
  const tab = await open();
  const complete = hold();
  await type(tab, "one");
  tab.page.dispatchEvent(new Event("pagehide"));
  const left = { ...localStorage };
  complete();
  await type(tab, "two");
  // A browser that was killed may have lost that the entry was removed.
  Object.assign(localStorage, left);
  end(tab, "crashed");
  expect(await title(await open(tab.session))).toBe("two");
  expect(db.titles).toEqual(["two"]);
});

test("of changes during a write only the latest is written after it", async () => {
  const tab = await open();
  const complete = hold();
  for (const text of ["one", "two", "three"]) await type(tab, text);
  complete();
  await settle();
  expect(db.writes).toEqual(["one", "three"]);
  expect(tab.store.pending).toBe(false);
});

test("two tabs store a work each, and the first keeps its record", async () => {
  const first = await open();
  await type(first, "A");
  const second = await open();
  expect(await title(second)).toBe("A");
  await type(second, "B");
  await waitForClaim();
  expect([first.copies, second.copies]).toEqual([0, 1]);
  expect(db.titles).toEqual(["A", "B"]);
  await type(first, "A2");
  await type(second, "B2");
  expect(db.titles).toEqual(["A2", "B2"]);
  end(first);
  end(second);
  expect(await title(await open(first.session))).toBe("A2");
  expect(await title(await open(second.session))).toBe("B2");
});

test("a tab left before it knows whether another one has the record leaves a record of its own", async () => {
  const first = await open();
  await type(first, "A");
  const second = await open();
  await title(second);
  await type(second, "B");
  end(second);
  await title(await open());
  expect(db.titles).toEqual(["A", "B"]);
});

test("a duplicated tab, with the same session storage, has a record of its own", async () => {
  const first = await open();
  await type(first, "A");
  const session = Object.assign(new FakeStorage(), first.session);
  const duplicate = await open(session);
  expect(await title(duplicate)).toBe("A");
  await type(duplicate, "B");
  await waitForClaim();
  await type(first, "A2");
  expect(db.titles).toEqual(["A2", "B"]);
});

test.each([true, false])(
  "what another tab has written since it was read is not overwritten (locks: %s)",
  async (locking) => {
    const first = await open();
    await type(first, "A");
    const second = await open();
    if (!locking) vi.stubGlobal("navigator", {});
    await title(second);
    await type(first, "A2");
    end(first);
    await waitForClaim();
    await type(second, "B");
    if (!locking) vi.stubGlobal("navigator", {});
    expect(db.titles).toEqual(["A2", "B"]);
  },
);

test("an unedited tab continues the work of a tab that was closed", async () => {
  const first = await open();
  await type(first, "A");
  const second = await open();
  await title(second);
  await waitForClaim();
  end(first);
  await type(second, "B");
  expect(db.titles).toEqual(["B"]);
});

test("what a full browser rejects stays, is reported, and is written when there is room", async () => {
  const tab = await open();
  db.error = new DOMException("full", "QuotaExceededError");
  await type(tab, "one");
  expect([tab.store.refused, tab.store.pending, asks(tab)]).toEqual(["full", true, true]);
  tab.store.newOwn();
  await type(tab, "two");
  const [other] = await tab.store.earlier();
  expect(other?.title).toBe("one");
  expect(await tab.store.useOwn(other?.id)).toEqual(titled("one"));
  end(tab);

  // The next page shows it from localStorage, and tries again.
  const next = await open(tab.session);
  expect(await title(next)).toBe("one");
  await type(next, "three");
  expect(asks(next)).toBe(true);
  db.error = undefined;
  next.store.retry();
  await settle();
  expect([next.store.refused, next.store.pending, asks(next)]).toEqual([undefined, false, false]);
  expect(db.titles).toEqual(["three", "two"]);
  expect(entries()).toEqual([]);
});

test("with neither a database nor localStorage, the page asks before it is closed", async () => {
  vi.stubGlobal("localStorage", refusing);
  db.open = () => Promise.reject(new DOMException("not allowed", "SecurityError"));
  db.read = db.newest = () => Promise.reject(new DOMException("not allowed", "SecurityError"));
  const tab = await open();
  expect(await title(tab)).toBe(undefined);
  expect([tab.store.refused, asks(tab)]).toEqual(["blocked", false]);
  await type(tab, "one");
  expect(asks(tab)).toBe(true);
  expect(await title(tab)).toBe("one");
});

test("a database that does not respond is reported, and used once it does", async () => {
  vi.useFakeTimers();
  const tab = await open();
  db.hold = new Promise(() => {});
  tab.store.save("", titled("one"));
  await vi.advanceTimersByTimeAsync(2_999);
  expect(tab.store.refused).toBe(undefined);
  await vi.advanceTimersByTimeAsync(1);
  expect(tab.store.refused).toBe("blocked");
  db.hold = undefined;
  await vi.advanceTimersByTimeAsync(3_000);
  expect([tab.store.refused, tab.store.pending, db.titles]).toEqual([undefined, false, ["one"]]);
  vi.useRealTimers();
});

test("the page asks before it is closed while a work is neither written nor in localStorage", async () => {
  const tab = await open();
  db.hold = new Promise(() => {});
  await type(tab, "one");
  expect(asks(tab)).toBe(false);
  vi.stubGlobal("localStorage", refusing);
  expect(asks(tab)).toBe(true);
});

test("a work that is removed while it is open is written again", async () => {
  const tab = await open();
  await type(tab, "one");
  db.stored.clear();
  await type(tab, "two");
  expect(db.titles).toEqual(["two"]);
});

test("a stored work does not replace what was typed while it was loading", async () => {
  const tab = await open();
  await type(tab, "one");
  end(tab);
  const next = await open();
  expect(await next.store.load("", () => false)).toBe(undefined);
  const found = hold();
  const loading = next.store.load("");
  await settle();
  next.store.save("", titled("typed"));
  found();
  expect((await loading)?.title).toBe("typed");
  next.store.save("", titled("typed again"));
  expect(await next.store.load("", () => false)).toBe(undefined);
  await settle();
  expect(db.titles).toEqual(["one", "typed again"]);
});

test("changes to a shared playground can be removed or set aside, also while they are written", async () => {
  const tab = await open();
  tab.store.save("#a", titled("changed"));
  tab.store.removeChanges("#a");
  await settle();
  expect(db.titles).toEqual([]);
  tab.store.save("#a", titled("again"));
  tab.store.setAside("#a", titled("again"));
  await settle();
  expect(await title(tab, "#a")).toBe(undefined);
  expect((await tab.store.earlier()).map(({ title, address }) => [title, address])).toEqual([["again", "-"]]);
});

test("opening an earlier work leaves the open one as an earlier work", async () => {
  const tab = await open();
  await type(tab, "one");
  tab.store.newOwn();
  await type(tab, "two");
  const [one] = await tab.store.earlier();
  expect(await tab.store.useOwn(one?.id)).toEqual(titled("one"));
  await settle();
  expect((await tab.store.earlier()).map(({ title }) => title)).toEqual(["two"]);
  expect(await tab.store.useOwn("unknown")).toBe(undefined);
  expect(tab.store.own).toBe(one?.id);
  end(tab);
  expect(await title(await open())).toBe("one");
});

test("of too many works the oldest is removed that no tab has open", async () => {
  const tab = await open();
  const other = await open();
  vi.spyOn(Date, "now").mockReturnValue(-1);
  await type(other, "idle in another tab");
  for (let at = 0; at <= MOST_OWN; at++) {
    vi.spyOn(Date, "now").mockReturnValue(at);
    tab.store.newOwn();
    await type(tab, `work ${at}`);
  }
  vi.restoreAllMocks();
  expect(db.stored.size).toBe(MOST_OWN + 1);
  expect(db.titles).toContain("idle in another tab");
  expect(db.titles).not.toContain("work 0");
});
