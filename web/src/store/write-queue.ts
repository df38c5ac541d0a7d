// Writes records to the database, one after another, out of the way of the page. What the browser refuses stays in memory and is tried again. When the
// page goes away, what is not written yet goes to localStorage, from where the next page takes it.
import { noted } from "../core/failures";
import type { Work } from "../core/work";
import type { Database, Version, Written } from "./database";
import { forget, forgetLast, noteKept, writeLast } from "./last-moment";
import { Claim, newId } from "./tab-ownership";

/** Why nothing is kept: there is no room, or the browser allows no storage at all, or its database does not answer. */
export type Refusal = "full" | "blocked";

/** A record that this tab has open, or still has to write. Only the queue changes it. */
export type OpenRecord = Readonly<OwnRecord>;

interface OwnRecord {
  id: string;
  address: string;
  /** As it was last read or written. */
  base: Version | undefined;
  written: Written;
  /** What is to be written; `gone`: the record is to be removed. */
  pending: Work | "gone" | undefined;
  /** Increases with every change, so that a newer change is never taken for the one that is being written. */
  rev: number;
  when: number;
  claim: Claim;
  /** The entry of localStorage that has it until it is written. */
  left: string | undefined;
}

/** What is known of a record when the tab opens it. */
export type Opening = Partial<Pick<OwnRecord, "id" | "base" | "written" | "pending" | "when" | "left">>;

/** What the queue uses of a `Database`. */
export type RecordWriter = Pick<Database, "write" | "remove" | "leave">;

export interface WriteQueueHost {
  /** What is refused, or pending, has changed. */
  changed: () => void;
  /** Whether a record is the one that is open for its address. */
  isOpen: (record: OpenRecord) => boolean;
  /** A record has been removed. */
  removed: (record: OpenRecord) => void;
  /** Another tab has the record: what is written here is a record of its own now. */
  parted: (record: OpenRecord) => void;
  /** A record has been written; `first`: it is new. */
  written: (record: OpenRecord, first: boolean) => Promise<void>;
}

/** Between attempts: room may have been made elsewhere. */
const RETRY_MS = 3_000;
/** A database that takes longer counts as refusing. */
export const PATIENCE_MS = 3_000;
/** For a page that has the record and is about to go: the same tab before a reload. */
const GRACE_MS = 250;

export const later = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds));

export class WriteQueue {
  readonly #me: string;
  readonly #db: RecordWriter;
  readonly #host: WriteQueueHost;
  readonly #records = new Set<OwnRecord>();
  #refused: Refusal | undefined;
  #running = false;
  #again: ReturnType<typeof setTimeout> | undefined;
  /** There is an entry in localStorage of what is not written. */
  #last = false;
  #save = () => {};

  /** `me` names this page in the versions of records. */
  constructor(me: string, db: RecordWriter, host: WriteQueueHost) {
    this.#me = me;
    this.#db = db;
    this.#host = host;
  }

  /** The records that this tab has open or still has to write. */
  get records(): ReadonlySet<OpenRecord> {
    return this.#records;
  }

  get refused(): Refusal | undefined {
    return this.#refused;
  }

  /** The tab opens a record; without an id, a new one. */
  open(address: string, opening: Opening): OpenRecord {
    const { id = newId(), base, written = new Map(), pending, when = Date.now(), left } = opening;
    const rev = (base?.rev ?? 0) + (pending === undefined ? 0 : 1);
    const claim = new Claim(id, base === undefined);
    const record: OwnRecord = { id, address, base, written, pending, rev, when, claim, left };
    this.#records.add(record);
    return record;
  }

  /** The tab has read a record again, which another tab has written. */
  reread(record: OwnRecord, base: Version, written: Written): void {
    record.base = base;
    record.rev = base.rev;
    record.written = written;
  }

  /** A record is one of another address from its next write on. */
  move(record: OwnRecord, address: string): void {
    record.address = address;
  }

  /** The tab is done with a record. It stays until it is written. */
  leave(record: OwnRecord | undefined): void {
    if (!record || record.pending !== undefined) return;
    record.claim.release();
    this.#records.delete(record);
  }

  /** Gives a record up without writing it. */
  drop(record: OwnRecord): void {
    record.pending = undefined;
    this.leave(record);
  }

