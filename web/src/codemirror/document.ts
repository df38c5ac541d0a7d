// Texts as CodeMirror's documents. CodeMirror looks for three kinds of line ends, which takes a few times as long for texts of megabytes.
import { Text } from "@codemirror/state";

/** A text whose line ends are line feeds. */
export const documentOf = (text: string): Text => Text.of(text.split("\n"));
