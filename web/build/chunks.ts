import type { Rollup } from "vite";

const chunksOf = (bundle: Rollup.OutputBundle) => Object.values(bundle).filter((file) => file.type === "chunk");

/** A chunk, and all that it imports: requested at once, they need no further round trips. */
export function withImports(bundle: Rollup.OutputBundle, entry: string): [entry: string, ...imports: string[]] {
  const files = new Set([entry]);
  for (const file of files)
    for (const needed of chunksOf(bundle).find(({ fileName }) => fileName === file)?.imports ?? []) files.add(needed);
  return [...files] as [string, ...string[]];
}

/** The chunk of a module, and all that it imports. */
export function filesToStart(bundle: Rollup.OutputBundle, module: string): [entry: string, ...imports: string[]] {
  const entry = chunksOf(bundle).find(({ facadeModuleId }) => facadeModuleId === module)?.fileName;
  if (entry === undefined) throw new Error(`${module} is no chunk of its own`);
  return withImports(bundle, entry);
}

/** The only file with such a name, as an address relative to the page's. */
export function addressOf(bundle: Rollup.OutputBundle, pattern: RegExp): string {
  const found = Object.keys(bundle).filter((file) => pattern.test(file));
  if (found.length !== 1) throw new Error(`${found.length} files are called ${pattern}`);
  return `./${found[0]}`;
}
