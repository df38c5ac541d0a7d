// Marks the changes by a step of the overlays in the output: changed and added lines, and the removed lines between them. Counts these lines, and
// scrolls to the first of them. Loaded lazily.
import { Chunk, getChunks, getOriginalDoc, originalDocChangeEffect, unifiedMergeView } from "@codemirror/merge";
import {
  ChangeSet,
  type ChangeSpec,
  type Compartment,
  EditorState,
  type Extension,
  Text,
  type Transaction,
  type TransactionSpec,
} from "@codemirror/state";
import { EditorView } from "@codemirror/view";
import { documentOf } from "../../codemirror/document";
import { lineDiff } from "../../codemirror/line-diff";
import { commonEnds } from "../../core/common-ends";
import { editorText } from "../../core/line-endings";
import { markDrawn } from "../../core/unseen";
import { LineMap } from "../../engine/answer";

/** A comparison of longer texts would take too long. */
const LONGEST = 400_000;
const BY_LINES = { override: lineDiff };

const NONE: Extension = [];

/** Marks the changes of a text since `before`. If changes are marked already, only those that differ are marked anew. */
export function markChanges(view: EditorView, place: Compartment, before: string): void {
  const { state } = view;
  const isMarked = getChunks(state) !== null;
  if (before.length + state.doc.length > LONGEST) {
    if (isMarked) view.dispatch({ effects: place.reconfigure(NONE) });
  } else if (!isMarked) view.dispatch({ effects: place.reconfigure(marks(documentOf(before))) });
  else {
    const old = getOriginalDoc(state).toString();
    if (old === before) return;
    const { start, end } = commonEnds(old, before);
    const change = { from: start, to: old.length - end, insert: documentOf(before.slice(start, before.length - end)) };
    view.dispatch({ effects: originalDocChangeEffect(state, ChangeSet.of(change, old.length)) });
  }
}

const marks = (original: Text): Extension => [
  unifiedMergeView({ original, mergeControls: false, gutter: true, diffConfig: BY_LINES }),
  EditorState.transactionExtender.of(changeBoth),
  // Removed lines are not part of the text, and are rendered by a widget.
  EditorView.updateListener.of(({ view }) =>
    view.dom.querySelectorAll(".cm-deletedChunk, .cm-deletedText").forEach(markDrawn),
  ),
];

/**
 * The text before the step comes later than the output. Until then, lines that were the same in both are taken to be the same still: marks would
 * flash at each key otherwise.
 */
function changeBoth({ changes, startState }: Transaction): Pick<TransactionSpec, "effects"> | null {
  const chunks = getChunks(startState)?.chunks;
  if (changes.empty || !chunks) return null;
  const same: ChangeSpec[] = [];
  changes.iterChanges((from, to, _from, _to, insert) => {
    if (chunks.some((chunk) => from <= chunk.toB && to >= chunk.fromB)) return;
    const before = chunks.findLast(({ toB }) => toB < from);
    const moved = before ? before.toA - before.toB : 0;
    same.push({ from: from + moved, to: to + moved, insert });
  });
  if (same.length === 0) return null;
  return { effects: originalDocChangeEffect(startState, ChangeSet.of(same, getOriginalDoc(startState).length)) };
}

/** The differences between the texts of two steps, so that the cursor stays in its line; undefined if they are too long to compare. */
export function changesBetween(old: string, text: string): ChangeSpec[] | undefined {
  if (old.length + text.length > LONGEST) return undefined;
  return lineDiff(old, text).map(({ fromA, toA, fromB, toB }) => {
    return { from: fromA, to: toA, insert: documentOf(text.slice(fromB, toB)) };
  });
}

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

/** The texts of a file at a step, before it, and in the final output with its origins. */
export interface StepFile {
  text: string;
  before: string;
  final: { text: string; map: LineMap };
  /** The place of the step's overlay. */
  overlay: { file: string; line: number } | undefined;
}

/** The origins of the lines of a step: those of the final output, where a line is unchanged until then, or the overlay of the step, where it has changed the line. */
export function originsAtStep({ text, before, final, overlay }: StepFile): LineMap {
  if (text.length + Math.max(final.text.length, before.length) > LONGEST) return new LineMap();
  const later = samePlaces(text, final.text);
  const earlier = samePlaces(text, before);
  return final.map.moved(later, (line) => (earlier[line - 1] === 0 ? overlay : undefined));
}

/** For each line of a text, the number of the same line in another text, or 0. */
function samePlaces(text: string, other: string): number[] {
  const [one, two] = [textOf(text), textOf(other)];
  const places = Array.from({ length: one.lines }, () => 0);
  let [line, there] = [1, 1];
  const until = (end: number) => {
    for (; line < end; line++, there++) places[line - 1] = there;
  };
  for (const { fromA, toA, toB } of Chunk.build(one, two, BY_LINES)) {
    until(fromA > one.length ? one.lines + 1 : one.lineAt(fromA).number);
    line = toA > one.length ? one.lines + 1 : one.lineAt(toA).number;
    there = toB > two.length ? two.lines + 1 : two.lineAt(toB).number;
  }
  until(one.lines + 1);
  return places;
}

const textOf = (text: string): Text => Text.of(editorText(text).split("\n"));

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
  const [one, other] = [textOf(before), textOf(after)];
  const lines = (text: Text, from: number, end: number, to: number) =>
    from === to ? 0 : text.lineAt(end).number - text.lineAt(from).number + 1;
  return Chunk.build(one, other, BY_LINES)
    .map(({ fromA, endA, toA, fromB, endB, toB }) => ({
      added: lines(other, fromB, endB, toB),
      removed: lines(one, fromA, endA, toA),
    }))
    .reduce(sum, NOTHING);
}
