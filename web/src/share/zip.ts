// Zips: a work's files as they are, and beside them one entry with everything else. A zip from elsewhere is its files.
import { strFromU8, strToU8, unzipSync, Zip, ZipDeflate } from "fflate";
import { type Checked, checkedWork, MOST_FILES, type Work } from "../work/work";

const VERSION = 1;
/** More than this, unpacked, is refused. */
const MOST_BYTES = 20_000_000;
/** The same work gives the same zip. The format has no earlier time, and no zone. */
const TIME = new Date(1980, 0, 1);

/** Everything but the files' contents. */
interface About extends Omit<Work, "files"> {
  ytterby: number;
  /** In order. `entry` is the name in the zip. */
  files: { path: string; entry: string; text: boolean }[];
}

const ABOUT = /^\.ytterby(-\d+)?\.json$/;

function aboutName(paths: string[]): string {
  for (let n = 1; ; n++) {
    const name = n === 1 ? ".ytterby.json" : `.ytterby-${n}.json`;
    if (!paths.includes(name)) return name;
  }
}

export function writeZip(work: Work): Uint8Array {
  const { files, ...rest } = work;
  const named = files.map(({ path, content }, at) => ({
    path,
    // A name that no object can have as a key of its own.
    entry: path === "__proto__" ? `file-${at}` : path,
    text: typeof content === "string",
  }));
  const about: About = { ytterby: VERSION, ...rest, files: named };
  const pieces: Uint8Array[] = [];
  const zip = new Zip((error, piece) => {
    if (error) throw error;
    pieces.push(piece);
  });
  const add = (name: string, content: string | Uint8Array) => {
    const entry = new ZipDeflate(name, { level: 9 });
    entry.mtime = TIME;
    zip.add(entry);
    entry.push(typeof content === "string" ? strToU8(content) : content, true);
  };
  add(aboutName(named.map(({ entry }) => entry)), JSON.stringify(about, null, 1));
  for (const [at, { content }] of files.entries()) add(named[at]?.entry ?? "", content);
  zip.end();
  const all = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const piece of pieces) {
    all.set(piece, at);
    at += piece.length;
  }
  return all;
}

/** The work in a zip. Throws what is to be told if it is none. */
export function readZip(zip: Uint8Array): Checked {
  let left = MOST_BYTES;
  let count = 0;
  const order: string[] = [];
  let entries: Record<string, Uint8Array>;
  try {
    entries = unzipSync(zip, {
      filter: ({ name, originalSize }) => {
        // Folders, and what a Mac adds.
        if (name.endsWith("/") || /^__MACOSX\/|(^|\/)\.DS_Store$/.test(name)) return false;
        left -= originalSize;
        if (left < 0) throw { message: `The zip holds more than ${MOST_BYTES / 1_000_000} MB.` };
        if (++count > MOST_FILES + 1) throw { message: `The zip holds more than ${MOST_FILES} files.` };
        order.push(name);
        return true;
      },
    });
  } catch (error) {
    throw typeof error === "object" && error !== null && "message" in error && !(error instanceof Error)
      ? error
      : { message: "This is not a zip, or it is damaged." };
  }
  const about = readAbout(entries, order[0]);
  if (!about) return checkedWork({ files: order.sort(byName).map((path) => ({ path, content: entries[path] })) });
  const files = about.files.map(({ path, entry, text }) => {
    const bytes = entries[entry] ?? new Uint8Array();
    return { path, content: text ? new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes) : bytes };
  });
  return checkedWork({ ...about, files });
}

const byName = (a: string, b: string) => (a < b ? -1 : 1);

/** The entry with everything else, if this is a zip of ours: it comes first. */
function readAbout(entries: Record<string, Uint8Array>, name = ""): About | undefined {
  const bytes = ABOUT.test(name) ? entries[name] : undefined;
  if (!bytes) return undefined;
  let about: Partial<About> | null;
  try {
    about = JSON.parse(strFromU8(bytes));
  } catch {
    return undefined;
  }
  if (typeof about !== "object" || about === null || typeof about.ytterby !== "number" || !Array.isArray(about.files))
    return undefined;
  if (about.ytterby > VERSION)
    throw { message: "This zip was made by a newer version of the playground. Reload the page to get it." };
  const files = about.files.filter(
    (file) =>
      typeof file === "object" && file !== null && typeof file.path === "string" && typeof file.entry === "string",
  );
  return { ...(about as About), files };
}
