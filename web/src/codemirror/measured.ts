// CodeMirror measures lines in the next animation frame. A view that was just put into the document may have been painted with estimated heights by
// then.
import type { EditorView } from "@codemirror/view";
import { noChange } from "lit";
import { AsyncDirective, directive } from "lit/async-directive.js";
import type { ChildPart } from "lit/directive.js";
import { afterAdoption, built, isAdopting } from "../ui/adoption";

/** Measures now. */
export function measureNow(view: EditorView): void {
  view.requestMeasure();
  // Reading a position ends what was requested.
  view.coordsAtPos(0);
}

class EditorElement extends AsyncDirective {
  /** During the build. */
  render(view: EditorView): unknown {
    return built.markup(view.dom.outerHTML);
  }

  override update(_: ChildPart, [view]: [EditorView]): unknown {
    if (!isAdopting()) return placed(view);
    afterAdoption(() => this.setValue(placed(view)));
    return noChange;
  }
}

function placed(view: EditorView): HTMLElement {
  const { dom } = view;
  if (!dom.isConnected) queueMicrotask(() => dom.isConnected && measureNow(view));
  return dom;
}

/** The element of an editor, for a template: what puts it into the document also has its lines measured before they are painted. */
export const editorElement = directive(EditorElement);

/** The height of a line, in pixels, before CodeMirror has measured one. */
const ASSUMED = 14;

/** Gives an editor the height of its lines where CodeMirror has not measured any: it measures only in the visible part of the window. */
export function fitUnmeasured({ defaultLineHeight, dom, state }: EditorView): void {
  const { lines } = state.doc;
  dom.style.minHeight =
    defaultLineHeight === ASSUMED ? `calc(${lines} * var(--code-leading) * var(--code-size) + 2 * var(--space-2))` : "";
}
