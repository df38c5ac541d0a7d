// A menu: of a button, or at a position. It is a popover, which the browser closes on Escape and on a click elsewhere, and it is rendered only while it
// is open.
import { signal } from "@preact/signals-core";
import { nothing } from "lit";
import { html } from "./html";
import { Check, icon } from "./icons";
import { isPlain, positionFor, TypeAhead } from "./list-keys";
import { drawn } from "./part";
import type { Attributes } from "./spread";

export interface MenuOptions {
  id: string;
  root: ShadowRoot;
}

/** The element that a menu opens below, or above. */
export type Anchor = Pick<DOMRect, "left" | "top" | "bottom">;

/** The distance from the window's edges and the anchor, in px. */
const DISTANCE = 6;
/** The position of a menu with this size: within the window, and below its anchor if there is space. */
export function placed(
  anchor: Anchor,
  { width, height }: { width: number; height: number },
  space: { width: number; height: number },
): { left: number; top: number } {
  const [right, bottom] = [space.width - width - DISTANCE, space.height - height - DISTANCE];
  const [below, above] = [anchor.bottom + DISTANCE, anchor.top - DISTANCE - height];
  const top = below <= bottom ? below : above >= DISTANCE ? above : bottom;
  return { left: Math.max(DISTANCE, Math.min(anchor.left, right)), top: Math.max(DISTANCE, top) };
}

export class Menu {
  #options: MenuOptions;
  readonly #isOpen = signal(false);
  /** The element that had the focus when it opened. */
  #before: HTMLElement | undefined;
  readonly #typeAhead = new TypeAhead();

  constructor(options: MenuOptions) {
    this.#options = options;
  }

  get isOpen(): boolean {
    return this.#isOpen.value;
  }

  /** Attributes of its button. */
  button(): Attributes {
    const { id } = this.#options;
    return {
      "aria-haspopup": "menu",
      "aria-expanded": String(this.#isOpen.value),
      "aria-controls": this.#isOpen.value && id,
      // For the browser, a press of the button is not a click elsewhere.
      popovertarget: this.#isOpen.value && id,
      onclick: this.#toggle,
      onkeydown: this.#buttonKey,
    };
  }

  list(label: string, items: () => unknown) {
    if (!this.#isOpen.value) return nothing;
    return html`
      <div
        class="menu"
        id=${this.#options.id}
        popover
        role="menu"
        aria-label=${label}
        tabindex="-1"
        @keydown=${this.#key}
        @pointermove=${this.#pointed}
        @focusout=${this.#left}
        @beforetoggle=${this.#toggling}
        @toggle=${this.#toggled}
      >${items()}</div>
    `;
  }

  item(content: unknown, act: () => void) {
    return this.#item("menuitem", content, act);
  }

  /** One of several, of which one is selected. */
  choice(content: unknown, checked: boolean, act: () => void) {
    return this.#item("menuitemradio", content, act, checked);
  }

  /** An item that is on or off. */
  switch(content: unknown, checked: boolean, act: () => void) {
    return this.#item("menuitemcheckbox", content, act, checked);
  }

  #item(role: string, content: unknown, act: () => void, checked?: boolean) {
    const chosen = () => {
      // The focus goes back first: the action may set it.
      this.#element?.hidePopover();
      act();
    };
    const mark =
      checked === undefined ? nothing : html`<span class="menu-mark">${checked ? icon(Check) : nothing}</span>`;
    return html`<div class="menu-item" role=${role} aria-checked=${checked ?? nothing} tabindex="-1" @click=${chosen}>${content}${mark}</div>`;
  }

  /** `focused`: the position of the item that gets the focus, negative from the end. Without it, the menu gets it. */
  async open(anchor: Anchor, focused?: number): Promise<void> {
    this.#before = (this.#options.root.activeElement as HTMLElement | null) ?? undefined;
    this.#isOpen.value = true;
    await drawn();
    const menu = this.#element;
    if (!menu || menu.matches(":popover-open")) return;
    menu.showPopover();
    const { left, top } = placed(anchor, menu.getBoundingClientRect(), { width: innerWidth, height: innerHeight });
    menu.style.left = `${left}px`;
    menu.style.top = `${top}px`;
    const item = focused === undefined ? undefined : this.#items.at(focused);
    (item ?? menu).focus();
  }

  get #element(): HTMLElement | undefined {
    return this.#options.root.getElementById(this.#options.id) ?? undefined;
  }

  get #items(): HTMLElement[] {
    return [...(this.#element?.querySelectorAll<HTMLElement>(".menu-item") ?? [])];
  }

  #toggle = (event: MouseEvent): void => {
    const button = event.currentTarget as HTMLElement;
    // Otherwise the browser would toggle it as well.
    event.preventDefault();
    if (this.#element?.matches(":popover-open")) {
      this.#element.hidePopover();
      return;
    }
    // Safari does not focus a button that is clicked.
    button.focus();
    // A key press has no clicks to count.
    void this.open(button.getBoundingClientRect(), event.detail === 0 ? 0 : undefined);
  };

  #buttonKey = (event: KeyboardEvent): void => {
    if (!isPlain(event) || (event.key !== "ArrowDown" && event.key !== "ArrowUp")) return;
    event.preventDefault();
    void this.open((event.currentTarget as Element).getBoundingClientRect(), event.key === "ArrowDown" ? 0 : -1);
  };

  #key = (event: KeyboardEvent): void => {
    if (!isPlain(event)) return;
    const items = this.#items;
    const at = items.indexOf(event.target as HTMLElement);
    const labels = items.map(({ textContent }) => textContent.trim());
    const to = positionFor(event.key, at, items.length, true) ?? this.#typeAhead.positionFor(event, at, labels);
    if (event.key === "Tab") {
      // The focus goes on from the button.
      this.#element?.hidePopover();
      return;
    }
    if (to !== undefined) items[to]?.focus();
    else if (event.key === "Enter" || event.key === " ") items[at]?.click();
    else return;
    event.preventDefault();
  };

  /** Keys and the pointer select the same item. */
  #pointed = ({ target }: Event): void => {
    const item = (target as Element).closest<HTMLElement>(".menu-item");
    if (item && !item.matches(":focus")) item.focus({ preventScroll: true });
  };

  /** The focus has left by a shortcut of the page. A press of the button focuses it before the click that closes the menu. */
  #left = ({ relatedTarget }: FocusEvent): void => {
    if (!relatedTarget || relatedTarget === this.#before) return;
    if (!this.#element?.contains(relatedTarget as Node)) this.#element?.hidePopover();
  };

  #toggling = ({ newState }: ToggleEvent): void => {
    if (newState === "closed" && this.#element?.matches(":focus-within")) this.#focusBefore();
  };

  #toggled = ({ newState }: ToggleEvent): void => {
    if (newState === "open") return;
    this.#isOpen.value = false;
    // After a click on nothing that takes the focus.
    if (document.activeElement === document.body) this.#focusBefore();
  };

  /** Browsers do so by themselves only in some cases. */
  #focusBefore(): void {
    this.#before?.focus({ preventScroll: true });
  }
}
