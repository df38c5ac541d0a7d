// The first view: the page with the first example and its output, which the build writes into index.html (web/build/first/plugin.ts), in a declarative shadow
// root. It is painted before any script is there. At the address of an example it is replaced by that example's view. The live page replaces both, but
// for the result, which stays until the engine has answered.
import type { FileProblem } from "../features/files/marks";
import type { Settings } from "../store/settings";
import { mayHaveStored } from "../store/unwritten";

/** That of the first example at no address. */
const FIRST = "request";

/** The views of examples at their addresses, which the build has written into files. */
interface ExampleViews {
  /** A folder. */
  url: string;
  ids: readonly string[];
}

/** The name of the files about what a page will show that was built; empty if it will show something else. */
export function builtName({ ids }: ExampleViews): string {
  if (mayHaveStored()) return "";
  if (location.hash.length < 2) return FIRST;
  const [, example = ""] = /^#example:([\w-]+)$/.exec(location.hash) ?? [];
  return ids.includes(example) ? example : "";
}

/** Hides the first view in index.html if a page with these settings will show something else, and shows that of an example at its address instead. */
export function chooseFirstView({ panes, wrap, heights, maximized }: Settings, views: ExampleViews): void {
  const isDefault = [panes, wrap, heights].every((chosen) => Object.keys(chosen).length === 0) && !maximized;
  const name = isDefault ? builtName(views) : "";
  if (name === FIRST) return;
  // The frame of the page stays visible.
  document.documentElement.dataset.firstView = "hidden";
  if (name) loadView(`${views.url}${name}.txt`);
}

/** With XMLHttpRequest: it returns a document, and documents can be made from texts only with a policy of trusted types. */
function loadView(url: string): void {
  const request = new XMLHttpRequest();
  request.responseType = "document";
  request.overrideMimeType("text/html;charset=utf-8");
  request.open("GET", url);
  request.onload = () => {
    const view = request.status === 200 ? request.responseXML : undefined;
    if (!view) return;
    if (document.readyState === "loading")
      document.addEventListener("readystatechange", () => show(view), { once: true });
    else show(view);
  };
  request.send();
}

/** Shows the first view in a document, unless the live page has replaced the one that is here. */
function show({ body }: Document): void {
  const hidden = shownView();
  if (!hidden) return;
  hidden.replaceWith(...body.children);
  delete document.documentElement.dataset.firstView;
}

const viewIn = (root: ShadowRoot | null | undefined) => root?.querySelector<HTMLElement>(".first") ?? undefined;

/** The first view, whatever it shows. */
export const shownView = (): HTMLElement | undefined => viewIn(document.querySelector("ytterby-page")?.shadowRoot);

/** Whether a first view shows what an address names. */
export const isFirstViewOf = (view: HTMLElement | undefined, address: string): boolean =>
  document.documentElement.dataset.firstView !== "hidden" && view?.dataset.address === address;

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

  /**
   * Removes the first view, and returns what stays of it if the page shows the same. Called when the live page is rendered in its place, in the same
   * task.
   */
  static take(root: ShadowRoot, address: string): FirstView | undefined {
    const view = viewIn(root);
    const taken = view && isFirstViewOf(view, address) ? new FirstView(view) : undefined;
    view?.remove();
    return taken;
  }
}
