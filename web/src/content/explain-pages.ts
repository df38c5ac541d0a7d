// The explanations of problems: one file for each code in web/explain, loaded on demand.

import type { Work } from "../core/work";
import { type WrittenBundle, workOfWritten } from "../formats/written-bundle";

/** An explanation as it is written. `meaning` is a few paragraphs and lists, with code in backticks. */
interface Written {
  title: string;
  meaning: string;
  wrong: WrittenBundle;
  right: WrittenBundle;
}

export interface Explanation {
  code: string;
  title: string;
  paragraphs: string[];
  wrong: Work;
  right: Work;
}

const pages = Object.fromEntries(
  Object.entries(import.meta.glob<Written>("../../explain/*.yml", { import: "default" })).map(([path, load]) => [
    path.replace(/^.*\/|\.yml$/g, ""),
    load,
  ]),
);

/** Whether a code has an explanation. */
export const explained = (code: string): boolean => Object.hasOwn(pages, code);

export async function explanation(code: string): Promise<Explanation | undefined> {
  const page = await pages[code]?.();
  if (!page) return undefined;
  const { title, meaning, wrong, right } = page;
  const paragraphs = meaning.trim().split(/\n\s*\n/);
  return { code, title, paragraphs, wrong: workOfWritten(wrong), right: workOfWritten(right) };
}
