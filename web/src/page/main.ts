// The page's element. The numbers follow one key press through the code.
//
//   1. features/editor/editor.ts   CodeMirror has a changed document and writes it to the project.
//   2. core/project.ts             The file has a new text; listeners are called.
//   3. engine/session.ts           Waits for a pause, makes a request of all files, gives it to the engine.
//   4. engine/                     Posts it to the worker, which calls `Workspace.renderInParts` of the wasm; crate/wasm and crate/api go on from there.
//   5. engine/session.ts           Takes the answer if it is to the newest request; replaces the worker if none came in time.
//   6. workbench/workbench.ts      Has features/result/output.ts show the output, and features/editor/underlines.ts underline the problems.
//
// page.ts puts the page together on the workbench, which embeds are built on, too; page-template.ts draws it. layers.test.ts lists the folders in the
// order in which they may import each other.
import { LitElement, unsafeCSS } from "lit";
import "@fontsource-variable/geist";
import "@fontsource-variable/geist-mono";
import { type Failure, handledFailures } from "../core/failures";
import { openDropped } from "../formats/local-files";
import { loadSettings } from "../store/settings";
import { WorkStore } from "../store/work-store";
import pageStyle from "../style/page.css?inline";
import { takeDrops } from "../ui/drop";
import { KeptFocus } from "../ui/kept-focus";
import { afterPaint } from "../ui/lazy-parts";
import { applyTheme } from "./header";
import { keepOffline } from "./offline";
import { Page } from "./page";
import { pageTemplate } from "./page-template";
import type { ResultTab } from "./panes";
import "../style/tokens.css";

const store = new WorkStore();

class Playground extends LitElement {
  static override styles = unsafeCSS(pageStyle);

  #root = this.attachShadow({ mode: "open" });
  #page = new Page({
    root: this.#root,
    store,
    changed: () => this.requestUpdate(),
    drawn: () => this.updateComplete,
  });
  #keptFocus = new KeptFocus(this.#root, [".trouble button", '.file-tab[aria-selected="true"]', ".add-file"]);
  /** The tab of the result when the page was last drawn. */
  #tab: ResultTab = "output";
  /** Of each list of tabs, which was selected and in which layout, when the page was last drawn. */
  #seen = new Map<string, string>();
  /** Loads the new version of the page, once there is one. */
  #reload: (() => void) | undefined;

  get failures(): readonly Failure[] {
    return handledFailures();
  }

  /** Loads the initial work before the first render, each in a task of its own. */
  protected override async scheduleUpdate(): Promise<void> {
    if (!this.hasUpdated) {
      const turn = () => new Promise((next) => setTimeout(next));
      await turn();
      await this.#page.begin();
      await turn();
    }
    super.scheduleUpdate();
  }

  override firstUpdated(): void {
    const { widgets, panes, workbench, openAndShare, autosave } = this.#page;
    // Widgets measure the page: after its first layout.
    requestAnimationFrame(() => setTimeout(() => widgets.start()));
    panes.watch(this);
    store.watch(() => autosave.now());
    // Nothing else is loaded before the first render has its answer.
    void workbench.session.settled().then(() => {
      afterPaint(() => this.#page.loadRest());
      return keepOffline((reload) => {
        this.#reload = reload;
        this.requestUpdate();
      });
    });
    openAndShare.listen();
    takeDrops(this, (data) => void openAndShare.take(openDropped(data)));
    this.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      workbench.session.render();
    });
  }

  override updated(): void {
    const { panes, workbench } = this.#page;
    this.#keptFocus.drawn();
    const { resultTab, narrow, view } = panes;
    if (resultTab !== this.#tab && resultTab === "compare") this.#page.refreshComparison();
    if (resultTab !== this.#tab) this.#page.keep();
    this.#tab = resultTab;
    // There may be more tabs than there is room for.
    this.#intoView(".file-tab", `${workbench.project.open} ${narrow}`);
    const labels = this.#root.querySelector(".result-tabs")?.textContent;
    this.#intoView(".result-tab", `${resultTab} ${narrow} ${view} ${labels}`);
  }

  /** Scrolls the selected tab into view, if `seen` is not what it was at the last drawing. */
  #intoView(tab: string, seen: string): void {
    if (this.#seen.get(tab) === seen) return;
    this.#seen.set(tab, seen);
    // In the next frame: asked for earlier, positions would need a layout of their own.
    requestAnimationFrame(() => {
      const selected = this.#root.querySelector(`${tab}[aria-selected="true"]`);
      selected?.scrollIntoView({ block: "nearest", inline: "nearest" });
    });
  }

  override render() {
    return pageTemplate(this.#page, this.#reload);
  }
}

applyTheme(loadSettings().theme);
// The database is read while the element is made, in a task of its own.
void store.begin();
setTimeout(() => customElements.define("ytterby-page", Playground));
