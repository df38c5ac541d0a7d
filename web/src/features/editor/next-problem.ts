// Commands that go to the next or previous problem.
import { diagnosticCount, forEachDiagnostic } from "@codemirror/lint";
import { type Command, EditorView } from "@codemirror/view";

/** Goes from problem to problem, but not to related positions. Announces the message for users who do not see its card. */
export function announced(go: Command, elsewhere: () => boolean): Command {
  return (view) => {
    const problems = new Map<number, string[]>();
    forEachDiagnostic(view.state, ({ severity, message }, from) => {
      if (severity !== "info") problems.set(from, [...(problems.get(from) ?? []), message]);
    });
    if (problems.size === 0) return elsewhere();
    for (let step = diagnosticCount(view.state); step > 0; step--) {
      if (!go(view)) return false;
      const messages = problems.get(view.state.selection.main.from);
      if (!messages) continue;
      view.dispatch({ effects: EditorView.announce.of(messages.join("\n")) });
      return true;
    }
    return true;
  };
}
