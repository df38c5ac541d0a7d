// Files from the user's machine: dropped onto the page, with folders, or chosen in the browser's dialogs. They stay in the page. Files that cannot be
// used (too large, too many) are listed with a reason.
import { noted } from "../core/failures";
import { contentOf, MOST_FILES, type WorkFile } from "../core/work";

export interface Opened {
  files: WorkFile[];
  /** A sentence for each file that was left out. */
  refused: string[];
}

const MOST_BYTES = 2_000_000;

type Found = { path: string; file: File };

/** Files of a drop. The entries must be requested during the event. */
export async function openDropped(data: DataTransfer): Promise<Opened> {
  const entries = [...data.items].flatMap((item) => item.webkitGetAsEntry() ?? []);
  const found: Found[] = [];
  for (const entry of entries) await collect(entry, "", found);
  // Some sources, such as mail programs, provide files without entries.
  if (entries.length === 0) found.push(...[...data.files].map((file) => ({ path: file.name, file })));
  return read(found);
}

/** Files of the browser's dialogs. Those of a folder come in any order, with hidden ones. */
export function openChosen(files: FileList): Promise<Opened> {
  const found = [...files].map((file) => ({ path: file.webkitRelativePath || file.name, file }));
  const folder = found.some(({ file }) => file.webkitRelativePath !== "");
  return read(
    folder ? found.filter(({ path }) => !/\/\./.test(path)).sort((a, b) => (a.path < b.path ? -1 : 1)) : found,
  );
}

/** A folder's files sorted by name, as ytt processes them. Hidden ones are left out. */
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
    // A reader returns a part of a large folder at a time, and an empty list at its end.
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
      else opened.refused.push(`Could not read ${path}.`);
    }
  }
  if (found.length > MOST_FILES) opened.refused.push(`Only the first ${MOST_FILES} files were opened.`);
  return { ...opened, files: withoutRoot(opened.files) };
}

/** Files with paths inside of the folder that contains all of them: the one that was opened, or the one at the top of a zip. */
export function withoutRoot(files: readonly WorkFile[]): WorkFile[] {
  const root = files[0]?.path.split("/")[0] ?? "";
  if (!files.every(({ path }) => path.startsWith(`${root}/`))) return [...files];
  return files.map(({ path, content }) => ({ path: path.slice(root.length + 1), content }));
}
