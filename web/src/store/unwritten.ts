// Works in localStorage: those that the database did not have when a page was closed, because they were typed just before or because it rejected
// them. A page that is closed cannot wait, and localStorage is synchronous; the next page moves them to the database. Each page has its own entry.

import { fromBase64url, toBase64url } from "../core/base64url";
import { noted } from "../core/failures";
import { checkedWork } from "../core/work";
import type { Unwritten } from "./database";

const STORED = "ytterby.kept";
const UNWRITTEN = "ytterby.last.";

/** A work with bytes as texts, as JSON has no bytes. */
interface Packed extends Omit<Unwritten, "work"> {
  work: Omit<Unwritten["work"], "files"> & { files: { path: string; content?: string; base64?: string }[] };
}

const packed = ({ work, ...rest }: Unwritten): Packed => ({
  ...rest,
  work: {
    ...work,
    files: work.files.map(({ path, content }) =>
      typeof content === "string" ? { path, content } : { path, base64: toBase64url(content) },
    ),
  },
});

const unpacked = ({ work, ...rest }: Packed): Unwritten => {
  const files = work.files.map(({ path, content, base64 }) => ({
    path,
    content: base64 === undefined ? content : fromBase64url(base64),
  }));
  return { ...rest, work: checkedWork({ ...work, files }).work };
};

/** Keys of localStorage; none if the browser allows no storage. */
function keys(): string[] {
  try {
    return Object.keys(localStorage);
  } catch (error) {
    noted("reading localStorage")(error);
    return [];
  }
}

/** Whether anything may be stored. (A browser that was killed may have lost this entry.) */
export const mayHaveStored = (): boolean => keys().some((key) => key === STORED || key.startsWith(UNWRITTEN));

export function markStored(): void {
  try {
    if (localStorage.getItem(STORED) === null) localStorage.setItem(STORED, "1");
  } catch (error) {
    // The next page shows the first example for a moment, and then the work.
    noted("storing that works are stored")(error);
  }
}

/** The entry of a page. */
export const entryOf = (pageId: string): string => UNWRITTEN + pageId;

/** Returns the text of the entry; `undefined` if there is no room. */
export function leaveUnwritten(entry: string, all: readonly Unwritten[]): string | undefined {
  const text = JSON.stringify(all.map(packed));
  try {
    localStorage.setItem(entry, text);
    return text;
  } catch (error) {
    noted("storing what the database does not have yet")(error);
    return undefined;
  }
}

/** Removes an entry, unless its page has changed it since. */
export function forgetUnwritten(entry: string, text: string): void {
  try {
    if (localStorage.getItem(entry) === text) localStorage.removeItem(entry);
  } catch (error) {
    // The next page reads it again, and finds that the database has it.
    noted("removing an entry of localStorage")(error);
  }
}

/** The unwritten works of all pages. */
export const readUnwritten = (): { entry: string; text: string; all: Unwritten[] }[] =>
  keys()
    .filter((key) => key.startsWith(UNWRITTEN))
    .flatMap((entry) => {
      try {
        const text = localStorage.getItem(entry) ?? "[]";
        return { entry, text, all: (JSON.parse(text) as Packed[]).map(unpacked) };
      } catch (error) {
        noted("reading an entry of localStorage")(error);
        return [];
      }
    });
