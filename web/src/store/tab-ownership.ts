// Which records this tab has open. Only one tab writes a record: the first that opens it. sessionStorage remembers the record over a reload.
import { noted } from "../core/failures";

const TAB = "ytterby.tab";
/** The page that has the record may be closing: the same tab, before a reload. */
const GRACE_MS = 250;

/** Without HTTPS there is no randomUUID. */
export const newId = (): string =>
  Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join("-");

/** Ids of the open records: the user's own work, and the latest of those that belong to addresses. */
export interface Remembered {
  own?: string;
  address?: string;
  id?: string;
}

export function remembered(): Remembered {
  try {
    const found = JSON.parse(sessionStorage.getItem(TAB) ?? "{}");
    return typeof found === "object" && found !== null ? found : {};
  } catch (error) {
    noted("reading which work the tab had open")(error);
    return {};
  }
}

export function remember(address: string, id: string): void {
  try {
    const { own } = remembered();
    sessionStorage.setItem(TAB, JSON.stringify(address === "" ? { ...remembered(), own: id } : { own, address, id }));
  } catch (error) {
    // A reload opens the newest work then.
    noted("storing which work the tab has open")(error);
  }
}

/** The records that are this tab's until it is closed. */
const owned = new Map<string, Promise<boolean>>();

/** Resolves to true if the record is this tab's from now on, and to false if another tab has it. */
export function claim(id: string): Promise<boolean> {
  const before = owned.get(id);
  if (before) return before;
  const claimed = lock(id).then((isOwned) => {
    // The other tab may be closed by the next time.
    if (!isOwned) owned.delete(id);
    return isOwned;
  });
  owned.set(id, claimed);
  return claimed;
}

const PREFIX = "ytterby ";

/** Ids of the records that other tabs have open, where the browser has locks. */
export async function openElsewhere(): Promise<ReadonlySet<string>> {
  const query = navigator.locks?.query().catch(noted("asking which records are open"));
  const ids = ((await query)?.held ?? []).map(({ name = "" }) => name.slice(PREFIX.length));
  return new Set(ids.filter((id) => !owned.has(id)));
}

async function lock(id: string): Promise<boolean> {
  // Without locks, only the version of a record protects it.
  if (!navigator.locks) return true;
  const name = PREFIX + id;
  return (await request(name, { ifAvailable: true })) || request(name, { signal: AbortSignal.timeout(GRACE_MS) });
}

/** Whether this tab has a lock, which it then holds until it is closed. */
const request = (name: string, options: LockOptions): Promise<boolean> =>
  new Promise((resolve) => {
    const held = (lock: Lock | null) => {
      resolve(lock !== null);
      return lock && new Promise(() => {});
    };
    navigator.locks.request(name, options, held).catch((error) => {
      if (!options.signal?.aborted) noted("asking for the lock of a record")(error);
      resolve(!options.signal?.aborted);
    });
  });
