// What an editor can be without for the first second: searching in it, and what the engine knows of its words. Loaded by late-extension.ts.
import { highlightSelectionMatches, searchKeymap } from "@codemirror/search";
import type { Extension } from "@codemirror/state";
import { keymap } from "@codemirror/view";

export { completeTyped, insight } from "./insight";

export const search: Extension = [highlightSelectionMatches({ minSelectionLength: 3 }), keymap.of(searchKeymap)];
