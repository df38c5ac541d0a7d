// Values of code at the ends of its lines, and lines that did not run. Values take no space: what does not fit beside a line is cut, and a click opens
// a card. They are no text of the document, so they cannot be selected or searched; screen readers get them by a command.
import { forEachDiagnostic, setDiagnosticsEffect } from "@codemirror/lint";
import {
  type EditorState,
  type Extension,
  type Range,
  StateEffect,
  StateField,
  type Transaction,
} from "@codemirror/state";
import { Decoration, type DecorationSet, EditorView, hoverTooltip, type Tooltip, WidgetType } from "@codemirror/view";
import { isUsingKeys, showCard } from "./cards";

/** A value at the end of a line, from 1. */
export interface LineValue {
  line: number;
  text: string;
}

/** Lines that did not run, from 1. */
export interface SkippedLines {
  from: number;
  to: number;
}

/** The known values of a text, and its lines that did not run. */
export interface LineValues {
  values: readonly LineValue[];
  skipped: readonly SkippedLines[];
}

export const NO_VALUES: LineValues = { values: [], skipped: [] };

/** Cards about a line; null if there is nothing to say. */
export interface LineCards {
  /** All values of a line. */
  values: (view: EditorView, line: number) => void;
  /** The run that the values are of, if that is not obvious; empty elsewhere. */
  run: () => string;
  /** Why a line did not run. */
  skipped: (state: EditorState, line: number) => Promise<Tooltip | null>;
}

const HOVER_MS = 250;

class ValueWidget extends WidgetType {
  readonly text: string;
  /** The line has changed since. */
  readonly isOld: boolean;

  constructor(text: string, isOld = false) {
    super();
    this.text = text;
    this.isOld = isOld;
  }

  override eq(other: ValueWidget): boolean {
    return other.text === this.text && other.isOld === this.isOld;
  }

  override toDOM(): HTMLElement {
    const element = document.createElement("span");
    element.className = this.isOld ? "cm-line-value cm-line-value-old" : "cm-line-value";
    element.setAttribute("aria-hidden", "true");
    element.dataset.value = this.text;
    element.title = titleOf(element);
    return element;
  }

  override ignoreEvent(): boolean {
    return false;
  }
}

const titleOf = ({ classList }: HTMLElement): string =>
  classList.contains("cm-line-value-old") ? "From the run before" : "Click to show the whole value";

const set = StateEffect.define<LineValues>();
/** The values of a run that failed: other lines keep the values of the run before. */
const add = StateEffect.define<readonly LineValue[]>();

/** The ends of lines with a message of their own. */
function linesWithMessages(state: EditorState): ReadonlySet<number> {
  const ends = new Set<number>();
  forEachDiagnostic(state, ({ severity }, from) => {
    if (severity === "error" || severity === "warning") ends.add(state.doc.lineAt(from).to);
  });
  return ends;
}

function widgets(values: readonly LineValue[], { doc }: EditorState): DecorationSet {
  const ranges: Range<Decoration>[] = [];
  for (const { line, text } of values)
    if (line <= doc.lines)
      ranges.push(Decoration.widget({ widget: new ValueWidget(text), side: 1 }).range(doc.line(line).to));
  return Decoration.set(ranges, true);
}

function added(before: DecorationSet, values: readonly LineValue[], state: EditorState): DecorationSet {
  const now = widgets(values, state);
  const ends = new Set<number>();
  for (const at = now.iter(); at.value; at.next()) ends.add(at.from);
  const ranges: Range<Decoration>[] = [];
  for (const at = before.iter(); at.value; at.next()) {
    if (ends.has(at.from)) continue;
    const { text } = at.value.spec.widget as ValueWidget;
    ranges.push(Decoration.widget({ widget: new ValueWidget(text, true), side: 1 }).range(at.from));
  }
  return now.update({ add: ranges, sort: true });
}

/** Values move with their lines until the next result. */
function moved(before: DecorationSet, { startState, state, changes }: Transaction): DecorationSet {
  const ranges: Range<Decoration>[] = [];
  const taken = new Set<number>();
  for (const at = before.iter(); at.value; at.next()) {
    const old = startState.doc.lineAt(at.from);
    const line = state.doc.lineAt(changes.mapPos(old.from, 1));
    // A line that was deleted has no place, and one that was joined to another has no value of its own.
    if (line.length === 0 || taken.has(line.to)) continue;
    taken.add(line.to);
    const { text, isOld } = at.value.spec.widget as ValueWidget;
    const widget = new ValueWidget(text, isOld || line.text !== old.text);
    ranges.push(Decoration.widget({ widget, side: 1 }).range(line.to));
  }
  return Decoration.set(ranges, true);
}

const known = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(before, transaction) {
    for (const effect of transaction.effects) {
      if (effect.is(set)) return widgets(effect.value.values, transaction.state);
      if (effect.is(add)) return added(before, effect.value, transaction.state);
    }
    return transaction.docChanged ? moved(before, transaction) : before;
  },
});

