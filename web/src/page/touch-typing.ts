// Typing on touch devices. While the editor has the focus and the keyboard of the screen leaves little space, the page is as high as its visible part,
// and shows only the files, the code and the status; a row of keys has what such keyboards hide.
import { signal } from "@preact/signals-core";
import { nothing } from "lit";
import type { Editor } from "../features/editor/editor";
import { html } from "../ui/html";
import { IndentIncrease, icon, Undo2 } from "../ui/icons";

/** If less height is visible, other rows are hidden. */
const LOW = 560;
/** A keyboard is at least this high. */
const KEYBOARD = 120;
/** A tap elsewhere takes the focus first: the element under it must not move before it ends. */
const LEAVE_MS = 250;

export interface TouchTypingHost {
  /** The element of the page. */
  element: HTMLElement;
  root: ShadowRoot;
  editor: Editor;
}

export class TouchTyping {
  #host: TouchTypingHost;
  readonly #focused = signal(false);
  readonly #visible = signal(innerHeight);
  #leaving: ReturnType<typeof setTimeout> | undefined;
  #touch = matchMedia("(pointer: coarse)");
  readonly #isTouch = signal(this.#touch.matches);

  constructor(host: TouchTypingHost) {
    this.#host = host;
    const { root } = host;
    const inEditor = (target: EventTarget | null) => target instanceof Element && !!target.closest(".file-pane .code");
    root.addEventListener("focusin", ({ target }) => {
      clearTimeout(this.#leaving);
      if (inEditor(target)) this.#set(true);
      else if (this.#focused.value) this.#leave();
    });
    root.addEventListener("focusout", () => this.#focused.value && this.#leave());
    this.#touch.addEventListener("change", () => {
      this.#isTouch.value = this.#touch.matches;
    });
    for (const event of ["resize", "scroll"]) visualViewport?.addEventListener(event, this.#resized);
    addEventListener("resize", this.#resized);
  }

  /** Other rows than those for typing are hidden. */
  get compact(): boolean {
    return this.#isTouch.value && this.#focused.value && this.#visible.value < LOW;
  }

  #set(focused: boolean): void {
    if (focused === this.#focused.value) return;
    this.#focused.value = focused;
    this.#resized();
  }

  #leave(): void {
    clearTimeout(this.#leaving);
    this.#leaving = setTimeout(() => this.#set(false), LEAVE_MS);
  }

  /** Browsers lay the keyboard over the page: its height becomes that of the visible part. */
  #resized = (): void => {
    const { height, offsetTop, scale } = visualViewport ?? { height: innerHeight, offsetTop: 0, scale: 1 };
    const covered = scale === 1 && innerHeight - height > KEYBOARD;
    const { style } = this.#host.element;
    style.height = covered ? `${height}px` : "";
    style.translate = covered && offsetTop > 0 ? `0 ${offsetTop}px` : "";
    this.#visible.value = scale === 1 ? height : innerHeight;
  };

  /** The keys, which leave the focus in the editor. */
  keys() {
    if (!this.#focused.value || !this.#isTouch.value) return nothing;
    const editor = this.#host.editor;
    const key = (label: string, face: unknown, act: () => void) =>
      html`<button type="button" aria-label=${label} @pointerdown=${(event: Event) => event.preventDefault()} @click=${act}>${face}</button>`;
    return html`
      <section class="keys-for-typing" aria-label="Keys for typing"><div class="key-row" role="toolbar" aria-label="Keys for typing">
        ${["#@", ":", "-"].map((text) => key(`Insert ${text}`, text, () => editor.type(text)))}
        ${key("Indent", html`${icon(IndentIncrease)} Tab`, () => editor.indent())}
        ${key("Undo", icon(Undo2), () => editor.undo())}
      </div></section>
    `;
  }
}
