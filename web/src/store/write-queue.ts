// Writes records to the database, one after another and asynchronously. What the browser rejects stays in memory and is tried again. When the page is
// closed, unwritten changes go to localStorage, from where the next page takes them.
import { signal } from "@preact/signals-core";
import { noted } from "../core/failures";
import type { Work } from "../core/work";
import type { Database, StoredFiles, Version } from "./database";
import { Claim, newId } from "./tab-ownership";
import { forget, forgetUnwritten, leaveUnwritten, markStored } from "./unwritten";

/** Why nothing is stored: there is no room, or the browser allows no storage, or its database does not respond. */
export type Refusal = "full" | "blocked";

/** A record that is open in this tab, or still has to be written. Only the queue changes it. */
export type OpenRecord = Readonly<OwnRecord>;

interface OwnRecord {
  id: string;
  address: string;
  /** The version that was last read or written. */
  base: Version | undefined;
  written: StoredFiles;
  /** The work to write; `"removed"`: the record is to be removed. */
  pending: Work | "removed" | undefined;
  /** Increases with each change, to tell a newer change from the one that is being written. */
  rev: number;
  when: number;
  claim: Claim;
  /** The entry of localStorage that contains it until it is written. */
  localEntry: string | undefined;
}

/** What is known of a record when it is opened. */
export type Opening = Partial<Pick<OwnRecord, "id" | "base" | "written" | "pending" | "when" | "localEntry">>;

/** What the queue uses of a `Database`. */
export type RecordWriter = Pick<Database, "write" | "remove" | "leave">;

export interface WriteQueueHost {
  /** Whether a record is the open one of its address. */
  isOpen: (record: OpenRecord) => boolean;
  /** A record has been removed. */
  removed: (record: OpenRecord) => void;
  /** Another tab owns the record: its changes here are a new record now. */
  forked: (record: OpenRecord) => void;
  /** A record has been written; `first`: for the first time. */
  written: (record: OpenRecord, first: boolean) => Promise<void>;
}

/** Between attempts, as room may become available. */
const RETRY_MS = 3_000;
/** A database that takes longer counts as blocked. */
export const ANSWER_TIMEOUT_MS = 3_000;
/** The page that owns the record may be closing: the same tab, before a reload. */
const GRACE_MS = 250;

export const delay = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds));

export class WriteQueue {
  readonly #pageId: string;
  readonly #db: RecordWriter;
  readonly #host: WriteQueueHost;
  readonly #records = new Set<OwnRecord>();
  readonly #refused = signal<Refusal | undefined>(undefined);
  readonly #pending = signal(false);
  #running = false;
  #retryTimer: ReturnType<typeof setTimeout> | undefined;
  /** localStorage contains unwritten changes of this page. */
  #hasUnwrittenEntry = false;
  #save = () => {};

  /** `pageId` identifies this page in versions of records. */
  constructor(pageId: string, db: RecordWriter, host: WriteQueueHost) {
    this.#pageId = pageId;
    this.#db = db;
    this.#host = host;
  }

  /** The records that are open in this tab or still have to be written. */
  get records(): ReadonlySet<OpenRecord> {
    return this.#records;
  }

  get refused(): Refusal | undefined {
    return this.#refused.value;
  }

  /** Opens a record; without an id, a new one. */
  open(address: string, opening: Opening): OpenRecord {
    const { id = newId(), base, written = new Map(), pending, when = Date.now(), localEntry } = opening;
    const rev = (base?.rev ?? 0) + (pending === undefined ? 0 : 1);
    const claim = new Claim(id, base === undefined);
    const record: OwnRecord = { id, address, base, written, pending, rev, when, claim, localEntry };
    this.#records.add(record);
    this.#updatePending();
    return record;
  }

  /** Another tab has written a record, which was read again. */
  reread(record: OwnRecord, base: Version, written: StoredFiles): void {
    record.base = base;
    record.rev = base.rev;
    record.written = written;
  }

  /** Assigns a record to another address at its next write. */
  move(record: OwnRecord, address: string): void {
    record.address = address;
  }

  /** Closes a record, once it is written. */
  leave(record: OwnRecord | undefined): void {
    if (!record || record.pending !== undefined) return;
    record.claim.release();
    this.#records.delete(record);
  }

  /** Closes a record without writing it. */
  discard(record: OwnRecord): void {
    record.pending = undefined;
    this.leave(record);
    this.#updatePending();
  }

