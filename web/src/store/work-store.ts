// Stores the works of this tab, between visits and through crashes. Each work is a record of the database. A reload opens the same record as before;
// a new tab opens the latest. Only one tab writes a record, the first that opens it: an edit in another tab creates a record of its own, so that tabs do
// not overwrite each other's works.
//
// Changes are written asynchronously within milliseconds. What the browser rejects stays in memory, is reported, and is tried again. When the page is
// hidden or closed, unwritten changes go to localStorage, from where the next page takes them.

import { signal } from "@preact/signals-core";
import { noted } from "../core/failures";
import type { Work } from "../core/work";
import { earlierHeads, oldest } from "./catalogue";
import { Database, type Head, headOf, type Stored, type Unwritten } from "./database";
import { claim, newId, openElsewhere, remember, remembered } from "./tab-ownership";
import { entryOf, forgetUnwritten, leaveUnwritten, markStored, readUnwritten } from "./unwritten";

/** Why nothing is stored: there is no room, or the browser allows no storage, or its database does not respond. */
export type Refusal = "full" | "blocked";

/** A record that is open in this tab, or still has to be written. */
interface OpenRecord extends Omit<Unwritten, "work"> {
  /** The work to write. */
  work: Work | undefined;
  /** Whether this tab may write the record; otherwise it first asks whether another tab has it. */
  owned: boolean;
}

/** The methods of a `Database` that this uses. */
export type Works = Pick<Database, "open" | "leave" | "read" | "newest" | "heads" | "write" | "remove">;

/** Between attempts, as room may become available. */
const RETRY_MS = 3_000;
/** A database that takes longer counts as blocked. In steps: while the page is busy, for example with keys on a slow device, answers wait as well. */
const ANSWER_STEPS = 30;
const STEP_MS = 100;

function inTime<T>(answer: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const silent = new Promise<never>((_, reject) => {
    const wait = (steps: number) => {
      if (steps === 0) reject(new Error("The database does not respond."));
      else timer = setTimeout(() => wait(steps - 1), STEP_MS);
    };
    wait(ANSWER_STEPS);
  });
  return Promise.race([answer, silent]).finally(() => clearTimeout(timer));
}

export class WorkStore {
  /** Called when edits of this tab have become a new record, because another tab has the one that was open. */
  copied = () => {};
  readonly #pageId = newId();
  readonly #entry = entryOf(this.#pageId);
  readonly #db: Works;
  /** The record that is open, or was open last, by address. */
  readonly #current = new Map<string, OpenRecord>();
  readonly #unwritten = new Set<OpenRecord>();
  /** Entries of localStorage that contain unwritten works, with their texts. */
  readonly #entries = new Map<string, string>();
  readonly #refused = signal<Refusal | undefined>(undefined);
  readonly #pending = signal(false);
  #begun: Promise<void> | undefined;
  #running = false;
  #retryTimer: ReturnType<typeof setTimeout> | undefined;
  #save = () => {};

  constructor(db: Works = new Database()) {
    this.#db = db;
  }

  /** Why nothing is stored, if so. */
  get refused(): Refusal | undefined {
    return this.#refused.value;
  }

  /** Whether there are changes that are not written yet. */
  get pending(): boolean {
    return this.#pending.value;
  }

  /** Opens the database, and writes the works that other pages have left in localStorage. Called early, so that it is done in time. */
  begin(): Promise<void> {
    this.#begun ??= this.#begin();
    return this.#begun;
  }

