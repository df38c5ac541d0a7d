// Parses Markdown. markdown-text.ts renders the tree; that of the first example is parsed while the page is built (web/build/example-bundles.ts).
import type { SyntaxNode } from "@lezer/common";
import { parser } from "@lezer/markdown";

/** A node: a part of the text and its type. */
export interface MarkdownNode {
  name: string;
  from: number;
  to: number;
  children: MarkdownNode[];
}

/** Deeper nesting is shown as text: renderers are recursive. */
const DEEPEST = 40;

function node({ name, from, to, firstChild }: SyntaxNode, depth: number): MarkdownNode {
  const children: MarkdownNode[] = [];
  if (depth < DEEPEST)
    for (let child = firstChild; child; child = child.nextSibling) children.push(node(child, depth + 1));
  return { name, from, to, children };
}

/** The parser's time is quadratic in the number of these: links in one paragraph, and nested lists. */
const MOST_LINKS = 2_000;
const ENDLESS = /^(?:[ \t]*(?:[-+*>]|\d{1,9}[.)])){100}/m;

/** A text that would take seconds to parse is shown as plain text. */
export function parsed(source: string): MarkdownNode {
  if (source.split("](").length <= MOST_LINKS && !ENDLESS.test(source)) return node(parser.parse(source).topNode, 0);
  const all = { from: 0, to: source.length };
  return { name: "Document", ...all, children: [{ name: "Plain", ...all, children: [] }] };
}
