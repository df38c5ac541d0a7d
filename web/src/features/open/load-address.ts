// Loads the playground of an address: of a link, an example, a page of the error reference, or a gist. Rejects with a message if it cannot be loaded.

import { type Example, exampleOf, exampleText, exampleWork, titleOf } from "../../content/examples";
import { explanation } from "../../content/explain-pages";
import { UserError } from "../../core/user-error";
import type { Checked } from "../../core/work";
import type { Address } from "../../formats/address";
import { isBundle } from "../../formats/bundle";
import { loadGist } from "../../formats/gist";

/** A link that cannot be read as a whole, and the part that could be read. */
export class UnreadableLink extends UserError {
  readonly read: Checked | undefined;

  constructor({ message, read }: { message: string; read?: Checked }) {
    super(message);
    this.read = read;
  }
}

/** A playground with its title in the header. */
export type Loaded = Checked & { label: string };

export async function loadLink(link: string): Promise<Loaded> {
  const { readLink } = await import("../../formats/link");
  const read = await readLink(link, exampleText);
  if (read.kind !== "work") throw new UnreadableLink(read);
  const example = exampleOf(read.work.example)?.title;
  const untitled = example ? `based on “${example}”` : "untitled playground";
  return { ...read, label: `Shared: ${read.work.title || untitled}` };
}

/** `id`: as the address has it. */
export async function loadExample(id: string, example: Example | undefined): Promise<Loaded> {
  const work = example && (await exampleWork(example.id));
  if (!work) throw new UserError(`There is no example “${id.slice(0, 60)}”. Open Examples to see all of them.`);
  return { work, left: [], label: `Example: ${titleOf(work)}` };
}

export async function loadExplanation({ code, which }: Address & { kind: "explain" }): Promise<Loaded> {
  const page = await explanation(code);
  if (!page) throw new UserError(`The error reference has no page for “${code}”.`);
  const work = { ...page[which], title: `${page.title}: ${which}` };
  return { work, left: [], label: `Error reference: ${work.title}` };
}

/** `bundle` reads a bundle: a gist with a bundle is that playground. */
export async function loadGistWork(url: string, bundle: (text: string) => Promise<Checked>): Promise<Loaded> {
  let gist = await loadGist(url);
  const [only, ...others] = gist.work.files;
  if (others.length === 0 && typeof only?.content === "string" && isBundle(only.content))
    gist = await bundle(only.content);
  return { ...gist, label: `Gist: ${gist.work.title || url}` };
}
