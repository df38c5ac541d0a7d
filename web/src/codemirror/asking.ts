// What the editors' questions to the engine share.
import type { EditorView } from "@codemirror/view";

/** For questions that were asked by key: the engine was replaced before it answered, or could not be loaded. */
export const NO_ANSWER = "The engine did not answer. Try again.";

/** Whether the text and the selection of an editor are still as they are now: whoever has typed or moved on does not wait for an answer any more. */
export function unchanged(view: EditorView): () => boolean {
  const { doc, selection } = view.state;
  return () => view.state.doc === doc && view.state.selection.eq(selection);
}
