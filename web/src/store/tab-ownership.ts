// Which records are open in this tab. Only one tab writes a record: the first that opens it, which holds a lock for it. sessionStorage remembers the
// record over a reload.
import { noted } from "../core/failures";

const TAB = "ytterby.tab";
const lockOf = (id: string): string => `ytterby ${id}`;

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

/** A claim to be the only tab that writes a record. If another tab owns it, it is granted when that tab is closed. */
export class Claim {
  /** Resolves when no other tab writes the record. */
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
        // Without locks, only the record's version protects it.
        .catch((error) => {
          if (waiting.signal.aborted) return;
          noted("asking for the lock of a record")(error);
          own();
        });
    });
  }

  /** Whether no other tab writes the record. */
  get owned(): boolean {
    return this.#owned;
  }

  release(): void {
    this.#release();
  }
}

/** Ids of the records that are open in any tab. */
export async function heldRecords(): Promise<Set<string>> {
  const { held = [] } = (await navigator.locks?.query().catch(noted("asking for locks"))) ?? {};
  return new Set(held.map(({ name = "" }) => name.replace(/^ytterby /, "")));
}
