// The version of ytt that the engine follows, and the page about it: docs/ytt-version.md.
import type { MarkdownNode } from "./markdown-tree";

const versions = import.meta.glob<string>("../../../docs/ytt-version.md", {
  import: "default",
  query: "?version",
  eager: true,
});

export const YTT_VERSION = Object.values(versions)[0] ?? "";

const pages = import.meta.glob<{ source: string; read: MarkdownNode }>("../../../docs/ytt-version.md", {
  import: "default",
});

/** The text of the page, loaded on demand, and its parsed Markdown. */
export const versionText = () => Object.values(pages)[0]?.();
