// The gallery: all examples, by topic, to be searched. One is opened beside the visitor's own work, under an address of its own.
import { html, nothing } from "lit";
import { icon, Search, X } from "../page/icons";
import { type Example, examples } from "./examples";
import { topics } from "./order";

export interface GalleryHost {
  root: () => ShadowRoot;
  changed: () => void;
  drawn: () => Promise<unknown>;
  /** The id of the example that is open. */
  current: () => string | undefined;
  open: (example: Example) => void;
}

/** Text with code in backticks. */
const inCode = (text: string) =>
  text.split("`").map((piece, at) => (at % 2 === 1 ? html`<code>${piece}</code>` : piece));

/** Whether an example has every word that somebody looks for. */
function found({ id, title, description, topics }: Example, search: string): boolean {
  const text = [id, title, description, ...topics].join(" ").toLowerCase();
  return search
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
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

  render() {
    const shown = examples.filter(
      (example) => found(example, this.#search) && (!this.#topic || example.topics.includes(this.#topic)),
    );
    // An example is listed under its own topic, or under the one that was asked for, which may be its second.
    const groups = topics
      .map(({ name, ids }) => ({
        topic: name,
        of: shown.filter(({ id }) => (this.#topic ? this.#topic === name : ids.includes(id))),
      }))
      .filter(({ of }) => of.length > 0);
    const search = (event: Event) => {
      this.#search = (event.target as HTMLInputElement).value;
      this.#host.changed();
    };
    const first = (event: Event) => {
      event.preventDefault();
      const example = groups[0]?.of[0];
      if (example && this.#search) this.#choose(example);
    };
    return html`
      <dialog class="gallery" aria-labelledby="gallery-title" @click=${(event: Event) => event.target === event.currentTarget && this.#dialog?.close()}>
        <div class="dialog-head">
          <h2 id="gallery-title">Examples</h2>
          <form class="gallery-search" role="search" @submit=${first}>
            ${icon(Search)}
            <input type="text" aria-label="Search the examples" placeholder="Search: schema, overlay, --data-value …" autocomplete="off" spellcheck="false" .value=${this.#search} @input=${search} />
          </form>
          <span class="found" role="status">${shown.length} of ${examples.length}</span>
          <button type="button" class="icon-button" aria-label="Close" title="Close" @click=${() => this.#dialog?.close()}>${icon(X)}</button>
        </div>
        <div class="topics" role="group" aria-label="Topics">
          ${topics.map(({ name }) => html`<button type="button" class="topic" aria-pressed=${this.#topic === name ? "true" : "false"} @click=${() => this.#only(name)}>${name}</button>`)}
        </div>
        <div class="gallery-list">
          ${groups.map(
            ({ topic, of }) => html`
              <h3>${topic}</h3>
              <ul>${of.map((example) => this.#card(example))}</ul>
            `,
          )}
          ${shown.length === 0 ? html`<p class="note">No example has all of these words.</p>` : nothing}
        </div>
      </dialog>
    `;
  }

  #card(example: Example) {
    const current = example.id === this.#host.current();
    return html`
      <li>
        <button type="button" class="example-card" aria-current=${current ? "true" : "false"} @click=${() => this.#choose(example)}>
          <strong>${example.title}</strong><span>${inCode(example.description)}</span>
        </button>
      </li>
    `;
  }
}
