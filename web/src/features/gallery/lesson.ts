// The lesson of an example, or the text that a playground's author has written. A bar above the files shows the next step with its button. The whole
// text opens over the files and the editor, and closes when the user goes on with these.
import { signal } from "@preact/signals-core";
import { nothing } from "lit";
import { classMap } from "lit/directives/class-map.js";
import { guard } from "lit/directives/guard.js";
import type { Places } from "../../components/places";
import type { Example, Lesson } from "../../content/examples";
import type { MarkdownNode } from "../../content/markdown-tree";
import { html } from "../../ui/html";
import { ChevronLeft, ChevronRight, icon } from "../../ui/icons";
import { drawn } from "../../ui/part";
import { markdownText } from "./markdown-text";
import type { StepText } from "./steps";

export interface LessonContent {
  about: Lesson;
  /** The steps of the lesson. `text` shows their texts. */
  steps: (text: StepText) => unknown;
  /** The next step, if the lesson has steps. */
  next: (text: StepText) => unknown;
  /** The last event, for screen readers. */
  spoken: string;
  /** All steps are done. */
  finished: boolean;
  /** Whether a step was done just now. */
  isJustDone: () => boolean;
  /** The examples before and after the open one. */
  before: Example | undefined;
  after: Example | undefined;
}

/** The element that the whole text covers. */
const COVERED = ".input-split";

export class LessonView {
  readonly #isOpen = signal(false);
  readonly #root: ShadowRoot;
  readonly #places: Places;
  readonly #open: (example: Example) => void;
  readonly #read: (source: string) => MarkdownNode | undefined;

  /** `open` opens an example. `read` parses Markdown; its result is `undefined` until the parser is loaded. */
  constructor(
    root: ShadowRoot,
    places: Places,
    open: (example: Example) => void,
    read: (source: string) => MarkdownNode | undefined,
  ) {
    this.#root = root;
    this.#places = places;
    this.#open = open;
    this.#read = read;
  }

  /** Opens or closes the whole text. */
  show(open: boolean): void {
    if (open === this.#isOpen.value) return;
    this.#isOpen.value = open;
    const root = this.#root;
    for (const type of ["pointerdown", "focusin"])
      if (open) root.addEventListener(type, this.#leave);
      else root.removeEventListener(type, this.#leave);
  }

  /** Closes the whole text, and gives the focus to the bar. */
  close(): void {
    if (!this.#isOpen.value) return;
    this.show(false);
    void drawn().then(() => {
      const { activeElement } = this.#root;
      if (!activeElement || activeElement.closest(".lesson"))
        this.#root.querySelector<HTMLElement>(".lesson-next > button, .lesson-toggle")?.focus();
    });
  }

  #leave = ({ target }: Event): void => {
    if (target instanceof Element && target.closest(COVERED)) this.show(false);
  };

  #key = (event: KeyboardEvent): void => {
    if (event.key !== "Escape" || !this.#isOpen.value) return;
    event.preventDefault();
    this.show(false);
    this.#root.querySelector<HTMLElement>(".lesson-toggle")?.focus();
  };

  render({ about, steps, next, spoken, finished, isJustDone, before, after }: LessonContent) {
    const places = this.#places;
    const isOpen = this.#isOpen.value;
    const file = (path: string) => places.has(path);
    const neighbour = (
      example: Example | undefined,
      label: string,
      drawing: ReturnType<typeof icon>,
      after: boolean,
    ) =>
      example
        ? html`<button type="button" class="quiet" aria-label="${label}: ${example.title}" title="${label}: ${example.title}" @click=${() => isJustDone() || this.#open(example)}>${after ? html`<span class="long ellipsis">Next: <span class="step-title">${example.title}</span></span><span class="brief">Next example</span>` : nothing} ${drawing}</button>`
        : nothing;
    const text: StepText = (source, lineOf) => {
      const node = this.#read(source);
      const goTo = (path: string, named?: number) => {
        const line = named === undefined ? lineOf?.(path) : { line: named };
        places.goTo({ file: path, ...line });
      };
      return node ? guard([source, node, file], () => markdownText(source, node, { file, goTo })) : nothing;
    };
    const description = about.description ? html`<div class="description">${text(about.description)}</div>` : nothing;
    const neighbours =
      before || after
        ? html`<nav class="lesson-steps" aria-label="Examples">${neighbour(before, "Previous example", icon(ChevronLeft), false)} ${neighbour(after, "Next example", icon(ChevronRight), true)}</nav>`
        : nothing;
    const [firstParagraph = ""] = (about.description || about.lesson).split(/\n\s*\n/);
    const state = { lesson: true, open: isOpen, stepwise: about.steps.length > 0, finished };
    return html`
      <section class=${classMap(state)} aria-labelledby="lesson-title" @keydown=${this.#key}>
        <div class="lesson-head">
          <h2><button type="button" class="lesson-toggle" aria-expanded=${String(isOpen)} aria-controls="lesson-text" title="Show the whole lesson" @click=${() => this.show(!isOpen)}>${icon(ChevronRight)} <span class="name ellipsis"><span class="kind">Lesson</span> <span id="lesson-title">${about.title || "About this playground"}</span></span></button></h2>
          <div class="lesson-next">${about.steps.length > 0 ? next(text) : html`<div class="step-text">${text(firstParagraph)}</div>`}</div>
          ${neighbours}
          <span class="for-readers" role="status" aria-live="polite">${spoken}</span>
        </div>
        <div id="lesson-text" class="lesson-text" ?hidden=${!isOpen} tabindex="0" role="group" aria-labelledby="lesson-title">${description} ${text(about.lesson)} ${steps(text)}</div>
      </section>
    `;
  }
}