  async #begin(): Promise<void> {
    for (const { entry, text, all } of readUnwritten()) {
      this.#entries.set(entry, text);
      for (const record of all) this.#unwritten.add({ ...record, owned: true });
    }
    this.#updatePending();
    await this.#run();
  }

  /**
   * The work that this tab has open for an address, else the latest that is stored for it. `undefined` if there is none, it cannot be read, or
   * `wanted` returns false.
   */
  async load(address: string, wanted = () => true): Promise<Work | undefined> {
    await this.begin();
    const before = this.#current.get(address);
    if (before?.work) return wanted() ? before.work : undefined;
    const { own, address: other, id } = remembered();
    const known = before?.id ?? (address === "" ? own : address === other ? id : undefined);
    const found = await this.#find(address, known).catch((error) => this.#refuse(error));
    // The user may have typed meanwhile.
    if (this.#current.get(address) !== before || before?.work) return this.load(address, wanted);
    if (!found || !wanted()) return undefined;
    if ("owned" in found) {
      this.#use(address, found);
      return found.work;
    }
    this.#reopen(address, found);
    return found.work;
  }

  /** The record that was open, or the latest of an address. */
  async #find(address: string, known: string | undefined): Promise<Stored | OpenRecord | undefined> {
    const unwritten = [...this.#unwritten].filter((record) => record.address === address);
    const [last] = unwritten.toSorted((a, b) => b.when - a.when);
    const opened = unwritten.find(({ id }) => id === known);
    if (opened || known === undefined) return opened ?? last ?? this.#db.newest(address);
    const stored = await this.#db.read(known).catch(noted("reading a work"));
    return stored?.head.address === address ? stored : (last ?? this.#db.newest(address));
  }

  #reopen(address: string, { head: { id, when, rev, by } }: Stored): OpenRecord {
    void claim(id);
    const version = { rev, by };
    return this.#use(address, { id, address, when, base: version, version, work: undefined, owned: false });
  }

  #create(address: string): OpenRecord {
    const id = newId();
    void claim(id);
    const version = { rev: 0, by: this.#pageId };
    return this.#use(address, { id, address, when: 0, base: undefined, version, work: undefined, owned: true });
  }

  #use(address: string, record: OpenRecord): OpenRecord {
    record.address = address;
    this.#current.set(address, record);
    remember(address, record.id);
    return record;
  }

  /** Stores a work for an address. */
  save(address: string, work: Work): void {
    this.#change(this.#current.get(address) ?? this.#create(address), work);
  }

  #change(record: OpenRecord, work: Work): void {
    record.work = work;
    record.version = { rev: record.version.rev + 1, by: this.#pageId };
    record.when = Date.now();
    this.#unwritten.add(record);
    this.#updatePending();
    // Only while something could be lost: some browsers do not cache a page for back navigation that has such a listener.
    addEventListener("beforeunload", this.#ask);
    void this.#run();
  }

  #updatePending(): void {
    this.#pending.value = this.#unwritten.size > 0;
  }

  /** Tries again to write rejected works. */
  retry = (): void => void this.#run();

  /** Writes pending changes, one record after another. */
  async #run(): Promise<void> {
    if (this.#running) return;
    this.#running = true;
    clearTimeout(this.#retryTimer);
    try {
      await inTime(this.#db.open());
      await this.#writeAll();
      removeEventListener("beforeunload", this.#ask);
      for (const [entry, text] of this.#entries) forgetUnwritten(entry, text);
      this.#entries.clear();
      this.#refused.value = undefined;
    } catch (error) {
      this.#refuse(error);
      this.#retryTimer = setTimeout(this.retry, RETRY_MS);
    } finally {
      this.#running = false;
    }
  }

  async #writeAll(): Promise<void> {
    try {
      for (let [record] = this.#unwritten; record; [record] = this.#unwritten) await inTime(this.#write(record));
    } catch (error) {
      this.#db.leave();
      throw error;
    }
  }

  async #write(record: OpenRecord): Promise<void> {
    if (!record.owned) record.owned = await claim(record.id);
    const { work, version } = record;
    // It may have been removed meanwhile.
    if (!work) return;
    const id = await this.#db.write({ ...record, ...this.#identity(record), work });
    if (id !== record.id) this.#becomeCopy(record, id);
    const isNew = record.base === undefined;
    record.base = version;
    if (record.work === work) this.#leave(record);
    markStored();
    if (!isNew) return;
    const open = new Set([...(await openElsewhere()), ...[...this.#current.values()].map(({ id }) => id)]);
    await this.#db.remove(oldest(await this.#db.heads()).filter((id) => !open.has(id)));
  }

  /** The id under which a record is written, and the version that it replaces. */
  #identity({ id, base, owned }: OpenRecord): Pick<Unwritten, "id" | "base"> {
    return owned ? { id, base } : { id: newId(), base: undefined };
  }

  #becomeCopy(record: OpenRecord, id: string): void {
    record.id = id;
    record.owned = true;
    void claim(id);
    if (this.#current.get(record.address) !== record) return;
    remember(record.address, id);
    this.copied();
  }

  /** There is nothing to write of a record any more. */
  #leave(record: OpenRecord): void {
    record.work = undefined;
    this.#unwritten.delete(record);
    this.#updatePending();
  }

  /** The browser has rejected a read or write. */
  #refuse(error: unknown): undefined {
    noted("reading or writing a work")(error);
    this.#refused.value = (error as Error | undefined)?.name === "QuotaExceededError" ? "full" : "blocked";
  }

  /** Stores everything when the page is hidden or closed; `save` provides the text that was typed until then. */
  watch(save: () => void): void {
    this.#save = save;
    addEventListener("pagehide", () => this.#leaveUnwritten());
    // A phone may end a hidden page without another event.
    document.addEventListener("visibilitychange", () => document.hidden && this.#leaveUnwritten());
  }

  #ask = (event: Event): void => {
    // Recent changes are in localStorage by now, but not rejected or very large ones.
    const isLeft = this.#leaveUnwritten();
    if (this.pending && (this.#refused.value || !isLeft)) event.preventDefault();
  };

  /** Puts unwritten changes into localStorage, synchronously. False if something would be lost. */
  #leaveUnwritten(): boolean {
    this.#save();
    const all = [...this.#unwritten].flatMap((record) => {
      const { address, when, version, work } = record;
      return work ? { ...this.#identity(record), address, when, version, work } : [];
    });
    if (all.length === 0) return true;
    const text = leaveUnwritten(this.#entry, all);
    if (text !== undefined) this.#entries.set(this.#entry, text);
    return text !== undefined;
  }

  // Works that are not open.

  /** The user's own works but for the open one, and works that no longer belong to an address; the latest first. */
  async earlier(): Promise<Head[]> {
    const heads = new Map<string, Head>();
    for (const head of (await this.#db.heads().catch(noted("listing works"))) ?? []) heads.set(head.id, head);
    for (const { work, ...rest } of this.#unwritten) if (work) heads.set(rest.id, headOf({ ...rest, work }));
    return earlierHeads([...heads.values()]).filter(({ id }) => id !== this.own);
  }

  /** Id of the record that is open as the user's own work. */
  get own(): string | undefined {
    return this.#current.get("")?.id;
  }

  /** Opens another record, or a new one, as the user's own work, and returns its work. The previous record stays as it is. */
  async useOwn(id: string | undefined): Promise<Work | undefined> {
    if (id === undefined) return this.newOwn();
    const find = () => [...this.#unwritten].find((record) => record.id === id);
    const stored = find() ? undefined : await this.#db.read(id).catch(noted("reading a work"));
    const unwritten = find();
    const work = unwritten?.work ?? stored?.work;
    if (!work) return undefined;
    if (unwritten) this.#use("", unwritten);
    else if (stored) this.#reopen("", stored);
    // New tabs open the work that was used last.
    this.save("", work);
    return work;
  }

  /** The next write creates a new record for the user's own work. */
  newOwn(): undefined {
    this.#current.delete("");
    remember("", "");
  }

  /** Moves the changes to a shared playground to the earlier works, and frees its address. */
  setAside(address: string, work: Work): void {
    const record = this.#current.get(address);
    if (!record) return;
    this.#current.delete(address);
    record.address = "-";
    this.#change(record, work);
  }

  /** Removes the stored changes to a shared playground, which has none any more. */
  removeChanges(address: string): void {
    const record = this.#current.get(address);
    if (!record) return;
    this.#current.delete(address);
    if (record.owned) void this.remove(record.id);
    else this.#leave(record);
  }

  /** Removes a record. */
  async remove(id: string): Promise<void> {
    for (const record of this.#unwritten) if (record.id === id) this.#leave(record);
    await this.#db.remove([id]).catch(noted("removing a work"));
  }
}
