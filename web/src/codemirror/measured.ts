// CodeMirror measures lines in the next animation frame. A view that was just put into the document may have been painted with estimated heights by
// then.
import type { EditorView } from "@codemirror/view";

export function measureNow(view: EditorView): void {
  view.requestMeasure();
  // Reading a position takes the requested measurement.
  view.coordsAtPos(0);
}

/** The height of a line, in pixels, before CodeMirror has measured one. */
const ASSUMED = 14;

/** Gives an editor the height of its lines where CodeMirror has not measured any: it measures only in the visible part of the window. */
export function fitUnmeasured({ defaultLineHeight, dom, state }: EditorView): void {
  const { lines } = state.doc;
  dom.style.minHeight =
    defaultLineHeight === ASSUMED ? `calc(${lines} * var(--code-leading) * var(--code-size) + 2 * var(--space-2))` : "";
}
