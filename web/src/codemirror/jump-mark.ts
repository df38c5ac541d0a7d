// Marks the line that a link led to, for a moment or until the next key, edit or cursor movement.
import { type Extension, StateEffect, StateField } from "@codemirror/state";
import { Decoration, type DecorationSet, EditorView, ViewPlugin, type ViewUpdate } from "@codemirror/view";

const SHOWN_MS = 2000;

const jump = StateEffect.define<number | null>();

const mark = StateField.define<DecorationSet>({
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

/** Removes the mark. */
const ending = ViewPlugin.define((view) => {
  const page = view.dom.ownerDocument;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const end = () => leave(view);
  page.addEventListener("keydown", end, true);
  return {
    update(update) {
      if (!isJump(update)) return;
      clearTimeout(timer);
      if (update.state.field(mark).size > 0) timer = setTimeout(end, SHOWN_MS);
    },
    destroy() {
      clearTimeout(timer);
      page.removeEventListener("keydown", end, true);
    },
  };
});

export const jumpMark: Extension = [mark, ending];

/** Selects a range, or places the cursor if it is empty, scrolls to it and marks its line. The text may have become shorter since the range was determined. */
export function goTo(
  view: EditorView,
  span: { from: number; to: number },
  focus: boolean,
  y: "center" | "nearest" = "center",
): void {
  const { doc } = view.state;
  const from = Math.min(span.from, doc.length);
  const to = Math.min(span.to, doc.length);
  view.dispatch({
    ...(focus ? { selection: { anchor: from, head: to } } : {}),
    effects: [jump.of(doc.lineAt(from).from), EditorView.scrollIntoView(from, { y, yMargin: 40 })],
  });
  if (focus) view.focus();
}

/** Whether an update is such a jump, which moves the cursor as well. */
export const isJump = (update: ViewUpdate): boolean =>
  update.transactions.some(({ effects }) => effects.some((effect) => effect.is(jump)));

export function leave(view: EditorView): void {
  if (view.state.field(mark, false)?.size) view.dispatch({ effects: jump.of(null) });
}
