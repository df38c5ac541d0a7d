// What this tab keeps of the visitor's work, between visits and through crashes. Every work has a record of its own in the database; which of
// them is open in this tab, the tab itself remembers over a reload. A new tab opens the newest. A record is written by one tab only, the first
// that has it: another one shows what that writes, and what is typed there begins a record of its own. So no tab writes over another's text.
//
// A change is written within moments, out of the way of the page. What the browser refuses stays in memory, is told, and is tried again.

import type { Work } from "../core/work";
import { readBefore } from "./before";
import { Database, FORMAT, type Kept, type Version, type Written, writtenOf } from "./database";
import {
  anyKept,
  forget,
  forgetLast,
  forgetUnread,
  noteKept,
  readLast,
  type Unread,
  unread,
  writeLast,
} from "./last-moment";

/** A work that is not on show. */
export interface Earlier {
  id: string;
  title: string;
  /** Milliseconds since 1970. */
  when: number;
  /** Another tab has it open. */
  elsewhere: boolean;
}

export interface WorkStoreHost {
  /** Something about what is kept has changed, which is to be shown. */
  changed: () => void;
  /** What is typed here has become a work of its own, because another tab has the work, too. */
  parted: () => void;
  /** Another tab has written what is open here. */
  elsewhere: (address: string) => void;
  /** There is a work of the visitor's after all, later than the page could wait. */
  found: () => void;
}

/** Why nothing is kept: there is no room, or the browser allows no storage at all, or its database does not answer. */
export type Refusal = "full" | "blocked";

/** A record that this tab has open, or still has to write. */
interface Place {
  id: string;
  address: string;
  /** As it was last read or written. */
  base: Version | undefined;
  written: Written;
  /** What is to be written; `gone`: the record is to go. */
  pending: Work | "gone" | undefined;
  /** Increases with every change, so that a newer change is never taken for the one that is being written. */
  rev: number;
  when: number;
  /** No other tab writes it. */
  owned: boolean;
  granted: Promise<void>;
  release: () => void;
  /** Where else it is until it is written. */
  left?: string;
}

/** More are not kept; the oldest go first. */
export const MOST_OWN = 50;
const MOST_OPENED = 100;
/** Room may have been made by somebody else. */
const AGAIN_MS = 3_000;
/** A database that has not answered by then is not waited for any longer. */
const PATIENCE_MS = 3_000;
const GRACE_MS = 250;
const TAB = "ytterby.tab";

/** Where the page comes over plain HTTP, there is no randomUUID. */
const newId = (): string =>
  Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join("-");
const later = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds));
const lockOf = (id: string): string => `ytterby ${id}`;

/** Which record the tab has open for an address. Of addresses but the visitor's own, the newest alone. */
interface Remembered {
  own?: string;
  address?: string;
  id?: string;
}

function remembered(): Remembered {
  try {
    const found = JSON.parse(sessionStorage.getItem(TAB) ?? "{}");
    return typeof found === "object" && found !== null ? found : {};
  } catch {
    return {};
  }
}

function remember(address: string, id: string): void {
  try {
    const { own } = remembered();
    sessionStorage.setItem(TAB, JSON.stringify(address === "" ? { ...remembered(), own: id } : { own, address, id }));
  } catch {
    // Then a reload opens the newest.
  }
}

export class WorkStore {
  refused: Refusal | undefined;
  /** What was found and means nothing to this page. */
  unread: (Unread & { work?: Work })[] = [];
  #me = newId();
  #db = new Database();
  #host: WorkStoreHost = { changed() {}, parted() {}, elsewhere() {}, found() {} };
  /** By address: what is open, or was open last. */
  #current = new Map<string, Place>();
  #places = new Set<Place>();
  #running = false;
  #again: ReturnType<typeof setTimeout> | undefined;
  #last = false;
  #late = false;
  #found = false;
  #save = () => {};
  #begun: Promise<Work | undefined> | undefined;
  /** Until the database has what the pages before could not write. */
  #collected: Promise<void> = Promise.resolve();
  #channel: BroadcastChannel | undefined;

