// The content of an embed, as its element, its frame or a message declares it. Shared by the loader and the view.
import type { PlaygroundContent, PlaygroundFile, PlaygroundView } from "../../embed/embed-module.js";

export type Files = readonly PlaygroundFile[];
export type View = PlaygroundView;
export type Scheme = "light" | "dark";

export interface Start extends Omit<PlaygroundContent, "label"> {
  /** Null for the title of the work. */
  label: string | null;
  /** A length of CSS, or empty. Outside of a frame, a style sheet of the element declares it. */
  height: string;
  /** The expected output, until there is a result. */
  expected?: string;
  /** The files as the reader left them, when a view takes the place of an earlier one. */
  edited?: Files;
}

export const isView = (value: unknown): value is View =>
  value === "split" || value === "input" || value === "output" || value === "problems" || value === "stacked";

/** The height of the code, in lines: that of the longest file, between 7 and 18, and 12 where the files are not known before use. The same before use
    and after; web/embed/embed.css repeats it. */
export function linesOf(files: readonly { content: string }[]): number {
  if (files.length === 0) return 12;
  const longest = Math.max(...files.map(({ content }) => content.trimEnd().split("\n").length));
  return Math.min(18, Math.max(7, longest));
}

/** The level of the names of stacked files as headings: one below the heading before the embed, so that they fit into the page's outline. */
export function levelIn(host: Element): string {
  const all = (host.getRootNode() as ParentNode & Node).querySelectorAll("h1,h2,h3,h4,h5,h6");
  const before = [...all].findLast((heading) => heading.compareDocumentPosition(host) & 4);
  return String(Math.min(6, Number(before?.tagName[1] ?? 1) + 1));
}
