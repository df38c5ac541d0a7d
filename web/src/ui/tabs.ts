// A list of tabs and its panels. Tab reaches only the selected tab; arrow keys, Home and End select another.
import { isReached } from "./focus-keeper";
import { isPlain, positionFor } from "./list-keys";
import type { Attributes } from "./spread";

export interface TabsOptions {
  id: string;
  root: () => ShadowRoot;
  /** The value of the selected tab. */
  value: () => string;
  select: (value: string) => void;
  /** Whether the tabs are one below the other. */
  vertical?: () => boolean;
}

const tabOf = (target: EventTarget | null) => (target as Element).closest<HTMLElement>("[role=tab]");

export class Tabs {
  #options: TabsOptions;
  #marking = false;

  constructor(options: TabsOptions) {
    this.#options = options;
  }

  list(): Attributes {
    return {
      id: `${this.#options.id}-tabs`,
      role: "tablist",
      "aria-orientation": this.#vertical ? "vertical" : "horizontal",
      onclick: this.#clicked,
      onkeydown: this.#pressed,
    };
  }

  tab(value: string): Attributes {
    const selected = this.#isSelected(value);
    return {
      id: this.#idOf("tab", value),
      role: "tab",
      "aria-selected": String(selected),
      // The others may have no panel.
      "aria-controls": selected && this.#idOf("panel", value),
      tabindex: selected ? 0 : -1,
      "data-value": value,
    };
  }

  panel(value: string): Attributes {
    const selected = this.#isSelected(value);
    if (selected) this.#markPanel();
    return {
      id: this.#idOf("panel", value),
      role: "tabpanel",
      "aria-labelledby": this.#idOf("tab", value),
      hidden: !selected,
    };
  }

  get #vertical(): boolean {
    return this.#options.vertical?.() ?? false;
  }

  #isSelected(value: string): boolean {
    return value === this.#options.value();
  }

  /** Values may be paths, and ids in attributes are separated by spaces. */
  #idOf(part: "tab" | "panel", value: string): string {
    return `${this.#options.id}-${part}-${value.replace(/\s/g, (space) => `%${space.charCodeAt(0)}`)}`;
  }

  /** Tab goes from the tabs to the content of their panel, or to the panel itself if there is nothing to go to. */
  #markPanel(): void {
    if (this.#marking) return;
    this.#marking = true;
    // Once the panel is rendered.
    requestAnimationFrame(() => {
      this.#marking = false;
      const panel = this.#options.root().getElementById(this.#idOf("panel", this.#options.value()));
      if (panel) panel.tabIndex = isReached(panel) ? -1 : 0;
    });
  }

  #select(tab: HTMLElement): void {
    // Safari does not focus a button that is clicked.
    tab.focus();
    const { value = "" } = tab.dataset;
    if (!this.#isSelected(value)) this.#options.select(value);
  }

  #clicked = ({ target }: Event): void => {
    const tab = tabOf(target);
    if (tab) this.#select(tab);
  };

  #pressed = (event: KeyboardEvent): void => {
    const focused = tabOf(event.target);
    if (!focused || !isPlain(event)) return;
    const tabs = [...(event.currentTarget as Element).querySelectorAll<HTMLElement>("[role=tab]")];
    const tab = tabs[positionFor(event.key, tabs.indexOf(focused), tabs.length, this.#vertical) ?? -1];
    if (!tab) return;
    event.preventDefault();
    this.#select(tab);
  };
}
