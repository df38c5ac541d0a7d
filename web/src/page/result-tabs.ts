// The tabs of the result. Where they do not all fit, the least used ones are in a menu; the selected one is always a tab.
import { nothing } from "lit";
import { repeat } from "lit/directives/repeat.js";
import { fitting } from "../ui/fitting";
import { html } from "../ui/html";
import { ChevronDown, icon } from "../ui/icons";
import { Menu } from "../ui/menu";
import { spread } from "../ui/spread";
import type { Tabs } from "../ui/tabs";
import type { ResultTab } from "./panes";

/** The tabs that go into the menu first. */
const LAST: ResultTab[] = ["compare", "checks", "report", "schema", "values"];

/** Space for the tools beside the tabs, the padding of the head, and the button of the menu. */
const TOOLS = 76;
const MENU = 68;
const GAPS = { wide: 16, narrow: 12 };

export interface TabLabel {
  id: ResultTab;
  label: unknown;
}

export interface ResultTabsHost {
  root: () => ShadowRoot;
  changed: () => void;
  drawn: () => Promise<unknown>;
  select: (tab: ResultTab) => void;
}

export class ResultTabs {
  #host: ResultTabsHost;
  #menu: Menu;
  #widths = new Map<string, number>();
  /** The width of the head; `undefined` until it is measured. */
  #space: number | undefined;
  #observer = new ResizeObserver((entries) => this.#measured(entries));
  #observed = new WeakSet<Element>();

  constructor(host: ResultTabsHost) {
    this.#host = host;
    this.#menu = new Menu({ root: host.root(), id: "more-results", select: (tab) => host.select(tab as ResultTab) });
  }

  /** After each render: observes what was added. Reading sizes here would force a layout. */
  watch(): void {
    for (const element of this.#host.root().querySelectorAll(".output-pane .pane-head, .result-tab")) {
      if (this.#observed.has(element)) continue;
      this.#observed.add(element);
      this.#observer.observe(element);
    }
  }

  #measured(entries: ResizeObserverEntry[]): void {
    let differs = false;
    for (const { target, borderBoxSize } of entries) {
      const width = Math.ceil(borderBoxSize[0]?.inlineSize ?? 0);
      const { value } = (target as HTMLElement).dataset;
      // An element that was removed or is not displayed has no width.
      if (width === 0) continue;
      if (value === undefined) {
        differs ||= this.#space !== width;
        this.#space = width;
      } else {
        differs ||= this.#widths.get(value) !== width;
        this.#widths.set(value, width);
      }
    }
    if (differs) this.#host.changed();
  }

  render(all: readonly TabLabel[], tabs: Tabs, chosen: ResultTab, narrow: boolean) {
    const items = all.map(({ id }) => ({ id, width: this.#widths.get(id) ?? 0 }));
    const gap = narrow ? GAPS.narrow : GAPS.wide;
    const space = (this.#space ?? Infinity) - TOOLS;
    const shown = fitting(items, { space, gap, menu: MENU, last: LAST, chosen });
    const rest = all.filter(({ id }) => !shown.has(id));
    return html`
      <div class="result-tabs" aria-label="Result" ${spread(tabs.list())}>
        ${repeat(
          all.filter(({ id }) => shown.has(id)),
          ({ id }) => id,
          ({ id, label }) => html`<button type="button" class="result-tab" ${spread(tabs.tab(id))}>${label}</button>`,
        )}
      </div>
      ${
        rest.length === 0
          ? nothing
          : html`
            <button type="button" class="result-more" aria-label="More results" ${spread(this.#menu.button())}>More ${icon(ChevronDown)}</button>
            ${this.#menu.list("More results", () => rest.map(({ id, label }) => this.#menu.item(id, label)))}
          `
      }
    `;
  }
}
