// Marks of the places of a chosen data value: ranges with their kinds, and whole lines. A bar beside the line numbers shows where they are. Nothing moves:
// marks only have backgrounds and lines inside the text.
import {
  type EditorState,
  type Extension,
  type RangeSet,
  RangeSetBuilder,
  StateEffect,
  StateField,
} from "@codemirror/state";
import {
  Decoration,
  type DecorationSet,
  EditorView,
  GutterMarker,
  gutterLineClass,
  ViewPlugin,
  type ViewUpdate,
} from "@codemirror/view";
import type { UseKind } from "../engine/types";

/** A marked range. */
export interface UseMark {
  kind: UseKind;
  from: number;
  to: number;
}

export interface UseMarks {
  ranges: readonly UseMark[];
  /** Numbers of lines, in order. */
  lines: readonly number[];
}

interface Marked {
  marks: DecorationSet;
  bars: RangeSet<GutterMarker>;
}

const NONE: Marked = { marks: Decoration.none, bars: new RangeSetBuilder<GutterMarker>().finish() };

const RANGES: Record<UseKind, Decoration> = {
  value: Decoration.mark({ class: "cm-use cm-use-value" }),
  declaration: Decoration.mark({ class: "cm-use cm-use-declaration" }),
  rule: Decoration.mark({ class: "cm-use cm-use-rule" }),
  use: Decoration.mark({ class: "cm-use cm-use-use" }),
};
const LINE = Decoration.line({ class: "cm-use-line" });

class Bar extends GutterMarker {
  override elementClass = "cm-use-bar";
}
const BAR = new Bar();

const change = StateEffect.define<UseMarks>();

function marked({ doc }: EditorState, { ranges, lines }: UseMarks): Marked {
  const inside = ranges.filter(({ from, to }) => from < to && to <= doc.length);
  const whole = lines.filter((line) => line <= doc.lines).map((line) => doc.line(line).from);
  const starts = new Set([...whole, ...inside.map(({ from }) => doc.lineAt(from).from)]);
  const bars = new RangeSetBuilder<GutterMarker>();
  for (const start of [...starts].sort((a, b) => a - b)) bars.add(start, start, BAR);
  const marks = [
    ...whole.map((start) => LINE.range(start)),
    ...inside.map(({ kind, from, to }) => RANGES[kind].range(from, to)),
  ];
  return { marks: Decoration.set(marks, true), bars: bars.finish() };
}

/** They move with the text until the next answer. */
const field = StateField.define<Marked>({
  create: () => NONE,
  update(value, { effects, changes, docChanged, state }) {
    for (const effect of effects) if (effect.is(change)) return marked(state, effect.value);
    if (!docChanged || value.marks.size === 0) return value;
    return { marks: value.marks.map(changes), bars: value.bars.map(changes) };
  },
  provide: (field) => [
    EditorView.decorations.from(field, ({ marks }) => marks),
    gutterLineClass.from(field, ({ bars }) => bars),
  ],
});

/** Ticks that would cover each other are one. */
const MOST_TICKS = 200;

/** The places of the marks in the whole text, in percent; none if the whole text is visible. */
function ticks(view: EditorView): number[] {
  const { contentHeight, scrollDOM, state } = view;
  if (scrollDOM.scrollHeight <= scrollDOM.clientHeight + 1) return [];
  const places = new Set<number>();
  for (const bars = state.field(field).bars.iter(); bars.value; bars.next())
    places.add(Math.floor((view.lineBlockAt(bars.from).top / contentHeight) * MOST_TICKS));
  return [...places].map((place) => (place / MOST_TICKS) * 100);
}

/** Shows them at the right edge of a text that scrolls. */
const overview = ViewPlugin.fromClass(
  class {
    readonly #dom = document.createElement("div");

    constructor(view: EditorView) {
      this.#dom.className = "cm-use-overview";
      this.#dom.ariaHidden = "true";
      view.dom.append(this.#dom);
      this.#measure(view);
    }

    update({ view, startState, state, geometryChanged }: ViewUpdate): void {
      const { bars } = state.field(field);
      if (startState.field(field).bars !== bars || (geometryChanged && bars.size > 0)) this.#measure(view);
    }

    #measure(view: EditorView): void {
      view.requestMeasure({ key: this, read: ticks, write: (places) => this.#draw(places) });
    }

    #draw(places: number[]): void {
      this.#dom.replaceChildren(
        ...places.map((place) => {
          const tick = document.createElement("div");
          tick.style.top = `${place}%`;
          return tick;
        }),
      );
    }

    destroy(): void {
      this.#dom.remove();
    }
  },
);

export const useMarks: Extension = [field, overview];

/** Marks exactly these places. */
export function markUses(view: EditorView, marks: UseMarks): void {
  const now = view.state.field(field, false);
  if (!now || (now.marks.size === 0 && marks.ranges.length === 0 && marks.lines.length === 0)) return;
  view.dispatch({ effects: change.of(marks) });
}

/** Whether a position is in a marked range, or at its end. */
export function isMarked({ state }: EditorView, position: number): boolean {
  let found = false;
  state.field(field, false)?.marks.between(position, position, (from, to) => {
    found ||= from < to;
  });
  return found;
}
