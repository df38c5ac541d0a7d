// Accepting an option may write more than the word: `", "data")` after `load("@ytt:data`, or `: ` after a key. Those who type this as well do not get it
// twice.
import { type Extension, StateEffect, StateField } from "@codemirror/state";
import { EditorView } from "@codemirror/view";

interface WrittenAhead {
  /** The cursor, directly after the accepted text. */
  at: number;
  /** The texts before the cursor that may be typed once more. */
  rests: readonly string[];
}

const write = StateEffect.define<WrittenAhead>();

const written = StateField.define<WrittenAhead | undefined>({
  create: () => undefined,
  update: (value, { effects, docChanged, selection }) =>
    effects.find((effect) => effect.is(write))?.value ?? (docChanged || selection ? undefined : value),
});

/** For the transaction that inserts `insert` for the word `label`, with the cursor after it. */
export function writesAhead(label: string, insert: string, at: number) {
  const rest = insert.startsWith(label) ? insert.slice(label.length) : "";
  const [closing = ""] = /["')\]}]*$/.exec(insert) ?? [];
  return write.of({ at, rests: [rest, closing] });
}

export const skipWrittenAhead: Extension = [
  written,
  EditorView.inputHandler.of((view, from, to, text) => {
    const { at, rests } = view.state.field(written) ?? { at: -1, rests: [] };
    const left = rests.filter((rest) => rest.startsWith(text)).map((rest) => rest.slice(text.length));
    if (from !== at || to !== at || left.length === 0) return false;
    view.dispatch({ selection: { anchor: at }, effects: write.of({ at, rests: left }) });
    return true;
  }),
];
