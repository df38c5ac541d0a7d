// The browser's database (IndexedDB): one record for each work that is kept, and one for each of its files, so that what is typed in one file
// leaves the others where they are. A work is written in one transaction: all of it or nothing. A record knows by which page it was written and
// how often, so that nobody writes over what another tab has written since it was read.
//
// Here and not in localStorage, which holds 5 MB, stops the page while it writes, and brings to the disk what it was given only seconds later.

import { type DBSchema, type IDBPDatabase, openDB } from "idb";
import { noted } from "../core/failures";
import { isObject } from "../core/guards";
import { checkedWork, type Work, type WorkFile } from "../core/work";

/** Which write of which page it was. */
export interface Version {
  rev: number;
  by: string;
}

type About = Omit<Work, "files">;

/** A work without its files' contents; and where among its files' records each is. */
export interface Head extends Version {
  id: string;
  /** What it was made of: empty for the visitor's own work, `#…` for what an address names, `-` for what has given up its place. */
  address: string;
  /** Milliseconds since 1970. */
  when: number;
  format: number;
  about: About;
  files: { path: string; at: number }[];
}

export interface Kept {
  head: Head;
  work: Work;
  /** What was found, if it is not all as it should be: something else has written it, or a newer version of this page. */
  odd?: unknown;
}

/** Files as they are in the database. */
export type Written = ReadonlyMap<string, { at: number; content: WorkFile["content"] }>;

/** A record of another format is of a version after this one. */
export const FORMAT = 1;

interface Schema extends DBSchema {
  works: { key: string; value: Head; indexes: { newest: [string, number] } };
  files: { key: [string, number]; value: WorkFile["content"] };
}

const NAME = "ytterby";
const filesOf = (id: string) => IDBKeyRange.bound([id], [id, []]);

export const writtenOf = ({ head, work }: Kept): Written =>
  new Map(
    work.files.flatMap(({ path, content }) => {
      const file = head.files.find((file) => file.path === path);
      return file ? [[path, { at: file.at, content }] as const] : [];
    }),
  );

/** Whatever is in the database, as far as it can be read. */
function read(head: Head, at: [string, number][], contents: WorkFile["content"][]): Kept {
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
  return { head, work, ...(whole ? {} : { odd: { ...head, files } }) };
}

/** Waits for the end of a transaction, and rejects with the reason if it was aborted. Not for its requests: if the quota is exceeded after
    commit(), Chromium fires "abort" at the transaction, and sometimes neither "success" nor "error" at its last request. */
async function ended(done: Promise<void>, requests: Promise<unknown>[]): Promise<void> {
  // A request that failed has the reason; those after it and `done` then have an AbortError.
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

  /** Rejects where the browser allows none. */
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
      // Another version of the page wants to change it.
      blocking: (_old: number, _new: number | null, event: Event) => {
        lost();
        (event.target as IDBDatabase).close();
      },
      terminated: lost,
    };
    return openDB<Schema>(NAME, 1, options).catch((error) => {
      // As a newer version of the page has left it.
      if (error?.name === "VersionError") return openDB<Schema>(NAME, undefined, options);
      throw error;
    });
  }

  /** After a failure: what comes next begins with a new connection, as some failures end the one there is without a word. */
  leave(): void {
    try {
      this.#writing?.abort();
    } catch {
      // It has ended.
    }
    void this.#opening?.then((db) => db.close()).catch(noted("closing the database"));
    this.#opening = undefined;
  }

  async read(id: string): Promise<Kept | undefined> {
    const tx = (await this.open()).transaction(["works", "files"]);
    const files = tx.objectStore("files");
    const [head, keys, contents] = await Promise.all([
      tx.objectStore("works").get(id),
      files.getAllKeys(filesOf(id)),
      files.getAll(filesOf(id)),
    ]);
    return head && read(head, keys, contents);
  }

  /** Of what an address names, the newest first. */
  async newest(address: string): Promise<string[]> {
    const tx = (await this.open()).transaction("works");
    const range = IDBKeyRange.bound([address], [address, []]);
    return (await tx.store.index("newest").getAllKeys(range)).reverse();
  }

  async heads(): Promise<Head[]> {
    return (await this.open()).getAll("works");
  }

  /** Writes what differs from what was written before, and gives what is written now; nothing if somebody else has written since `base`. */
  async write(
    id: string,
    address: string,
    when: number,
    { files, ...about }: Work,
    version: Version,
    base: Version | undefined,
    before: Written,
  ): Promise<Written | undefined> {
    const db = await this.open();
    // What the operating system has is safe from anything that ends the browser; waiting for the disk itself takes many times as long.
    const tx = db.transaction(["works", "files"], "readwrite", { durability: "relaxed" });
    this.#writing = tx;
    // leave() may abort it while the first request is awaited.
    tx.done.catch(() => {});
    const works = tx.objectStore("works");
    const contents = tx.objectStore("files");
    const there = await works.get(id);
    if (there && there.by !== version.by && (there.by !== base?.by || there.rev !== base.rev)) {
      await tx.done;
      return undefined;
    }
    // Whoever clears the site's data clears what was written before.
    const known: Written = there ? before : new Map();
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
    // Without waiting for the requests: then it is done even if this page ends now.
    tx.commit();
    await ended(tx.done, done);
    return written;
  }

  /** Of whatever it was, it is one of another address now, and used at another time. */
  async make(id: string, address: string, when?: number): Promise<void> {
    const tx = (await this.open()).transaction("works", "readwrite");
    const head = await tx.store.get(id);
    if (head) await tx.store.put({ ...head, address, when: when ?? head.when });
    await tx.done;
  }

  async remove(ids: readonly string[]): Promise<void> {
    const tx = (await this.open()).transaction(["works", "files"], "readwrite");
    const done = ids.flatMap((id) => [tx.objectStore("works").delete(id), tx.objectStore("files").delete(filesOf(id))]);
    await ended(tx.done, done);
  }
}
