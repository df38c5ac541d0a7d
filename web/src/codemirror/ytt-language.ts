// Chooses the language and the highlighting of a file. The comments of a YAML template, taken together, are one Starlark program: one parser
// is mounted on all of them at once. (One mount for each comment loses YAML nodes, since comments before a document overlap it in the YAML tree; and
// a block that is opened in one comment and continues in the next would not be recognized.)
import { yamlLanguage } from "@codemirror/lang-yaml";
import { foldNodeProp, HighlightStyle, type Language, type LRLanguage, syntaxHighlighting } from "@codemirror/language";
import type { Extension } from "@codemirror/state";
import { type Input, type PartialParse, parseMixed, Tree } from "@lezer/common";
import { highlightCode } from "@lezer/highlight";
import { CODE_CLASSES } from "./code-classes";
import { LONG_TEXT, longYaml } from "./long-yaml";
import { nestedStarlark, starlark, textTemplate } from "./starlark-tokens";
import { yamlFolds } from "./yaml-folds";

const SCALARS = new Set(["QuotedLiteral", "Literal", "BlockLiteralContent"]);

const yaml = yamlLanguage as LRLanguage;

/** Lezer visits trees recursively: a text that is nested too deeply for the stack is not highlighted, and works otherwise. */
function shallow(parse: PartialParse, input: Input): PartialParse {
  return {
    advance() {
      try {
        return parse.advance();
      } catch (error) {
        if (!(error instanceof RangeError)) throw error;
        return new Tree(yaml.parser.topNode, [], [], input.length);
      }
    },
    get parsedPos() {
      return parse.parsedPos;
    },
    stopAt: (position) => parse.stopAt(position),
    get stoppedAt() {
      return parse.stoppedAt;
    },
  };
}

const withStarlark = parseMixed((node, input) => {
  if (!node.type.isTop) return null;
  const text = input.read(node.from, node.to);
  // Mostly output, for which all nodes of megabytes would be visited in vain.
  if (!text.includes("#")) return null;
  const textInStrings = text.includes("text-templated-strings");
  const overlay: { from: number; to: number }[] = [];
  const add = (from: number, to: number) => {
    // Overlapping or unordered ranges would make the mount invalid.
    if (from < to && from >= (overlay.at(-1)?.to ?? 0)) overlay.push({ from, to });
  };
  const cursor = node.node.cursor();
  do {
    if (cursor.name === "Comment") {
      add(cursor.from, cursor.to);
    } else if (textInStrings && SCALARS.has(cursor.name)) {
      const scalar = text.slice(cursor.from - node.from, cursor.to - node.from);
      for (const match of scalar.matchAll(/\(@[\s\S]*?@\)/g)) {
        add(cursor.from + match.index, cursor.from + match.index + match[0].length);
      }
    }
  } while (cursor.next());
  return overlay.length > 0 ? { parser: nestedStarlark, overlay } : null;
});

/** YAML as ytt parses it. */
const yttYaml = yaml.configure({
  // yaml-folds.ts has others.
  props: [foldNodeProp.add((type) => (type.prop(foldNodeProp) ? () => null : undefined))],
  wrap: (parse, input, fragments, ranges) =>
    shallow(withStarlark(shallow(parse, input), input, fragments, ranges), input),
});

function languageOf(path: string): Language | undefined {
  if (/\.ya?ml$/.test(path)) return yttYaml;
  if (/\.star$/.test(path)) return starlark;
  if (/\.txt$/.test(path)) return textTemplate;
  return undefined;
}

const colours = HighlightStyle.define(CODE_CLASSES);

/** The extension that highlights a file of this name and length. */
export function yttHighlighting(path: string, length = 0): Extension {
  const language = languageOf(path);
  const highlighting = syntaxHighlighting(colours);
  if (language === yttYaml)
    return [highlighting, length > LONG_TEXT ? longYaml.extension : language.extension, yamlFolds];
  return [highlighting, language ? language.extension : []];
}

/** Splits a text into pieces with the classes of their highlighting, for text outside an editor. */
export function coloured(path: string, text: string): { text: string; classes: string }[] {
  const language = languageOf(path);
  if (!language) return [{ text, classes: "" }];
  const pieces: { text: string; classes: string }[] = [];
  const add = (text: string, classes: string) => void pieces.push({ text, classes });
  highlightCode(text, language.parser.parse(text), colours, add, () => add("\n", ""));
  return pieces;
}
