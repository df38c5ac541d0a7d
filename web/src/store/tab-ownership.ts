// Which records this tab has. A record is written by one tab only, the first that has it, as long as it holds the record's lock. Which record a tab has
// open, the tab remembers over a reload.
import { noted } from "../core/failures";

const TAB = "ytterby.tab";
const lockOf = (id: string): string => `ytterby ${id}`;

/** Where the page comes over plain HTTP, there is no randomUUID. */
export const newId = (): string =>
  Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join("-");

/** The records that the tab has open: the visitor's own work, and the newest of those that addresses name. */
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

/** A claim to be the tab that writes a record. If another tab has it, it is granted once that tab has gone. */
export class Claim {
  /** Settles when no other tab writes the record. */
  readonly granted: Promise<void>;
  #owned: boolean;
  #release = (): void => {};

  /** `isNew`: no other tab can know the record. */
  constructor(id: string, isNew: boolean) {
    this.#owned = isNew || !navigator.locks;
    if (!navigator.locks) {
      this.granted = Promise.resolve();
      return;
    }
    const waiting = new AbortController();
    const held = new Promise<void>((resolve) => {
      this.#release = () => {
        waiting.abort();
        resolve();
      };
    });
    this.granted = new Promise((resolve) => {
      const own = () => {
        this.#owned = true;
        resolve();
      };
      navigator.locks
        .request(lockOf(id), { signal: waiting.signal }, () => {
          own();
          return held;
        })
        // Without locks for this page, the record's version alone says who wrote it.
        .catch((error) => {
          if (waiting.signal.aborted) return;
          noted("asking for the lock of a record")(error);
          own();
        });
    });
  }

  /** No other tab writes the record. */
  get owned(): boolean {
    return this.#owned;
  }

  release(): void {
    this.#release();
  }
}

/** The records that any tab has open. */
export async function heldRecords(): Promise<Set<string>> {
  const { held = [] } = (await navigator.locks?.query().catch(noted("asking for locks"))) ?? {};
  return new Set(held.map(({ name = "" }) => name.replace(/^ytterby /, "")));
}
