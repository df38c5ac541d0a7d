// The page's element, which boot.ts has shown when the first answer is painted. The steps of a key press:
//
//   1. features/editor/editor.ts   CodeMirror has a changed document and writes it to the project.
//   2. core/project.ts             The file has a new text; listeners are called, here `Page.begin`.
//   3. engine/session.ts           Waits for a pause in typing, makes a request of all files, and passes it to the engine.
//   4. engine/                     Posts it to the worker, which calls `Workspace.renderInParts` of the wasm; crate/wasm and crate/api continue.
//   5. engine/session.ts           Accepts the response if it belongs to the latest request; replaces the worker at the time limit.
//   6. workbench/workbench.ts      Has features/result/output.ts show the output, and features/editor/underlines.ts underline the problems.
//   7. page-template.ts            The parts that show the response render themselves, because signals that they have read have changed (ui/part.ts).
//
// page.ts assembles the page on the workbench, which embeds use as well. layers.test.ts lists the folders in the order in
// which they may import each other.

import { hydrate } from "@lit-labs/ssr-client";
import { effect } from "@preact/signals-core";
import { render } from "lit";
import { closeCards } from "../codemirror/cards";
import { makeEditor, makeEditors } from "../codemirror/editor-element";
import { type Failure, handledFailures, noted } from "../core/failures";
import { hashOf } from "../formats/address";
import { openDropped } from "../formats/local-files";
import { adopting } from "../ui/adoption";
import { takeDrops } from "../ui/drop";
import { FocusKeeper } from "../ui/focus-keeper";
import { afterPaint } from "../ui/lazy-parts";
import { afterRender, drawn, renderCounts } from "../ui/part";
import { listenForDialogKeys } from "./dialog-keys";
import { type EarlyInput, type EarlyTarget, focusedTarget } from "./early-input";
import { watchPastes } from "./editor-paste";
import { isFirstViewOf, removeView } from "./first-view";
import { followState } from "./follow-state";
import { keepOffline } from "./offline";
import { Page } from "./page";
import { pageTemplate } from "./page-template";
import { listenForPaneKeys } from "./pane-keys";
import { focusAgain, pressEditor, replay } from "./replay-input";
import type { Start } from "./start";

/** Custom elements are created without arguments. */
let started: Start | undefined;

/** The shadow root of index.html, or if that has none, a new one with the styles of the document. */
function rootOf(element: Element): ShadowRoot {
  if (element.shadowRoot) return element.shadowRoot;
  const sheet = new CSSStyleSheet();
  const rules = [...document.styleSheets].flatMap(({ cssRules }) => [...cssRules]);
  for (const { cssText } of rules) sheet.insertRule(cssText, sheet.cssRules.length);
  const root = element.attachShadow({ mode: "open" });
  root.adoptedStyleSheets = [sheet];
  return root;
}

/** Whether an element has an undo history of its own. */
const isField = (element: EventTarget | undefined): boolean =>
  element instanceof HTMLInputElement ||
  element instanceof HTMLTextAreaElement ||
  (element instanceof HTMLElement && element.isContentEditable);

