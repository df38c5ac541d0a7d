// Marks what a step of the overlays has changed in the output: changed and added lines, and the removed lines between them. Counts these lines, and
// scrolls to the first of them. Loaded lazily.
import { Chunk, getChunks, unifiedMergeView } from "@codemirror/merge";
import { type Extension, Text } from "@codemirror/state";
import { EditorView } from "@codemirror/view";
import { lineDiff } from "../../codemirror/line-diff";
import { editorText } from "../../core/line-endings";
import { markDrawn } from "../../core/unseen";

/** A comparison of longer texts would take too long. */
const LONGEST = 400_000;
const BY_LINES = { override: lineDiff };

let last: { before: string; text: Text; marks: Extension } | undefined;

/** The changes of a text since `before`; the same marks for the same texts. */
export function phaseMarks(before: string, text: Text): Extension {
  if (before.length + text.length > LONGEST) return NONE;
  if (last?.before !== before || last.text !== text) last = { before, text, marks: marks(before) };
  return last.marks;
}

const NONE: Extension = [];

const marks = (before: string): Extension => [
  unifiedMergeView({ original: before, mergeControls: false, gutter: true, diffConfig: BY_LINES }),
  // Removed lines are not part of the text, and are rendered by a widget.
  EditorView.updateListener.of(({ view }) =>
    view.dom.querySelectorAll(".cm-deletedChunk, .cm-deletedText").forEach(markDrawn),
  ),
];

/** Scrolls to the first marked change, unless one is visible. */
export function revealChange(view: EditorView): void {
  const chunks = getChunks(view.state)?.chunks ?? [];
  const [first] = chunks;
  if (!first) return;
  const { scrollDOM, documentTop, defaultLineHeight, state } = view;
  const top = scrollDOM.getBoundingClientRect().top - documentTop;
  const bottom = top + scrollDOM.clientHeight;
  const blockAt = (position: number) => view.lineBlockAt(Math.min(position, state.doc.length));
  const isVisible = chunks.some(
    ({ fromB, endB }) =>
      Math.min(bottom, blockAt(endB).bottom) - Math.max(top, blockAt(fromB).top) >= defaultLineHeight,
  );
  const start = Math.min(first.fromB, state.doc.length);
  if (!isVisible) view.dispatch({ effects: EditorView.scrollIntoView(start, { y: "center" }) });
}

export interface ChangedLines {
  added: number;
  removed: number;
}

/** The texts of files before a step and after it. */
export interface StepTexts {
  changed: readonly string[];
  before: ReadonlyMap<string, string>;
  after: ReadonlyMap<string, string>;
}

const counted = new WeakMap<StepTexts, ChangedLines | null>();

/** How many lines of all files a step adds and removes; null if the texts are too long to compare. */
export function changedLines(step: StepTexts): ChangedLines | null {
  const known = counted.get(step);
  if (known !== undefined) return known;
  const texts = step.changed.map((path) => [step.before.get(path) ?? "", step.after.get(path) ?? ""] as const);
  const length = texts.reduce((sum, [one, other]) => sum + one.length + other.length, 0);
  const count = length > LONGEST ? null : texts.map(([one, other]) => changesOf(one, other)).reduce(sum, NOTHING);
  counted.set(step, count);
  return count;
}

const NOTHING: ChangedLines = { added: 0, removed: 0 };
const sum = (a: ChangedLines, b: ChangedLines) => ({ added: a.added + b.added, removed: a.removed + b.removed });

function changesOf(before: string, after: string): ChangedLines {
  const [one, other] = [before, after].map((text) => Text.of(editorText(text).split("\n"))) as [Text, Text];
  const lines = (text: Text, from: number, end: number, to: number) =>
    from === to ? 0 : text.lineAt(end).number - text.lineAt(from).number + 1;
  return Chunk.build(one, other, BY_LINES)
    .map(({ fromA, endA, toA, fromB, endB, toB }) => ({
      added: lines(other, fromB, endB, toB),
      removed: lines(one, fromA, endA, toA),
    }))
    .reduce(sum, NOTHING);
}
