// Lists the works in the database: the latest, the earlier ones, those that are removed because there are too many, and those that cannot be read.
import { signal } from "@preact/signals-core";
import { noted } from "../core/failures";
import type { Work } from "../core/work";
import { type Database, FORMAT, type Head, type StoredWork } from "./database";
import { heldRecords } from "./tab-ownership";
import { forgetUnreadable, type Unreadable, unreadable } from "./unwritten";
import type { OpenRecord } from "./write-queue";

/** A work that is not open. */
export interface Earlier {
  id: string;
  title: string;
  /** The id of the example that it began as; empty if there is none. */
  example: string;
  /** The names of its files. */
  files: string;
  /** Milliseconds since 1970. */
  when: number;
  /** Another tab has it open. */
  elsewhere: boolean;
}

/** Of more works, the oldest are removed. */
export const MOST_OWN = 50;
const MOST_OPENED = 100;

/** Whether a work belongs to an address, such as that of a link, rather than to the user. */
const isShared = (address: string): boolean => address.startsWith("#");

export class Catalogue {
  readonly #db: Database;
  /** The records that are open in this tab or still have to be written. */
  readonly #records: () => Iterable<OpenRecord>;
  readonly #unreadable = signal<readonly (Unreadable & { work?: Work })[]>([]);

  constructor(db: Database, records: () => Iterable<OpenRecord>) {
    this.#db = db;
    this.#records = records;
  }

  /** Records and texts that cannot be read. */
  get unreadable(): readonly (Unreadable & { work?: Work })[] {
    return this.#unreadable.value;
  }

  /** Collects texts that other pages have set aside because they could not read them. */
  collectUnreadable(): void {
    this.#unreadable.value = [...this.unreadable, ...unreadable()];
  }

  /** Removes what cannot be read, at the user's request. */
  async forgetUnreadable(name: string): Promise<void> {
    this.#unreadable.value = this.unreadable.filter((other) => other.name !== name);
    forgetUnreadable(name);
    await this.#db.remove([name]).catch(noted("removing what cannot be read"));
  }

  /** The latest work of an address that can be read completely. Others are listed in `unreadable`. */
  async newest(address: string): Promise<StoredWork | undefined> {
    for (const id of await this.#db.newest(address)) {
      const stored = await this.#db.read(id);
      if (!stored?.invalid) return stored;
      if (this.unreadable.some(({ name }) => name === id)) continue;
      const bytes = (_: string, value: unknown) => (value instanceof Uint8Array ? { bytes: [...value] } : value);
      const text = JSON.stringify(stored.invalid, bytes, 1);
      this.#unreadable.value = [...this.unreadable, { name: id, text, work: stored.work }];
    }
    return undefined;
  }

  /** The user's own works, but for the one with the id `here`, and works that no longer belong to an address; the latest first. */
  async earlier(here: string | undefined): Promise<Earlier[]> {
    const heads = (await this.#db.heads().catch(noted("listing works"))) ?? [];
    const open = await heldRecords();
    const mine = [...this.#records()];
    const stored = earlierHeads(heads).map(({ id, when, about: { title, example }, files }) => ({
      id,
      when,
      title,
      example,
      paths: files.map(({ path }) => path),
    }));
    const unwritten = mine.flatMap(({ id, address, when, base, pending }) =>
      typeof pending !== "object" || base || address !== ""
        ? []
        : [{ id, when, title: pending.title, example: pending.example, paths: pending.files.map(({ path }) => path) }],
    );
    return [...stored, ...unwritten]
      .filter(({ id }) => id !== here)
      .sort((a, b) => b.when - a.when)
      .map(({ id, when, title, example, paths }) => ({
        id,
        when,
        title,
        example,
        files: paths.join(", ") || "No files",
        elsewhere: open.has(id) && !mine.some((record) => record.id === id),
      }));
  }

  /** Removes the oldest works if there are too many, but none that is open in any tab. */
  async clear(): Promise<void> {
    const open = new Set([...(await heldRecords()), ...[...this.#records()].map(({ id }) => id)]);
    const old = oldest(await this.#db.heads()).filter((id) => !open.has(id));
    if (old.length > 0) await this.#db.remove(old);
  }
}

/** All of the user's own works, and all works of an address but the latest. */
export function earlierHeads(heads: readonly Head[]): Head[] {
  const newest = new Map<string, Head>();
  for (const head of heads) if (!((newest.get(head.address)?.when ?? -1) >= head.when)) newest.set(head.address, head);
  return heads.filter(
    (head) => head.format === FORMAT && (!isShared(head.address) || newest.get(head.address) !== head),
  );
}

/** Ids of works beyond the limits, which count own and shared works separately. Records of other formats are not removed. */
export function oldest(heads: readonly Head[]): string[] {
  const known = heads.filter(({ format }) => format === FORMAT).sort((a, b) => b.when - a.when);
  return [
    ...known.filter(({ address }) => isShared(address)).slice(MOST_OPENED),
    ...known.filter(({ address }) => !isShared(address)).slice(MOST_OWN),
  ].map(({ id }) => id);
}
