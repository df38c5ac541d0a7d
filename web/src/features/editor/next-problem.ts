// Commands that go to the next or previous problem: they place the cursor and open the card of the problem. What the user did not select would be lost
// with the next key.
import { type Diagnostic, forEachDiagnostic } from "@codemirror/lint";
import type { EditorState } from "@codemirror/state";
import { type Command, EditorView } from "@codemirror/view";
import { showCard } from "../../codemirror/cards";
import { goTo } from "../../codemirror/jump-mark";

interface Underlined {
  from: number;
  to: number;
  diagnostic: Diagnostic;
}

function underlined(state: EditorState): Underlined[] {
  const all: Underlined[] = [];
  forEachDiagnostic(state, (diagnostic, from, to) => all.push({ from, to, diagnostic }));
  return all;
}

const isProblem = ({ diagnostic }: Underlined): boolean => diagnostic.severity !== "info";

/** The position of the next problem, or the previous one; after the last one, it is the first. Related positions are left out. */
export function nextProblem(state: EditorState, step: 1 | -1): number | undefined {
  const { head } = state.selection.main;
  const starts = underlined(state)
    .filter(isProblem)
    .map(({ from }) => from)
    .sort((one, other) => one - other);
  return step > 0
    ? (starts.find((from) => from > head) ?? starts[0])
    : (starts.findLast((from) => from < head) ?? starts.at(-1));
}

/** Opens a card with the problems at a position. Announces their messages for users who do not see it. */
export function showProblems(view: EditorView, at: number): void {
  const here = underlined(view.state).filter(({ from, to }) => from <= at && at <= to);
  if (!here.some(isProblem)) return;
  const create = () => {
    const dom = document.createElement("ul");
    dom.className = "cm-tooltip-lint";
    for (const { diagnostic } of here) {
      const item = document.createElement("li");
      item.className = `cm-diagnostic cm-diagnostic-${diagnostic.severity}`;
      item.append(diagnostic.renderMessage?.(view) ?? diagnostic.message);
      dom.append(item);
    }
    return { dom };
  };
  showCard(view, { pos: at, end: Math.max(...here.map(({ to }) => to)), above: false, create });
  const messages = here.filter(isProblem).map(({ diagnostic }) => diagnostic.message);
  view.dispatch({ effects: EditorView.announce.of(messages.join("\n")) });
}

/** Calls `elsewhere` if the file has no problem. */
export const toProblem =
  (step: 1 | -1, elsewhere: () => boolean): Command =>
  (view) => {
    const at = nextProblem(view.state, step);
    if (at === undefined) return elsewhere();
    goTo(view, { from: at, to: at }, true, "nearest");
    showProblems(view, at);
    return true;
  };
