// Marks the line that a link led to, until the next edit or cursor movement.
import { StateEffect, StateField } from "@codemirror/state";
import { Decoration, type DecorationSet, EditorView, type ViewUpdate } from "@codemirror/view";

const jump = StateEffect.define<number | null>();
/** The mark. */
export const jumpMark = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(marks, transaction) {
    for (const effect of transaction.effects) {
      if (!effect.is(jump)) continue;
      return effect.value === null
        ? Decoration.none
        : Decoration.set([Decoration.line({ class: "cm-jump-target" }).range(effect.value)]);
    }
    return transaction.docChanged ? marks.map(transaction.changes) : marks;
  },
  provide: (field) => EditorView.decorations.from(field),
});

/** Selects a range, scrolls to it and marks its line. The text may have become shorter since the range was determined. */
export function goTo(view: EditorView, span: { from: number; to: number }, focus: boolean): void {
  const { doc } = view.state;
  const from = Math.min(span.from, doc.length);
  const to = Math.min(span.to, doc.length);
  view.dispatch({
    ...(focus ? { selection: { anchor: from, head: to } } : {}),
    effects: [jump.of(doc.lineAt(from).from), EditorView.scrollIntoView(from, { y: "center" })],
  });
  if (focus) view.focus();
}

/** Whether an update is such a jump, which moves the cursor as well. */
export const isJump = (update: ViewUpdate): boolean =>
  update.transactions.some(({ effects }) => effects.some((effect) => effect.is(jump)));

export function leave(view: EditorView): void {
  if (view.state.field(jumpMark, false)?.size) view.dispatch({ effects: jump.of(null) });
}