  tell(host: WorkStoreHost): void {
    this.#host = host;
    if (this.#found) host.found();
    try {
      this.#channel = new BroadcastChannel("ytterby");
      this.#channel.onmessage = ({ data }) => {
        for (const { id, address, pending } of this.#current.values())
          if (id === data && pending === undefined) host.elsewhere(address);
      };
    } catch {
      // Where nothing is stored, no tab has anything to tell.
    }
  }

  /** The visitor's own work, as this tab had it or as it was last written anywhere. Asked for early, it is there when it is needed. Where nothing
      seems to be kept, a first visit, nobody waits for a database to be made. */
  begin(): Promise<Work | undefined> {
    const patience = anyKept() ? later(PATIENCE_MS) : Promise.resolve();
    this.#begun ??= Promise.race([this.#begin(), patience.then(() => this.#goOn())]);
    return this.#begun;
  }

  #goOn(): undefined {
    this.#late = true;
  }

  async #begin(): Promise<Work | undefined> {
    this.#collected = this.#openDatabase();
    await this.#collected;
    this.unread.push(...unread());
    if (!this.#late) {
      const own = await this.load("", () => !this.#late);
      if (!this.#late) return own;
    }
    // The page has begun without it: it is shown if nothing has been typed, and to be had under the earlier works.
    const some = await this.#db.newest("").catch(() => []);
    this.#found = some.length > 0 || remembered().own !== undefined;
    if (this.#found) this.#host.found();
    if (this.unread.length > 0 || this.refused) this.#host.changed();
    return undefined;
  }

  async #openDatabase(): Promise<void> {
    try {
      await this.#db.open();
    } catch (error) {
      this.#refuse(error);
    }
    await this.#takeOver();
    await this.#collect();
  }

  /** What versions before have left. */
  async #takeOver(): Promise<void> {
    for (const { works, done } of readBefore(Date.now())) {
      try {
        for (const { id, address, when, work } of works) {
          const version = { rev: 1, by: id };
          if (!(await this.#db.has(id))) await this.#db.write(id, address, when, work, version, undefined, new Map());
        }
        done();
        const own = works.findLast(({ address }) => address === "");
        if (own) remember("", own.id);
      } catch (error) {
        this.#refuse(error);
        // It stays where it is, and is seen all the same.
        const own = works.findLast(({ address }) => address === "");
        if (own) this.#open("", { ...own, pending: own.work });
      }
    }
  }

  /** What other pages could not write before they went. */
  async #collect(): Promise<void> {
    const lists = readLast(this.#me);
    for (const { key, all } of lists) {
      let left = false;
      for (const last of all) {
        try {
          await this.#bringIn(last);
        } catch (error) {
          this.#refuse(error);
          left = true;
          this.#open(last.address, { ...last, pending: last.work, left: key });
        }
      }
      if (!left) forget(key);
    }
  }

  async #bringIn({ id, address, when, version, base, work }: ReturnType<typeof readLast>[number]["all"][number]) {
    const there = await this.#db.read(id);
    // It has come in before its page ended.
    if (there && there.head.by === version.by && there.head.rev >= version.rev) return;
    if (work === "gone") {
      const isUnchanged =
        there && (there.head.by === version.by || (there.head.by === base?.by && there.head.rev === base.rev));
      if (isUnchanged) await this.#db.remove([id]);
      return;
    }
    const before = there ? writtenOf(there) : new Map();
    if (await this.#db.write(id, address, when, work, version, base, before)) return;
    const other = newId();
    await this.#db.write(other, address, when, work, { rev: 1, by: other }, undefined, new Map());
  }

  /** What this tab has under an address, else what was written there last. Nothing if there is nothing, it cannot be read, or
      nobody wants it any more. */
  async load(address: string, wanted = () => true): Promise<Work | undefined> {
    await Promise.race([this.#collected, later(PATIENCE_MS)]);
    const current = this.#current.get(address);
    if (current?.pending) return current.pending === "gone" ? undefined : current.pending;
    const { own, address: other, id: opened } = remembered();
    const known = current?.id ?? (address === "" ? own : address === other ? opened : undefined);
    let kept: Kept | undefined;
    try {
      kept = known === undefined ? undefined : await this.#db.read(known);
      if (kept?.head.address !== address || kept.odd) kept = await this.#newest(address);
    } catch (error) {
      this.#refuse(error);
    }
    // Something may have been typed meanwhile.
    const now = this.#current.get(address);
    if (now?.pending) return now.pending === "gone" ? undefined : now.pending;
    if (!kept || !wanted()) return undefined;
    const { id, rev, by, when } = kept.head;
    const base = { rev, by };
    if (now?.id === id) Object.assign(now, { base, rev, written: writtenOf(kept) });
    else this.#open(address, { id, when, base, written: writtenOf(kept) });
    return kept.work;
  }

  /** The newest that is as it should be. Others are told of. */
  async #newest(address: string): Promise<Kept | undefined> {
    for (const id of await this.#db.newest(address)) {
      const kept = await this.#db.read(id);
      if (!kept?.odd) return kept;
      if (this.unread.some(({ name }) => name === id)) continue;
      const bytes = (_: string, value: unknown) => (value instanceof Uint8Array ? { bytes: [...value] } : value);
      this.unread.push({ name: id, text: JSON.stringify(kept.odd, bytes, 1), work: kept.work });
      this.#host.changed();
    }
    return undefined;
  }

  #open(address: string, part: Partial<Place>): Place {
    const place: Place = {
      id: newId(),
      address,
      base: undefined,
      written: new Map(),
      pending: undefined,
      rev: (part.base?.rev ?? 0) + (part.pending === undefined ? 0 : 1),
      when: Date.now(),
      owned: false,
      granted: Promise.resolve(),
      release: () => {},
      ...part,
    };
    this.#leave(this.#current.get(address));
    this.#current.set(address, place);
    this.#places.add(place);
    this.#claim(place);
    remember(address, place.id);
    return place;
  }

  /** It is written if there is something to write, and then given to whoever wants it. */
  #leave(place: Place | undefined): void {
    if (!place || place.pending !== undefined) return;
    place.release();
    this.#places.delete(place);
  }

  /** Has other tabs know that this one writes a record, as long as it has it. If another tab has it, once that has gone. */
  #claim(place: Place): void {
    const { id } = place;
    // One that nobody else knows of.
    place.owned = place.base === undefined;
    if (!navigator.locks) {
      place.owned = true;
      return;
    }
    const waiting = new AbortController();
    const held = new Promise<void>((resolve) => {
      place.release = () => {
        waiting.abort();
        resolve();
      };
    });
    place.granted = new Promise((resolve) => {
      const own = () => {
        place.owned ||= place.id === id;
        resolve();
      };
      navigator.locks
        .request(lockOf(id), { signal: waiting.signal }, () => {
          own();
          return held;
        })
        // The browser has no locks for this page: then the record's version alone says who wrote it.
        .catch(() => waiting.signal.aborted || own());
    });
  }

