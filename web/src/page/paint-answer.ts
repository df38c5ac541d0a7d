// Paints the first answer into the first view: its time, and the output where the view does not show it yet.
import { noted } from "../core/failures";
import { editorText } from "../core/line-endings";
import { renderedIn } from "../core/rendered-in";
import { knows } from "../engine/answer";
import { contentOf, isPreview } from "../engine/outputs";
import type { Session } from "../engine/session";
import type { OutputFile } from "../engine/types";
import { hashOf } from "../formats/address";
import { loadSettings } from "../store/settings";
import { isFirstViewOf, shownView } from "./first-view";
import { resultTabOf } from "./result-tab";
import type { Start } from "./start";

/** In pixels. */
const LEAST_LINE_HEIGHT = 16;

const element = (tag: string, className: string, content: string): HTMLElement =>
  Object.assign(document.createElement(tag), { className, textContent: content });

const loadColours = () => import("../codemirror/plain-colours").catch(noted("loading the colours of the output"));

/** Loads the code that paints output, if the first view shows another one. */
export function preparePaint(): void {
  if (document.documentElement.dataset.firstView === "hidden" && shownView()) void loadColours();
}

/** Whether there is a first view, and the output is in sight of it. */
export async function paintAnswer(start: Start): Promise<boolean> {
  const view = shownView();
  const { session } = start.model;
  const output = view?.querySelector<HTMLElement>(".output-pane");
  const { response, milliseconds, trouble } = session;
  if (!output?.checkVisibility() || !response || trouble || resultTabOf(start.view) !== "output") return false;
  if (!isFirstViewOf(hashOf(start.opening.address)) && !(await paintOutput(output, session))) return false;
  view
    ?.querySelector("footer > span:not(.light)")
    ?.replaceChildren(renderedIn(milliseconds, knows(response, "output")));
  return true;
}

/** False if the page will show it elsewhere, or something else. */
async function paintOutput(pane: HTMLElement, session: Session): Promise<boolean> {
  const [file] = session.output;
  const text = pane.querySelector<HTMLElement>(".cm-content");
  const { panes, wrap, maximized } = loadSettings();
  if (!file || !text || Object.keys(panes).length > 0 || maximized) return false;
  const lines = await linesOf(file);
  if (!lines) return false;
  text.replaceChildren(...lines);
  text.classList.toggle("cm-lineWrapping", wrap.output ?? true);
  pane.querySelector(".cm-lineNumbers > *")?.replaceChildren("9".repeat(String(file.map.length).length));
  pane.querySelector(".file-strip")?.replaceChildren(...tabsOf(session.output));
  if (session.response && !isPreview(session.response)) {
    pane.querySelector(".output-state")?.replaceWith(element("p", "output-state", ""));
    pane.querySelector(".code.invalid")?.classList.remove("invalid");
  }
  pane.classList.add("painted");
  return true;
}

async function linesOf(file: OutputFile): Promise<HTMLElement[] | undefined> {
  const colours = await loadColours();
  const inView = Math.ceil(innerHeight / LEAST_LINE_HEIGHT);
  const lines = editorText(contentOf(file)).split("\n", inView).join("\n");
  return colours?.colouredLines(file.path, lines).map((pieces) => {
    const indent = /^ */.exec(pieces[0]?.text ?? "")?.[0].length ?? 0;
    const line = element("div", `cm-line cm-hang-${Math.min(indent, 24) + 2}`, "");
    line.append(...pieces.map(({ text, classes }) => (classes ? element("span", classes, text) : text)));
    if (pieces.length === 0) line.append(document.createElement("br"));
    return line;
  });
}

const tabsOf = (files: readonly OutputFile[]): HTMLElement[] =>
  files.map(({ path }, at) => {
    const tab = element("button", "strip-tab", "");
    tab.append(element("span", "path-name", path));
    for (const [name, value] of Object.entries({ role: "tab", tabindex: "-1", "aria-selected": `${at === 0}` }))
      tab.setAttribute(name, value);
    return tab;
  });
