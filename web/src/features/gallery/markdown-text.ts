// Markdown as templates: paragraphs, lists, headings, code, strong and emphasized text, and links. Parsed by markdown-tree.ts; links to anything but
// files, examples and web pages are shown as text, and so is HTML. Nothing is inserted as markup.
import type { TemplateResult } from "lit";
import { coloured } from "../../codemirror/ytt-language";
import type { MarkdownNode as Node } from "../../content/markdown-tree";
import { html } from "../../ui/html";

export interface Targets {
  /** Whether a link leads to a file of the playground, or to a line of one. */
  file: (path: string) => boolean;
  goTo: (path: string, line?: number) => void;
}

type Piece = TemplateResult | string;

/** `read` is the parsed source. */
export function markdownText(source: string, read: Node, targets: Targets): Piece[] {
  return blocks(read, source, targets);
}

const children = (node: Node): Node[] => node.children;

const blocks = (node: Node, source: string, targets: Targets): Piece[] =>
  children(node).flatMap((child) => block(child, source, targets));

function block(node: Node, source: string, targets: Targets): Piece[] {
  const inside = () => inline(node, source, targets);
  switch (node.name) {
    case "Paragraph":
      return [html`<p>${inside()}</p>`];
    case "ATXHeading1":
    case "ATXHeading2":
    case "ATXHeading3":
      return [html`<h3>${inside()}</h3>`];
    case "BulletList":
      return [html`<ul>${children(node).map((item) => html`<li>${blocks(item, source, targets)}</li>`)}</ul>`];
    case "OrderedList":
      return [html`<ol>${children(node).map((item) => html`<li>${blocks(item, source, targets)}</li>`)}</ol>`];
    case "Blockquote":
      return [html`<blockquote>${blocks(node, source, targets)}</blockquote>`];
    case "FencedCode":
    case "CodeBlock": {
      const text = children(node)
        .filter(({ name }) => name === "CodeText")
        .map(({ from, to }) => source.slice(from, to))
        .join("");
      const pieces = coloured("lesson.yml", text);
      return [
        html`<pre tabindex="0" role="group" aria-label="Code">${pieces.map(({ text, classes }) => (classes ? html`<span class=${classes}>${text}</span>` : text))}</pre>`,
      ];
    }
    // Marks of lists and quotes, rules, and nodes without text.
    case "ListMark":
    case "QuoteMark":
    case "HorizontalRule":
      return [];
    default:
      return [html`<p>${source.slice(node.from, node.to)}</p>`];
  }
}

/** The content between a node's marks. */
function inline(node: Node, source: string, targets: Targets): Piece[] {
  const pieces: Piece[] = [];
  let at = node.from;
  const upTo = (to: number) => {
    if (to > at) pieces.push(source.slice(at, to));
  };
  for (const child of children(node)) {
    upTo(child.from);
    at = child.to;
    switch (child.name) {
      case "StrongEmphasis":
        pieces.push(html`<strong>${inline(child, source, targets)}</strong>`);
        break;
      case "Emphasis":
        pieces.push(html`<em>${inline(child, source, targets)}</em>`);
        break;
      case "InlineCode":
        pieces.push(inlineCode(source.slice(child.from, child.to).replace(/^`+ ?| ?`+$/g, ""), targets));
        break;
      case "Link":
        pieces.push(link(child, source, targets));
        break;
      case "Escape":
        pieces.push(source.slice(child.from + 1, child.to));
        break;
      case "HardBreak":
        pieces.push(html`<br />`);
        break;
      case "EmphasisMark":
      case "HeaderMark":
      case "CodeMark":
        break;
      default:
        pieces.push(source.slice(child.from, child.to));
    }
  }
  upTo(node.to);
  // A space follows a heading's mark.
  return typeof pieces[0] === "string" ? [pieces[0].trimStart(), ...pieces.slice(1)] : pieces;
}

/** A link to the named file. */
function inlineCode(text: string, targets: Targets): Piece {
  const [, path = "", line] = /^(.*?)(?::(\d+))?$/s.exec(text) ?? [];
  return targets.file(path) ? toFile(text, path, line, targets) : html`<code>${text}</code>`;
}

const toFile = (text: unknown, path: string, line: string | undefined, targets: Targets) =>
  html`<button type="button" class="place" title="Open ${path}" @click=${() => targets.goTo(path, line ? Number(line) : undefined)}>${text}</button>`;

function link(node: Node, source: string, targets: Targets): Piece {
  const url = children(node).find(({ name }) => name === "URL");
  const address = url ? source.slice(url.from, url.to) : "";
  const marks = children(node).filter(({ name }) => name === "LinkMark");
  const label = source.slice(marks[0]?.to ?? node.from, marks[1]?.from ?? node.to);
  const [, path = "", line] = /^(.*?)(?::(\d+))?$/s.exec(address) ?? [];
  if (targets.file(path)) return toFile(label, path, line, targets);
  if (/^#example:[\w-]+$/.test(address)) return html`<a href=${address}>${label}</a>`;
  if (/^https?:\/\//.test(address))
    return html`<a href=${address} rel="noopener noreferrer" target="_blank">${label}</a>`;
  return label;
}
