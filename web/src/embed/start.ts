// What an embed starts from, as its element, its frame or a message says it. Types and a few plain rules only: the small loader has them, too.

/** Which panes are seen at first. `split` becomes one pane at a time where there is little room. */
export type View = "split" | "input" | "output";
export type Scheme = "light" | "dark";

export interface Start {
  /** What is written above the files; empty for nothing. */
  label: string;
  files: { path: string; content: string }[];
  /** A link's fragment, or `example:ID`, in place of files. */
  src: string;
  /** Flags as one would type them after `ytt -f .`; null for no field to type them in. */
  args: string | null;
  /** `NAME=value` words. */
  env: string;
  view: View;
  /** The path of the file that is open; empty for the first. */
  active: string;
  readonly: boolean;
}

export const isView = (value: unknown): value is View => value === "split" || value === "input" || value === "output";

/** How high the code is, in lines, so that the longest file is seen, within reason. It is the same before use and after. */
export function linesOf(files: readonly { content: string }[]): number {
  const longest = files.reduce((most, { content }) => Math.max(most, content.trimEnd().split("\n").length), 0);
  return Math.min(18, Math.max(7, longest));
}
