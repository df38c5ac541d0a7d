// The headline of a problem at the end of its line. Beside lines that are scrolled it takes no space: what does not fit is cut. In lines that wrap, it
// follows the text, on a row of its own if it does not fit beside it. For screen readers there are the underlines, their cards and the list of problems.
import { type Diagnostic, forEachDiagnostic, setDiagnosticsEffect } from "@codemirror/lint";
import { type EditorState, type Extension, type Range, StateField, type Transaction } from "@codemirror/state";
import { Decoration, type DecorationSet, EditorView, WidgetType } from "@codemirror/view";

type Severity = "error" | "warning";

class EndMessage extends WidgetType {
  readonly text: string;
  readonly severity: Severity;

  constructor(text: string, severity: Severity) {
    super();
    this.text = text;
    this.severity = severity;
  }

  override eq(other: EndMessage): boolean {
    return other.text === this.text && other.severity === this.severity;
  }

  override toDOM(): HTMLElement {
    const element = document.createElement("span");
    element.className = `cm-end-message cm-end-message-${this.severity}`;
    element.setAttribute("aria-hidden", "true");
    // Not as text of the line, which can be selected and searched.
    element.dataset.message = `${this.severity === "error" ? "✕" : "⚠"} ${this.text}`;
    return element;
  }
}

/** More messages than fit into any window are not needed. */
const MOST = 200;

function messagesOf(state: EditorState): DecorationSet {
  const byLine = new Map<number, { text: string; severity: Severity; others: number }>();
  forEachDiagnostic(state, ({ severity, message }: Diagnostic, from) => {
    if ((severity !== "error" && severity !== "warning") || byLine.size >= MOST) return;
    const end = state.doc.lineAt(from).to;
    const before = byLine.get(end);
    if (before) before.others++;
    if (before && (before.severity === "error" || severity === "warning")) return;
    byLine.set(end, { text: message.split("\n", 1)[0] ?? "", severity, others: before?.others ?? 0 });
  });
  const ranges: Range<Decoration>[] = [...byLine].map(([end, { text, severity, others }]) => {
    const widget = new EndMessage(others > 0 ? `${text} (+${others})` : text, severity);
    return Decoration.widget({ widget, side: 1 }).range(end);
  });
  return Decoration.set(ranges, true);
}

/** Messages move with their lines, until the next result. A message at a line that has changed may not be true any more. */
function moved(before: DecorationSet, { startState, state, changes }: Transaction): DecorationSet {
  const ranges: Range<Decoration>[] = [];
  for (const at = before.iter(); at.value; at.next()) {
    const old = startState.doc.lineAt(at.from);
    const line = state.doc.lineAt(changes.mapPos(old.from, 1));
    if (line.from === changes.mapPos(old.from, 1) && line.text === old.text) ranges.push(at.value.range(line.to));
  }
  return Decoration.set(ranges, true);
}

const messages = StateField.define<DecorationSet>({
  create: messagesOf,
  update(before, transaction) {
    if (transaction.effects.some((effect) => effect.is(setDiagnosticsEffect))) return messagesOf(transaction.state);
    return transaction.docChanged ? moved(before, transaction) : before;
  },
  provide: (field) => EditorView.decorations.from(field),
});

export const endMessages: Extension = [
  messages,
  EditorView.theme({
    ".cm-content": { overflowX: "clip" },
    ".cm-end-message": {
      position: "absolute",
      paddingLeft: "2ch",
      fontFamily: "var(--sans)",
      fontSize: "var(--small-size)",
      whiteSpace: "pre",
      textIndent: "0",
      pointerEvents: "none",
      userSelect: "none",
    },
    ".cm-lineWrapping .cm-end-message": {
      position: "static",
      display: "inline-block",
      maxWidth: "100%",
      // The row is as high as others.
      verticalAlign: "bottom",
      whiteSpace: "normal",
    },
    ".cm-end-message::after": { content: "attr(data-message)" },
    ".cm-end-message-error": { color: "var(--error)" },
    ".cm-end-message-warning": { color: "var(--warning)" },
  }),
];
