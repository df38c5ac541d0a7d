// Records what the user does before the workbench is there, for replay-input.ts.

/** A click, or a button that is still pressed. */
export interface EarlyClick {
  x: number;
  y: number;
  /** Undefined until it is released; false if it was moved meanwhile, as for a selection of text. */
  isClick: boolean | undefined;
}

/** The focus moved without the pointer, to an element with this place. */
export interface EarlyFocus {
  place: DOMRect;
}

export type EarlyEvent = EarlyClick | EarlyFocus | { key: KeyboardEvent };

/** In pixels: a pointer that moves further drags. */
const STILL = 6;

/** Keys that scroll, move the focus or belong to the browser have their effect at once. */
const writes = ({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean =>
  !(ctrlKey || metaKey || altKey) && (key.length === 1 || key === "Enter" || key === "Backspace" || key === "Delete");

export class EarlyInput {
  readonly events: EarlyEvent[] = [];
  /** Resolves with the first click or key. */
  readonly any: Promise<void>;
  #end = new AbortController();

  constructor() {
    this.any = new Promise((resolve) => {
      const listen = <Kind extends "pointerdown" | "pointerup" | "pointercancel" | "keydown" | "focusin">(
        kind: Kind,
        record: (event: DocumentEventMap[Kind]) => void,
      ) => document.addEventListener(kind, record, { capture: true, signal: this.#end.signal });
      listen("pointerdown", ({ clientX: x, clientY: y, button, isPrimary }) => {
        if (button !== 0 || !isPrimary) return;
        this.events.push({ x, y, isClick: undefined });
        resolve();
      });
      const release = (isClick: (click: EarlyClick) => boolean) => {
        const last = this.events.findLast((event) => "x" in event);
        if (last && last.isClick === undefined) last.isClick = isClick(last);
      };
      listen("pointerup", ({ clientX, clientY }) =>
        release(({ x, y }) => Math.hypot(clientX - x, clientY - y) < STILL),
      );
      listen("pointercancel", () => release(() => false));
      listen("keydown", (event) => {
        // It has only moved the focus.
        if (event.key === "Tab") return;
        this.events.push({ key: event });
        if (writes(event)) event.preventDefault();
        resolve();
      });
      listen("focusin", (event) => {
        const last = this.events.at(-1);
        const [focused] = event.composedPath();
        const byPointer = last && "x" in last && last.isClick === undefined;
        if (focused instanceof Element && !byPointer) this.events.push({ place: focused.getBoundingClientRect() });
      });
    });
  }

  /** What was recorded. The last click may not be released yet. */
  take(): readonly EarlyEvent[] {
    this.#end.abort();
    return this.events.splice(0);
  }
}
