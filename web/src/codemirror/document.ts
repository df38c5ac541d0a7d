// Creates CodeMirror documents. CodeMirror's own function searches for three kinds of line endings, which takes a few times as long for texts of
// megabytes.
import { Text } from "@codemirror/state";

/** A text with line feeds only. */
export const documentOf = (text: string): Text => Text.of(text.split("\n"));