  /** Writes a change soon. */
  write(record: OwnRecord, pending: Work | "removed"): void {
    record.pending = pending;
    record.rev++;
    record.when = Date.now();
    this.#updatePending();
    // Only while something could be lost: some browsers do not cache a page for back navigation that has such a listener.
    if (pending !== "removed") addEventListener("beforeunload", this.#ask);
    void this.run();
  }

  /** Stores everything when the page is hidden or closed; `save` provides what was typed until then. */
  watch(save: () => void): void {
    this.#save = save;
    addEventListener("pagehide", () => this.#leaveUnwritten());
    // A phone may end a hidden page without another event.
    document.addEventListener("visibilitychange", () => document.hidden && this.#leaveUnwritten());
  }

  #ask = (event: Event): void => {
    // Recent changes are in localStorage by now, but not rejected or very large ones.
    const stored = this.#leaveUnwritten();
    if (this.pending && (this.#refused.value || !stored)) event.preventDefault();
  };

  /** Whether there are changes that are not written yet. */
  get pending(): boolean {
    return this.#pending.value;
  }

  #updatePending(): void {
    this.#pending.value = this.#next !== undefined;
  }

  get #next(): OwnRecord | undefined {
    return [...this.#records].find(({ pending }) => pending !== undefined);
  }

  /** Writes pending changes now. */
  async run(): Promise<void> {
    if (this.#running) return;
    this.#running = true;
    clearTimeout(this.#retryTimer);
    let slow: ReturnType<typeof setTimeout> | undefined;
    try {
      for (let record = this.#next; record; record = this.#next) {
        // A database may never respond: then this is reported, and tried again with a new connection.
        const silent = new Promise<never>((_, reject) => {
          slow = setTimeout(() => reject(new Error("no answer")), ANSWER_TIMEOUT_MS);
        });
        await Promise.race([this.#write(record), silent]);
        clearTimeout(slow);
      }
      removeEventListener("beforeunload", this.#ask);
      if (this.#hasUnwrittenEntry) forgetUnwritten(this.#pageId);
      this.#hasUnwrittenEntry = false;
      this.#refused.value = undefined;
    } catch (error) {
      this.refuse(error);
      this.#db.leave();
      this.#retryTimer = setTimeout(() => void this.run(), RETRY_MS);
    } finally {
      clearTimeout(slow);
      this.#running = false;
    }
  }

  async #write(record: OwnRecord): Promise<void> {
    const { pending, address, base, written, when, rev } = record;
    if (pending === undefined) return;
    if (pending === "removed") {
      if (base && record.claim.owned) await this.#db.remove([record.id]);
      if (record.pending !== pending) return;
      this.discard(record);
      this.#host.removed(record);
      return;
    }
    // The page that owns it may be closing: this tab, before a reload.
    if (!record.claim.owned) await Promise.race([record.claim.granted, delay(GRACE_MS)]);
    if (!record.claim.owned) return this.#fork(record);
    const version = { rev, by: this.#pageId };
    const now = await this.#db.write(record.id, address, when, pending, version, base, written);
    if (!now) return this.#fork(record);
    record.base = version;
    record.written = now;
    if (record.localEntry) forget(record.localEntry);
    record.localEntry = undefined;
    if (record.pending === pending) record.pending = undefined;
    this.#updatePending();
    if (!this.#host.isOpen(record)) this.leave(record);
    markStored();
    await this.#host.written(record, !base);
  }

  /** Makes the changes a new record. */
  #fork(record: OwnRecord): void {
    record.claim.release();
    record.id = newId();
    record.base = undefined;
    record.written = new Map();
    record.claim = new Claim(record.id, true);
    this.#host.forked(record);
  }

  /** The browser has rejected a read or write. */
  refuse(error: unknown): void {
    noted("reading or writing a work")(error);
    this.#refused.value = (error as Error | undefined)?.name === "QuotaExceededError" ? "full" : "blocked";
  }

  /** Puts unwritten changes into localStorage, synchronously. False if something would be lost. */
  #leaveUnwritten(): boolean {
    this.#save();
    const all = [...this.#records].flatMap(({ id, address, when, base, rev, pending }) => {
      const version = { rev, by: this.#pageId };
      return pending === undefined ? [] : [{ id, address, when, version, base, work: pending }];
    });
    if (all.length === 0) return true;
    this.#hasUnwrittenEntry = true;
    return leaveUnwritten(this.#pageId, all);
  }
}
