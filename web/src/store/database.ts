// The database (IndexedDB) has two records for each work: its head, which is all that lists need, and the work itself. Both are written in one
// transaction. The head contains a version, so that a page does not overwrite what another page has written since it was read.
//
// localStorage is no alternative: it holds 5 MB, blocks the page during a write, and reaches the disk only seconds later.

import { type DBSchema, type IDBPDatabase, openDB } from "idb";
import { noted } from "../core/failures";
import { checkedWork, type Work } from "../core/work";
import { newId } from "./tab-ownership";

/** Identifies a write: its number, and the page that made it. */
export interface Version {
  rev: number;
  by: string;
}

/** A work to write. */
export interface Unwritten {
  id: string;
  /** Empty for the user's own work, `#…` for a work that was opened from an address, `-` for one that no longer belongs to its address. */
  address: string;
  /** Milliseconds since 1970. */
  when: number;
  version: Version;
  /** The version that was read or written before. */
  base: Version | undefined;
  work: Work;
}

/** The part of a work that lists show. */
export interface Head extends Pick<Unwritten, "id" | "address" | "when">, Version {
  title: string;
  /** The id of the example that it began as; empty if there is none. */
  example: string;
  /** The names of its files. */
  paths: string[];
}

export interface Stored {
  head: Head;
  work: Work;
}

interface Schema extends DBSchema {
  heads: { key: string; value: Head; indexes: { newest: [string, number] } };
  contents: { key: string; value: Work };
}

export const headOf = ({ id, address, when, version, work }: Omit<Unwritten, "base">): Head => {
  const { title, example, files } = work;
  return { id, address, when, ...version, title, example, paths: files.map(({ path }) => path) };
};

/**
 * The id under which a work is written, in place of what is there: its own, or a new one if another page has written the record since `base`.
 * `undefined` if its page has written it already.
 */
export function idToWrite(there: Version | undefined, { id, version, base }: Unwritten): string | undefined {
  if (there?.by === version.by) return there.rev >= version.rev ? undefined : id;
  return !there || (there.by === base?.by && there.rev === base.rev) ? id : newId();
}

/**
 * Waits until a transaction completes, and rejects with the reason if it was aborted. Waiting for its requests is not enough: if the quota is
 * exceeded after commit(), Chromium fires "abort" at the transaction, and sometimes neither "success" nor "error" at its last request.
 */
async function completed(done: Promise<void>, requests: Promise<unknown>[]): Promise<void> {
  // The request that failed has the reason; later ones and `done` have an AbortError.
  let reason: unknown;
  for (const request of requests)
    request.catch((error) => {
      if (error?.name !== "AbortError") reason ??= error;
    });
  await done.catch((error) => {
    throw reason ?? error;
  });
}

export class Database {
  #opening: Promise<IDBPDatabase<Schema>> | undefined;

  /** Rejects if the browser allows no database. */
  open(): Promise<IDBPDatabase<Schema>> {
    this.#opening ??= this.#open().catch((error) => {
      this.#opening = undefined;
      throw error;
    });
    return this.#opening;
  }

  async #open(): Promise<IDBPDatabase<Schema>> {
    const lost = () => {
      this.#opening = undefined;
    };
    return openDB<Schema>("ytterby", 2, {
      upgrade(db) {
        db.createObjectStore("heads", { keyPath: "id" }).createIndex("newest", ["address", "when"]);
        db.createObjectStore("contents");
      },
      // Another version of the page upgrades the database.
      blocking: (_old, _new, event) => {
        lost();
        (event.target as IDBDatabase).close();
      },
      terminated: lost,
    });
  }

  /** After a failure: the next operation opens a new connection, as some failures break the current one without an event. */
  leave(): void {
    void this.#opening?.then((db) => db.close()).catch(noted("closing the database"));
    this.#opening = undefined;
  }

  async read(id: string): Promise<Stored | undefined> {
    const tx = (await this.open()).transaction(["heads", "contents"]);
    const [head, work] = await Promise.all([tx.objectStore("heads").get(id), tx.objectStore("contents").get(id)]);
    return head && { head, work: checkedWork(work).work };
  }

  /** The latest work of an address. */
  async newest(address: string): Promise<Stored | undefined> {
    const index = (await this.open()).transaction("heads").store.index("newest");
    const cursor = await index.openKeyCursor(IDBKeyRange.bound([address], [address, []]), "prev");
    return cursor ? this.read(cursor.primaryKey) : undefined;
  }

  async heads(): Promise<Head[]> {
    return (await this.open()).getAll("heads");
  }

  /** Writes a work, and returns the id of its record. */
  async write(unwritten: Unwritten): Promise<string> {
    // Data that the operating system has survives a crash of the browser; waiting for the disk takes many times as long.
    const tx = (await this.open()).transaction(["heads", "contents"], "readwrite", { durability: "relaxed" });
    // `completed` reports its errors.
    tx.done.catch(() => {});
    const heads = tx.objectStore("heads");
    const id = idToWrite(await heads.get(unwritten.id), unwritten);
    if (id === undefined) return unwritten.id;
    const requests = [heads.put(headOf({ ...unwritten, id })), tx.objectStore("contents").put(unwritten.work, id)];
    // Without waiting for the requests: it then completes even if this page is closed now.
    tx.commit();
    await completed(tx.done, requests);
    return id;
  }

  async remove(ids: readonly string[]): Promise<void> {
    const tx = (await this.open()).transaction(["heads", "contents"], "readwrite");
    const requests = ids.flatMap((id) => [tx.objectStore("heads").delete(id), tx.objectStore("contents").delete(id)]);
    tx.commit();
    await completed(tx.done, requests);
  }
}
