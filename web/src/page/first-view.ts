// The first view: the page with the first example and its output, which the build writes into index.html (web/build/first/plugin.ts), in a declarative shadow
// root. It is painted before any script is there. At the address of an example it is replaced by that example's view. The live page adopts the elements of
// both; where it shows something else, it replaces them.
import type { Settings } from "../store/settings";
import { mayHaveStored } from "../store/unwritten";

/** The view of the first example at no address. */
const FIRST = "request";

/** The views of examples at their addresses, which the build has written into files. */
interface ExampleViews {
  /** A folder. */
  url: string;
  ids: readonly string[];
}

/** The name of the built files for what a page will show; empty if it will show something else. */
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
  if (name) loadView(views.url, name);
}

/** Uses XMLHttpRequest, which returns a document: documents can be made from texts only with a policy of trusted types. */
function loadView(folder: string, name: string): void {
  const request = new XMLHttpRequest();
  request.responseType = "document";
  request.overrideMimeType("text/html;charset=utf-8");
  request.open("GET", `${folder}${name}.txt`);
  request.onload = () => {
    const view = request.status === 200 ? request.responseXML : undefined;
    if (!view) return;
    if (document.readyState === "loading")
      document.addEventListener("readystatechange", () => show(view, name), { once: true });
    else show(view, name);
  };
  request.send();
}

/** Shows the first view in a document, unless the live page is there. */
function show({ body }: Document, name: string): void {
  const root = rootOfPage();
  if (!root || !shownView()) return;
  removeView(root);
  root.append(...body.childNodes);
  document.documentElement.dataset.firstView = name;
}

/** Removes everything but the style sheet: inserted again, it would be loaded again, and the page would have no style until then. */
export function removeView(root: ShadowRoot): void {
  for (const node of [...root.childNodes]) if (!(node instanceof HTMLLinkElement)) node.remove();
}

const rootOfPage = () => document.querySelector("ytterby-page")?.shadowRoot;

/** The first view, whatever its content. */
export const shownView = (): HTMLElement | undefined =>
  rootOfPage()?.querySelector<HTMLElement>(".all-widths") ?? undefined;

/** Whether the first view shows the work of an address. */
export function isFirstViewOf(address: string): boolean {
  const { firstView } = document.documentElement.dataset;
  return shownView() !== undefined && address === (firstView ? `#example:${firstView}` : "");
}

/** The response that the build has made for the work in the first view; rejects if it cannot be loaded. */
export async function builtAnswer(): Promise<string> {
  const views = document.querySelector<HTMLScriptElement>("script[data-views]")?.dataset.views ?? "";
  const response = await fetch(`${views}${document.documentElement.dataset.firstView ?? FIRST}.answer.json`);
  if (!response.ok) throw new Error(response.statusText);
  return response.text();
}
