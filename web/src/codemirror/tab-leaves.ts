// Tab indents, and leaves the editor after Escape.
import type { Extension } from "@codemirror/state";
import { EditorView } from "@codemirror/view";

/** The longest expected time between two keys. */
const LONG_MS = 3_600_000;

/**
 * After Escape, whatever else it does, Tab leaves the editor, until another key or the pointer is used. By default, CodeMirror lets Tab leave for two
 * seconds only, and not if Escape had another effect, such as clearing a selection. `stuck` is called when the user has moved through the page with
 * Tab, and presses it again in the editor.
 */
export function tabLeaves(stuck: () => void): Extension {
  let pressed = "";
  let cameByTab = false;
  return EditorView.domEventObservers({
    // After CodeMirror's own handler.
    keydown: ({ key, shiftKey }, view) => {
      if (key === "Escape") queueMicrotask(() => view.setTabFocusMode(LONG_MS));
      if (key === "Tab" && !shiftKey && cameByTab) queueMicrotask(stuck);
      pressed = key;
      cameByTab = false;
    },
    // The key was pressed in front of the editor.
    keyup: ({ key }) => {
      if (key === "Tab" && pressed === "") cameByTab = true;
    },
    mousedown: (_, view) => view.setTabFocusMode(false),
    blur: (_, view) => {
      view.setTabFocusMode(false);
      pressed = "";
      cameByTab = false;
    },
  });
}
