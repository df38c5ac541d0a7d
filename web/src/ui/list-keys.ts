// Keys in a list of which one item has the focus: tabs, menus and trees.

/** The position that a key goes to; `undefined` if it goes nowhere. Arrow keys continue at the other end. `at` is -1 if no item has the focus. */
export function positionFor(key: string, at: number, count: number, vertical: boolean): number | undefined {
  if (count === 0) return undefined;
  const [back, forward] = vertical ? ["ArrowUp", "ArrowDown"] : ["ArrowLeft", "ArrowRight"];
  if (key === "Home") return 0;
  if (key === "End") return count - 1;
  if (key === forward) return (at + 1) % count;
  if (key === back) return (Math.max(at, 0) + count - 1) % count;
  return undefined;
}

/** The position of the item that starts with the typed letters. A single letter goes from one such item to the next. */
export function positionOf(typed: string, at: number, labels: readonly string[]): number | undefined {
  const first = typed.length === 1 ? at + 1 : Math.max(at, 0);
  const all = labels.map((_, offset) => (first + offset) % labels.length);
  return all.find((one) => labels[one]?.toLowerCase().startsWith(typed.toLowerCase()));
}

/** Letters typed within this time belong together. */
const TYPING_MS = 500;

/** Finds items by typed letters. */
export class TypeAhead {
  #typed = { text: "", at: Number.NEGATIVE_INFINITY };

  /** Whether a key continues the typed text. */
  isTyping({ timeStamp }: KeyboardEvent): boolean {
    return timeStamp - this.#typed.at < TYPING_MS;
  }

  /** The position of the item that a key leads to. A space belongs to a name only after other letters. */
  positionFor(event: KeyboardEvent, at: number, labels: readonly string[]): number | undefined {
    const { key, timeStamp } = event;
    const typing = this.isTyping(event);
    if (key.length !== 1 || (key === " " && !typing)) return undefined;
    this.#typed = { text: (typing ? this.#typed.text : "") + key, at: timeStamp };
    const { text } = this.#typed;
    // The same letter again goes from one such item to the next.
    const isRepeated = [...text].every((letter) => letter === key);
    return positionOf(text, at, labels) ?? (isRepeated ? positionOf(key, at, labels) : undefined);
  }
}

/** Shortcuts of the page and the browser have modifiers. */
export const isPlain = ({ altKey, ctrlKey, metaKey }: KeyboardEvent): boolean => !altKey && !ctrlKey && !metaKey;