class Playground extends HTMLElement {
  #root = rootOf(this);
  #page: Page | undefined;
  #focusKeeper = new FocusKeeper(this.#root, [
    ".trouble button",
    '.file-tab[aria-selected="true"]',
    ".file-pane.chosen .file-name button",
    ".add-file",
  ]);

  /** The element that had the focus in the first view. */
  focused: EarlyTarget | undefined;
  /** Resolves when the page is rendered. */
  readonly begun: Promise<void>;

  constructor() {
    super();
    if (!started) throw new Error("the element is created by show()");
    this.begun = this.#begin(started);
  }

  get failures(): readonly Failure[] {
    return handledFailures();
  }

  get renders(): ReadonlyMap<string, number> {
    return renderCounts();
  }

  /** Resolves when the engine has answered. */
  answered(): Promise<unknown> {
    return this.#page?.workbench.session.settled() ?? Promise.resolve();
  }

  /** In a task of its own. */
  async #begin(start: Start): Promise<void> {
    await new Promise((next) => setTimeout(next));
    this.focused = focusedTarget();
    const { response, slow, trouble } = start.model.session;
    const adopts = isFirstViewOf(hashOf(start.opening.address)) && response !== undefined && !slow && !trouble;
    const page = new Page(this.#root, start, adopts);
    this.#page = page;
    page.begin();
    this.#listenForUse();
    if (!adopts || !this.#adopt(page)) {
      removeView(this.#root);
      render(pageTemplate(page), this.#root);
    }
    this.#begun(page);
    void this.#makeEditors(page);
  }

  /** The texts of the first view become editors one after another, each in a task of its own. */
  async #makeEditors({ workbench }: Page): Promise<void> {
    do await new Promise((next) => setTimeout(next));
    while (makeEditor());
    workbench.codeValues.refresh();
  }

  /** They become editors before the user does something. */
  #listenForUse(): void {
    const listening = { capture: true };
    for (const event of ["keydown", "focusin"]) this.#root.addEventListener(event, makeEditors, listening);
    this.#root.addEventListener(
      "pointerdown",
      (event) => {
        const isText = (event.target as Element).closest(".cm-static") !== null;
        makeEditors();
        const press = (event: Event) => pressEditor(this.#root, event as MouseEvent);
        if (isText) this.#root.addEventListener("mousedown", press, { ...listening, once: true });
      },
      listening,
    );
  }

  /** False if the first view has another structure, which is a defect. */
  #adopt(page: Page): boolean {
    try {
      adopting(() => hydrate(pageTemplate(page), this.#root));
      return true;
    } catch (error) {
      noted("adopting the first view")(error);
      return false;
    }
  }

  #begun(page: Page): void {
    const { panes, fittingTabs, preferences, workbench, autosave } = page;
    panes.watch();
    void drawn().then(() => fittingTabs.watch());
    followState(page);
    afterRender(() => this.#focusKeeper.drawn());
    this.#intoView(".file-tab", () => `${workbench.project.open} ${panes.narrow}`);
    this.#intoView(".result-tab", () => `${panes.resultTab} ${panes.narrow} ${panes.view} ${preferences.panes.main}`);
    page.store.watch(() => autosave.now());
    // Nothing else is loaded before the first response.
    void workbench.session.settled().then(() => {
      afterPaint(() => page.loadRest());
      return keepOffline((reload) => {
        page.reload.value = reload;
      });
    });
    listenForDialogKeys(this.#root, page.dialogs);
    listenForPaneKeys(this.#root, {
      show: (view) => panes.show(view),
      goToProblem: () => void workbench.goToProblem(),
      listProblems: () => page.focus.listProblems(),
      edit: () => {
        panes.show("input");
        void drawn().then(() => workbench.editor.view.focus());
      },
    });
    // A card under the pointer closes when the user types elsewhere, as it does in the editor.
    this.#root.addEventListener("keydown", ({ target }) => {
      const { view } = workbench.editor;
      if (!view.dom.contains(target as Node)) closeCards(view);
    });
    watchPastes(page);
    takeDrops(this, (data) => page.dialogs.take(openDropped(data)));
    this.#root.addEventListener("pointerdown", (event) => {
      const { target } = event as PointerEvent;
      if (!(target as Element).closest(".cm-editor, .cm-tooltip")) closeCards(workbench.editor.view);
      if ((target as Element).closest(".panes")) page.unfolded.value = false;
    });
    this.addEventListener("keydown", (event) => {
      if (!(event.ctrlKey || event.metaKey)) return;
      const key = event.key.toLowerCase();
      // The browser would undo a change of the editor that was used last, and say nothing.
      const isHistory = (key === "z" || key === "y") && !isField(event.composedPath()[0]);
      if (key !== "enter" && !isHistory) return;
      event.preventDefault();
      if (key === "enter") workbench.session.render();
      else if (key === "z" && !event.shiftKey) workbench.notices.undo();
    });
  }

  /** Scrolls the selected tab of a list into view when the selection or the layout changes. */
  #intoView(tab: string, selection: () => string): void {
    effect(() => {
      selection();
      // In the next frame: now, reading positions would force a layout.
      requestAnimationFrame(() => {
        const selected = this.#root.querySelector(`${tab}[aria-selected="true"]`);
        selected?.scrollIntoView({ block: "nearest", inline: "nearest" });
      });
    });
  }
}

/** Shows the page, with the focus where it was, and repeats the user's clicks and keys. */
export async function show(start: Start, input: EarlyInput): Promise<void> {
  const page = document.querySelector<Playground>("ytterby-page");
  started = start;
  customElements.define("ytterby-page", Playground);
  await page?.begun;
  const root = page?.shadowRoot;
  if (!root) return;
  input.goLive();
  if (input.events.length > 0 || page.focused) makeEditors();
  if (page.focused && !input.events.some((event) => "x" in event)) focusAgain(root, page.focused);
  await replay(root, input, () => page.answered());
}
