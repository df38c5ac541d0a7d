// The gallery: all examples, by topic, with a search. An example opens under an address of its own, and leaves the user's own work unchanged.
import { nothing } from "lit";
import { classMap } from "lit/directives/class-map.js";
import { notPortable } from "../../components/extension-switch";
import type { ExampleText } from "../../content/example-texts";
import { type Example, examples } from "../../content/examples";
import { topics } from "../../content/order";
import { noted } from "../../core/failures";
import { html } from "../../ui/html";
import { icon, Search, X } from "../../ui/icons";
import { inCode } from "../../ui/in-code";
import { type Match, match, type Snippet } from "./search";

export interface GalleryHost {
  root: () => ShadowRoot;
  changed: () => void;
  drawn: () => Promise<unknown>;
  /** The id of the open example. */
  current: () => string | undefined;
  open: (example: Example) => void;
}

const shownTopic = (name: string): string => (name === "yaml" ? "YAML" : name);

/** The card in the row below (1) or above (-1) whose column is nearest. */
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

export class Gallery {
  #host: GalleryHost;
  #search = "";
  #topic = "";
  /** Lessons and files of the examples; `undefined` until they are loaded. */
  #texts: ReadonlyMap<string, readonly ExampleText[]> | undefined;

  constructor(host: GalleryHost) {
    this.#host = host;
  }

  get #dialog(): HTMLDialogElement | null {
    return this.#host.root().querySelector<HTMLDialogElement>("dialog.gallery");
  }

  open = async (): Promise<void> => {
    this.#search = "";
    this.#topic = "";
    this.#host.changed();
    await this.#host.drawn();
    this.#dialog?.showModal();
    this.#dialog?.querySelector("input")?.focus();
    if (!this.#texts) void this.#loadTexts().catch(noted("loading the texts of the examples"));
  };

  async #loadTexts(): Promise<void> {
    const { exampleTexts } = await import("../../content/example-texts");
    this.#texts = exampleTexts;
    this.#host.changed();
  }

  #choose(example: Example): void {
    this.#dialog?.close();
    this.#host.open(example);
  }

  #only(topic: string): void {
    this.#topic = this.#topic === topic ? "" : topic;
    this.#host.changed();
  }

  /** Arrow keys move from the search to the cards, between cards, and back. So does Tab. */
  #keys = (event: KeyboardEvent): void => {
    const step = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }[event.key];
    const from = event.target as HTMLElement;
    const inSearch = from instanceof HTMLInputElement;
    if (!step || (inSearch && event.key !== "ArrowDown") || !(inSearch || from.matches(".example-card"))) return;
    event.preventDefault();
    const cards = [...(this.#dialog?.querySelectorAll<HTMLElement>(".example-card") ?? [])];
    const sideways = event.key === "ArrowLeft" || event.key === "ArrowRight";
    const to = inSearch ? cards[0] : sideways ? cards[cards.indexOf(from) + step] : nearest(from, cards, step);
    if (to) to.focus();
    else if (step < 0) this.#dialog?.querySelector("input")?.focus();
  };

  render() {
    const matches = new Map(
      examples.map((example) => [example, match(example, this.#texts?.get(example.id) ?? [], this.#search)]),
    );
    const fit = (example: Example | undefined) => (example && matches.get(example)?.rank) ?? 0;
    const shown = examples.filter(
      (example) => fit(example) > 0 && (!this.#topic || example.topics.includes(this.#topic)),
    );
    // An example is listed under its own topic, or under the selected one, which may be its second.
    const groups = topics
      .map(({ name, ids }) => ({
        topic: name,
        of: shown
          .filter(({ id }) => (this.#topic ? this.#topic === name : ids.includes(id)))
          .toSorted((a, b) => fit(b) - fit(a)),
      }))
      .filter(({ of }) => of.length > 0)
      .toSorted((a, b) => fit(b.of[0]) - fit(a.of[0]));
    /** The example that Enter opens. */
    const next = this.#search.trim() ? groups[0]?.of[0] : undefined;
    const search = (event: Event) => {
      this.#search = (event.target as HTMLInputElement).value;
      this.#host.changed();
    };
    const enter = (event: Event) => {
      event.preventDefault();
      if (next) this.#choose(next);
    };
    const all = () => {
      this.#search = "";
      this.#topic = "";
      this.#host.changed();
      this.#dialog?.querySelector("input")?.focus();
    };
    return html`
      <dialog class="gallery" aria-labelledby="gallery-title" @click=${(event: Event) => event.target === event.currentTarget && this.#dialog?.close()} @keydown=${this.#keys}>
        <div class="dialog-head">
          <h2 id="gallery-title">Examples</h2>
          <form class="gallery-search" role="search" @submit=${enter}>
            ${icon(Search)}
            <input type="text" aria-label="Search the examples" placeholder="Search titles, lessons and files" autocomplete="off" spellcheck="false" .value=${this.#search} @input=${search} />
          </form>
          <span class="found" role="status">${shown.length} of ${examples.length}</span>
          <button type="button" class="icon-button" aria-label="Close" title="Close" @click=${() => this.#dialog?.close()}>${icon(X)}</button>
        </div>
        <div class="topics" role="group" aria-label="Topics">
          ${topics.map(({ name }) => html`<button type="button" class="topic" aria-pressed=${this.#topic === name ? "true" : "false"} @click=${() => this.#only(name)}>${shownTopic(name)}</button>`)}
        </div>
        <div class="gallery-list">
          ${groups.map(
            ({ topic, of }) => html`
              <h3>${shownTopic(topic)}</h3>
              <ul>${of.map((example) => this.#card(example, example === next, matches.get(example)))}</ul>
            `,
          )}
          ${shown.length === 0 ? html`<p class="note">No example${this.#topic ? html` under “${shownTopic(this.#topic)}”` : nothing} has all of these words. <button type="button" class="quiet bordered" @click=${all}>Show all ${examples.length}</button></p>` : nothing}
        </div>
      </dialog>
    `;
  }

  #card(example: Example, next: boolean, found: Match | undefined) {
    const current = example.id === this.#host.current();
    return html`
      <li>
        <button type="button" class=${classMap({ "example-card": true, next })} aria-current=${current ? "true" : "false"} @click=${() => this.#choose(example)}>
          <strong>${example.title}</strong><span>${inCode(example.description)}</span>${found?.snippet ? where(found.snippet) : nothing}${example.portable ? nothing : notPortable()}
        </button>
      </li>
    `;
  }
}
