// Files from the user's machine: dropped onto the page, in folders too, or chosen in the browser's dialog. They are read here and go nowhere.
// What cannot be a buffer (too large, too many) is named with its reason, and the rest is taken.
import { noted } from "../core/failures";
import { contentOf, MOST_FILES, type WorkFile } from "../core/work";

export interface Opened {
  files: WorkFile[];
  /** One sentence for each file that was not taken. */
  refused: string[];
}

const MOST_BYTES = 2_000_000;

type Found = { path: string; file: File };

/** Of a drop. The entries must be asked for while the event lasts. */
export async function openDropped(data: DataTransfer): Promise<Opened> {
  const entries = [...data.items].flatMap((item) => item.webkitGetAsEntry() ?? []);
  const found: Found[] = [];
  for (const entry of entries) await collect(entry, "", found);
  // Some sources, such as mail programs, give files without entries.
  if (entries.length === 0) found.push(...[...data.files].map((file) => ({ path: file.name, file })));
  return read(found);
}

/** Of the browser's dialogs. A folder's files come in any order, with all that is hidden in it. */
export function openChosen(files: FileList): Promise<Opened> {
  const found = [...files].map((file) => ({ path: file.webkitRelativePath || file.name, file }));
  const folder = found.some(({ file }) => file.webkitRelativePath !== "");
  return read(
    folder ? found.filter(({ path }) => !/\/\./.test(path)).sort((a, b) => (a.path < b.path ? -1 : 1)) : found,
  );
}

/** A folder's files in the order of their names, as ytt takes them. Hidden ones are left out. */
async function collect(entry: FileSystemEntry, folder: string, found: Found[]): Promise<void> {
  if (found.length > MOST_FILES || (folder !== "" && entry.name.startsWith("."))) return;
  const path = folder + entry.name;
  if (entry.isFile) {
    const file = await new Promise<File>((resolve, reject) => (entry as FileSystemFileEntry).file(resolve, reject));
    found.push({ path, file });
    return;
  }
  const children: FileSystemEntry[] = [];
  const reader = (entry as FileSystemDirectoryEntry).createReader();
  for (;;) {
    // A reader gives a part of a large folder at a time, and none at its end.
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
    if (some.length === 0) break;
    children.push(...some);
  }
  children.sort((a, b) => (a.name < b.name ? -1 : 1));
  for (const child of children) await collect(child, `${path}/`, found);
}

async function read(found: Found[]): Promise<Opened> {
  const opened: Opened = { files: [], refused: [] };
  for (const { path, file } of found.slice(0, MOST_FILES)) {
    if (file.size > MOST_BYTES) opened.refused.push(`${path} is larger than ${MOST_BYTES / 1_000_000} MB.`);
    else {
      const bytes = await file.arrayBuffer().catch(noted(`reading ${path}`));
      if (bytes) opened.files.push({ path, content: contentOf(new Uint8Array(bytes)) });
      else opened.refused.push(`${path} cannot be read.`);
    }
  }
  if (found.length > MOST_FILES) opened.refused.push(`Only ${MOST_FILES} files were taken.`);
  return opened;
}
