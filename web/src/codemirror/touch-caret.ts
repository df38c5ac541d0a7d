// A tap moves the cursor at once. CodeMirror leaves taps to the browser and reads its selection in a later event; an update before that, for example of
// marks that depend on the focus, would set the browser's selection back to the old cursor.
import { type EditorView, ViewPlugin } from "@codemirror/view";

export const touchCaret = ViewPlugin.fromClass(
  class {
    isTouch = false;
  },
  {
    eventHandlers: {
      pointerdown({ pointerType }: PointerEvent) {
        this.isTouch = pointerType === "touch";
      },
      mousedown({ clientX, clientY, detail }: MouseEvent, view: EditorView) {
        // Further taps select words and lines.
        if (!this.isTouch || detail !== 1) return;
        const anchor = view.posAtCoords({ x: clientX, y: clientY }, false);
        view.dispatch({ selection: { anchor }, userEvent: "select.pointer" });
      },
    },
  },
);