/** A line with a message shows that. */
const shown = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(before, { state, startState, docChanged, effects }) {
    const all = state.field(known);
    const isSame =
      !docChanged && all === startState.field(known) && !effects.some((one) => one.is(setDiagnosticsEffect));
    if (isSame) return before;
    const messages = linesWithMessages(state);
    return messages.size === 0 ? all : all.update({ filter: (from) => !messages.has(from) });
  },
  provide: (field) => EditorView.decorations.from(field),
});

/** The space behind the text of a line: CodeMirror asks for cards only where the pointer is on text or a widget. */
class RestOfLine extends WidgetType {
  override eq(): boolean {
    return true;
  }

  override toDOM(): HTMLElement {
    const element = document.createElement("span");
    element.className = "cm-rest-of-line";
    element.setAttribute("aria-hidden", "true");
    return element;
  }

  override ignoreEvent(): boolean {
    return false;
  }
}

const notRun = Decoration.line({ class: "cm-not-run" });
const restOfLine = Decoration.widget({ widget: new RestOfLine(), side: 2 });

const skippedLines = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(before, { state, effects, docChanged, changes }) {
    for (const effect of effects) {
      if (!effect.is(set)) continue;
      const lines = new Set<number>();
      for (const { from, to } of effect.value.skipped)
        for (let line = from; line <= Math.min(to, state.doc.lines); line++) lines.add(line);
      return Decoration.set(
        [...lines].flatMap((line) => {
          const { from, to } = state.doc.line(line);
          return [notRun.range(from), restOfLine.range(to)];
        }),
        true,
      );
    }
    return docChanged ? before.map(changes) : before;
  },
  provide: (field) => EditorView.decorations.from(field),
});

/** Shows the values of the view's text. */
export function showLineValues(view: EditorView, values: LineValues): void {
  view.dispatch({ effects: set.of(values) });
}

/** Shows the values of a run that failed. */
export function addLineValues(view: EditorView, values: readonly LineValue[]): void {
  view.dispatch({ effects: add.of(values) });
}

/** Whether a line is shown as one that did not run. */
function isSkipped(state: EditorState, line: number): boolean {
  const { from } = state.doc.line(line);
  let found = false;
  state.field(skippedLines, false)?.between(from, from, (_from, _to, { spec }) => {
    found ||= spec === notRun.spec;
  });
  return found;
}

export function lineValues(cards: LineCards): Extension {
  let tapped: number | undefined;
  return [
    known,
    shown,
    skippedLines,
    hoverTooltip(
      (view, pos) => {
        const line = view.state.doc.lineAt(pos).number;
        return isUsingKeys(view.state) || !isSkipped(view.state, line) ? null : cards.skipped(view.state, line);
      },
      { hoverTime: HOVER_MS },
    ),
    EditorView.domEventHandlers({
      mouseover: ({ target }) => {
        const value = (target as Element).closest?.<HTMLElement>(".cm-line-value");
        if (value) value.title = [cards.run(), titleOf(value)].filter((text) => text !== "").join(" ");
      },
      mousedown: (event, view) => {
        const value = (event.target as Element).closest?.(".cm-line-value");
        if (!value || event.button !== 0) return false;
        event.preventDefault();
        const { to, number } = view.state.doc.lineAt(view.posAtDOM(value));
        // Text that is typed next belongs to this line.
        view.dispatch({ selection: { anchor: to }, userEvent: "select.pointer" });
        cards.values(view, number);
        return true;
      },
      // A finger does not hover. When the keyboard of the screen opens, lines move between press and click.
      pointerdown: ({ target, pointerType }, view) => {
        const line = pointerType === "touch" && (target as Element).closest?.(".cm-not-run");
        tapped = line ? view.state.doc.lineAt(view.posAtDOM(line)).number : undefined;
      },
      click: (_, view) => {
        if (tapped === undefined) return false;
        void cards.skipped(view.state, tapped).then((card) => card && showCard(view, card));
        return false;
      },
    }),
    EditorView.theme({
      ".cm-line-value": {
        // As wide as the rest of the line, at the end of which the text is cut with an ellipsis.
        position: "absolute",
        display: "-webkit-inline-box",
        WebkitBoxOrient: "vertical",
        WebkitLineClamp: "1",
        overflow: "hidden",
        minWidth: "2ch",
        overflowWrap: "anywhere",
        marginLeft: "3ch",
        color: "var(--ink-3)",
        whiteSpace: "pre-wrap",
        textIndent: "0",
        userSelect: "none",
        cursor: "pointer",
      },
      ".cm-line-value:hover": { color: "var(--ink)" },
      ".cm-line-value-old": { opacity: "0.5" },
      ".cm-line-value::after": { content: "attr(data-value)" },
      ".cm-not-run": { opacity: "0.55", position: "relative" },
      ".cm-rest-of-line": { position: "absolute", inset: "0", zIndex: "-1" },
      "@media (forced-colors: active)": { ".cm-not-run": { opacity: "1", color: "GrayText" } },
    }),
  ];
}
