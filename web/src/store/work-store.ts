// Stores the works of this tab, between visits and through crashes. Each work is a record of the database. A reload opens the same record as before;
// a new tab opens the latest. Only one tab writes a record, the first that opens it: another tab shows what that one writes, and an edit there
// creates a record of its own, so that tabs do not overwrite each other's works.
//
// Changes are written asynchronously within milliseconds. What the browser rejects stays in memory, is reported, and is tried again.

import { noted } from "../core/failures";
import type { Work } from "../core/work";
import { Catalogue, type Earlier } from "./catalogue";
import { Database, type StoredWork, storedFilesOf } from "./database";
import { newId, remember, remembered } from "./tab-ownership";
import { forget, mayHaveStored, readUnwritten } from "./unwritten";
import { ANSWER_TIMEOUT_MS, delay, type Opening, type OpenRecord, type Refusal, WriteQueue } from "./write-queue";

export interface WorkStoreHost {
  /** Edits of this tab are a new record now, because another tab owns the one that was open. */
  forked: () => void;
  /** Another tab has written a record that is open here. */
  changedElsewhere: (address: string) => void;
  /** A stored work was found after the page had stopped waiting for it. */
  foundLate: () => void;
}

export class WorkStore {
  #pageId = newId();
  #db = new Database();
  #host: WorkStoreHost = { forked() {}, changedElsewhere() {}, foundLate() {} };
  /** By address: the record that is open, or was open last. */
  #current = new Map<string, OpenRecord>();
  #queue = new WriteQueue(this.#pageId, this.#db, {
    isOpen: (record) => this.#isOpen(record),
    removed: (record) => {
      if (this.#isOpen(record)) this.#current.delete(record.address);
    },
    forked: (record) => {
      if (this.#isOpen(record)) remember(record.address, record.id);
      this.#host.forked();
    },
    written: async ({ id }, first) => {
      this.#channel?.postMessage(id);
      if (first) await this.#catalogue.clear();
    },
  });
  #catalogue = new Catalogue(this.#db, () => this.#queue.records);
  #timedOut = false;
  #found = false;
  #beginning: Promise<Work | undefined> | undefined;
  /** Resolves when the database has everything that other pages left in localStorage. */
  #collected: Promise<void> = Promise.resolve();
  #channel: BroadcastChannel | undefined;

  get refused(): Refusal | undefined {
    return this.#queue.refused;
  }

  /** Records and texts that cannot be read. */
  get unreadable(): Catalogue["unreadable"] {
    return this.#catalogue.unreadable;
  }

  /** Whether there are changes that are not written yet. */
  get pending(): boolean {
    return this.#queue.pending;
  }

