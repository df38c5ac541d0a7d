// Lines of an editor that are marked because they belong to a line of another one, and who points at which line.
import { type EditorState, type Extension, StateEffect, StateField } from "@codemirror/state";
import { Decoration, type DecorationSet, EditorView } from "@codemirror/view";

const link = StateEffect.define<readonly number[]>();

const marksOf = (state: EditorState, lines: readonly number[]): DecorationSet =>
  Decoration.set(
    lines
      .filter((line) => line >= 1 && line <= state.doc.lines)
      .map((line) => Decoration.line({ class: "cm-linked" }).range(state.doc.line(line).from)),
    true,
  );

/** The marked lines, as numbers and as decorations. */
const linked = StateField.define<{ lines: readonly number[]; marks: DecorationSet }>({
  create: () => ({ lines: [], marks: Decoration.none }),
  update(value, transaction) {
    for (const effect of transaction.effects) {
      if (effect.is(link)) return { lines: effect.value, marks: marksOf(transaction.state, effect.value) };
    }
    return transaction.docChanged ? { lines: [], marks: Decoration.none } : value;
  },
  provide: (field) => EditorView.decorations.from(field, ({ marks }) => marks),
});

/** What tells of the line somebody points at: its number, or null when they point elsewhere. */
export function linkable(pointed: (line: number | null) => void): Extension {
  const lineAt = (event: MouseEvent, view: EditorView) => {
    const position = view.posAtCoords({ x: event.clientX, y: event.clientY });
    return position === null ? null : view.state.doc.lineAt(position).number;
  };
  return [
    linked,
    EditorView.domEventHandlers({
      mousemove: (event, view) => pointed(lineAt(event, view)),
      mouseleave: () => pointed(null),
    }),
  ];
}

/** Marks these lines and no others. */
export function mark(view: EditorView, lines: readonly number[]): void {
  const now = view.state.field(linked, false)?.lines;
  if (now && now.join() !== lines.join()) view.dispatch({ effects: link.of(lines) });
}
