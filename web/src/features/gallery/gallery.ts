// The gallery: all examples, by topic, with a search. An example opens under an address of its own, and leaves the user's own work unchanged.
import { signal } from "@preact/signals-core";
import { nothing } from "lit";
import { classMap } from "lit/directives/class-map.js";
import { notPortable } from "../../components/not-portable";
import type { ExampleText } from "../../content/example-texts";
import { type Example, examples } from "../../content/examples";
import { topics } from "../../content/order";
import { noted } from "../../core/failures";
import { Dialog } from "../../ui/dialog";
import { html } from "../../ui/html";
import { CircleCheck, icon, Search } from "../../ui/icons";
import { inCode } from "../../ui/in-code";
import { type Match, match, type Snippet } from "./search";

const shownTopic = (name: string): string => (name === "yaml" ? "YAML" : name);

/** The card in the row below (1) or above (-1) in the nearest column. */
function nearest(from: HTMLElement, cards: HTMLElement[], step: number): HTMLElement | undefined {
  const here = from.getBoundingClientRect();
  const beyond = cards
    .map((card) => ({ card, at: card.getBoundingClientRect() }))
    .filter(({ at }) => (at.top - here.top) * step > 1);
  const row = Math.min(...beyond.map(({ at }) => at.top * step)) * step;
  return beyond
    .filter(({ at }) => Math.abs(at.top - row) < 2)
    .toSorted((a, b) => Math.abs(a.at.left - here.left) - Math.abs(b.at.left - here.left))[0]?.card;
}

/** The line that has a word of the search. */
function where({ path, before, word, after }: Snippet) {
  const line = html`${before}<mark>${word}</mark>${after}`;
  return html`<span class="example-match">${path || "Lesson"}: ${path ? html`<code>${line}</code>` : line}</span>`;
}

const lessonDone = () =>
  html`<span class="lesson-done" title="Lesson done">${icon(CircleCheck)}<span class="for-readers"> (lesson done)</span></span>`;

export class Gallery {
  readonly #current: () => string | undefined;
  readonly #isDone: (id: string) => boolean;
  readonly #open: (example: Example) => void;
  readonly #search = signal("");
  readonly #topic = signal("");
  /** Lessons and files of the examples; `undefined` until they are loaded. */
  readonly #texts = signal<ReadonlyMap<string, readonly ExampleText[]> | undefined>(undefined);
  readonly #dialog = new Dialog("gallery", { focus: "input", keydown: (event) => this.#key(event) });

  /** `current` is the id of the open example. `isDone`: whether all steps of a lesson are done. */
  constructor(current: () => string | undefined, isDone: (id: string) => boolean, open: (example: Example) => void) {
    this.#current = current;
    this.#isDone = isDone;
    this.#open = open;
  }

  open = async (): Promise<void> => {
    this.#search.value = "";
    this.#topic.value = "";
    await this.#dialog.open();
    if (!this.#texts.value) void this.#loadTexts().catch(noted("loading the texts of the examples"));
  };

  async #loadTexts(): Promise<void> {
    const { exampleTexts } = await import("../../content/example-texts");
    this.#texts.value = exampleTexts;
  }

  #choose(example: Example): void {
    this.#dialog.close();
    this.#open(example);
  }

  #only(topic: string): void {
    this.#topic.value = this.#topic.value === topic ? "" : topic;
  }

  /** Arrow keys move from the search to the cards, between cards, and back. So does Tab. */
  #key(event: KeyboardEvent): void {
    const step = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }[event.key];
    const from = event.target as HTMLElement;
    const inSearch = from instanceof HTMLInputElement;
    if (!step || (inSearch && event.key !== "ArrowDown") || !(inSearch || from.matches(".example-card"))) return;
    event.preventDefault();
    const cards = this.#dialog.findAll(".example-card");
    const sideways = event.key === "ArrowLeft" || event.key === "ArrowRight";
    const to = inSearch ? cards[0] : sideways ? cards[cards.indexOf(from) + step] : nearest(from, cards, step);
    if (to) to.focus();
    else if (step < 0) this.#dialog.find("input")?.focus();
  }

  render() {
    return this.#dialog.render(() => this.#content());
  }

  #content() {
    const topicOnly = this.#topic.value;
    const words = this.#search.value;
    const texts = this.#texts.value;
    const matches = new Map(examples.map((example) => [example, match(example, texts?.get(example.id) ?? [], words)]));
    const fit = (example: Example | undefined) => (example && matches.get(example)?.rank) ?? 0;
    const shown = examples.filter((example) => fit(example) > 0 && (!topicOnly || example.topics.includes(topicOnly)));
    // An example is listed under its own topic, or under the selected one, which may be its second.
    const groups = topics
      .map(({ name, ids }) => ({
        topic: name,
        of: shown
          .filter(({ id }) => (topicOnly ? topicOnly === name : ids.includes(id)))
          .toSorted((a, b) => fit(b) - fit(a)),
      }))
      .filter(({ of }) => of.length > 0)
      .toSorted((a, b) => fit(b.of[0]) - fit(a.of[0]));
    /** The example that Enter opens. */
    const next = words.trim() ? groups[0]?.of[0] : undefined;
    const search = (event: Event) => {
      this.#search.value = (event.target as HTMLInputElement).value;
    };
    const enter = (event: Event) => {
      event.preventDefault();
      if (next) this.#choose(next);
    };
    const all = () => {
      this.#search.value = "";
      this.#topic.value = "";
      this.#dialog.find("input")?.focus();
    };
    const head = html`
      <form class="search-field" role="search" @submit=${enter}>
        ${icon(Search)}
        <input type="text" aria-label="Search the examples" placeholder="Search titles, lessons and files" autocomplete="off" spellcheck="false" .value=${words} @input=${search} />
      </form>
      <span class="found" role="status">${shown.length} of ${examples.length}</span>
    `;
    const content = html`
      <div class="topics" role="group" aria-label="Topics">
        ${topics.map(({ name }) => html`<button type="button" class="topic" aria-pressed=${topicOnly === name ? "true" : "false"} @click=${() => this.#only(name)}>${shownTopic(name)}</button>`)}
      </div>
      <div class="dialog-list gallery-list">
        ${groups.map(
          ({ topic, of }) => html`
            <h3 class="small">${shownTopic(topic)}</h3>
            <ul>${of.map((example) => this.#card(example, example === next, matches.get(example)))}</ul>
          `,
        )}
        ${shown.length === 0 ? html`<p class="note">No example${topicOnly ? html` under “${shownTopic(topicOnly)}”` : nothing} has all of these words. <button type="button" class="quiet bordered" @click=${all}>Show all ${examples.length}</button></p>` : nothing}
      </div>
    `;
    return { title: "Examples", head, content };
  }

  #card(example: Example, next: boolean, found: Match | undefined) {
    const current = example.id === this.#current();
    return html`
      <li>
        <button type="button" class=${classMap({ "example-card": true, next })} aria-current=${current ? "true" : "false"} @click=${() => this.#choose(example)}>
          <strong>${example.title}${this.#isDone(example.id) ? lessonDone() : nothing}</strong><span>${inCode(example.description)}</span>${found?.snippet ? where(found.snippet) : nothing}${example.portable ? nothing : notPortable()}
        </button>
      </li>
    `;
  }
}
