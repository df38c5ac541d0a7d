// The panes: side by side with splitters between them, or one at a time behind tabs on narrow pages. Manages the visible pane, the selected tab of
// the result, and the sizes; the content comes from elsewhere.
import { nothing, type TemplateResult } from "lit";
import { html } from "../ui/html";
import { spread } from "../ui/spread";
import type { Tabs, Widgets } from "../ui/widgets";
import type { PaneSwitch, View } from "../workbench/panes";

/** In narrower pages, the panes are behind tabs. */
const NARROW = 820;

const RESULT_TABS = ["output", "values", "schema", "report", "checks", "compare"] as const;
export type ResultTab = (typeof RESULT_TABS)[number];

/** The tab with this name, else the first. */
export const resultTabOf = (name: string): ResultTab => RESULT_TABS.find((tab) => tab === name) ?? "output";

export interface PanesHost {
  changed: () => void;
  /** Sizes in percent, by splitter. */
  sizes: Readonly<Record<string, number[]>>;
  resized: (splitter: string, sizes: number[]) => void;
}

export class Panes implements PaneSwitch {
  readonly inputBesideOutput = true;
  #narrow = false;
  #view: View = "input";
  #resultTab: ResultTab = "output";
  readonly resultTabs: () => Tabs;
  #host: PanesHost;
  #widgets: Widgets;
  #viewTabs: () => Tabs;
  #splits;

  constructor(widgets: Widgets, host: PanesHost) {
    this.#host = host;
    this.#widgets = widgets;
    this.#viewTabs = widgets.tabs({
      id: "views",
      value: () => this.#view,
      select: (view) => this.show(view as View),
    });
    this.resultTabs = widgets.tabs({
      id: "result",
      value: () => this.#resultTab,
      select: (tab) => this.showResult(tab as ResultTab),
    });
    this.#splits = {
      main: this.#splitter("main", false, { input: "320px", result: "240px" }, [58, 42]),
      input: this.#splitter("input", false, { files: "120px", editor: "180px" }, [22, 78]),
      result: this.#splitter("result", true, { output: "90px", problems: "60px" }, [64, 36]),
    };
  }

  get narrow(): boolean {
    return this.#narrow;
  }

  get view(): View {
    return this.#view;
  }

  get resultTab(): ResultTab {
    return this.#resultTab;
  }

  #splitter(id: string, vertical: boolean, smallest: Record<string, string>, sizes: number[]) {
    const panels = Object.entries(smallest).map(([id, minSize]) => ({ id, minSize }));
    const stored = this.#host.sizes[id];
    return this.#widgets.splitter({
      id,
      vertical,
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
      if (narrow === this.#narrow) return;
      this.#narrow = narrow;
      this.#host.changed();
    }).observe(element);
  }

  /** Shows a pane, if not all of them are visible. */
  show(view: View): void {
    this.#view = view;
    this.#host.changed();
  }

  showOutput(): void {
    this.#resultTab = "output";
    this.show("output");
  }

  showResult(tab: ResultTab): void {
    this.#resultTab = tab;
    this.#host.changed();
  }

  /** The tabs of a narrow page, and nothing on a wide one. `wrong` is the number of problems. */
  switch(wrong: number) {
    if (!this.#narrow) return nothing;
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

  render(content: Record<"files" | "editor" | "output" | "problems", TemplateResult> & { lesson: unknown }) {
    const views = this.#viewTabs();
    const split = this.#narrow
      ? undefined
      : { main: this.#splits.main(), input: this.#splits.input(), result: this.#splits.result() };
    const view = (value: View) => (this.#narrow ? views.getContentProps({ value }) : {});
    const sash = (api: NonNullable<typeof split>["main"] | undefined, id: `${string}:${string}`, label: string) =>
      api ? html`<div class="sash" aria-label=${label} ${spread(api.getResizeTriggerProps({ id }))}></div>` : nothing;
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
          <div class="result-split" ${spread(split?.result.getRootProps() ?? {})}>
            <div class="output-pane" ${spread({ ...split?.result.getPanelProps({ id: "output" }), ...view("output") })}>${content.output}</div>
            ${sash(split?.result, "output:problems", "Height of the output")}
            <section class="problems-pane" aria-labelledby="problems-title" ${spread({ ...split?.result.getPanelProps({ id: "problems" }), ...view("problems") })}>${content.problems}</section>
          </div>
        </section>
      </main>
    `;
  }
}
