// Markdown, read. What was read is drawn by markdown-text.ts; that of the first example is read while the page is built (vite.config.ts).
import type { SyntaxNode } from "@lezer/common";
import { parser } from "@lezer/markdown";

/** A part of a text, and what it is to Markdown. */
export interface MarkdownNode {
  name: string;
  from: number;
  to: number;
  children: MarkdownNode[];
}

/** What is nested deeper is text: whatever goes through it goes down with it. */
const DEEPEST = 40;

function node({ name, from, to, firstChild }: SyntaxNode, depth: number): MarkdownNode {
  const children: MarkdownNode[] = [];
  if (depth < DEEPEST)
    for (let child = firstChild; child; child = child.nextSibling) children.push(node(child, depth + 1));
  return { name, from, to, children };
}

/** The parser's time grows with the square of these: links in one paragraph, and lists in lists. */
const MOST_LINKS = 2_000;
const ENDLESS = /^(?:[ \t]*(?:[-+*>]|\d{1,9}[.)])){100}/m;

/** A text that would take seconds to read is one of plain words. */
export function parsed(source: string): MarkdownNode {
  if (source.split("](").length <= MOST_LINKS && !ENDLESS.test(source)) return node(parser.parse(source).topNode, 0);
  const all = { from: 0, to: source.length };
  return { name: "Document", ...all, children: [{ name: "Plain", ...all, children: [] }] };
}
