// Two panels with a line between them, which moves with the pointer or with arrow keys. The line is between the elements of the panels.
import { signal } from "@preact/signals-core";
import { nothing } from "lit";
import { html } from "./html";
import { isPlain } from "./list-keys";
import type { Attributes } from "./spread";

export interface SplitterOptions {
  id: string;
  /** Whether the panels are one below the other. */
  vertical?: boolean;
  /** The smallest sizes of the panels, in px. */
  smallest: readonly [number, number];
  /** The size of the first panel in percent, unless the user has moved the line. Without it, the panels have the sizes that CSS gives them. */
  initial?: number;
  /** The sizes that the user has given them, in percent. */
  stored: readonly number[] | undefined;
  /** Called at the end of each move; without sizes after a reset. */
  resized: (sizes: number[] | undefined) => void;
  /** A description of the line that names its reset by a double click, which Enter does as well. Without it there is none. */
  resets?: string;
}

/** A key moves the line by this much, in percent. */
const STEP = 5;

/** A size in px as percent of all, within the smallest sizes of both panels. */
export const share = (size: number, all: number, [first, second]: readonly [number, number]): number =>
  (Math.max(Math.min(size, all - second), Math.min(first, all)) / all) * 100;

export class Splitter {
  #options: SplitterOptions;
  /** The size of the first panel, in percent. */
  readonly #size = signal<number | undefined>(undefined);
  /** The rendered sizes when the user last approached the line. */
  readonly #seen = signal({ now: 50, min: 0, max: 100 });
  /** While the pointer holds the line: the difference from its position to the size of the first panel in px, and the size of both. */
  readonly #held = signal<{ offset: number; all: number; moved: boolean } | undefined>(undefined);

  constructor(options: SplitterOptions) {
    this.#options = options;
    this.#size.value = options.stored?.length === 2 ? options.stored[0] : options.initial;
  }

  /** Whether CSS sizes the panels. */
  get fitted(): boolean {
    return this.#size.value === undefined;
  }

  panel(at: 0 | 1): Attributes {
    const { id, vertical, smallest } = this.#options;
    const name = { id: `${id}-${at}` };
    if (this.#size.value === undefined) return name;
    const grow = at === 0 ? this.#size.value : 100 - this.#size.value;
    const least = vertical ? "min-height" : "min-width";
    return { ...name, style: { flex: `${grow} 1 0`, [least]: `${smallest[at]}px` } };
  }

  line(label: string) {
    const { id, vertical, resets } = this.#options;
    const { now, min, max } = this.#seen.value;
    return html`
      <div
        class="sash"
        role="separator"
        tabindex="0"
        title=${resets ?? nothing}
        aria-label=${label}
        aria-orientation=${vertical ? "horizontal" : "vertical"}
        aria-controls="${id}-0"
        aria-valuenow=${Math.round(this.#size.value ?? now)}
        aria-valuemin=${Math.round(min)}
        aria-valuemax=${Math.round(max)}
        ?data-dragging=${this.#held.value !== undefined}
        @focus=${this.#focused}
        @pointerdown=${this.#pressed}
        @pointermove=${this.#dragged}
        @lostpointercapture=${this.#released}
        @keydown=${this.#key}
        @dblclick=${this.#reset}
      ></div>
    `;
  }

  /** The sizes in px, which CSS may have limited. */
  #measure({ currentTarget }: Event): { first: number; all: number } {
    const { vertical, smallest } = this.#options;
    const { previousElementSibling, nextElementSibling } = currentTarget as Element;
    const [first = 0, second = 0] = [previousElementSibling, nextElementSibling].map((panel) => {
      const { width = 0, height = 0 } = panel?.getBoundingClientRect() ?? {};
      return vertical ? height : width;
    });
    const all = Math.max(first + second, 1);
    this.#seen.value = { now: (first / all) * 100, min: share(0, all, smallest), max: share(all, all, smallest) };
    return { first, all };
  }

  #position({ clientX, clientY }: PointerEvent): number {
    return this.#options.vertical ? clientY : clientX;
  }

  #resize(size: number, all: number): void {
    this.#size.value = share(size, all, this.#options.smallest);
  }

  #store(): void {
    if (this.#size.value !== undefined) this.#options.resized([this.#size.value, 100 - this.#size.value]);
  }

  #focused = (event: FocusEvent): void => {
    this.#measure(event);
  };

  #pressed = (event: PointerEvent): void => {
    if (event.button !== 0) return;
    const { first, all } = this.#measure(event);
    this.#held.value = { offset: first - this.#position(event), all, moved: false };
    (event.currentTarget as Element).setPointerCapture(event.pointerId);
  };

  #dragged = (event: PointerEvent): void => {
    if (!this.#held.value || !(event.currentTarget as Element).hasPointerCapture(event.pointerId)) return;
    const { offset, all } = this.#held.value;
    const size = this.#position(event) + offset;
    // A click moves nothing.
    this.#held.value.moved ||= Math.abs(size - (this.#seen.value.now / 100) * all) >= 1;
    if (this.#held.value.moved) this.#resize(size, all);
  };

  #released = (): void => {
    if (this.#held.value?.moved) this.#store();
    this.#held.value = undefined;
  };

  #key = (event: KeyboardEvent): void => {
    if (!isPlain(event)) return;
    if (event.key === "Enter") this.#reset();
    const { first, all } = this.#measure(event);
    const [less, more] = this.#options.vertical ? ["ArrowUp", "ArrowDown"] : ["ArrowLeft", "ArrowRight"];
    const step = (STEP / 100) * all;
    const size = { [less]: first - step, [more]: first + step, Home: 0, End: all }[event.key];
    if (size === undefined) return;
    event.preventDefault();
    this.#resize(size, all);
    this.#store();
  };

  #reset = (): void => {
    const { initial, resets, resized } = this.#options;
    if (resets === undefined) return;
    this.#size.value = initial;
    resized(undefined);
  };
}
