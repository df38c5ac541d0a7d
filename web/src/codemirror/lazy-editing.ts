// Parts of the editor that the first second does not need: search, completion, cards, definitions. Loaded by lazy-extension.ts.
import { highlightSelectionMatches } from "@codemirror/search";
import type { Extension } from "@codemirror/state";
import type { TextQuery } from "../core/text-query";
import { findPanel } from "./find-panel";
import { lineDialog } from "./go-to-line";

export { completeTyped, insight } from "./insight";

/** `inAllFiles` searches other files for the same. */
export const find = (inAllFiles?: (query: TextQuery) => void): Extension => [
  highlightSelectionMatches({ minSelectionLength: 3 }),
  findPanel(inAllFiles),
  lineDialog,
];
