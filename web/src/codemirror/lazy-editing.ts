// Parts of the editor that the first second does not need: search, completion, cards, definitions. Loaded by lazy-extension.ts.
import { highlightSelectionMatches, searchKeymap } from "@codemirror/search";
import type { Extension } from "@codemirror/state";
import { keymap } from "@codemirror/view";

export { completeTyped, insight } from "./insight";

export const search: Extension = [highlightSelectionMatches({ minSelectionLength: 3 }), keymap.of(searchKeymap)];
