// Several cursors: Alt and a click adds one, Shift Alt and dragging selects a column. CodeMirror's own keys add cursors above and below; Escape leaves one.
import { EditorState, type Extension } from "@codemirror/state";
import { EditorView, rectangularSelection } from "@codemirror/view";

export const severalCursors: Extension = [
  EditorState.allowMultipleSelections.of(true),
  EditorView.clickAddsSelectionRange.of(({ altKey, shiftKey }) => altKey && !shiftKey),
  rectangularSelection({ eventFilter: ({ altKey, shiftKey, button }) => altKey && shiftKey && button === 0 }),
];
