// Highlights output without an editor: YAML that is no template.
import { highlightCode, tagHighlighter } from "@lezer/highlight";
import { parser } from "@lezer/yaml";
import { CODE_CLASSES } from "./code-classes";

const highlighter = tagHighlighter(CODE_CLASSES);

/** Lines of a text, each in pieces with their classes. */
export function colouredLines(path: string, text: string): { text: string; classes: string }[][] {
  const lines: { text: string; classes: string }[][] = [[]];
  const add = (text: string, classes: string) => void lines.at(-1)?.push({ text, classes });
  if (!/\.ya?ml$/.test(path)) return text.split("\n").map((line) => (line ? [{ text: line, classes: "" }] : []));
  highlightCode(text, parser.parse(text), highlighter, add, () => void lines.push([]));
  return lines;
}
