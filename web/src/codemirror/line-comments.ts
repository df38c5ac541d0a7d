// Ctrl / makes lines comments, and takes that back. ytt refuses YAML comments that begin with `#` alone, and `#@` is code: in YAML, what makes a line a
// comment is `#!`, also in front of a line of code.
import { EditorState, type Extension } from "@codemirror/state";

/** `# text`, as plain YAML has it. It is taken away as well. */
const PLAIN_COMMENT = /^\s*#(?![!@])/;

const tokens = (line: string) => [{ commentTokens: { line } }];
const OWN = tokens("#!");
const PLAIN = tokens("#");

/** For a file with this name. Goes before its language, which has the comments of plain YAML, and none for code in YAML. */
export function lineComments(path: string): Extension {
  if (/\.star$/.test(path)) return EditorState.languageData.of(() => PLAIN);
  if (!/\.ya?ml$/.test(path)) return [];
  return EditorState.languageData.of((state, position) =>
    PLAIN_COMMENT.test(state.doc.lineAt(position).text) ? PLAIN : OWN,
  );
}
