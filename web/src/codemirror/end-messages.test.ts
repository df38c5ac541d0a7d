import { setDiagnostics } from "@codemirror/lint";
import { type ChangeSpec, EditorState } from "@codemirror/state";
import { EditorView } from "@codemirror/view";
import { expect, test } from "vitest";
import { endMessages } from "./end-messages";

const TEXT = "global:\n  level\nport: x\n";
const LEVEL = TEXT.indexOf("level");
const PORT = TEXT.indexOf("port");

function withMessages(): EditorState {
  const state = EditorState.create({ doc: TEXT, extensions: endMessages });
  return state.update(
    setDiagnostics(state, [
      { from: LEVEL, to: LEVEL + 5, severity: "error", message: "level has no value" },
      { from: PORT, to: PORT + 7, severity: "warning", message: "port is a string" },
    ]),
  ).state;
}

/** The lines with messages after a change. */
function lines(changes: ChangeSpec): string[] {
  const { state } = withMessages().update({ changes });
  const found: string[] = [];
  for (const decorations of state.facet(EditorView.decorations)) {
    if (typeof decorations === "function") continue;
    decorations.between(0, state.doc.length, (from, _, { spec }) => {
      if (spec.widget?.text) found.push(`${state.doc.lineAt(from).text.trim()} - ${spec.widget.text}`);
    });
  }
  return found;
}

const LEVEL_MESSAGE = "level - level has no value";
const PORT_MESSAGE = "port: x - port is a string";

test.each<[string, ChangeSpec, string[]]>([
  ["a line before them", { from: 0, insert: "a: 1\n" }, [LEVEL_MESSAGE, PORT_MESSAGE]],
  ["a new line behind one", { from: LEVEL + 5, insert: "\n  " }, [LEVEL_MESSAGE, PORT_MESSAGE]],
  ["a new line before one", { from: PORT, insert: "\n" }, [LEVEL_MESSAGE, PORT_MESSAGE]],
  ["the line before one is removed", { from: 0, to: LEVEL - 2 }, [LEVEL_MESSAGE, PORT_MESSAGE]],
  ["typing in one", { from: LEVEL + 5, insert: ":" }, [PORT_MESSAGE]],
  ["one is removed", { from: LEVEL - 3, to: LEVEL + 5 }, [PORT_MESSAGE]],
  ["one becomes a part of the line before", { from: LEVEL - 3, to: LEVEL }, [PORT_MESSAGE]],
  ["one is split", { from: PORT + 5, insert: "\n" }, [LEVEL_MESSAGE]],
  ["all is replaced", { from: 0, to: TEXT.length, insert: "a: 1\n" }, []],
])("%s", (_, changes, expected) => expect(lines(changes)).toEqual(expected));