  #isOpen(record: OpenRecord): boolean {
    return this.#current.get(record.address) === record;
  }

  connect(host: WorkStoreHost): void {
    this.#host = host;
    if (this.#found) host.foundLate();
    try {
      this.#channel = new BroadcastChannel("ytterby");
      this.#channel.onmessage = ({ data }) => {
        for (const { id, address, pending } of this.#current.values())
          if (id === data && pending === undefined) host.changedElsewhere(address);
      };
    } catch (error) {
      // Where nothing can be stored, other tabs write nothing that this one could show.
      noted("listening to other tabs")(error);
    }
  }

  /**
   * Loads the user's own work: the one that this tab had open, or the latest. Called early, so that it is there in time. On a first visit, when
   * nothing seems to be stored, it does not wait for the database.
   */
  begin(): Promise<Work | undefined> {
    const patience = mayHaveStored() ? delay(ANSWER_TIMEOUT_MS) : Promise.resolve();
    this.#beginning ??= Promise.race([this.#begin(), patience.then(() => this.#stopWaiting())]);
    return this.#beginning;
  }

  #stopWaiting(): undefined {
    this.#timedOut = true;
  }

  async #begin(): Promise<Work | undefined> {
    this.#collected = this.#openDatabase();
    await this.#collected;
    this.#catalogue.collectUnreadable();
    if (!this.#timedOut) {
      const own = await this.load("", () => !this.#timedOut);
      if (!this.#timedOut) return own;
    }
    // The page has started without it: it is shown if nothing was typed meanwhile, and is always listed as an earlier work.
    const some = (await this.#db.newest("").catch(noted("looking for works"))) ?? [];
    this.#found = some.length > 0 || remembered().own !== undefined;
    if (this.#found) this.#host.foundLate();
    return undefined;
  }

  async #openDatabase(): Promise<void> {
    try {
      await this.#db.open();
    } catch (error) {
      this.#queue.refuse(error);
    }
    await this.#collect();
  }

  /** Writes what other pages have left in localStorage. */
  async #collect(): Promise<void> {
    const lists = readUnwritten(this.#pageId);
    for (const { key, all } of lists) {
      let isLeft = false;
      for (const last of all) {
        try {
          await this.#bringIn(last);
        } catch (error) {
          this.#queue.refuse(error);
          isLeft = true;
          const { id, address, when, base, work } = last;
          this.#open(address, { id, when, base, pending: work, localEntry: key });
        }
      }
      if (!isLeft) forget(key);
    }
  }

  async #bringIn({ id, address, when, version, base, work }: ReturnType<typeof readUnwritten>[number]["all"][number]) {
    const there = await this.#db.read(id);
    // That page has written it after all.
    if (there && there.head.by === version.by && there.head.rev >= version.rev) return;
    if (work === "removed") {
      const isUnchanged =
        there && (there.head.by === version.by || (there.head.by === base?.by && there.head.rev === base.rev));
      if (isUnchanged) await this.#db.remove([id]);
      return;
    }
    const before = there ? storedFilesOf(there) : new Map();
    if (await this.#db.write(id, address, when, work, version, base, before)) return;
    const other = newId();
    await this.#db.write(other, address, when, work, { rev: 1, by: other }, undefined, new Map());
  }

  /**
   * The work that this tab has open for an address, else the latest that is stored for it. `undefined` if there is none, it cannot be read, or
   * `wanted` returns false.
   */
  async load(address: string, wanted = () => true): Promise<Work | undefined> {
    await Promise.race([this.#collected, delay(ANSWER_TIMEOUT_MS)]);
    const current = this.#current.get(address);
    if (current?.pending) return current.pending === "removed" ? undefined : current.pending;
    const { own, address: other, id: opened } = remembered();
    const known = current?.id ?? (address === "" ? own : address === other ? opened : undefined);
    let stored: StoredWork | undefined;
    try {
      stored = known === undefined ? undefined : await this.#db.read(known);
      if (stored?.head.address !== address || stored.invalid) stored = await this.#catalogue.newest(address);
    } catch (error) {
      this.#queue.refuse(error);
    }
    // The user may have typed meanwhile.
    const now = this.#current.get(address);
    if (now?.pending) return now.pending === "removed" ? undefined : now.pending;
    if (!stored || !wanted()) return undefined;
    const { id, rev, by, when } = stored.head;
    const base = { rev, by };
    if (now?.id === id) this.#queue.reread(now, base, storedFilesOf(stored));
    else this.#open(address, { id, when, base, written: storedFilesOf(stored) });
    return stored.work;
  }

  #open(address: string, opening: Opening): OpenRecord {
    this.#queue.leave(this.#current.get(address));
    const record = this.#queue.open(address, opening);
    this.#current.set(address, record);
    remember(address, record.id);
    return record;
  }

  /** Stores everything when the page is hidden or closed; `save` provides what was typed until then. */
  watch(save: () => void): void {
    this.#queue.watch(save);
  }

  /** Stores a work for an address. */
  save(address: string, work: Work): void {
    this.#queue.write(this.#current.get(address) ?? this.#open(address, {}), work);
  }

  /** Removes the stored changes to a shared playground. */
  removeChanges(address: string): void {
    const record = this.#current.get(address);
    if (record) this.#queue.write(record, "removed");
  }

  /** Tries again to write what was rejected. */
  retry = (): void => void this.#queue.run();

  // Works that are not open.

  /** The user's own works but for the open one, and works that no longer belong to an address; the latest first. */
  earlier(): Promise<Earlier[]> {
    return this.#catalogue.earlier(this.own);
  }

  /** Id of the record that is open as the user's own work. */
  get own(): string | undefined {
    return this.#current.get("")?.id;
  }

  /** Opens another record, or a new one, as the user's own work, and returns its work. The previous record stays as it is. */
  async useOwn(id: string | undefined): Promise<Work | undefined> {
    const unwritten = [...this.#queue.records].find((record) => record.id === id);
    const stored = id === undefined || unwritten ? undefined : await this.#db.read(id).catch(noted("reading a work"));
    const current = this.#current.get("");
    if (current !== unwritten) this.#queue.leave(current);
    this.#current.delete("");
    remember("", "");
    if (unwritten) {
      this.#current.set("", unwritten);
      remember("", unwritten.id);
      if (typeof unwritten.pending === "object") return unwritten.pending;
      return this.load("");
    }
    if (!stored || id === undefined) return undefined;
    // An invalid record stays as it was found; changes create another one.
    if (stored.invalid) return stored.work;
    const { rev, by } = stored.head;
    this.#open("", { id, base: { rev, by }, written: storedFilesOf(stored) });
    // New tabs open the work that was used last.
    await this.#db.make(id, "", Date.now()).catch(noted("marking a work as used"));
    return stored.work;
  }

  /** The next write creates a new record for the user's own work. */
  newOwn(): void {
    this.#queue.leave(this.#current.get(""));
    this.#current.delete("");
    remember("", "");
  }

  /**
   * Moves the changes to a shared playground to the earlier works, and frees its address. A write like any other, so that it is not lost if the page
   * is closed before the database has it.
   */
  setAside(address: string, work: Work): void {
    const record = this.#current.get(address);
    if (!record) return;
    this.#current.delete(address);
    this.#queue.move(record, "-");
    this.#queue.write(record, work);
  }

  /** Removes a record. */
  async remove(id: string): Promise<void> {
    for (const record of this.#queue.records) if (record.id === id) this.#queue.discard(record);
    await this.#db.remove([id]).catch(noted("removing a work"));
  }

  /** Removes what cannot be read, at the user's request. */
  forgetUnreadable(name: string): Promise<void> {
    return this.#catalogue.forgetUnreadable(name);
  }
}
