// Highlights YAML of megabytes line by line. A syntax tree of such a text takes seconds, and must be complete before its end can be highlighted; a
// stream parser can start at the visible part. It is less exact: constructs over several lines are highlighted by their appearance.
import { StreamLanguage, type StringStream } from "@codemirror/language";
import { tags } from "@lezer/highlight";
import { type State as CodeState, code, startState as startCode } from "./starlark-tokens";

/** Texts with more characters are highlighted this way. */
export const LONG_TEXT = 400_000;

interface State {
  /** The code in a comment, up to the line's end. */
  code: CodeState | undefined;
  /** Number of open brackets. */
  flow: number;
  /** The indentation of the line that started a block scalar, or -1. */
  block: number;
}

/** A quoted or plain scalar followed by a colon: a key. */
const KEY = /^("(?:[^"\\]|\\.)*"|'(?:[^']|'')*'|[^\s#:"'[\]{},&*!|>%@`-][^#:]*?|-[^\s#:][^#:]*?)(?=\s*:(?:\s|$))/;
const KEY_IN_FLOW = /^("(?:[^"\\]|\\.)*"|'(?:[^']|'')*'|[^\s#:"'[\]{},&*!|>%@`-][^#:,[\]{}]*?)(?=\s*:(?:\s|$))/;

function token(stream: StringStream, state: State): string | null {
  if (stream.sol()) {
    state.code = undefined;
    // A bracket that is never closed affects only more deeply indented lines.
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
  // A plain scalar ends at a comment.
  if (!stream.match(state.flow > 0 ? /^[^\s].*?(?=\s+#|[,\]}]|$)/ : /^[^\s].*?(?=\s+#|$)/)) stream.next();
  return null;
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
