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

export const parsed = (source: string): MarkdownNode => node(parser.parse(source).topNode, 0);
