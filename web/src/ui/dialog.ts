// A modal dialog, with a title and a button to close it in its head. Escape and a click beside it close it, too, unless the click would lose something;
// the focus then returns to where it was.
// It is rendered while it is open.
import { signal } from "@preact/signals-core";
import { nothing } from "lit";
import { createRef, ref } from "lit/directives/ref.js";
import { html } from "./html";
import { icon, X } from "./icons";
import { drawn, part } from "./part";

export interface DialogOptions {
  /** Selects the element that gets the focus. Without it the browser chooses: an element with `autofocus`, else the first button or field. */
  focus?: string;
  closed?: () => void;
  keydown?: (event: KeyboardEvent) => void;
  /** A click beside it does not close it: it asks about something that would be lost. */
  asks?: boolean;
  /** Called with a file that was dropped on the dialog. */
  drop?: (file: File | undefined) => void;
}

export interface DialogContent {
  title: unknown;
  /** Between the title and the button. */
  head?: unknown;
  content: unknown;
}

/** Texts to search for are not lost. */
const TYPED = "textarea, form:not([role=search]) input:is([type=text], [type=url], :not([type]))";

const hasFiles = ({ dataTransfer }: DragEvent): boolean => dataTransfer?.types.includes("Files") ?? false;

export class Dialog {
  readonly #isOpen = signal(false);
  readonly #element = createRef<HTMLDialogElement>();
  readonly #name: string;
  readonly #options: DialogOptions;
  /** Fields that the user has typed in. */
  readonly #typed = new Set<HTMLInputElement | HTMLTextAreaElement>();

  /** `name` is the class of its element. */
  constructor(name: string, options: DialogOptions = {}) {
    this.#name = name;
    this.#options = options;
  }

  get isOpen(): boolean {
    return this.#isOpen.value;
  }

  /** Resolves when it is open and has the focus. */
  async open(): Promise<void> {
    if (!this.#isOpen.value) this.#typed.clear();
    this.#isOpen.value = true;
    await drawn();
    const element = this.#element.value;
    if (element && !element.open) element.showModal();
    if (this.#options.focus) this.find(this.#options.focus)?.focus();
  }

  close = (): void => this.#element.value?.close();

  /** An element of its content. */
  find<T extends HTMLElement = HTMLElement>(selector: string): T | null {
    return this.#element.value?.querySelector<T>(selector) ?? null;
  }

  findAll(selector: string): HTMLElement[] {
    return [...(this.#element.value?.querySelectorAll<HTMLElement>(selector) ?? [])];
  }

  #note = ({ target }: Event): void => {
    const isField = target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;
    if (isField && target.matches(TYPED)) this.#typed.add(target);
  };

  get #hasTypedText(): boolean {
    return [...this.#typed].some((field) => field.isConnected && field.value.trim() !== "");
  }

  /** A click beside it, on its backdrop. */
  #clicked = (event: Event): void => {
    if (event.target === event.currentTarget && !this.#options.asks && !this.#hasTypedText) this.close();
  };

  #closed = (): void => {
    // The event comes later: it may have been opened again.
    if (this.#element.value?.open) return;
    this.#isOpen.value = false;
    this.#options.closed?.();
  };

  render(content: () => DialogContent) {
    return part(`dialog ${this.#name}`, () => (this.#isOpen.value ? this.#template(content()) : nothing));
  }

  #template({ title, head, content }: DialogContent) {
    const { focus, keydown, drop } = this.#options;
    const titleId = `${this.#name}-title`;
    const dragover = (event: DragEvent) => hasFiles(event) && event.preventDefault();
    const dropped = (event: DragEvent) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      drop?.(event.dataTransfer?.files[0]);
    };
    return html`
      <dialog
        class=${this.#name}
        aria-labelledby=${titleId}
        ?takes-drops=${drop !== undefined}
        ${ref(this.#element)}
        @close=${this.#closed}
        @click=${this.#clicked}
        @input=${this.#note}
        @keydown=${keydown}
        @dragover=${drop && dragover}
        @drop=${drop && dropped}
      >
        <div class="dialog-head">
          <h2 id=${titleId} tabindex=${focus === "h2" ? -1 : nothing}>${title}</h2>
          ${head ?? nothing}
          <button type="button" class="icon-button" aria-label="Close" title="Close" @click=${this.close}>${icon(X)}</button>
        </div>
        ${content}
      </dialog>
    `;
  }
}
