// The gallery: all examples, by topic, with a search. An example opens under an address of its own, and leaves the user's own work unchanged.
import { nothing } from "lit";
import { classMap } from "lit/directives/class-map.js";
import { notPortable } from "../../components/extension-switch";
import { type Example, examples } from "../../content/examples";
import { topics } from "../../content/order";
import { html } from "../../ui/html";
import { icon, Search, X } from "../../ui/icons";
import { inCode } from "../../ui/in-code";

export interface GalleryHost {
  root: () => ShadowRoot;
  changed: () => void;
  drawn: () => Promise<unknown>;
  /** The id of the open example. */
  current: () => string | undefined;
  open: (example: Example) => void;
}

const shownTopic = (name: string): string => (name === "yaml" ? "YAML" : name);

/** How well an example matches the search: 3 if all words are in its title, 2 in its topics, 1 anywhere; 0 if they are not. */
function found({ id, title, description, topics }: Example, search: string): number {
  const words = search.toLowerCase().split(/\s+/);
  const has = (...texts: string[]) => words.every((word) => texts.join(" ").toLowerCase().includes(word));
  return has(title) ? 3 : has(...topics) ? 2 : has(id, title, description, ...topics) ? 1 : 0;
}

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

export class Gallery {
  #host: GalleryHost;
  #search = "";
  #topic = "";

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
  };

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
    const fits = new Map(examples.map((example) => [example, found(example, this.#search)]));
    const fit = (example: Example | undefined) => (example && fits.get(example)) ?? 0;
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
            <input type="text" aria-label="Search the examples" placeholder="Search: schema, overlay, --data-value …" autocomplete="off" spellcheck="false" .value=${this.#search} @input=${search} />
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
              <ul>${of.map((example) => this.#card(example, example === next))}</ul>
            `,
          )}
          ${shown.length === 0 ? html`<p class="note">No example${this.#topic ? html` under “${shownTopic(this.#topic)}”` : nothing} has all of these words. <button type="button" class="quiet bordered" @click=${all}>Show all ${examples.length}</button></p>` : nothing}
        </div>
      </dialog>
    `;
  }

  #card(example: Example, next: boolean) {
    const current = example.id === this.#host.current();
    return html`
      <li>
        <button type="button" class=${classMap({ "example-card": true, next })} aria-current=${current ? "true" : "false"} @click=${() => this.#choose(example)}>
          <strong>${example.title}</strong><span>${inCode(example.description)}</span>${example.portable ? nothing : notPortable()}
        </button>
      </li>
    `;
  }
}
