import { createHash } from "node:crypto";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import type { Plugin } from "vite";
import { oneFile } from "./one-file.ts";

function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .sort();
}

/** For servers; the list itself; rarely read, and not small; for bundlers; for first visits. */
const NOT_OFFLINE = /^(_headers|sw\.js|licenses\.txt|package\.json|embed-module\.d\.ts|assets\/first-.*)$/;

/** The service worker, with the list of all built files and their hashes. Last, from the files on the disk. */
export const offline: Plugin = {
  name: "offline",
  apply: "build",
  enforce: "post",
  async writeBundle({ dir }) {
    if (!dir) return;
    const files = filesIn(dir).filter((path) => !NOT_OFFLINE.test(path));
    const list = files.map((path) => {
      const hash = createHash("sha256")
        .update(readFileSync(join(dir, path)))
        .digest("base64");
      // A page is requested by its folder: servers often redirect from the name of its file.
      return [path.replace(/(^|\/)index\.html$/, "$1"), `sha256-${hash}`];
    });
    const build = createHash("sha256").update(JSON.stringify(list)).digest("hex").slice(0, 12);
    const define = { __FILES__: JSON.stringify(list), __BUILD__: JSON.stringify(build) };
    writeFileSync(join(dir, "sw.js"), await oneFile("page/service-worker.ts", { define }));
  },
};
