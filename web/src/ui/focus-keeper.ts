// Keeps the focus: when a focused button is removed or disabled by its action, the focus moves to the nearest element that can have it. Otherwise the
// browser would start again at the top of the page. No library: this only needs the elements around the button.

const FOCUSABLE = ':is(button, input, select, textarea, a[href], summary, [tabindex="0"]):not(:disabled)';
/** Elements with content that counts as near. */
const REGION = "section, header, footer, nav, form, dialog, [role=group]";
/** Elements with content that is independent of their surroundings. */
const APART = "[data-apart]";

const canTake = (element: Element | null | undefined): element is HTMLElement =>
  element instanceof HTMLElement && element.matches(FOCUSABLE) && element.checkVisibility();

/** Whether an element contains something that Tab reaches. */
export const isReached = (around: Element): boolean =>
  [...around.querySelectorAll(`${FOCUSABLE}, [contenteditable="true"]`)].some((one) => one.checkVisibility());

/** The last focusable element within an element: in a list, the next item takes the place of the removed one, unless that was the last. */
function within(around: Element): HTMLElement | undefined {
  if (!around.isConnected) return undefined;
  if (canTake(around)) return around;
  return [...around.querySelectorAll(FOCUSABLE)].filter(canTake).findLast((element) => !element.closest(APART));
}

export class FocusKeeper {
  #root: ShadowRoot;
  #elsewhere: readonly string[];
  #element: Element | undefined;
  /** The ancestors of the focused element, innermost first: once it is removed it has none. */
  #around: Element[] = [];

  /** `elsewhere`: selectors of fallbacks, if everything near was removed as well. The first focusable one gets the focus. */
  constructor(root: ShadowRoot, elsewhere: readonly string[]) {
    this.#root = root;
    this.#elsewhere = elsewhere;
    root.addEventListener("focusin", this.#focused);
  }

  /** The root may outlive its content. */
  end(): void {
    this.#root.removeEventListener("focusin", this.#focused);
  }

  #focused = ({ target }: Event): void => this.#remember(target as Element);

  #remember(element: Element): void {
    this.#element = element;
    this.#around = [];
    for (let around = element.parentElement; around; around = around.parentElement) {
      this.#around.push(around);
      if (around.matches(REGION)) break;
    }
  }

  /** After each render. The cause of the render has two frames to set the focus itself, and the browser to blur a hidden element. */
  drawn(): void {
    requestAnimationFrame(() =>
      requestAnimationFrame(() => this.#lost && this.#next()?.focus({ preventScroll: true })),
    );
  }

  get #lost(): boolean {
    return this.#element !== undefined && !this.#root.activeElement && !canTake(this.#element);
  }

  #next(): HTMLElement | undefined {
    const element = this.#element;
    this.#element = undefined;
    // Another element of the page around an embed may have the focus now.
    if (document.activeElement !== document.body) return undefined;
    const beside = element?.isConnected ? [element.previousElementSibling, element.nextElementSibling] : [];
    return (
      beside.find(canTake) ??
      this.#around.map(within).find(canTake) ??
      this.#elsewhere.map((place) => this.#root.querySelector(place)).find(canTake)
    );
  }
}
