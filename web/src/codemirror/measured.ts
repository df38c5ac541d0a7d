// CodeMirror measures lines in the next animation frame. A view that was just put into the document may have been painted with estimated heights by
// then.
import type { EditorView } from "@codemirror/view";

/** Measures now. */
export function measureNow(view: EditorView): void {
  view.requestMeasure();
  // Reading a position ends what was requested.
  view.coordsAtPos(0);
}
