// Ctrl F6 and Ctrl Shift F6 go from pane to pane, and through the files in view. F6 alone leads to the browser's own bars. There are no keys with numbers:
// browsers change tabs with Ctrl and a number, on Linux also with Alt, and on a Mac, Alt and a number is a character, in Britain the #.
import { drawn } from "../ui/part";
import type { View } from "../workbench/panes";

interface Pane {
  /** Selects the pane's elements: there may be none, and one for each file. */
  within: string;
  /** The element that gets the focus: the first of these that exists, or the pane itself. */
  focus: string[];
  /** The view that contains it, on narrow pages. */
  view?: View;
}

const PANES: Pane[] = [
  { within: ".command-line", focus: [".flags"] },
  { within: ".lesson", focus: [".lesson-next > button", ".lesson-toggle"], view: "input" },
  {
    within: ".files-pane",
    focus: ['.file-tree [tabindex="0"]', '.file-tab[aria-selected="true"]', ".add-file"],
    view: "input",
  },
  { within: ".file-pane.open, .editor-pane:not(:has(.file-pane))", focus: [".cm-content", "button"], view: "input" },
  { within: ".output-pane", focus: ['.result-tab[aria-selected="true"]'], view: "output" },
  { within: ".problems-pane", focus: [":scope > .scroll:not([hidden])"], view: "problems" },
];

interface Stop {
  pane: Pane;
  element: Element;
}

/** The target of a key; `undefined` if it has none. */
function target(event: KeyboardEvent, root: ShadowRoot): Stop | undefined {
  const { key, ctrlKey, metaKey, shiftKey, altKey } = event;
  if (key !== "F6" || altKey || !(ctrlKey || metaKey)) return undefined;
  const stops = PANES.flatMap((pane) =>
    [...root.querySelectorAll(pane.within)].map((element): Stop => ({ pane, element })),
  );
  const now = stops.findIndex(({ element }) => element.contains(root.activeElement));
  if (now < 0) return stops.at(shiftKey ? -1 : 0);
  return stops[(now + (shiftKey ? stops.length - 1 : 1)) % stops.length];
}

interface PaneKeyActions {
  show: (view: View) => void;
  goToProblem: () => void;
  listProblems: () => void;
  edit: () => void;
}

/** Keys of editors that lead to problems, where no editor has the focus, and the key that leads back. */
function problemKey(
  { key, shiftKey, altKey, ctrlKey, metaKey }: KeyboardEvent,
  root: ShadowRoot,
  actions: PaneKeyActions,
) {
  const withControl = ctrlKey || metaKey;
  // The browser closes an open menu.
  const isInList = root.activeElement?.closest(".problems-pane") && !root.querySelector(":popover-open");
  if (key === "Escape" && isInList) return actions.edit;
  if (key === "F8" && !altKey && !withControl) return actions.goToProblem;
  return key.toLowerCase() === "m" && withControl && shiftKey && !altKey ? actions.listProblems : undefined;
}

export function listenForPaneKeys(root: ShadowRoot, actions: PaneKeyActions): void {
  addEventListener("keydown", (event: KeyboardEvent) => {
    if (event.defaultPrevented || root.querySelector("dialog[open]")) return;
    const act = problemKey(event, root, actions);
    if (act) {
      event.preventDefault();
      act();
    }
    const stop = target(event, root);
    if (!stop) return;
    event.preventDefault();
    const { pane, element } = stop;
    if (pane.view) actions.show(pane.view);
    void drawn().then(() => {
      const [first] = pane.focus.flatMap((selector) => element.querySelector<HTMLElement>(selector) ?? []);
      (first ?? (element as HTMLElement)).focus();
    });
  });
}
