import type { Rollup } from "vite";

/** The chunk that contains a module, and all that it imports: requested at once, they need no further round trips. */
export function filesToStart(bundle: Rollup.OutputBundle, module: string): [entry: string, ...imports: string[]] {
  const chunks = Object.values(bundle).filter((file) => file.type === "chunk");
  const entry = chunks.find(({ moduleIds }) => moduleIds.includes(module))?.fileName;
  if (entry === undefined) throw new Error(`${module} is in no chunk`);
  const files = new Set([entry]);
  for (const file of files)
    for (const needed of chunks.find(({ fileName }) => fileName === file)?.imports ?? []) files.add(needed);
  return [...files] as [string, ...string[]];
}

/** The only file with such a name, as an address relative to the page's. */
export function addressOf(bundle: Rollup.OutputBundle, pattern: RegExp): string {
  const found = Object.keys(bundle).filter((file) => pattern.test(file));
  if (found.length !== 1) throw new Error(`${found.length} files are called ${pattern}`);
  return `./${found[0]}`;
}