  /** When the page goes away, and may not come back; `save` gives what has been typed until then. */
  watch(save: () => void): void {
    this.#save = save;
    addEventListener("pagehide", () => this.#lastMoment());
    // A phone may end a page that is out of sight without another word.
    document.addEventListener("visibilitychange", () => document.hidden && this.#lastMoment());
  }

  #ask = (event: Event): void => {
    // What was typed a moment ago is kept in time; what is refused, or very large, is not.
    const kept = this.#lastMoment();
    if (this.pending && (this.refused || !kept)) event.preventDefault();
  };

  /** Keeps a work under an address, within moments. */
  save(address: string, work: Work): void {
    const place = this.#current.get(address) ?? this.#open(address, {});
    this.#change(place, work);
    // Only while there is something to lose: some browsers do not keep a page for going back to it that may ask.
    addEventListener("beforeunload", this.#ask);
    if (this.refused) this.#host.changed();
    void this.#run();
  }

  #change(place: Place, pending: Work | "gone"): void {
    place.pending = pending;
    place.rev++;
    place.when = Date.now();
  }

  /** What was changed in a shared playground is changed back. */
  drop(address: string): void {
    const place = this.#current.get(address);
    if (!place) return;
    this.#change(place, "gone");
    void this.#run();
  }

  /** Whether there is something that is not written yet. */
  get pending(): boolean {
    return [...this.#places].some(({ pending }) => pending !== undefined);
  }

  async #run(): Promise<void> {
    if (this.#running) return;
    this.#running = true;
    clearTimeout(this.#again);
    let slow: ReturnType<typeof setTimeout> | undefined;
    try {
      for (;;) {
        const place = [...this.#places].find(({ pending }) => pending !== undefined);
        if (!place) break;
        // A database may never answer: then the page says so, and tries again with a new connection.
        const silent = new Promise<never>((_, reject) => {
          slow = setTimeout(() => reject(new Error("no answer")), PATIENCE_MS);
        });
        await Promise.race([this.#write(place), silent]);
        clearTimeout(slow);
      }
      removeEventListener("beforeunload", this.#ask);
      if (this.#last) forgetLast(this.#me);
      this.#last = false;
      if (this.refused) {
        this.refused = undefined;
        this.#host.changed();
      }
    } catch (error) {
      this.#refuse(error);
      this.#db.leave();
      this.#again = setTimeout(() => void this.#run(), AGAIN_MS);
    } finally {
      clearTimeout(slow);
      this.#running = false;
    }
  }

  async #write(place: Place): Promise<void> {
    const { pending, address, base, written, when, rev } = place;
    if (pending === undefined) return;
    if (pending === "gone") {
      if (base && place.owned) await this.#db.remove([place.id]);
      if (place.pending !== pending) return;
      place.pending = undefined;
      this.#leave(place);
      if (this.#current.get(address) === place) this.#current.delete(address);
      return;
    }
    // The page that had it may be about to be gone: this one, before it was loaded again.
    if (!place.owned) await Promise.race([place.granted, later(GRACE_MS)]);
    if (!place.owned) return this.#part(place);
    const version = { rev, by: this.#me };
    const now = await this.#db.write(place.id, address, when, pending, version, base, written);
    if (!now) return this.#part(place);
    place.base = version;
    place.written = now;
    if (place.left) forget(place.left);
    delete place.left;
    if (place.pending === pending) place.pending = undefined;
    if (this.#current.get(address) !== place) this.#leave(place);
    this.#channel?.postMessage(place.id);
    noteKept();
    if (!base) await this.#clear();
  }

  /** What is typed here becomes a record of its own. */
  #part(place: Place): void {
    place.release();
    Object.assign(place, { id: newId(), base: undefined, written: new Map() });
    this.#claim(place);
    if (this.#current.get(place.address) === place) remember(place.address, place.id);
    this.#host.parted();
  }

  /** Forgets the oldest of very many. */
  async #clear(): Promise<void> {
    const open = await this.#elsewhere();
    const heads = (await this.#db.heads()).filter(({ format }) => format === FORMAT).sort((a, b) => b.when - a.when);
    const shared = (address: string) => address.startsWith("#");
    const old = [
      ...heads.filter(({ address }) => shared(address)).slice(MOST_OPENED),
      ...heads.filter(({ address }) => !shared(address)).slice(MOST_OWN),
    ].filter(({ id }) => !open.has(id));
    if (old.length > 0) await this.#db.remove(old.map(({ id }) => id));
  }

  /** What is open in any tab. */
  async #elsewhere(): Promise<Set<string>> {
    const { held = [] } = (await navigator.locks?.query().catch(() => undefined)) ?? {};
    const names = held.map(({ name = "" }) => name.replace(/^ytterby /, ""));
    return new Set([...names, ...[...this.#places].map(({ id }) => id)]);
  }

  #refuse(error: unknown): void {
    const refused = (error as Error | undefined)?.name === "QuotaExceededError" ? "full" : "blocked";
    if (refused === this.refused) return;
    this.refused = refused;
    this.#host.changed();
  }

  /** Room may have been made. */
  again = (): void => void this.#run();

  /** Keeps what is not written yet, at once. False if something would be lost. */
  #lastMoment(): boolean {
    this.#save();
    const all = [...this.#places].flatMap(({ id, address, when, base, rev, pending }) => {
      const version = { rev, by: this.#me };
      return pending === undefined ? [] : [{ id, address, when, version, base, work: pending }];
    });
    if (all.length === 0) return true;
    this.#last = true;
    return writeLast(this.#me, all);
  }

  // Works that are not on show.

  /** The visitor's own works beside the one that is open, and what has given up its place; the newest first. */
  async earlier(): Promise<Earlier[]> {
    const heads = await this.#db.heads().catch(() => []);
    const open = await this.#elsewhere();
    const here = this.#current.get("")?.id;
    const newest = new Map<string, (typeof heads)[number]>();
    for (const head of heads)
      if (!((newest.get(head.address)?.when ?? -1) >= head.when)) newest.set(head.address, head);
    const kept = heads
      .filter((head) => head.format === FORMAT && (!head.address.startsWith("#") || newest.get(head.address) !== head))
      .map(({ id, when, about: { title }, files }) => ({ id, when, title, paths: files.map(({ path }) => path) }));
    const unwritten = [...this.#places].flatMap(({ id, address, when, base, pending }) =>
      typeof pending !== "object" || base || address !== ""
        ? []
        : [{ id, when, title: pending.title, paths: pending.files.map(({ path }) => path) }],
    );
    return [...kept, ...unwritten]
      .filter(({ id }) => id !== here)
      .sort((a, b) => b.when - a.when)
      .map(({ id, when, title, paths }) => ({
        id,
        when,
        title: title || paths.join(", ") || "Without files",
        elsewhere: open.has(id) && ![...this.#places].some((place) => place.id === id),
      }));
  }

  /** The record that is open as the visitor's own. */
  get own(): string | undefined {
    return this.#current.get("")?.id;
  }

  /** Another record, or one that is still to come, is the visitor's own in this tab. The one before stays as it is. Gives what it is. */
  async useOwn(id: string | undefined): Promise<Work | undefined> {
    const unwritten = [...this.#places].find((place) => place.id === id);
    const kept = id === undefined || unwritten ? undefined : await this.#db.read(id).catch(() => undefined);
    this.#leave(this.#current.get(""));
    this.#current.delete("");
    remember("", "");
    if (unwritten) {
      this.#current.set("", unwritten);
      this.#places.add(unwritten);
      remember("", unwritten.id);
      if (typeof unwritten.pending === "object") return unwritten.pending;
      return this.load("");
    }
    if (!kept || id === undefined) return undefined;
    // It stays as it was found, whatever is made of it.
    if (kept.odd) return kept.work;
    const { rev, by } = kept.head;
    this.#open("", { id, base: { rev, by }, written: writtenOf(kept) });
    // Where tabs begin is with what was used last.
    await this.#db.make(id, "", Date.now()).catch(() => {});
    return kept.work;
  }

  /** A new record is the visitor's own from now on. */
  newOwn(): void {
    this.#leave(this.#current.get(""));
    this.#current.delete("");
    remember("", "");
  }

  /** Moves the changes to a shared playground to the earlier works, and makes its address free. It is a write like any other, so that it
      survives if the page is closed or reloaded before the database has it. */
  setAside(address: string, work: Work): void {
    const place = this.#current.get(address);
    if (!place) return;
    this.#current.delete(address);
    place.address = "-";
    this.#change(place, work);
    void this.#run();
  }

  /** Takes a record out. */
  async remove(id: string): Promise<void> {
    for (const place of this.#places) {
      if (place.id !== id) continue;
      place.pending = undefined;
      this.#leave(place);
    }
    await this.#db.remove([id]).catch(() => {});
  }

  /** The visitor has seen it, and has no use for it. */
  async forgetUnread(name: string): Promise<void> {
    this.unread = this.unread.filter((other) => other.name !== name);
    forgetUnread(name);
    await this.#db.remove([name]).catch(() => {});
    this.#host.changed();
  }
}
