// The common part of the editor's questions to the engine.
import type { EditorView } from "@codemirror/view";

/** For questions that were asked by key: the engine was replaced before it answered, or could not be loaded. */
export const NO_ANSWER = "The engine did not answer. Try again.";

/**
 * Returns a function that tells whether the text and the selection are still the same: a late answer is not used after the user has typed or moved
 * on.
 */
export function unchanged(view: EditorView): () => boolean {
  const { doc, selection } = view.state;
  return () => view.state.doc === doc && view.state.selection.eq(selection);
}