  /** Writes a change within moments. */
  write(record: OwnRecord, pending: Work | "gone"): void {
    record.pending = pending;
    record.rev++;
    record.when = Date.now();
    // Only while there is something to lose: some browsers do not keep a page for going back to it that may ask.
    if (pending !== "gone") addEventListener("beforeunload", this.#ask);
    if (pending !== "gone" && this.#refused) this.#host.changed();
    void this.run();
  }

  /** When the page goes away, and may not come back; `save` gives what has been typed until then. */
  watch(save: () => void): void {
    this.#save = save;
    addEventListener("pagehide", () => this.#lastMoment());
    // A phone may end a page that is out of sight without another event.
    document.addEventListener("visibilitychange", () => document.hidden && this.#lastMoment());
  }

  #ask = (event: Event): void => {
    // What was typed a moment ago is kept in time; what is refused, or very large, is not.
    const kept = this.#lastMoment();
    if (this.pending && (this.#refused || !kept)) event.preventDefault();
  };

  /** Whether there is something that is not written yet. */
  get pending(): boolean {
    return this.#next !== undefined;
  }

  get #next(): OwnRecord | undefined {
    return [...this.#records].find(({ pending }) => pending !== undefined);
  }

  /** Writes what is pending, now. */
  async run(): Promise<void> {
    if (this.#running) return;
    this.#running = true;
    clearTimeout(this.#again);
    let slow: ReturnType<typeof setTimeout> | undefined;
    try {
      for (let record = this.#next; record; record = this.#next) {
        // A database may never answer: then the page says so, and tries again with a new connection.
        const silent = new Promise<never>((_, reject) => {
          slow = setTimeout(() => reject(new Error("no answer")), PATIENCE_MS);
        });
        await Promise.race([this.#write(record), silent]);
        clearTimeout(slow);
      }
      removeEventListener("beforeunload", this.#ask);
      if (this.#last) forgetLast(this.#me);
      this.#last = false;
      if (this.#refused) {
        this.#refused = undefined;
        this.#host.changed();
      }
    } catch (error) {
      this.refuse(error);
      this.#db.leave();
      this.#again = setTimeout(() => void this.run(), RETRY_MS);
    } finally {
      clearTimeout(slow);
      this.#running = false;
    }
  }

  async #write(record: OwnRecord): Promise<void> {
    const { pending, address, base, written, when, rev } = record;
    if (pending === undefined) return;
    if (pending === "gone") {
      if (base && record.claim.owned) await this.#db.remove([record.id]);
      if (record.pending !== pending) return;
      this.drop(record);
      this.#host.removed(record);
      return;
    }
    // The page that has it may be about to go: this one, before it was reloaded.
    if (!record.claim.owned) await Promise.race([record.claim.granted, later(GRACE_MS)]);
    if (!record.claim.owned) return this.#part(record);
    const version = { rev, by: this.#me };
    const now = await this.#db.write(record.id, address, when, pending, version, base, written);
    if (!now) return this.#part(record);
    record.base = version;
    record.written = now;
    if (record.left) forget(record.left);
    record.left = undefined;
    if (record.pending === pending) record.pending = undefined;
    if (!this.#host.isOpen(record)) this.leave(record);
    noteKept();
    await this.#host.written(record, !base);
  }

  /** What is typed here becomes a record of its own. */
  #part(record: OwnRecord): void {
    record.claim.release();
    record.id = newId();
    record.base = undefined;
    record.written = new Map();
    record.claim = new Claim(record.id, true);
    this.#host.parted(record);
  }

  /** The browser has refused to read or write. */
  refuse(error: unknown): void {
    noted("reading or writing a work")(error);
    const refused = (error as Error | undefined)?.name === "QuotaExceededError" ? "full" : "blocked";
    if (refused === this.#refused) return;
    this.#refused = refused;
    this.#host.changed();
  }

  /** Puts what is not written yet into localStorage, at once. False if something would be lost. */
  #lastMoment(): boolean {
    this.#save();
    const all = [...this.#records].flatMap(({ id, address, when, base, rev, pending }) => {
      const version = { rev, by: this.#me };
      return pending === undefined ? [] : [{ id, address, when, version, base, work: pending }];
    });
    if (all.length === 0) return true;
    this.#last = true;
    return writeLast(this.#me, all);
  }
}
