// F6 and Shift F6 go from pane to pane, and through the files in view; Ctrl with a number goes to one of the panes.
import { drawn } from "../ui/part";
import type { View } from "../workbench/panes";

interface Pane {
  /** Selects the pane's elements: there may be none, and one for each file. */
  within: string;
  /** What gets the focus in the element: the first of these that there is, or the element itself. */
  focus: string[];
  /** The view that contains it, on narrow pages. */
  view?: View;
}

const PANES: Pane[] = [
  { within: ".command-line", focus: [".flags"] },
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

/** The open file of several. */
const CHOSEN = ".chosen";

/** Where a key goes; `undefined` if it goes nowhere. */
function target(event: KeyboardEvent, root: ShadowRoot): Stop | undefined {
  const { key, ctrlKey, metaKey, shiftKey, altKey } = event;
  if (altKey) return undefined;
  const stops = PANES.flatMap((pane) =>
    [...root.querySelectorAll(pane.within)].map((element): Stop => ({ pane, element })),
  );
  if (key === "F6" && !ctrlKey && !metaKey) {
    const now = stops.findIndex(({ element }) => element.contains(root.activeElement));
    if (now < 0) return stops.at(shiftKey ? -1 : 0);
    return stops[(now + (shiftKey ? stops.length - 1 : 1)) % stops.length];
  }
  if (!(ctrlKey || metaKey) || shiftKey || !/^[1-9]$/.test(key)) return undefined;
  const here = stops.filter(({ pane }) => pane === PANES[Number(key) - 1]);
  return here.find(({ element }) => element.matches(CHOSEN)) ?? here[0];
}

export function listenForPaneKeys(root: ShadowRoot, show: (view: View) => void): void {
  addEventListener("keydown", (event: KeyboardEvent) => {
    if (event.defaultPrevented || root.querySelector("dialog[open]")) return;
    const stop = target(event, root);
    if (!stop) return;
    event.preventDefault();
    const { pane, element } = stop;
    if (pane.view) show(pane.view);
    void drawn().then(() => {
      const [first] = pane.focus.flatMap((selector) => element.querySelector<HTMLElement>(selector) ?? []);
      (first ?? (element as HTMLElement)).focus();
    });
  });
}
