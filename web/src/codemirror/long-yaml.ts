// Colours YAML of megabytes line by line. A tree of such a text takes seconds to grow, and all of it must have grown before its end can be coloured;
// here CodeMirror begins wherever one looks. It knows less than the tree: what is on several lines it takes for what it looks like.
import { foldService, StreamLanguage, type StringStream } from "@codemirror/language";
import type { EditorState } from "@codemirror/state";
import { tags } from "@lezer/highlight";
import { type State as CodeState, code, startState as startCode } from "./starlark-tokens";

/** Longer texts are coloured so, in characters. */
export const LONG_TEXT = 400_000;

interface State {
  /** The code in a comment, until the line's end. */
  code: CodeState | undefined;
  /** How many brackets are open. */
  flow: number;
  /** The indentation of the line that began a block of text, or -1. */
  block: number;
}

/** A quoted or plain text that a colon makes a key. */
const KEY = /^("(?:[^"\\]|\\.)*"|'(?:[^']|'')*'|[^\s#:"'[\]{},&*!|>%@`-][^#:]*?|-[^\s#:][^#:]*?)(?=\s*:(?:\s|$))/;
const KEY_IN_FLOW = /^("(?:[^"\\]|\\.)*"|'(?:[^']|'')*'|[^\s#:"'[\]{},&*!|>%@`-][^#:,[\]{}]*?)(?=\s*:(?:\s|$))/;

function token(stream: StringStream, state: State): string | null {
  if (stream.sol()) {
    state.code = undefined;
    // A bracket that is never closed spoils no more than what is deeper.
    if (stream.indentation() === 0) state.flow = 0;
    if (state.block >= 0) {
      if (/^\s*$/.test(stream.string) || stream.indentation() > state.block) {
        stream.skipToEnd();
        return null;
      }
      state.block = -1;
    }
    if (stream.match(/^(---|\.\.\.)(?=\s|$)/)) return "meta";
  }
  if (state.code) return code(stream, state.code);
  if (stream.eatSpace()) return null;
  if (stream.peek() === "#") {
    state.code = startCode();
    return code(stream, state.code);
  }
  if (stream.match(state.flow > 0 ? KEY_IN_FLOW : KEY)) return "key";
  if (stream.match(/^"(?:[^"\\]|\\.)*"?/) || stream.match(/^'(?:[^']|'')*'?/)) return "string";
  if (stream.match(/^[&*][^\s,[\]{}]+/)) return "label";
  if (stream.match(/^![^\s,[\]{}]*/)) return "type";
  if (stream.match(/^[|>][-+\d]*(?=\s*(#|$))/)) {
    state.block = stream.indentation();
    return "blockHeader";
  }
  if (stream.match(/^[-?:](?=\s|$)/) || (state.flow > 0 && stream.match(/^,/))) return "separator";
  if (stream.match(/^[[{]/)) {
    state.flow++;
    return "bracket";
  }
  if (state.flow > 0 && stream.match(/^[\]}]/)) {
    state.flow--;
    return "bracket";
  }
  // A plain text ends where a comment begins.
  if (!stream.match(state.flow > 0 ? /^[^\s].*?(?=\s+#|[,\]}]|$)/ : /^[^\s].*?(?=\s+#|$)/)) stream.next();
  return null;
}

/** How deep a line is, or -1 for an empty one. The items of a list may stand right below its key, and belong to it. */
const depthOf = (text: string): number => text.search(/\S/) + (/^\s*-(\s|$)/.test(text) ? 0.5 : 0);

/** As far as this is looked for the end of a fold: it is looked for with every line that is seen. */
const MOST_FOLDED = 2000;

/** What is deeper than a line belongs to it. */
function deeper({ doc }: EditorState, from: number): { from: number; to: number } | null {
  const line = doc.lineAt(from);
  const own = depthOf(line.text);
  if (own < 0) return null;
  let end = line.number;
  for (let at = end + 1; at <= Math.min(doc.lines, line.number + MOST_FOLDED); at++) {
    const depth = depthOf(doc.line(at).text);
    if (depth < 0) continue;
    if (depth <= own) break;
    end = at;
  }
  return end > line.number ? { from: line.to, to: doc.line(end).to } : null;
}

export const longYaml = StreamLanguage.define<State>({
  name: "yaml",
  startState: () => ({ code: undefined, block: -1, flow: 0 }),
  copyState: ({ code, block, flow }) => ({ code: code && { ...code }, block, flow }),
  token,
  languageData: { commentTokens: { line: "#" } },
  tokenTable: {
    callee: tags.function(tags.variableName),
    argument: tags.attributeName,
    member: tags.special(tags.variableName),
    builtin: tags.standard(tags.variableName),
    key: tags.definition(tags.propertyName),
    blockHeader: tags.special(tags.string),
    label: tags.labelName,
    type: tags.typeName,
    separator: tags.separator,
    bracket: tags.squareBracket,
  },
});

export const longYamlFolds = foldService.of((state, from) => deeper(state, from));
