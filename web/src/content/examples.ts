// The examples: bundles in web/examples, which tests also run natively and in wasm. Titles and topics are part of the page, and so is the example for
// new users; the others are loaded when they are opened.

import { fromExample, type Work, workOf } from "../core/work";
import type { Address } from "../formats/address";
import { type WrittenBundle, workOfWritten } from "../formats/written-bundle";
import type { MarkdownNode } from "./markdown-tree";
import { topics } from "./order";

export interface Example {
  id: string;
  title: string;
  description: string;
  topics: string[];
  /** Ids of the corresponding examples of the official playground. */
  official: string[];
  /** Whether ytt itself accepts it. */
  portable: boolean;
}

const index = import.meta.glob<Omit<Example, "id">>("../../examples/*.yml", {
  query: "?index",
  eager: true,
  import: "default",
});

/** An example with description, lesson and the texts of steps as parsed Markdown. */
interface Whole {
  bundle: WrittenBundle;
  read: MarkdownNode[];
}

const bundles = import.meta.glob<Whole>(["../../examples/*.yml", "!../../examples/deployment.yml"], {
  query: "?whole",
  import: "default",
});

const idOf = (path: string) => path.replace(/^.*\/|\.yml$/g, "");

export const FIRST = "deployment";
const first = import.meta.glob<Whole>("../../examples/deployment.yml", {
  query: "?whole",
  eager: true,
  import: "default",
});

/** Parsed Markdown of the examples that were loaded, by its source. */
const markdown = new Map<string, MarkdownNode>();
export const readMarkdown = (source: string): MarkdownNode | undefined => markdown.get(source);

function workOfWhole({ bundle, read }: Whole): Work {
  const work = workOfWritten(bundle);
  const { description, lesson, steps } = work;
  const sources = [description, lesson, ...steps.map(({ text }) => text)];
  for (const [at, node] of read.entries()) markdown.set(sources[at] ?? "", node);
  return work;
}

const firstBundle: Work = workOf(Object.values(first).map(workOfWhole)[0] ?? {});
/** The example for new users. */
export const firstWork: Work = fromExample(FIRST, firstBundle);

/** The lesson of an example. It belongs to the example, and not to the work of a visitor. */
export type Lesson = Pick<Work, "title" | "description" | "lesson" | "steps">;

/** Lessons of the examples that were loaded, with the work that they begin with. */
const loaded = new Map<string, Work>([[FIRST, firstBundle]]);

/** The whole example, if it was loaded. */
export const loadedExample = (id: string): Work | undefined => loaded.get(id);

/**
 * The lesson of a work: its author's, or that of the example that it began as, if that was loaded. An example's lesson does not come with a link.
 */
export function lessonOf(about: Lesson & Pick<Work, "example">, { kind }: Pick<Address, "kind">): Lesson | undefined {
  if (about.lesson !== "" || about.steps.length > 0) return about;
  const isOpen = (kind === "own" || kind === "example") && exampleOf(about.example) !== undefined;
  return isOpen ? loadedExample(about.example) : undefined;
}

async function wholeExample(id: string): Promise<Work | undefined> {
  const known = loaded.get(id);
  if (known) return known;
  const load = Object.entries(bundles).find(([path]) => idOf(path) === id)?.[1];
  const work = load && workOfWhole(await load());
  if (work) loaded.set(id, work);
  return work;
}

/** In the order of the gallery. */
export const examples: readonly Example[] = topics.flatMap(({ ids }) =>
  ids.flatMap((id) => {
    const entry = index[`../../examples/${id}.yml`];
    return entry ? [{ ...entry, id }] : [];
  }),
);

/** Finds an example by its id, or by one of the official playground's. */
export const exampleOf = (id: string): Example | undefined =>
  examples.find((example) => example.id === id) ?? examples.find(({ official }) => official.includes(id));

/** The work that visitors get of an example; `undefined` if there is none with this id. Rejects if it cannot be loaded. */
export async function exampleWork(id: string): Promise<Work | undefined> {
  const whole = await wholeExample(id);
  return whole && fromExample(id, whole);
}

/** The title of a work, or of the example that it began as. */
export const titleOf = ({ title, example }: Pick<Work, "title" | "example">): string =>
  title || (exampleOf(example)?.title ?? "");

/** The text of an example that a link is based on; `undefined` if it has another digest now. */
export async function exampleText(id: string, text: string): Promise<Work | undefined> {
  const [work, { digest }] = await Promise.all([exampleWork(id), import("../formats/link")]);
  return work && digest(work) === text ? work : undefined;
}
