// The indentation of a new line: that of the line before, and two more after a line that opens a block. CodeMirror's own rule for YAML looks at the lines
// that follow, and puts keys on another level than the one that is being typed.
import { indentService } from "@codemirror/language";

const STEP = 2;

/** After this part of a line. */
export function indentAfter(text: string): number {
  const [indent = ""] = /^ */.exec(text) ?? [];
  const rest = text.slice(indent.length).trimEnd();
  // Code and comments: the next line is on their level.
  if (rest.startsWith("#")) return indent.length;
  // Keys of the same item are behind its dash.
  const [dashes = ""] = /^(?:- +)*/.exec(rest) ?? [];
  const isMap = /^(?:"[^"]*"|'[^']*'|[^\s#"'][^#]*?):(\s|$)/.test(rest.slice(dashes.length));
  const level = indent.length + (isMap ? dashes.length : 0);
  return /:(?:\s+#(?!@).*)?$/.test(rest) ? level + STEP : level;
}

export const lineIndent = indentService.of((context, position) => {
  // Not of the simulated line break: the part of the line before it.
  const line = context.state.doc.lineAt(position);
  return indentAfter(line.text.slice(0, position - line.from));
});
