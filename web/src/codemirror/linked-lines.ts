// Lines of an editor that are marked because they belong to a line of the other one, and events for the line under the pointer.

import { type Extension, type Range, StateEffect, StateField } from "@codemirror/state";
import { Decoration, type DecorationSet, EditorView, ViewPlugin, type ViewUpdate } from "@codemirror/view";
import { firstAt } from "../core/first-at";

const link = StateEffect.define<readonly number[]>();

/** The marked lines, in order. */
const linked = StateField.define<readonly number[]>({
  create: () => [],
  update(lines, transaction) {
    for (const effect of transaction.effects) if (effect.is(link)) return effect.value;
    return transaction.docChanged ? [] : lines;
  },
});

const marked = Decoration.line({ class: "cm-linked" });

/** Index of the first number that is not smaller. */
const from = (numbers: readonly number[], least: number): number =>
  firstAt(numbers.length, (at) => (numbers[at] ?? 0) < least);

/** A line of a loop may have made every line of the output: only visible lines are marked. */
const marks = ViewPlugin.fromClass(
  class {
    decorations: DecorationSet;

    constructor(view: EditorView) {
      this.decorations = this.#seen(view);
    }

    update({ view, viewportChanged, docChanged, startState, state }: ViewUpdate): void {
      if (viewportChanged || docChanged || startState.field(linked) !== state.field(linked))
        this.decorations = this.#seen(view);
    }

    #seen({ state, viewport }: EditorView): DecorationSet {
      const { doc } = state;
      const lines = state.field(linked);
      const last = doc.lineAt(viewport.to).number;
      const ranges: Range<Decoration>[] = [];
      for (let at = from(lines, doc.lineAt(viewport.from).number); (lines[at] ?? Infinity) <= last; at++)
        ranges.push(marked.range(doc.line(lines[at] ?? 1).from));
      return Decoration.set(ranges);
    }
  },
  { decorations: ({ decorations }) => decorations },
);

/** Reports the line under the pointer: its number, or null. */
export function linkable(pointed: (view: EditorView, line: number | null) => void): Extension {
  const lineAt = (event: MouseEvent, view: EditorView) => {
    const position = view.posAtCoords({ x: event.clientX, y: event.clientY });
    return position === null ? null : view.state.doc.lineAt(position).number;
  };
  return [
    linked,
    marks,
    EditorView.domEventHandlers({
      mousemove: (event, view) => pointed(view, lineAt(event, view)),
      mouseleave: (_, view) => pointed(view, null),
    }),
  ];
}

const same = (a: readonly number[], b: readonly number[]) =>
  a.length === b.length && a.every((line, at) => line === b[at]);

/** Marks exactly these lines, which are in order. */
export function mark(view: EditorView, lines: readonly number[]): void {
  const now = view.state.field(linked, false);
  if (now && !same(now, lines)) view.dispatch({ effects: link.of(lines) });
}
