// Marks what a step of the overlays has changed in the output: changed and added lines, and the removed lines between them. Loaded lazily.
import { unifiedMergeView } from "@codemirror/merge";
import type { Extension, Text } from "@codemirror/state";
import { EditorView } from "@codemirror/view";
import { markDrawn } from "../../core/unseen";

/** A comparison of longer texts would take too long. */
const LONGEST = 400_000;

let last: { before: string; text: Text; marks: Extension } | undefined;

/** The changes of a text since `before`; the same marks for the same texts. */
export function phaseMarks(before: string, text: Text): Extension {
  if (before.length + text.length > LONGEST) return NONE;
  if (last?.before !== before || last.text !== text) last = { before, text, marks: marks(before) };
  return last.marks;
}

const NONE: Extension = [];

const marks = (before: string): Extension => [
  unifiedMergeView({ original: before, mergeControls: false, gutter: true }),
  // Removed lines are not part of the text, and are rendered by a widget.
  EditorView.updateListener.of(({ view }) =>
    view.dom.querySelectorAll(".cm-deletedChunk, .cm-deletedText").forEach(markDrawn),
  ),
];
