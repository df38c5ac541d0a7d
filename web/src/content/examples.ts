// The examples: one bundle a file in web/examples, which tests also run natively and through the wasm. Titles and topics are at hand at once,
// and so is the example that a new visitor sees; the others are loaded when they are opened.

import { type Work, workOf } from "../core/work";
import { type WrittenBundle, workOfWritten } from "../formats/written-bundle";
import type { MarkdownNode } from "./markdown-tree";
import { topics } from "./order";

export interface Example {
  id: string;
  title: string;
  description: string;
  topics: string[];
  /** Ids of the official playground's examples that this one answers to. */
  official: string[];
  /** Whether ytt itself takes it. */
  portable: boolean;
}

const index = import.meta.glob<Omit<Example, "id">>("../../examples/*.yml", {
  query: "?index",
  eager: true,
  import: "default",
});
const bundles = import.meta.glob<WrittenBundle>(["../../examples/*.yml", "!../../examples/kiln.yml"], {
  import: "default",
});

/** Texts that examples had before: links that build on one are still about. Named ID.DIGEST.yml. */
const earlier = import.meta.glob<WrittenBundle>("../../examples/earlier/*.yml", { import: "default" });

const idOf = (path: string) => path.replace(/^.*\/|\.yml$/g, "");

export const FIRST = "kiln";
const first = import.meta.glob<WrittenBundle>("../../examples/kiln.yml", { eager: true, import: "default" });
/** What a new visitor sees. */
export const firstWork: Work = workOf(Object.values(first).map(workOfWritten)[0] ?? {});

const read = import.meta.glob<MarkdownNode[]>("../../examples/kiln.yml", {
  query: "?read",
  eager: true,
  import: "default",
});
const [description, lesson] = Object.values(read)[0] ?? [];
/** Its texts as Markdown reads them. */
export const firstRead: ReadonlyMap<string, MarkdownNode> = new Map(
  [[firstWork.description, description] as const, [firstWork.lesson, lesson] as const].flatMap(([text, node]) =>
    node ? [[text, node]] : [],
  ),
);

/** In the order of the gallery. */
export const examples: readonly Example[] = topics.flatMap(({ ids }) =>
  ids.flatMap((id) => {
    const entry = index[`../../examples/${id}.yml`];
    return entry ? [{ ...entry, id }] : [];
  }),
);

/** By its own id, or by one of the official playground's. */
export const exampleOf = (id: string): Example | undefined =>
  examples.find((example) => example.id === id) ?? examples.find(({ official }) => official.includes(id));

/** The work of an example; nothing if there is none of that id. Rejects if it cannot be loaded. */
export async function exampleWork(id: string): Promise<Work | undefined> {
  if (id === FIRST) return firstWork;
  const load = Object.entries(bundles).find(([path]) => idOf(path) === id)?.[1];
  return load && workOfWritten(await load());
}

/** The text of an example that a link builds on: the one it has, or one that it had; nothing, if it never had it. */
export async function exampleText(id: string, text: string): Promise<Work | undefined> {
  const [work, { digest }] = await Promise.all([exampleWork(id), import("../formats/link")]);
  if (work && digest(work) === text) return work;
  const load = Object.entries(earlier).find(([path]) => idOf(path) === `${id}.${text}`)?.[1];
  return load && workOfWritten(await load());
}
