// Nobody's focus is lost: where a button is gone with what it did, or can do no more, the focus goes on to the nearest thing that is there. Without it
// the browser would begin anew at the top of the page. No library: it needs to know of nothing but the elements around.

const FOCUSABLE = ':is(button, input, select, textarea, a[href], summary, [tabindex="0"]):not(:disabled)';
/** What is near a button is in the same of these. */
const REGION = "section, header, footer, nav, form, dialog, [role=group]";

const canTake = (element: Element | null | undefined): element is HTMLElement =>
  element instanceof HTMLElement && element.matches(FOCUSABLE) && element.checkVisibility();

/** Whether Tab goes to something in an element. */
export const isReached = (around: Element): boolean =>
  [...around.querySelectorAll(`${FOCUSABLE}, [contenteditable="true"]`)].some((one) => one.checkVisibility());

/** Of what is left in an element, the last: in a list, what comes after takes the place of what is gone, unless that was the last. */
function within(around: Element): HTMLElement | undefined {
  if (!around.isConnected) return undefined;
  return canTake(around) ? around : [...around.querySelectorAll(FOCUSABLE)].filter(canTake).at(-1);
}

export class KeptFocus {
  #root: ShadowRoot;
  #elsewhere: readonly string[];
  #element: Element | undefined;
  /** What the element was in, from the inside to the outside: once it is gone it does not know any more. */
  #around: Element[] = [];

  /** `elsewhere`: selectors of where to go if all that was near is gone, too. The first that can take the focus gets it. */
  constructor(root: ShadowRoot, elsewhere: readonly string[]) {
    this.#root = root;
    this.#elsewhere = elsewhere;
    root.addEventListener("focusin", ({ target }) => this.#remember(target as Element));
  }

  #remember(element: Element): void {
    this.#element = element;
    this.#around = [];
    for (let around = element.parentElement; around; around = around.parentElement) {
      this.#around.push(around);
      if (around.matches(REGION)) break;
    }
  }

  /** All is drawn anew. Whoever did that may want the focus somewhere, and has two frames to say so. */
  drawn(): void {
    if (!this.#lost) return;
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
    // Somebody who has gone elsewhere on the page around an embed is left alone.
    if (document.activeElement !== document.body) return undefined;
    const beside = element?.isConnected ? [element.previousElementSibling, element.nextElementSibling] : [];
    return (
      beside.find(canTake) ??
      this.#around.map(within).find(canTake) ??
      this.#elsewhere.map((place) => this.#root.querySelector(place)).find(canTake)
    );
  }
}
