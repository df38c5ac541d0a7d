// The database (IndexedDB) has one record for each work, and one for each of its files, so that an edit of one file does not write the others. A work
// is written in one transaction. Its record contains a version, so that a tab does not overwrite what another tab has written since it was read.
//
// localStorage is no alternative: it holds 5 MB, blocks the page during a write, and reaches the disk only seconds later.

import { type DBSchema, type IDBPDatabase, openDB } from "idb";
import { noted } from "../core/failures";
import { isObject } from "../core/guards";
import { checkedWork, type Work, type WorkFile } from "../core/work";

/** Identifies a write: its number, and the page that made it. */
export interface Version {
  rev: number;
  by: string;
}

type About = Omit<Work, "files">;

/** A work without the contents of its files, and the keys of their records. */
export interface Head extends Version {
  id: string;
  /** Empty for the user's own work, `#…` for a work that was opened from an address, `-` for one that no longer belongs to its address. */
  address: string;
  /** Milliseconds since 1970. */
  when: number;
  format: number;
  about: About;
  files: { path: string; at: number }[];
}

export interface StoredWork {
  head: Head;
  work: Work;
  /** The record as it was found, if it is invalid or incomplete: written by something else, or by a newer version of the page. */
  invalid?: unknown;
}

/** The files that the database contains. */
export type StoredFiles = ReadonlyMap<string, { at: number; content: WorkFile["content"] }>;

/** Records of other formats were written by a later version of the page. */
export const FORMAT = 1;

interface Schema extends DBSchema {
  works: { key: string; value: Head; indexes: { newest: [string, number] } };
  files: { key: [string, number]; value: WorkFile["content"] };
}

const NAME = "ytterby";
const filesOf = (id: string) => IDBKeyRange.bound([id], [id, []]);

export const storedFilesOf = ({ head, work }: StoredWork): StoredFiles =>
  new Map(
    work.files.flatMap(({ path, content }) => {
      const file = head.files.find((file) => file.path === path);
      return file ? [[path, { at: file.at, content }] as const] : [];
    }),
  );

/** Reads as much of a record as possible. */
function read(head: Head, at: [string, number][], contents: WorkFile["content"][]): StoredWork {
  const found = new Map(at.map(([, number], index) => [number, contents[index]]));
  const listed: unknown[] = Array.isArray(head.files) ? head.files : [];
  const files = listed.map((file) =>
    isObject(file) ? { path: file.path, content: found.get(Number(file.at)) } : file,
  );
  const { work, left } = checkedWork({ ...(isObject(head.about) ? head.about : {}), files });
  const whole =
    head.format === FORMAT &&
    isObject(head.about) &&
    left.length === 0 &&
    work.files.length === listed.length &&
    files.every((file) => isObject(file) && file.content !== undefined);
  return { head, work, ...(whole ? {} : { invalid: { ...head, files } }) };
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
  #writing: { abort(): void } | undefined;

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
    const options = {
      upgrade(db: IDBPDatabase<Schema>) {
        db.createObjectStore("works", { keyPath: "id" }).createIndex("newest", ["address", "when"]);
        db.createObjectStore("files");
      },
      // Another version of the page upgrades the database.
      blocking: (_old: number, _new: number | null, event: Event) => {
        lost();
        (event.target as IDBDatabase).close();
      },
      terminated: lost,
    };
    return openDB<Schema>(NAME, 1, options).catch((error) => {
      // A newer version of the page has upgraded it.
      if (error?.name === "VersionError") return openDB<Schema>(NAME, undefined, options);
      throw error;
    });
  }

  /** After a failure: the next operation opens a new connection, as some failures break the current one without an event. */
  leave(): void {
    try {
      this.#writing?.abort();
    } catch {
      // The transaction has completed already.
    }
    void this.#opening?.then((db) => db.close()).catch(noted("closing the database"));
    this.#opening = undefined;
  }

  async read(id: string): Promise<StoredWork | undefined> {
    const tx = (await this.open()).transaction(["works", "files"]);
    const files = tx.objectStore("files");
    const [head, keys, contents] = await Promise.all([
      tx.objectStore("works").get(id),
      files.getAllKeys(filesOf(id)),
      files.getAll(filesOf(id)),
    ]);
    return head && read(head, keys, contents);
  }

  /** Ids of the works of an address, the latest first. */
  async newest(address: string): Promise<string[]> {
    const tx = (await this.open()).transaction("works");
    const range = IDBKeyRange.bound([address], [address, []]);
    return (await tx.store.index("newest").getAllKeys(range)).reverse();
  }

  async heads(): Promise<Head[]> {
    return (await this.open()).getAll("works");
  }

  /** Writes what differs from `before`, and returns the files that are stored now. Returns `undefined` if another page has written since `base`. */
  async write(
    id: string,
    address: string,
    when: number,
    { files, ...about }: Work,
    version: Version,
    base: Version | undefined,
    before: StoredFiles,
  ): Promise<StoredFiles | undefined> {
    const db = await this.open();
    // Data that the operating system has survives a crash of the browser; waiting for the disk takes many times as long.
    const tx = db.transaction(["works", "files"], "readwrite", { durability: "relaxed" });
    this.#writing = tx;
    // `completed` reports its errors. leave() may abort it before that is called.
    tx.done.catch(() => {});
    const works = tx.objectStore("works");
    const contents = tx.objectStore("files");
    const there = await works.get(id);
    if (there && there.by !== version.by && (there.by !== base?.by || there.rev !== base.rev)) {
      await tx.done;
      return undefined;
    }
    // The user may have cleared the site's data.
    const known: StoredFiles = there ? before : new Map();
    const done: Promise<unknown>[] = [];
    const written = new Map<string, { at: number; content: WorkFile["content"] }>();
    const taken = new Set(files.flatMap(({ path }) => known.get(path)?.at ?? []));
    let next = 0;
    const free = () => {
      while (taken.has(next)) next++;
      taken.add(next);
      return next;
    };
    for (const { path, content } of files) {
      const same = known.get(path);
      const at = same?.at ?? free();
      if (!same || same.content !== content) done.push(contents.put(content, [id, at]));
      written.set(path, { at, content });
    }
    for (const { at } of known.values()) if (!taken.has(at)) done.push(contents.delete([id, at]));
    const list = [...written].map(([path, { at }]) => ({ path, at }));
    done.push(works.put({ id, address, when, ...version, format: FORMAT, about, files: list }));
    // Without waiting for the requests: it then completes even if this page is closed now.
    tx.commit();
    await completed(tx.done, done);
    return written;
  }

  /** Assigns a work to another address, and optionally sets the time of its last use. */
  async make(id: string, address: string, when?: number): Promise<void> {
    const tx = (await this.open()).transaction("works", "readwrite");
    const head = await tx.store.get(id);
    if (head) await tx.store.put({ ...head, address, when: when ?? head.when });
    await tx.done;
  }

  async remove(ids: readonly string[]): Promise<void> {
    const tx = (await this.open()).transaction(["works", "files"], "readwrite");
    const done = ids.flatMap((id) => [tx.objectStore("works").delete(id), tx.objectStore("files").delete(filesOf(id))]);
    await completed(tx.done, done);
  }
}
