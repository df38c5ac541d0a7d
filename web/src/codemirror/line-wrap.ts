// Wraps long lines. What continues a line is indented further than its beginning, so that the structure of YAML remains visible. With a class for each
// indentation, which style/code.css reads: the Content-Security-Policy rejects styles of lines.
import { Compartment, type EditorState, type Extension, RangeSetBuilder } from "@codemirror/state";
import { Decoration, type DecorationSet, EditorView, ViewPlugin, type ViewUpdate } from "@codemirror/view";

/** Lines wrap in editors that are narrower than this, in px: less than about 100 characters beside the line numbers. */
export const WRAPS_BELOW = 870;

/** Deeper lines are continued at this indentation. */
const DEEPEST = 24;
/** Characters by which the rest of a line is indented further. */
const FURTHER = 2;

/** Widths by the indentation of a line. */
const HANGS = Array.from({ length: DEEPEST + 1 }, (_, indent) => indent + FURTHER);
const hang = HANGS.map((characters) => Decoration.line({ class: `cm-hang-${characters}` }));

const theme = EditorView.baseTheme(
  Object.fromEntries(HANGS.map((characters) => [`.cm-hang-${characters}`, { "--hang": `${characters}ch` }])),
);
/** These rules for the first view, which is there before CodeMirror. */
export const hangRules = HANGS.map((characters) => `.cm-hang-${characters}{--hang:${characters}ch}`).join("");

function indentOf(state: EditorState, from: number, to: number): number {
  const start = state.doc.sliceString(from, Math.min(to, from + DEEPEST));
  const [spaces = ""] = /^[ \t]*/.exec(start) ?? [];
  return Math.min(
    DEEPEST,
    [...spaces].reduce((width, char) => width + (char === "\t" ? state.tabSize : 1), 0),
  );
}

/** The class of a line that wraps. */
export const hangOf = (state: EditorState, from: number, to: number): string =>
  `cm-hang-${indentOf(state, from, to) + FURTHER}`;

const hanging = ViewPlugin.fromClass(
  class {
    decorations: DecorationSet;

    constructor(view: EditorView) {
      this.decorations = this.#seen(view);
    }

    update({ view, docChanged, viewportChanged }: ViewUpdate): void {
      if (docChanged || viewportChanged) this.decorations = this.#seen(view);
    }

    #seen({ state, visibleRanges }: EditorView): DecorationSet {
      const builder = new RangeSetBuilder<Decoration>();
      let last = -1;
      for (const { from, to } of visibleRanges)
        for (let at = from; at <= to; ) {
          const line = state.doc.lineAt(at);
          const decoration = hang[indentOf(state, line.from, line.to)];
          if (decoration && line.from > last) builder.add(line.from, line.from, decoration);
          last = line.from;
          at = line.to + 1;
        }
      return builder.finish();
    }
  },
  { decorations: ({ decorations }) => decorations },
);

/** For views in which lines always wrap. */
export const wrapped: Extension = [EditorView.lineWrapping, hanging, theme];

/** Whether the lines of views wrap, in a compartment of their states. */
export class LineWrap {
  #place = new Compartment();
  #on = false;

  /** For each new state. */
  get extension(): Extension {
    return this.#place.of(this.#on ? wrapped : []);
  }

  set(views: Iterable<EditorView>, on: boolean): void {
    this.#on = on;
    for (const view of views) this.refresh(view);
  }

  /** The current state may be older. */
  refresh(view: EditorView): void {
    const now = this.#place.get(view.state);
    if (now && (now === wrapped) !== this.#on)
      view.dispatch({ effects: this.#place.reconfigure(this.#on ? wrapped : []) });
  }
}
