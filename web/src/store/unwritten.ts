// Works in localStorage: those that the database did not have when a page was closed, because they were typed just before or because it rejected
// them. A page that is closed cannot wait, and localStorage is synchronous; the next page moves them to the database. Each page has its own entry.
//
// Also entries that cannot be read, as they were found: only the user removes them.

import { fromBase64url, toBase64url } from "../core/base64url";
import { noted } from "../core/failures";
import { isObject } from "../core/guards";
import { checkedWork, type Work } from "../core/work";
import type { Version } from "./database";

export interface Unwritten {
  id: string;
  address: string;
  when: number;
  version: Version;
  base: Version | undefined;
  /** `"removed"`: the record was to be removed. */
  work: Work | "removed";
}

/** An entry that cannot be read. */
export interface Unreadable {
  name: string;
  text: string;
}

const STORED = "ytterby.kept";
const UNWRITTEN = "ytterby.last.";
const UNREADABLE = "ytterby.unread.";

/** Browsers allow 5,242,880 characters for all pages of an origin together. With a larger work, the page asks before it is closed. */
const MOST_TEXT = 2_500_000;

const isVersion = (value: unknown): value is Version =>
  isObject(value) && typeof value.rev === "number" && typeof value.by === "string";

/** Bytes have no type in JSON. */
const packed = (_: string, value: unknown) => (value instanceof Uint8Array ? { base64: toBase64url(value) } : value);
const unpacked = (_: string, value: unknown) =>
  isObject(value) && Object.keys(value).length === 1 && typeof value.base64 === "string"
    ? (fromBase64url(value.base64) ?? new Uint8Array())
    : value;

/** `undefined` if it is not JSON. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text, unpacked);
  } catch {
    // The caller sets the text aside.
    return undefined;
  }
}

/** A work from JSON; `whole` if nothing had to be left out. */
function readWork(data: unknown): { work: Work; whole: boolean } | undefined {
  if (!isObject(data) || !Array.isArray(data.files)) return undefined;
  const { work, left } = checkedWork(data);
  return { work, whole: left.length === 0 && work.files.length === data.files.length };
}

function keys(prefix: string): string[] {
  try {
    return Object.keys(localStorage).filter((key) => key.startsWith(prefix));
  } catch (error) {
    noted("reading localStorage")(error);
    return [];
  }
}

function textAt(key: string): string | undefined {
  try {
    return localStorage.getItem(key) ?? undefined;
  } catch (error) {
    noted("reading localStorage")(error);
    return undefined;
  }
}

export function forget(key: string): void {
  try {
    localStorage.removeItem(key);
  } catch (error) {
    // The next page reads it again, and finds that the database has it.
    noted("removing an entry of localStorage")(error);
  }
}

/** Whether anything may be stored. (A browser that was killed may have lost this entry.) */
export const mayHaveStored = (): boolean => {
  try {
    return Object.keys(localStorage).some((key) => key.startsWith("ytterby.") && key !== "ytterby.settings.v1");
  } catch (error) {
    noted("reading localStorage")(error);
    return false;
  }
};

export function markStored(): void {
  try {
    if (localStorage.getItem(STORED) === null) localStorage.setItem(STORED, "1");
  } catch (error) {
    // The next page shows the first example for a moment, and then the work.
    noted("storing that works are stored")(error);
  }
}

/** False if not everything could be stored. */
export function leaveUnwritten(by: string, all: readonly Unwritten[]): boolean {
  const length = (content: string | Uint8Array) =>
    typeof content === "string" ? content.length : content.length * 1.4;
  const files = all.flatMap(({ work }) => (work === "removed" ? [] : work.files));
  const sum = files.reduce((sum, { content }) => sum + length(content), 0);
  if (sum > MOST_TEXT) return false;
  try {
    localStorage.setItem(UNWRITTEN + by, JSON.stringify(all, packed));
    return true;
  } catch (error) {
    noted("storing what the database does not have yet")(error);
    return false;
  }
}

export const forgetUnwritten = (by: string): void => forget(UNWRITTEN + by);

/** Entries of other pages, with the keys to remove once they are in the database. */
export function readUnwritten(by: string): { key: string; all: Unwritten[] }[] {
  return keys(UNWRITTEN)
    .filter((key) => key !== UNWRITTEN + by)
    .flatMap((key) => {
      const text = textAt(key);
      if (text === undefined) return [];
      const found = parsed(text);
      const all = (Array.isArray(found) ? found : []).flatMap((last): Unwritten[] => {
        if (!isObject(last)) return [];
        const read = last.work === "removed" ? { work: "removed" as const, whole: true } : readWork(last.work);
        if (!read?.whole) return [];
        const { id, address, when, version, base } = last;
        if (typeof id !== "string" || typeof address !== "string" || typeof when !== "number") return [];
        if (!isVersion(version)) return [];
        return [{ id, address, when, version, base: isVersion(base) ? base : undefined, work: read.work }];
      });
      if (!Array.isArray(found) || all.length < found.length) setAsideText(key, text);
      return all.length > 0 ? [{ key, all }] : [];
    });
}

/** Renames an entry that cannot be read. If there is no room for that, it stays where it is. */
function setAsideText(key: string, text: string): void {
  try {
    localStorage.setItem(`${UNREADABLE}${Date.now().toString(36)}.${key}`, text);
    localStorage.removeItem(key);
  } catch (error) {
    noted("renaming an entry that cannot be read")(error);
    stuck.set(key, text);
  }
}

/** Entries that stay where they are. */
const stuck = new Map<string, string>();

export function unreadable(): Unreadable[] {
  const stored = keys(UNREADABLE).map((name) => [name, textAt(name) ?? ""] as const);
  return [...stored, ...stuck].map(([name, text]) => ({ name, text }));
}

export function forgetUnreadable(name: string): void {
  stuck.delete(name);
  forget(name);
}
