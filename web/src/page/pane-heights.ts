// The lines between the panes of the stack. As long as they are not moved, a pane is as high as its text (style/stack.css); a moved line gives the two
// panes beside it heights of their own.
import type { ProjectFile } from "../core/project";
import type { StackEntry } from "../core/stack";
import { html } from "../ui/html";
import type { Attributes } from "../ui/spread";
import type { Preferences } from "./preferences";

/** A key moves a line by so many px. */
const STEP = 20;
/** The smallest height: a heading and a line. */
const SMALLEST = 56;

export class PaneHeights {
  readonly #preferences: Preferences;
  #held: { from: number; above: number; below: number } | undefined;

  constructor(preferences: Preferences) {
    this.#preferences = preferences;
  }

  /** `grows`: the pane gets the rest of the height. */
  of({ path }: ProjectFile, grows: boolean): Attributes {
    const height = this.#preferences.heights[path];
    if (height === undefined) return { style: {} };
    return { style: { flex: `${grows ? 1 : 0} 1 ${height}px`, "min-height": `${SMALLEST}px`, "max-height": "none" } };
  }

  /** The line between two panes. */
  line(above: StackEntry | undefined, below: StackEntry) {
    if (!above?.open || !below.open) return html`<div class="stack-gap"></div>`;
    const [first, second] = [above.file.path, below.file.path];
    const sizes = (line: HTMLElement) => {
      const panes = [...(line.closest(".stack")?.querySelectorAll<HTMLElement>(".file-pane") ?? [])];
      const at = panes.indexOf(line.nextElementSibling as HTMLElement);
      return { above: panes[at - 1]?.offsetHeight ?? 0, below: panes[at]?.offsetHeight ?? 0 };
    };
    const move = (start: { above: number; below: number }, by: number) => {
      const total = start.above + start.below;
      const height = Math.max(SMALLEST, Math.min(start.above + by, total - SMALLEST));
      this.#preferences.setHeights({ [first]: height, [second]: total - height });
    };
    const reset = () => this.#preferences.setHeights({ [first]: undefined, [second]: undefined });
    const lineOf = (event: Event) => event.currentTarget as HTMLElement;
    return html`
      <div
        class="sash stack-gap"
        role="separator"
        tabindex="0"
        aria-orientation="horizontal"
        aria-label="Height of ${first}"
        aria-valuenow=${Math.round(this.#preferences.heights[first] ?? 50)}
        title="Drag to resize; double-click to fit the text"
        @pointerdown=${(event: PointerEvent) => {
          if (event.button !== 0) return;
          lineOf(event).focus();
          lineOf(event).setPointerCapture(event.pointerId);
          this.#held = { from: event.clientY, ...sizes(lineOf(event)) };
        }}
        @mousedown=${(event: Event) => {
          // Otherwise the heading that moves under the pointer would be dragged.
          event.preventDefault();
        }}
        @pointermove=${(event: PointerEvent) => this.#held && move(this.#held, event.clientY - this.#held.from)}
        @lostpointercapture=${() => {
          this.#held = undefined;
        }}
        @dblclick=${reset}
        @keydown=${(event: KeyboardEvent) => {
          const by = { ArrowUp: -STEP, ArrowDown: STEP }[event.key];
          if (event.key === "Enter") reset();
          if (by === undefined) return;
          event.preventDefault();
          move(sizes(lineOf(event)), by);
        }}
      ></div>
    `;
  }
}
