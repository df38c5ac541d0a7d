// The panes: side by side with splitters between them, or one at a time behind tabs on narrow pages. Manages the visible pane, the selected tab of
// the result, and the sizes; the content comes from elsewhere.
import { type Signal, signal } from "@preact/signals-core";
import { nothing } from "lit";
import { classMap } from "lit/directives/class-map.js";
import { badge } from "../features/problems/problems";
import { html } from "../ui/html";
import { Splitter, type SplitterOptions } from "../ui/splitter";
import { type Attributes, spread } from "../ui/spread";
import { Tabs } from "../ui/tabs";
import type { PaneSwitch, View } from "../workbench/panes";
import { KeptHeight } from "./kept-height";
import type { Preferences } from "./preferences";
import type { ResultTab } from "./result-tab";

/** In narrow windows, the panes are behind tabs; the widest have two columns of editors. CSS has the same widths. */
const WIDTHS = { narrow: "(width < 820px)", wide: "(width >= 820px)", columns: "(width >= 1700px)" };
type Width = keyof typeof WIDTHS;

/** The names of the widths that the window has. */
const widthsNow = (): string =>
  Object.entries(WIDTHS)
    .filter(([, query]) => matchMedia(query).matches)
    .map(([name]) => name)
    .join(" ");

export class Panes implements PaneSwitch {
  readonly inputBesideOutput = true;
  readonly #widths: Signal<string>;
  readonly #view = signal<View>("input");
  readonly #resultTab = signal<ResultTab>("output");
  readonly resultTabs: Tabs;
  readonly #root: ShadowRoot;
  #viewTabs: Tabs;
  #splitters: Record<"main" | "input" | "result", Splitter>;
  /** Between the columns of editors. */
  readonly columns: Splitter;
  readonly problemsHeight: KeptHeight;

  /** `adopts`: the first view is adopted, which is for windows of all widths, until `watch` is called. */
  constructor(root: ShadowRoot, preferences: Preferences, adopts: boolean) {
    this.#widths = signal(adopts ? Object.keys(WIDTHS).join(" ") : widthsNow());
    this.#root = root;
    this.#viewTabs = new Tabs({
      id: "views",
      root: () => root,
      value: () => this.#view.value,
      select: (view) => this.show(view as View),
    });
    this.resultTabs = new Tabs({
      id: "result",
      root: () => root,
      value: () => this.#resultTab.value,
      select: (tab) => this.showResult(tab as ResultTab),
    });
    const splitter = (id: string, options: Pick<SplitterOptions, "smallest" | "initial" | "vertical" | "resets">) =>
      new Splitter({
        ...options,
        id: `${id}-panel`,
        stored: preferences.panes[id],
        resized: (sizes) => preferences.resize(id, sizes),
      });
    this.#splitters = {
      main: splitter("main", { smallest: [320, 240], initial: 58 }),
      // At first, the tree is as wide as its names, up to a share of the width.
      input: splitter("input", {
        smallest: [120, 180],
        resets: "Drag to resize; double-click to fit the names",
      }),
      // At first, the problems are as high as their content, up to a share of the height.
      result: splitter("result", {
        smallest: [90, 38],
        vertical: true,
        resets: "Drag to resize; double-click to fit the problems",
      }),
    };
    this.problemsHeight = new KeptHeight(() => this.wide && this.#splitters.result.fitted);
    this.columns = splitter("columns", { smallest: [240, 240], initial: 45 });
  }

  is(width: Width): boolean {
    return this.#widths.value.includes(width);
  }

  get narrow(): boolean {
    return this.is("narrow");
  }

  get wide(): boolean {
    return this.is("wide");
  }

  get view(): View {
    return this.#view.value;
  }

  get resultTab(): ResultTab {
    return this.#resultTab.value;
  }

  /** Follows the width of the window, and the height of the problems. */
  watch(): void {
    const follow = () => {
      this.#widths.value = widthsNow();
    };
    for (const query of Object.values(WIDTHS)) matchMedia(query).addEventListener("change", follow);
    // The window may have been resized since the first render.
    follow();
    const problems = this.#root.querySelector<HTMLElement>(".problems-pane");
    if (problems) this.problemsHeight.watch(problems);
  }

  /** Shows a pane, if not all of them are visible. */
  show(view: View): void {
    this.#view.value = view;
  }

  showOutput(): void {
    this.#resultTab.value = "output";
    this.show("output");
  }

  showResult(tab: ResultTab): void {
    this.#resultTab.value = tab;
  }

  /** The tabs of a narrow page. `wrong` is the number of problems and warnings. */
  switch(wrong: number, areErrors: boolean) {
    const views = this.#viewTabs;
    const tab = (value: View, label: unknown) =>
      html`<button type="button" class="view-tab" data-spread=${spread(views.tab(value))}>${label}</button>`;
    return html`
      <nav class="view-switch" aria-label="Panes">
        <div class="view-tabs" aria-label="Panes" data-spread=${spread(views.list())}>
          ${tab("input", "Input")} ${tab("output", "Output")}
          ${tab("problems", html`Problems${badge(wrong, areErrors)}`)}
        </div>
      </nav>
    `;
  }

  render(content: Record<"editor" | "output" | "problems" | "lesson", unknown> & { files: unknown | undefined }) {
    const { main, input, result } = this.#splitters;
    const { wide } = this;
    const view = (value: View) => this.#viewTabs.panel(value);
    const pane = (wideAttributes: Attributes, narrowAttributes: Attributes = {}) =>
      spread(wide ? wideAttributes : narrowAttributes);
    const line = (splitter: Splitter, label: string) => (wide ? splitter.line(label) : nothing);
    return html`
      <main class="panes split">
        <section class="input" aria-label="Input" data-spread=${pane(main.panel(0), view("input"))}>
          ${content.lesson}
          <div class=${classMap({ "input-split": true, split: true, fitted: input.fitted })}>
            ${
              content.files === undefined
                ? nothing
                : html`<div class="files-pane" data-spread=${pane(input.panel(0))}>${content.files}</div>${line(input, "Width of the list of files")}`
            }
            <div class="editor-pane" data-spread=${pane(content.files === undefined ? {} : input.panel(1))}>${content.editor}</div>
          </div>
        </section>
        ${line(main, "Width of the input")}
        <section class="result" aria-label="Result" data-spread=${pane(main.panel(1))}>
          <div class=${classMap({ "result-split": true, split: true, fitted: result.fitted })}>
            <div class="output-pane" data-spread=${pane(result.panel(0), view("output"))}>${content.output}</div>
            ${line(result, "Height of the output")}
            <section class="problems-pane" tabindex="-1" data-spread=${pane({ "aria-labelledby": "problems-title", ...result.panel(1) }, view("problems"))}>${content.problems}</section>
          </div>
        </section>
      </main>
    `;
  }
}
