// Saves all output: one file as itself, several as a zip.
import { unusedPath } from "../../core/unused-path";
import type { WorkFile } from "../../core/work";
import { STDOUT } from "../../engine/outputs";
import type { OutputFile } from "../../engine/types";
import { zipOf } from "../../formats/zip";
import { saveFile } from "../../ui/save-file";

/** `config/app.yml` as `config/app-preview.yml`. */
const withSuffix = (path: string, suffix: string): string => path.replace(/(\.[^./]*)?$/, `-${suffix}$1`);

/** Files with paths inside of the folder that a zip is extracted to. */
export function downloaded(files: readonly OutputFile[]): WorkFile[] {
  const used = new Set<string>();
  return files.map(({ path, content }) => {
    const json = typeof content === "string" && /^\s*[{[]/.test(content);
    const parts = path === STDOUT ? [`output.${json ? "json" : "yml"}`] : path.split(/[/\\]/);
    const inside = parts.filter((part) => !["", ".", "..", "__proto__"].includes(part)).join("/") || "output";
    const unused = unusedPath(inside, (path) => used.has(path));
    used.add(unused);
    return { path: unused, content };
  });
}

/** Returns the name of the saved file; a suffix names what is special about it. */
export function downloadOutput(files: readonly OutputFile[], suffix: string | undefined): string {
  const named = (name: string) => (suffix ? withSuffix(name, suffix) : name);
  const all = downloaded(files);
  const [only, ...others] = all;
  if (only && others.length === 0) {
    const name = named(only.path.split("/").pop() ?? only.path);
    saveFile(name, only.content as BlobPart, "application/octet-stream");
    return name;
  }
  const name = named("output.zip");
  saveFile(name, zipOf(all) as BlobPart, "application/zip");
  return name;
}
