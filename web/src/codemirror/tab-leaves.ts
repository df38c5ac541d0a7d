// Tab indents, and leaves the editor after Escape.
import { EditorView } from "@codemirror/view";

/** The longest expected time between two keys. */
const LONG_MS = 3_600_000;

/**
 * After Escape, whatever else it does, Tab leaves the editor, until another key or the pointer is used. By default, CodeMirror lets Tab leave for two
 * seconds only, and not if Escape had another effect, such as clearing a selection.
 */
export const tabLeaves = EditorView.domEventObservers({
  // After CodeMirror's own handler.
  keydown: ({ key }, view) => key === "Escape" && queueMicrotask(() => view.setTabFocusMode(LONG_MS)),
  mousedown: (_, view) => view.setTabFocusMode(false),
  blur: (_, view) => view.setTabFocusMode(false),
});
