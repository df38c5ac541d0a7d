// Records what the user does before the workbench is there, for replay-input.ts. It begins before anything is painted.

/** Something in the first view: its place in the window, and its name if it is a control or an editor. */
export interface EarlyTarget {
  x: number;
  y: number;
  name: string;
}

/** A click, or a selection of text with the mouse; or a button that is still pressed. */
export interface EarlyClick extends EarlyTarget {
  /** Where it was released; undefined until then. `null`: it has scrolled. */
  released: { x: number; y: number } | null | undefined;
  /** Soon after another click at the same place. */
  isDouble: boolean;
}

/** `focused`: the element that the focus has moved to before a key is pressed, if it was not clicked. `pasted`: a text. */
export type EarlyEvent = EarlyClick | { focused: EarlyTarget } | { key: KeyboardEvent } | { pasted: string };

/** In pixels: a pointer that moves further drags. */
const STILL = 6;

const DOUBLE_CLICK_MS = 500;

export const isDrag = ({ x, y, released }: EarlyClick): boolean =>
  Boolean(released && Math.hypot(released.x - x, released.y - y) >= STILL);

/** Elements that have names. */
export const NAMED =
  "button, a[href], input, textarea, select, summary, label, [role=tab], [role=separator], .cm-content";

/** The name of the control or the editor that an element belongs to, without a number, which may change: "Checks", if 3 of them fail. */
export function nameOf(element: Element): string {
  const named = element.closest(NAMED);
  const text = named?.textContent?.replace(/[,\d].*$/s, "");
  return (named?.getAttribute("aria-label") ?? text ?? "").replace(/\s+/g, " ").trim();
}

export function targetOf(element: Element): EarlyTarget {
  const { x, y, width, height } = element.getBoundingClientRect();
  return { x: x + width / 2, y: y + height / 2, name: nameOf(element) };
}

const focusedElement = () => document.activeElement?.shadowRoot?.activeElement ?? undefined;

/** The element of the page that has the focus. */
export function focusedTarget(): EarlyTarget | undefined {
  const focused = focusedElement();
  return focused && targetOf(focused);
}

/** Keys that scroll, move the focus or belong to the browser have their effect at once. */
const writes = ({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean =>
  !(ctrlKey || metaKey || altKey) && (key.length === 1 || key === "Enter" || key === "Backspace" || key === "Delete");

export class EarlyInput {
  readonly events: EarlyEvent[] = [];
  /** Resolves with the first click or key other than Tab. */
  readonly any: Promise<void>;
  #end = new AbortController();
  #isLive = false;
  /** When the last key was pressed. */
  #focused: Element | undefined;
  /** When the pointer was pressed last. */
  #pressed = 0;

  constructor() {
    this.any = new Promise((resolve) => {
      const listen = <Kind extends "pointerdown" | "pointerup" | "pointercancel" | "keydown" | "paste">(
        kind: Kind,
        record: (event: DocumentEventMap[Kind]) => void,
      ) => document.addEventListener(kind, record, { capture: true, signal: this.#end.signal });
      listen("pointerdown", (event) => {
        if (this.#isLive) return this.#end.abort();
        const [pressed] = event.composedPath();
        if (event.button !== 0 || !event.isPrimary || !(pressed instanceof Element)) return;
        const { clientX: x, clientY: y, timeStamp } = event;
        const last = this.events.at(-1);
        const isAgain = last !== undefined && "x" in last && Math.hypot(last.x - x, last.y - y) < STILL;
        const isDouble = isAgain && timeStamp - this.#pressed < DOUBLE_CLICK_MS;
        this.#pressed = timeStamp;
        this.events.push({ x, y, name: nameOf(pressed), released: undefined, isDouble });
        resolve();
      });
      const release = (at: EarlyClick["released"]) => {
        const last = this.events.findLast((event) => "x" in event);
        if (last && last.released === undefined) last.released = at;
      };
      listen("pointerup", ({ clientX: x, clientY: y }) => release({ x, y }));
      listen("pointercancel", () => release(null));
      listen("keydown", (event) => {
        // It has only moved the focus.
        if (event.key === "Tab" || !event.isTrusted) return;
        const focused = focusedElement();
        const last = this.events.at(-1);
        const isMoved = focused !== this.#focused && !(last && "x" in last);
        if (focused && isMoved && !this.#isLive) this.events.push({ focused: targetOf(focused) });
        this.#focused = focused;
        this.events.push({ key: event });
        if (this.#isLive) event.stopImmediatePropagation();
        if (this.#isLive || writes(event)) event.preventDefault();
        resolve();
      });
      listen("paste", (event) => {
        const pasted = event.clipboardData?.getData("text/plain");
        if (!pasted) return;
        this.events.push({ pasted });
        if (this.#isLive) event.stopImmediatePropagation();
        event.preventDefault();
        resolve();
      });
    });
  }

  /** The live page is there. Keys are still recorded until all that was recorded is repeated, or until the user clicks again. */
  goLive(): void {
    this.#isLive = true;
  }

  /** Whether pressed keys or a pasted text are not repeated yet. */
  get hasKeys(): boolean {
    return this.events.some((event) => "key" in event || "pasted" in event);
  }

  /** Takes the first recorded input; without any, recording ends. The last click may not be released yet. */
  next(): EarlyEvent | undefined {
    const first = this.events.shift();
    if (!first) this.#end.abort();
    return first;
  }
}

interface Early {
  ytterbyInput?: EarlyInput;
}

/** Begins to record. */
export function recordInput(): void {
  (globalThis as Early).ytterbyInput = new EarlyInput();
}

/** The recorded input, from the start if `recordInput` was called. */
export const earlyInput = (): EarlyInput => (globalThis as Early).ytterbyInput ?? new EarlyInput();
