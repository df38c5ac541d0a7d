// Typed text replaces the selection; quotes and opening brackets surround it, if it is in one line.
import { EditorSelection, type EditorState, type TransactionSpec } from "@codemirror/state";
import { EditorView } from "@codemirror/view";

const CLOSING: Record<string, string> = { '"': '"', "'": "'", "(": ")", "[": "]", "{": "}" };

/** The selected texts stay selected. */
export function typeOver(state: EditorState, text: string): TransactionSpec {
  const close = CLOSING[text];
  const { doc, selection } = state;
  if (!close || selection.ranges.some(({ empty, from, to }) => empty || doc.lineAt(from).to < to))
    return state.replaceSelection(text);
  return state.changeByRange(({ anchor, head, from, to }) => ({
    changes: [
      { from, insert: text },
      { from: to, insert: close },
    ],
    range: EditorSelection.range(anchor + text.length, head + text.length),
  }));
}

/** Otherwise the browser replaces a selection by an element with a style attribute, which the Content-Security-Policy rejects. */
export const typeOverSelection = EditorView.domEventHandlers({
  beforeinput(event, view) {
    const { inputType, data, isComposing } = event;
    if (inputType !== "insertText" || data === null || isComposing || view.state.selection.main.empty) return false;
    event.preventDefault();
    view.dispatch(typeOver(view.state, data), { userEvent: "input.type", scrollIntoView: true });
    return true;
  },
});
