// Zips: a work's files, and one more entry with everything else. From other zips, all files are taken.

import { strFromU8, strToU8, Zip, ZipDeflate } from "fflate";
import { isObject } from "../core/guards";
import { joined } from "../core/joined";
import { UserError } from "../core/user-error";
import { type Checked, checkedWork, MOST_FILES, pathObjection, type Work, type WorkFile } from "../core/work";
import { type Entry, zipEntries } from "./zip-entries";

const VERSION = 1;
/** Larger zips are rejected, by their uncompressed size. */
const MOST_BYTES = 20_000_000;
/** Inflating damaged entries takes time as well: no more than this many are tried. */
const MOST_TRIED = 2 * MOST_FILES;
/** The same work results in the same bytes. Zips have no earlier time, and no time zone. */
const TIME = new Date(1980, 0, 1);

/** Everything but the files' contents and the progress of the lesson. */
interface About extends Omit<Work, "files" | "done"> {
  ytterby: number;
  /** In order. */
  files: { path: string; text: boolean }[];
}

const ABOUT = /^\.ytterby(-\d+)?\.json$/;

function aboutName(paths: string[]): string {
  for (let n = 1; ; n++) {
    const name = n === 1 ? ".ytterby.json" : `.ytterby-${n}.json`;
    if (!paths.includes(name)) return name;
  }
}

export function writeZip(work: Work): Uint8Array {
  // The progress of a lesson stays with the reader.
  const { files, done: _, ...rest } = work;
  const listed = files.map(({ path, content }) => ({ path, text: typeof content === "string" }));
  const about: About = { ytterby: VERSION, ...rest, files: listed };
  const name = aboutName(files.map(({ path }) => path));
  return zipOf([{ path: name, content: JSON.stringify(about, null, 1) }, ...files]);
}

/** A zip of these files only. */
export function zipOf(files: readonly WorkFile[]): Uint8Array {
  const pieces: Uint8Array[] = [];
  const zip = new Zip((error, piece) => {
    if (error) throw error;
    pieces.push(piece);
  });
  for (const { path, content } of files) {
    const entry = new ZipDeflate(path, { level: 9 });
    entry.mtime = TIME;
    zip.add(entry);
    entry.push(typeof content === "string" ? strToU8(content) : content, true);
  }
  zip.end();
  return joined(pieces);
}

/** The work in a zip, and whether a playground was saved as this zip. */
export interface ReadZip extends Checked {
  saved: boolean;
}

/** Throws a message if it is not a zip. */
export function readZip(zip: Uint8Array): ReadZip {
  let entries: Entry[];
  try {
    entries = zipEntries(zip);
  } catch {
    // The error contains only an offset.
    throw new UserError("This is not a zip file, or it is corrupted.");
  }
  if (entries.reduce((sum, { size }) => sum + size, 0) > MOST_BYTES)
    throw new UserError(`The zip contains more than ${MOST_BYTES / 1_000_000} MB.`);
  const about = readAbout(entries);
  const listed = (about?.files ?? []).map(({ path, text }) => ({ path, entry: path, text }));
  const ours = new Set(listed.map(({ entry }) => entry));
  // Beside the listed files: all in other zips, or those added since. No folders, and nothing hidden, such as `.git/`.
  const others = entries
    .filter(({ name }) => !ours.has(name) && !name.endsWith("/") && !/^__MACOSX\/|(^|[/\\])\.[^/\\.]/.test(name))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .map(({ name }) => ({ path: name.replaceAll("\\", "/").replace(/^(\.\/)+/, ""), entry: name, text: false }));
  const byName = new Map(entries.map((entry) => [entry.name, entry]));
  const missing: string[] = [];
  const files: WorkFile[] = [];
  const taken = new Set<string>();
  const refuse = (path: string, why: string) => missing.push(`The file ${JSON.stringify(path.slice(0, 60))} ${why}`);
  let tried = 0;
  for (const { path, entry, text } of [...listed, ...others]) {
    // One more than allowed, so that `left` reports it.
    if (files.length > MOST_FILES) break;
    const objection = taken.has(path) ? "Another file has this name." : pathObjection(path);
    if (objection) {
      refuse(path, `was skipped. ${objection}`);
      continue;
    }
    if (++tried > MOST_TRIED) {
      missing.push("The remaining files were skipped.");
      break;
    }
    const bytes = byName.get(entry)?.read() ?? "is missing";
    if (typeof bytes !== "string") {
      taken.add(path);
      files.push({ path, content: text ? new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes) : bytes });
    } else refuse(path, `${bytes} and was skipped.`);
  }
  const { work, left } = checkedWork({ ...about, files });
  return { work, left: [...missing, ...left], saved: about !== undefined };
}

/** The entry with everything else, in a zip of this page: the first one, unless other tools have packed the files again. */
function readAbout(entries: Entry[]): About | undefined {
  const named = entries.filter(({ name }) => ABOUT.test(name));
  const found: { about: About; entry: Entry }[] = [];
  // Zips of this page have few entries with such names; each is inflated to be checked.
  for (const entry of named.slice(0, MOST_FILES)) {
    const about = found.length < 2 ? aboutIn(entry) : undefined;
    if (about) found.push({ about, entry });
  }
  if (found.length > 1 && found[0]?.entry !== entries[0]) return undefined;
  const about = found[0]?.about;
  if (about && about.ytterby > VERSION)
    throw new UserError("This zip was made by a newer version of the playground. Reload the page to get it.");
  return about;
}

function aboutIn(entry: Entry): About | undefined {
  const bytes = entry.read();
  if (typeof bytes === "string") return undefined;
  let about: Partial<About> | null;
  try {
    about = JSON.parse(strFromU8(bytes));
  } catch {
    // A user's file with the same name.
    return undefined;
  }
  if (!isObject(about) || typeof about.ytterby !== "number" || !Array.isArray(about.files)) return undefined;
  const files = about.files.filter((file) => isObject(file) && typeof file.path === "string");
  return { ...(about as About), files };
}
