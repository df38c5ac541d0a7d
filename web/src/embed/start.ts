// The content of an embed, as its element, its frame or a message declares it. Shared by the loader and the view.
import type { PlaygroundContent, PlaygroundFile, PlaygroundView } from "../../embed/embed-module.js";

export type Files = readonly PlaygroundFile[];
export type View = PlaygroundView;
export type Scheme = "light" | "dark";

export interface Start extends PlaygroundContent {
  /** The files as the reader left them, when a view takes the place of an earlier one. */
  edited?: Files;
}

export const isView = (value: unknown): value is View =>
  value === "split" || value === "input" || value === "output" || value === "problems";

/** The height of the code, in lines: that of the longest file, between 7 and 18. The same before use and after; web/embed/embed.css repeats it. */
export function linesOf(files: readonly { content: string }[]): number {
  const longest = files.reduce((most, { content }) => Math.max(most, content.trimEnd().split("\n").length), 0);
  return Math.min(18, Math.max(7, longest));
}
