// F6 and Shift F6 go from pane to pane, and Ctrl with a number to one of them.
import type { View } from "../workbench/panes";

interface Pane {
  /** The pane's element. */
  within: string;
  /** What gets the focus: the first of these that there is. */
  focus: string[];
  /** The view that contains it, on narrow pages. */
  view?: View;
}

const PANES: Pane[] = [
  { within: ".command-line", focus: [".command-line .flags"] },
  {
    within: ".files-pane",
    focus: ['.file-tree [tabindex="0"]', '.file-tab[aria-selected="true"]', ".add-file"],
    view: "input",
  },
  { within: ".editor-pane", focus: [".file-pane.chosen .cm-content", ".editor-pane button"], view: "input" },
  { within: ".output-pane", focus: ['.result-tab[aria-selected="true"]'], view: "output" },
  { within: ".problems-pane", focus: [".problems-pane > .scroll:not([hidden])", ".problems-pane"], view: "problems" },
];

export interface PaneKeysHost {
  root: ShadowRoot;
  show: (view: View) => void;
  /** Resolves when the current state is rendered. */
  drawn: () => Promise<unknown>;
}

/** The number of the pane that a key goes to. */
function target({ key, ctrlKey, metaKey, shiftKey, altKey }: KeyboardEvent, now: number): number | undefined {
  if (altKey) return undefined;
  if (key === "F6" && !ctrlKey && !metaKey) {
    if (now < 0) return shiftKey ? PANES.length - 1 : 0;
    return (now + (shiftKey ? PANES.length - 1 : 1)) % PANES.length;
  }
  const number = (ctrlKey || metaKey) && !shiftKey && /^[1-9]$/.test(key) ? Number(key) : 0;
  return number > 0 && number <= PANES.length ? number - 1 : undefined;
}

export function listenForPaneKeys({ root, show, drawn }: PaneKeysHost): void {
  addEventListener("keydown", (event: KeyboardEvent) => {
    if (event.defaultPrevented || root.querySelector("dialog[open]")) return;
    const now = PANES.findIndex(({ within }) => root.activeElement?.closest(within));
    const pane = PANES[target(event, now) ?? -1];
    if (!pane) return;
    event.preventDefault();
    if (pane.view) show(pane.view);
    void drawn().then(() => {
      const [element] = pane.focus.flatMap((selector) => root.querySelector<HTMLElement>(selector) ?? []);
      element?.focus();
    });
  });
}
