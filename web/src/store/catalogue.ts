// The works in the database: which is the newest, which are earlier ones, which are so old that they go, and which cannot be read.
import { noted } from "../core/failures";
import type { Work } from "../core/work";
import { type Database, FORMAT, type Head, type Kept } from "./database";
import { forgetUnread, type Unread, unread } from "./last-moment";
import { heldRecords } from "./tab-ownership";
import type { OpenRecord } from "./write-queue";

/** A work that is not on show. */
export interface Earlier {
  id: string;
  title: string;
  /** Milliseconds since 1970. */
  when: number;
  /** Another tab has it open. */
  elsewhere: boolean;
}

/** More are not kept; the oldest go first. */
export const MOST_OWN = 50;
const MOST_OPENED = 100;

/** Whether a work belongs to an address, such as a link's, rather than to the visitor. */
const isShared = (address: string): boolean => address.startsWith("#");

export class Catalogue {
  readonly #db: Database;
  /** The records that this tab has open or still has to write. */
  readonly #records: () => Iterable<OpenRecord>;
  readonly #changed: () => void;
  #unread: (Unread & { work?: Work })[] = [];

  constructor(db: Database, records: () => Iterable<OpenRecord>, changed: () => void) {
    this.#db = db;
    this.#records = records;
    this.#changed = changed;
  }

  /** What was found and means nothing to this page. */
  get unread(): readonly (Unread & { work?: Work })[] {
    return this.#unread;
  }

  /** Looks for what pages have set apart because they could not read it. */
  collectUnread(): void {
    this.#unread.push(...unread());
  }

  /** The visitor has seen it, and has no use for it. */
  async forgetUnread(name: string): Promise<void> {
    this.#unread = this.#unread.filter((other) => other.name !== name);
    forgetUnread(name);
    await this.#db.remove([name]).catch(noted("removing what cannot be read"));
    this.#changed();
  }

  /** The newest work of an address that can be read whole. Others are listed as unread. */
  async newest(address: string): Promise<Kept | undefined> {
    for (const id of await this.#db.newest(address)) {
      const kept = await this.#db.read(id);
      if (!kept?.odd) return kept;
      if (this.#unread.some(({ name }) => name === id)) continue;
      const bytes = (_: string, value: unknown) => (value instanceof Uint8Array ? { bytes: [...value] } : value);
      this.#unread.push({ name: id, text: JSON.stringify(kept.odd, bytes, 1), work: kept.work });
      this.#changed();
    }
    return undefined;
  }

  /** The visitor's own works but the one with the id `here`, and what has given up its address; the newest first. */
  async earlier(here: string | undefined): Promise<Earlier[]> {
    const heads = (await this.#db.heads().catch(noted("listing works"))) ?? [];
    const open = await heldRecords();
    const mine = [...this.#records()];
    const kept = earlierHeads(heads).map(({ id, when, about: { title }, files }) => ({
      id,
      when,
      title,
      paths: files.map(({ path }) => path),
    }));
    const unwritten = mine.flatMap(({ id, address, when, base, pending }) =>
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
        elsewhere: open.has(id) && !mine.some((record) => record.id === id),
      }));
  }

  /** Removes the oldest of very many, but none that is open in any tab. */
  async clear(): Promise<void> {
    const open = new Set([...(await heldRecords()), ...[...this.#records()].map(({ id }) => id)]);
    const old = oldest(await this.#db.heads()).filter((id) => !open.has(id));
    if (old.length > 0) await this.#db.remove(old);
  }
}

/** Of the visitor's own works all, of those of an address all but the newest. */
export function earlierHeads(heads: readonly Head[]): Head[] {
  const newest = new Map<string, Head>();
  for (const head of heads) if (!((newest.get(head.address)?.when ?? -1) >= head.when)) newest.set(head.address, head);
  return heads.filter(
    (head) => head.format === FORMAT && (!isShared(head.address) || newest.get(head.address) !== head),
  );
}

/** The ids of works beyond those that are kept, own and shared ones apart. Records of other formats are left alone. */
export function oldest(heads: readonly Head[]): string[] {
  const known = heads.filter(({ format }) => format === FORMAT).sort((a, b) => b.when - a.when);
  return [
    ...known.filter(({ address }) => isShared(address)).slice(MOST_OPENED),
    ...known.filter(({ address }) => !isShared(address)).slice(MOST_OWN),
  ].map(({ id }) => id);
}
