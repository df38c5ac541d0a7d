// The panes: side by side with splitters between them, or one at a time behind tabs on narrow pages. Manages the visible pane, the selected tab of
// the result, and the sizes; the content comes from elsewhere.
import { signal } from "@preact/signals-core";
import { nothing } from "lit";
import { classMap } from "lit/directives/class-map.js";
import { html } from "../ui/html";
import { spread } from "../ui/spread";
import type { Tabs, Widgets } from "../ui/widgets";
import type { PaneSwitch, View } from "../workbench/panes";
import { FittedSplit } from "./fitted-split";

/** In narrower pages, the panes are behind tabs. */
const NARROW = 820;

const RESULT_TABS = ["output", "values", "schema", "report", "checks", "compare"] as const;
export type ResultTab = (typeof RESULT_TABS)[number];

/** The tab with this name, else the first. */
export const resultTabOf = (name: string): ResultTab => RESULT_TABS.find((tab) => tab === name) ?? "output";

export interface PanesHost {
  root: () => ShadowRoot;
  changed: () => void;
  /** Sizes in percent, by splitter. */
  sizes: Readonly<Record<string, number[]>>;
  /** Without sizes, the panes fit their content. */
  resized: (splitter: string, sizes: number[] | undefined) => void;
}

export class Panes implements PaneSwitch {
  readonly inputBesideOutput = true;
  readonly #narrow = signal(innerWidth < NARROW);
  readonly #view = signal<View>("input");
  readonly #resultTab = signal<ResultTab>("output");
  readonly resultTabs: () => Tabs;
  #host: PanesHost;
  #widgets: Widgets;
  #viewTabs: () => Tabs;
  #splits;
  #resultSplit: FittedSplit;

  constructor(widgets: Widgets, host: PanesHost) {
    this.#host = host;
    this.#widgets = widgets;
    this.#viewTabs = widgets.tabs({
      id: "views",
      value: () => this.#view.value,
      select: (view) => this.show(view as View),
    });
    this.resultTabs = widgets.tabs({
      id: "result",
      value: () => this.#resultTab.value,
      select: (tab) => this.showResult(tab as ResultTab),
    });
    this.#splits = {
      main: this.#splitter("main", { input: "320px", result: "240px" }, [58, 42]),
      input: this.#splitter("input", { files: "120px", editor: "180px" }, [22, 78]),
    };
    this.#resultSplit = new FittedSplit(widgets, {
      root: host.root,
      changed: host.changed,
      stored: host.sizes.result,
      store: (sizes) => host.resized("result", sizes),
    });
  }

  get narrow(): boolean {
    return this.#narrow.value;
  }

  get view(): View {
    return this.#view.value;
  }

  get resultTab(): ResultTab {
    return this.#resultTab.value;
  }

  #splitter(id: string, smallest: Record<string, string>, sizes: number[]) {
    const panels = Object.entries(smallest).map(([id, minSize]) => ({ id, minSize }));
    const stored = this.#host.sizes[id];
    return this.#widgets.splitter({
      id,
      panels,
      sizes: stored?.length === panels.length ? stored : sizes,
      resized: (sizes) => {
        this.#host.resized(id, sizes);
      },
    });
  }

  /** Follows the width of the element around the panes. */
  watch(element: Element): void {
    new ResizeObserver(([entry]) => {
      const width = entry?.contentRect.width ?? innerWidth;
      const narrow = width < NARROW;
      this.#narrow.value = narrow;
    }).observe(element);
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

  /** The tabs of a narrow page, and nothing on a wide one. `wrong` is the number of problems. */
  switch(wrong: number) {
    if (!this.#narrow.value) return nothing;
    const views = this.#viewTabs();
    const tab = (value: View, label: unknown) =>
      html`<button type="button" class="view-tab" ${spread(views.getTriggerProps({ value }))}>${label}</button>`;
    return html`
      <nav class="view-switch" aria-label="Panes" ${spread(views.getRootProps())}>
        <div class="view-tabs" ${spread({ ...views.getListProps(), "aria-label": "Panes" })}>
          ${tab("input", "Input")} ${tab("output", "Output")}
          ${tab("problems", html`Problems${wrong > 0 ? html` <span class="count bad">${wrong}</span>` : nothing}`)}
        </div>
      </nav>
    `;
  }

  /** `busy`: a run goes on. */
  render(content: Record<"files" | "editor" | "output" | "problems" | "lesson", unknown>, busy: boolean) {
    const views = this.#viewTabs();
    const fitted = this.#resultSplit;
    if (!this.#narrow.value) fitted.hold(busy);
    const split = this.#narrow.value
      ? undefined
      : { main: this.#splits.main(), input: this.#splits.input(), result: fitted.api() };
    const resultPane = (id: "output" | "problems") => (this.#narrow.value ? {} : fitted.pane(id));
    const view = (value: View) => (this.#narrow.value ? views.getContentProps({ value }) : {});
    const sash = (
      api: NonNullable<typeof split>["main"] | undefined,
      id: `${string}:${string}`,
      label: string,
      more = {},
    ) =>
      api
        ? html`<div class="sash" aria-label=${label} ${spread({ ...api.getResizeTriggerProps({ id }), ...more })}></div>`
        : nothing;
    return html`
      <main class="panes" ${spread(split?.main.getRootProps() ?? {})}>
        <section class="input" aria-label="Input" ${spread({ ...split?.main.getPanelProps({ id: "input" }), ...view("input") })}>
          ${content.lesson}
          <div class="input-split" ${spread(split?.input.getRootProps() ?? {})}>
            <div class="files-pane" ${spread(split?.input.getPanelProps({ id: "files" }) ?? {})}>${content.files}</div>
            ${sash(split?.input, "files:editor", "Width of the list of files")}
            <div class="editor-pane" ${spread(split?.input.getPanelProps({ id: "editor" }) ?? {})}>${content.editor}</div>
          </div>
        </section>
        ${sash(split?.main, "input:result", "Width of the input")}
        <section class="result" aria-label="Result" ${spread(split?.main.getPanelProps({ id: "result" }) ?? {})}>
          <div class=${classMap({ "result-split": true, fitted: !this.#narrow.value && fitted.fitted })} ${spread(split?.result.getRootProps() ?? {})}>
            <div class="output-pane" ${spread({ ...resultPane("output"), ...view("output") })}>${content.output}</div>
            ${sash(split?.result, "output:problems", "Height of the output", fitted.line())}
            <section class="problems-pane" aria-labelledby="problems-title" tabindex="-1" ${spread({ ...resultPane("problems"), ...view("problems") })}>${content.problems}</section>
          </div>
        </section>
      </main>
    `;
  }
}
