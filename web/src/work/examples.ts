// The examples to start from: one bundle a file in web/examples, which tests also run natively and through the wasm.
import type { Work } from "./buffers";

export interface Example {
  id: string;
  title: string;
  description: string;
  work: Work;
}

/** A bundle as it is written. */
interface Bundle {
  title: string;
  description: string;
  files: { path: string; content: string }[];
  args?: string[];
  env?: Record<string, string>;
}

const bundles = import.meta.glob<Bundle>("../../examples/*.yml", { eager: true, import: "default" });

/** In the order of the menu; the first is what a new visitor sees. */
const ORDER = ["kiln", "bakery-violations", "orchard-functions", "ferry-flags", "observatory-overlays"];

const read = (id: string, bundle: Bundle): Example => ({
  id,
  title: bundle.title,
  description: bundle.description.trim(),
  work: work(bundle),
});

/** Words as one would type them. */
export const commandLine = (words: readonly string[]): string => words.map(quoted).join(" ");

/** The work that a bundle's files and flags are. */
export function work({ files, args = [], env = {} }: Pick<Bundle, "files" | "args" | "env">): Work {
  const variables = Object.entries(env).map(([name, value]) => ({ name, value }));
  return { files, open: 0, commandLine: commandLine(args), env: variables };
}

/** A word as one would type it in a shell. */
const quoted = (word: string) => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'"'"'`)}'`);

export const examples: Example[] = Object.entries(bundles)
  .map(([path, bundle]) => read(path.replace(/^.*\/|\.yml$/g, ""), bundle))
  .sort((a, b) => ORDER.indexOf(a.id) - ORDER.indexOf(b.id));
