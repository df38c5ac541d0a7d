// What this tab keeps of the visitor's work, between visits and through crashes. Every work has a record of its own in the database; which of
// them is open in this tab, the tab itself remembers over a reload. A new tab opens the newest. A record is written by one tab only, the first
// that has it: another one shows what that writes, and what is typed there begins a record of its own. So no tab writes over another's text.
//
// A change is written within moments, out of the way of the page. What the browser refuses stays in memory, is told, and is tried again.

import { noted } from "../core/failures";
import type { Work } from "../core/work";
import { Catalogue, type Earlier } from "./catalogue";
import { Database, type Kept, writtenOf } from "./database";
import { anyKept, forget, readLast } from "./last-moment";
import { newId, remember, remembered } from "./tab-ownership";
import { later, type Opening, type OpenRecord, PATIENCE_MS, type Refusal, WriteQueue } from "./write-queue";

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

export class WorkStore {
  #me = newId();
  #db = new Database();
  #host: WorkStoreHost = { changed() {}, parted() {}, elsewhere() {}, found() {} };
  /** By address: the record that is open, or was open last. */
  #current = new Map<string, OpenRecord>();
  #queue = new WriteQueue(this.#me, this.#db, {
    changed: () => this.#host.changed(),
    isOpen: (record) => this.#isOpen(record),
    removed: (record) => {
      if (this.#isOpen(record)) this.#current.delete(record.address);
    },
    parted: (record) => {
      if (this.#isOpen(record)) remember(record.address, record.id);
      this.#host.parted();
    },
    written: async ({ id }, first) => {
      this.#channel?.postMessage(id);
      if (first) await this.#catalogue.clear();
    },
  });
  #catalogue = new Catalogue(
    this.#db,
    () => this.#queue.records,
    () => this.#host.changed(),
  );
  #late = false;
  #found = false;
  #begun: Promise<Work | undefined> | undefined;
  /** Until the database has what the pages before could not write. */
  #collected: Promise<void> = Promise.resolve();
  #channel: BroadcastChannel | undefined;

  get refused(): Refusal | undefined {
    return this.#queue.refused;
  }

  /** What was found and means nothing to this page. */
  get unread(): Catalogue["unread"] {
    return this.#catalogue.unread;
  }

  /** Whether there is something that is not written yet. */
  get pending(): boolean {
    return this.#queue.pending;
  }

  #isOpen(record: OpenRecord): boolean {
    return this.#current.get(record.address) === record;
  }

  tell(host: WorkStoreHost): void {
    this.#host = host;
    if (this.#found) host.found();
    try {
      this.#channel = new BroadcastChannel("ytterby");
      this.#channel.onmessage = ({ data }) => {
        for (const { id, address, pending } of this.#current.values())
          if (id === data && pending === undefined) host.elsewhere(address);
      };
    } catch (error) {
      // Where nothing can be stored, other tabs write nothing that this one could show.
      noted("listening to other tabs")(error);
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
    this.#catalogue.collectUnread();
    if (!this.#late) {
      const own = await this.load("", () => !this.#late);
      if (!this.#late) return own;
    }
    // The page has begun without it: it is shown if nothing has been typed, and to be had under the earlier works.
    const some = (await this.#db.newest("").catch(noted("looking for works"))) ?? [];
    this.#found = some.length > 0 || remembered().own !== undefined;
    if (this.#found) this.#host.found();
    if (this.unread.length > 0 || this.refused) this.#host.changed();
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

  /** What other pages could not write before they went. */
  async #collect(): Promise<void> {
    const lists = readLast(this.#me);
    for (const { key, all } of lists) {
      let left = false;
      for (const last of all) {
        try {
          await this.#bringIn(last);
        } catch (error) {
          this.#queue.refuse(error);
          left = true;
          const { id, address, when, base, work } = last;
          this.#open(address, { id, when, base, pending: work, left: key });
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
      if (kept?.head.address !== address || kept.odd) kept = await this.#catalogue.newest(address);
    } catch (error) {
      this.#queue.refuse(error);
    }
    // Something may have been typed meanwhile.
    const now = this.#current.get(address);
    if (now?.pending) return now.pending === "gone" ? undefined : now.pending;
    if (!kept || !wanted()) return undefined;
    const { id, rev, by, when } = kept.head;
    const base = { rev, by };
    if (now?.id === id) this.#queue.reread(now, base, writtenOf(kept));
    else this.#open(address, { id, when, base, written: writtenOf(kept) });
    return kept.work;
  }

  #open(address: string, opening: Opening): OpenRecord {
    this.#queue.leave(this.#current.get(address));
    const record = this.#queue.open(address, opening);
    this.#current.set(address, record);
    remember(address, record.id);
    return record;
  }

  /** When the page goes away, and may not come back; `save` gives what has been typed until then. */
  watch(save: () => void): void {
    this.#queue.watch(save);
  }

  /** Keeps a work under an address, within moments. */
  save(address: string, work: Work): void {
    this.#queue.write(this.#current.get(address) ?? this.#open(address, {}), work);
  }

  /** What was changed in a shared playground is changed back. */
  drop(address: string): void {
    const record = this.#current.get(address);
    if (record) this.#queue.write(record, "gone");
  }

  /** Tries again what the browser has refused. */
  again = (): void => void this.#queue.run();

  // Works that are not on show.

  /** The visitor's own works beside the one that is open, and what has given up its place; the newest first. */
  earlier(): Promise<Earlier[]> {
    return this.#catalogue.earlier(this.own);
  }

  /** The record that is open as the visitor's own. */
  get own(): string | undefined {
    return this.#current.get("")?.id;
  }

  /** Another record, or one that is still to come, is the visitor's own in this tab. The one before stays as it is. Gives what it is. */
  async useOwn(id: string | undefined): Promise<Work | undefined> {
    const unwritten = [...this.#queue.records].find((record) => record.id === id);
    const kept = id === undefined || unwritten ? undefined : await this.#db.read(id).catch(noted("reading a work"));
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
    if (!kept || id === undefined) return undefined;
    // It stays as it was found, whatever is made of it.
    if (kept.odd) return kept.work;
    const { rev, by } = kept.head;
    this.#open("", { id, base: { rev, by }, written: writtenOf(kept) });
    // Where tabs begin is with what was used last.
    await this.#db.make(id, "", Date.now()).catch(noted("marking a work as used"));
    return kept.work;
  }

  /** A new record is the visitor's own from now on. */
  newOwn(): void {
    this.#queue.leave(this.#current.get(""));
    this.#current.delete("");
    remember("", "");
  }

  /** Moves the changes to a shared playground to the earlier works, and makes its address free. It is a write like any other, so that it
      survives if the page is closed or reloaded before the database has it. */
  setAside(address: string, work: Work): void {
    const record = this.#current.get(address);
    if (!record) return;
    this.#current.delete(address);
    this.#queue.move(record, "-");
    this.#queue.write(record, work);
  }

  /** Takes a record out. */
  async remove(id: string): Promise<void> {
    for (const record of this.#queue.records) if (record.id === id) this.#queue.drop(record);
    await this.#db.remove([id]).catch(noted("removing a work"));
  }

  /** The visitor has seen it, and has no use for it. */
  forgetUnread(name: string): Promise<void> {
    return this.#catalogue.forgetUnread(name);
  }
}
