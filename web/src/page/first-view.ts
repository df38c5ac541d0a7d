// The first view: the page with the first example and its output, which the build writes into index.html (web/first/plugin.ts), in a declarative shadow
// root. It is painted before any script is there. The live page replaces it, but for the result, which stays until the engine has answered.
import type { FileProblem } from "../features/files/files";
import type { Settings } from "../store/settings";
import { mayHaveStored } from "../store/unwritten";

/** Whether a page with these settings will show the first example as the build has rendered it. */
export function expectsFirstView({ panes, wrap }: Settings): boolean {
  const asBuilt = Object.keys(panes).length + Object.keys(wrap).length === 0;
  return asBuilt && location.hash.length < 2 && !mayHaveStored();
}

/** The frame of the page stays visible. */
export function hideFirstView(): void {
  document.documentElement.dataset.firstView = "hidden";
}

const viewsIn = (root: ShadowRoot | null | undefined) => [...(root?.querySelectorAll<HTMLElement>(".first") ?? [])];
const isShown = (view: HTMLElement) => view.firstElementChild?.checkVisibility() ?? false;

/** Removes the first view for other shapes of the window. */
export function removeHiddenViews(): void {
  for (const view of viewsIn(document.querySelector("ytterby-page")?.shadowRoot)) if (!isShown(view)) view.remove();
}

/** The children of an element, moved out of it. */
function contentOf(view: Element, pane: string): DocumentFragment {
  const content = document.createDocumentFragment();
  content.append(...(view.querySelector(pane)?.childNodes ?? []));
  return content;
}

export class FirstView {
  readonly output: DocumentFragment;
  readonly problems: DocumentFragment;
  /** What is wrong with the first example, as far as lists of files show it. */
  readonly wrong: readonly FileProblem[];

  private constructor(view: HTMLElement) {
    this.wrong = JSON.parse(view.dataset.problems ?? "[]");
    this.output = contentOf(view, ".output-pane");
    this.problems = contentOf(view, ".problems-pane");
  }

  /** Removes the first view, and returns what stays of it. Called when the live page is rendered in its place, in the same task. */
  static take(root: ShadowRoot): FirstView | undefined {
    const views = viewsIn(root);
    const shown = views.find(isShown);
    const { firstView } = document.documentElement.dataset;
    const taken = shown && firstView !== "hidden" ? new FirstView(shown) : undefined;
    for (const view of views) view.remove();
    return taken;
  }
}
