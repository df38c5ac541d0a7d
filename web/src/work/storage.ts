// Keeps in the browser, between visits: the visitor's own work, what they made of playgrounds that others shared, works that were replaced, and
// the page's settings. What comes back is checked field by field: it may have been written by another version. A browser may refuse to store
// (private windows, full disks), which is told; within the visit everything is then kept in memory.
import { fromBase64url, toBase64url } from "../share/base64url";
import { checkedWork, sameWork, type Work } from "./work";

const OWN = "ytterby.work.v1";
const OPENED = "ytterby.opened.v1";
const EARLIER = "ytterby.earlier.v1";
const SETTINGS = "ytterby.settings.v1";

/** More than these are not kept; the oldest go first. */
const MOST_OPENED = 12;
const MOST_EARLIER = 12;

export type Theme = "system" | "light" | "dark";

export interface Settings {
  theme: Theme;
  /** Sizes of the panes in percent, by splitter. */
  panes: Record<string, number[]>;
  /** Codes of the lints that are switched off. */
  lintsOff: string[];
}

/** A work that made place for another. */
export interface Earlier {
  title: string;
  /** Milliseconds since 1970. */
  when: number;
  work: Work;
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;
const isText = (value: unknown): value is string => typeof value === "string";

/** What the browser refused to store. */
const refused = new Map<string, unknown>();

/** JSON has no bytes. */
const packed = (_: string, value: unknown) => (value instanceof Uint8Array ? { base64: toBase64url(value) } : value);
const unpacked = (_: string, value: unknown) =>
  isObject(value) && Object.keys(value).length === 1 && isText(value.base64)
    ? (fromBase64url(value.base64) ?? new Uint8Array())
    : value;

function read(key: string): unknown {
  if (refused.has(key)) return refused.get(key);
  try {
    return JSON.parse(localStorage.getItem(key) ?? "null", unpacked);
  } catch {
    return null;
  }
}

/** False if the browser refused. */
function write(key: string, value: unknown): boolean {
  try {
    localStorage.setItem(key, JSON.stringify(value, packed));
    refused.delete(key);
    return true;
  } catch {
    refused.set(key, structuredClone(value));
    return false;
  }
}

function list(key: string): Record<string, unknown>[] {
  const saved = read(key);
  return Array.isArray(saved) ? saved.filter(isObject) : [];
}

export function loadOwn(): Work | undefined {
  const saved = read(OWN);
  return isObject(saved) && Array.isArray(saved.files) ? checkedWork(saved).work : undefined;
}

export const saveOwn = (work: Work): boolean => write(OWN, work);

/** What the visitor made of a playground that the address names; nothing, if they left it as it was. */
export function loadOpened(address: string): Work | undefined {
  const found = list(OPENED).find((opened) => opened.address === address);
  return found && checkedWork(found.work).work;
}

/** Without a work: it is as it was shared. */
export function saveOpened(address: string, work: Work | undefined): boolean {
  const others = list(OPENED).filter((opened) => opened.address !== address);
  if (!work && others.length === list(OPENED).length) return true;
  return write(OPENED, [...(work ? [{ address, work }] : []), ...others].slice(0, MOST_OPENED));
}

/** The newest first. */
export const loadEarlier = (): Earlier[] =>
  list(EARLIER).map(({ title, when, work }) => ({
    title: isText(title) ? title : "",
    when: typeof when === "number" ? when : 0,
    work: checkedWork(work).work,
  }));

/** Keeps a work that makes place for another. */
export function keepEarlier(work: Work, title: string, when: number): boolean {
  const others = loadEarlier().filter((earlier) => !sameWork(earlier.work, work));
  return write(EARLIER, [{ title, when, work }, ...others].slice(0, MOST_EARLIER));
}

export function loadSettings(): Settings {
  const saved = read(SETTINGS);
  const theme = isObject(saved) && (saved.theme === "light" || saved.theme === "dark") ? saved.theme : "system";
  const panes: Settings["panes"] = {};
  if (isObject(saved) && isObject(saved.panes)) {
    for (const [name, sizes] of Object.entries(saved.panes)) {
      if (Array.isArray(sizes) && sizes.every((size) => typeof size === "number" && size >= 0 && size <= 100))
        panes[name] = sizes;
    }
  }
  const lintsOff = isObject(saved) && Array.isArray(saved.lintsOff) ? saved.lintsOff.filter(isText) : [];
  return { theme, panes, lintsOff };
}

export const saveSettings = (settings: Settings): boolean => write(SETTINGS, settings);
