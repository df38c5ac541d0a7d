// The tabs of the result that have space, on wide pages. The others are in a menu; they are still tabs for the keyboard and for screen readers.
import { effect, signal } from "@preact/signals-core";
import { Menu } from "../ui/menu";
import { drawn } from "../ui/part";
import type { Panes } from "./panes";
import type { ResultTab } from "./result-tab";

/** The space of the button of the menu, with the gap before it. */
const BUTTON = 38;

/** The positions of the tabs that do not fit. The selected one always does, in place of others. */
export function cutTabs(widths: readonly number[], gap: number, selected: number, space: number): number[] {
  const all = widths.reduce((sum, width) => sum + width + gap, -gap);
  if (all <= space) return [];
  let left = space - BUTTON - (widths[selected] ?? 0);
  const cut: number[] = [];
  for (const [at, width] of widths.entries()) {
    if (at === selected) continue;
    if (cut.length > 0 || width + gap > left) cut.push(at);
    else left -= width + gap;
  }
  return cut;
}

export class FittingTabs {
  readonly menu: Menu;
  readonly #cut = signal<readonly ResultTab[]>([]);
  readonly #root: ShadowRoot;
  readonly #panes: Panes;

  constructor(root: ShadowRoot, panes: Panes) {
    this.#root = root;
    this.#panes = panes;
    this.menu = new Menu({ id: "more-tabs", root });
  }

  /** The tabs that do not fit. */
  get cut(): readonly ResultTab[] {
    return this.#cut.value;
  }

  /** Follows the widths of the pane, of the tabs and of the tools, and which tab is selected. */
  watch(): void {
    const row = this.#root.querySelector(".result-tabs");
    const head = row?.parentElement;
    const tools = head?.querySelector(".pane-tools");
    if (!row || !head || !tools) return;
    const sizes = new ResizeObserver(() => this.#measure());
    const observe = () => {
      for (const element of [head, tools, ...row.children]) sizes.observe(element);
    };
    observe();
    new MutationObserver(observe).observe(row, { childList: true });
    effect(() => {
      void this.#panes.resultTab;
      void drawn().then(() => this.#measure());
    });
  }

  #measure(): void {
    const row = this.#root.querySelector<HTMLElement>(".result-tabs");
    const head = row?.parentElement;
    if (!row || !head) return;
    const tabs = [...row.querySelectorAll<HTMLElement>(".result-tab")];
    const style = getComputedStyle(head);
    const tools = head.querySelector<HTMLElement>(".pane-tools")?.offsetWidth ?? 0;
    const around = [style.paddingLeft, style.paddingRight, style.columnGap].map(Number.parseFloat);
    const space = around.reduce((rest, one) => rest - one, head.clientWidth - tools);
    const selected = tabs.findIndex((tab) => tab.ariaSelected === "true");
    const widths = tabs.map(({ offsetWidth }) => offsetWidth);
    const gap = Number.parseFloat(getComputedStyle(row).columnGap);
    const cut = this.#panes.narrow ? [] : cutTabs(widths, gap, selected, space);
    const names = cut.map((at) => tabs[at]?.dataset.value as ResultTab);
    if (names.join() !== this.#cut.peek().join()) this.#cut.value = names;
  }

  /** Selects a tab of the menu. */
  show(tab: ResultTab): void {
    this.#panes.showResult(tab);
    void drawn().then(() => this.#root.querySelector<HTMLElement>('.result-tab[aria-selected="true"]')?.focus());
  }
}
