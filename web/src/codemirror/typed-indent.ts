// Lines of YAML that move to their level when their beginning is typed: `- ` at the column of the keys of a list item begins the next item, and `#@ end`
// is aligned with the code that it ends. Undo takes back the move first.
import { isolateHistory } from "@codemirror/commands";
import { syntaxTree } from "@codemirror/language";
import type { EditorState, Extension, Line, Text } from "@codemirror/state";
import { EditorView } from "@codemirror/view";
import { LONG_TEXT } from "./long-yaml";

/** In these, a dash is not that of an item of a block. */
const OTHERS = new Set(["BlockLiteralContent", "QuotedLiteral", "FlowSequence", "FlowMapping"]);

const KEY = /^((?:- +)*)(?:"[^"]*"|'[^']*'|[^\s#"'-][^#]*?):(?:\s+(.*))?$/;
/** The part after a key with its value below, or with none. */
const OPENS = /^(?:[&!]\S*\s*)*(?:[|>][-+\d]*\s*)?(?:#(?!@).*)?$/;

interface Before {
  indent: number;
  rest: string;
}

/** The lines before a line that are not empty, the nearest first. */
function* linesBefore(doc: Text, { number }: Line): Generator<Before> {
  for (let before = number - 1; before > 0; before--) {
    const { text } = doc.line(before);
    const rest = text.trim();
    if (rest) yield { indent: text.length - text.trimStart().length, rest };
  }
}

/** The column of the dash of the item with keys at this column, unless a list can begin there. */
function dashOfItem(lines: Iterable<Before>, column: number): number | undefined {
  let isNearest = true;
  for (const { indent, rest } of lines) {
    if (rest.startsWith("#")) continue;
    const [isKey, dashes = "", value = ""] = KEY.exec(rest) ?? [];
    if (isNearest && isKey && OPENS.test(value)) return undefined;
    isNearest = false;
    if (indent > column) continue;
    if (!isKey) return undefined;
    const [dash] = /- +$/.exec(dashes) ?? [];
    if (dash) return indent + dashes.length === column ? column - dash.length : undefined;
    if (indent < column) return undefined;
  }
  return undefined;
}

/** The column of the code that an `end` ends. */
function startOfBlock(lines: Iterable<Before>): number | undefined {
  let ends = 1;
  for (const { indent, rest } of lines) {
    const [, code = ""] = /^#@ *(.*)/.exec(rest) ?? [];
    if (code === "end") ends++;
    if (!/^(?:if|for|def|while)\b(?!\/)/.test(code)) continue;
    // It has a comment, or goes on below.
    if (!code.endsWith(":")) return undefined;
    if (--ends === 0) return indent;
  }
  return undefined;
}

/** The column to which the cursor's line moves; undefined if it stays. */
export function typedIndent(state: EditorState): number | undefined {
  const { head } = state.selection.main;
  const line = state.doc.lineAt(head);
  const [, indent = "", typed] = /^( *)(- |#@ *end)$/.exec(line.text) ?? [];
  if (!typed || head !== line.to || state.selection.ranges.length > 1) return undefined;
  const start = line.from + indent.length;
  for (let node = syntaxTree(state).resolve(start, 1); node.parent; node = node.parent)
    if (OTHERS.has(node.name)) return undefined;
  const lines = linesBefore(state.doc, line);
  const to = typed === "- " ? dashOfItem(lines, indent.length) : startOfBlock(lines);
  return to === indent.length ? undefined : to;
}

/** For a file with this name and length. */
export function indentTyped(path: string, length: number): Extension {
  if (!/\.ya?ml$/.test(path) || length > LONG_TEXT) return [];
  return EditorView.inputHandler.of((view, _from, _to, _text, insert) => {
    if (view.composing) return false;
    view.dispatch(insert());
    const to = typedIndent(view.state);
    if (to === undefined) return true;
    const line = view.state.doc.lineAt(view.state.selection.main.head);
    view.dispatch({
      changes: { from: line.from, to: line.from + line.text.search(/\S/), insert: " ".repeat(to) },
      userEvent: "input.type",
      annotations: isolateHistory.of("full"),
    });
    return true;
  });
}
