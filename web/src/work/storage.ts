// Keeps in the browser, between visits: the visitor's own work, what they made of playgrounds that others shared, works that were replaced, and
// the page's settings. What comes back is checked field by field: it may have been written by another version. A browser may refuse to store
// (private windows, full disks), which is told; within the visit everything is then kept in memory. Where there is too little room, the oldest of
// what is kept beside the visitor's own work goes first. Several tabs share all this.
import { fromBase64url, toBase64url } from "../share/base64url";
import { checkedWork, sameWork, type Work } from "./work";

const OWN = "ytterby.work.v1";
const OPENED = "ytterby.opened.v1";
const EARLIER = "ytterby.earlier.v1";
const SETTINGS = "ytterby.settings.v1";

/** More than these are not kept; the oldest go first. */
const MOST_OPENED = 100;
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

/** Texts of at least so many characters take a while to be written as JSON. */
const LONG = 100_000;
/** As JSON, by themselves. What has been typed in one file leaves the others as they are. */
const written = new Map<string, string>();

function jsonOf(text: string): string {
  const json = written.get(text) ?? JSON.stringify(text);
  // Those of the newest work, roughly.
  written.delete(text);
  written.set(text, json);
  for (const [old] of written) {
    if (written.size <= 8) break;
    written.delete(old);
  }
  return json;
}

/** Does what takes long of storing a work ahead, so that it can be done in a turn of its own. False if nothing does. */
export function prepare({ files }: Work): boolean {
  const long = files.flatMap(({ content }) => (isText(content) && content.length >= LONG ? [content] : []));
  for (const content of long) jsonOf(content);
  return long.length > 0;
}

/** As JSON, long texts as they have been prepared. */
function json(value: unknown): string {
  const mark = crypto.randomUUID();
  const long: string[] = [];
  const text = JSON.stringify(value, (key, value) =>
    isText(value) && value.length >= LONG ? `${mark}${long.push(value) - 1}` : packed(key, value),
  );
  if (long.length === 0) return text;
  return text.replace(new RegExp(`"${mark}(\\d+)"`, "g"), (_, at) => jsonOf(long[Number(at)] ?? ""));
}

function read(key: string): unknown {
  if (refused.has(key)) return refused.get(key);
  try {
    return JSON.parse(localStorage.getItem(key) ?? "null", unpacked);
  } catch {
    return null;
  }
}

function put(key: string, text: string): boolean {
  try {
    localStorage.setItem(key, text);
    return true;
  } catch {
    return false;
  }
}

/** No browser has room for more. */
const MOST_TEXT = 5_200_000;

/** Tries again and again, giving up the oldest of a list before each try. What was in vain is brought back. */
function shrinking(key: string, fits: () => boolean): boolean {
  const before = list(key);
  for (let most = before.length - 1; most >= 0; most--) {
    if (put(key, json(before.slice(0, most))) && fits()) return true;
  }
  if (before.length > 0) put(key, json(before));
  return false;
}

function fitted(key: string, value: unknown): boolean {
  const text = json(value);
  const fits = () => put(key, text);
  if (fits()) return true;
  if (Array.isArray(value) && value.length > 1) return fitted(key, value.slice(0, -1));
  if (text.length > MOST_TEXT) return false;
  return (key !== EARLIER && shrinking(EARLIER, fits)) || (key === OWN && shrinking(OPENED, fits));
}

/** False if the browser refused. */
function write(key: string, value: unknown): boolean {
  if (fitted(key, value)) {
    refused.delete(key);
    return true;
  }
  refused.set(key, value);
  return false;
}

/** Whether the browser has stored everything. What it refused before may be tried again. */
export function allStored(again: boolean): boolean {
  if (again) for (const [key, value] of refused) write(key, value);
  return refused.size === 0;
}

function list(key: string): Record<string, unknown>[] {
  const saved = read(key);
  return Array.isArray(saved) ? saved.filter(isObject) : [];
}

/** The visitor's own work as this tab has last read or written it. */
let known: string | null = null;

function stored(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** What has been read ahead, and of what text. */
let ahead: { text: string; work: Work | undefined } | undefined;

/** Reads the visitor's own work before it is asked for: one of megabytes takes a turn of its own. */
export function readAhead(): void {
  const work = loadOwn();
  if (known !== null) ahead = { text: known, work };
}

export function loadOwn(): Work | undefined {
  known = stored(OWN);
  const before = ahead;
  ahead = undefined;
  if (before && before.text === known && !refused.has(OWN)) return before.work;
  const saved = read(OWN);
  return isObject(saved) && Array.isArray(saved.files) ? checkedWork(saved).work : undefined;
}

export function saveOwn(work: Work): boolean {
  // What another tab has written meanwhile is not lost.
  if (stored(OWN) !== known) {
    const other = loadOwn();
    if (other && !sameWork(other, work)) keepEarlier(other, other.title, Date.now());
  }
  const done = write(OWN, work);
  known = stored(OWN);
  return done;
}

/** Tells when another tab has written the visitor's own work. */
export function onOwnElsewhere(told: () => void): void {
  window.addEventListener("storage", ({ key }) => key === OWN && told());
}

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
