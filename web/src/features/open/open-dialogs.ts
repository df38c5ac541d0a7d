// Dialogs of the Open menu: for the URL of a gist, and the list of earlier works.
import { signal } from "@preact/signals-core";
import { nothing } from "lit";
import { titleOf } from "../../content/examples";
import { gistId } from "../../formats/gist";
import { MOST_OWN } from "../../store/catalogue";
import type { Head } from "../../store/database";
import { Dialog } from "../../ui/dialog";
import { html } from "../../ui/html";
import type { Opening } from "./opening";

export class OpenDialogs {
  readonly #opening: Opening;
  readonly #wrongGist = signal("");
  readonly #earlier = signal<readonly Head[]>([]);
  readonly #gistDialog = new Dialog("open-gist");
  readonly #earlierDialog = new Dialog("open-earlier");

  constructor(opening: Opening) {
    this.#opening = opening;
  }

  async open(way: "gist" | "earlier"): Promise<void> {
    if (way === "gist") {
      this.#wrongGist.value = "";
      return this.#gistDialog.open();
    }
    this.#earlier.value = await this.#opening.earlier();
    return this.#earlierDialog.open();
  }

  render() {
    return html`${this.#gistDialog.render(() => this.#gist())} ${this.#earlierDialog.render(() => this.#works())}`;
  }

  #gist() {
    const submit = (event: Event) => {
      event.preventDefault();
      const url = this.#gistDialog.find<HTMLInputElement>("#gist-url")?.value.trim() ?? "";
      if (!gistId(url)) {
        this.#wrongGist.value = "Enter the URL of a gist, such as https://gist.github.com/NAME/0123456789abcdef.";
        return;
      }
      this.#gistDialog.close();
      this.#opening.go({ kind: "gist", url });
      this.#opening.loadAsked();
    };
    const wrong = this.#wrongGist.value;
    const content = html`
      <form class="link-row" @submit=${submit}>
        <input type="text" id="gist-url" autofocus aria-label="Gist URL" aria-describedby="gist-wrong" aria-invalid=${wrong ? "true" : "false"} placeholder="https://gist.github.com/…" autocomplete="off" spellcheck="false" />
        <button type="submit" class="primary">Load</button>
      </form>
      <p id="gist-wrong" class="objection" role="alert">${wrong}</p>
      <p>This contacts GitHub only. None of your files are sent.</p>
    `;
    return { title: "Open a gist", content };
  }

  #works() {
    const works = this.#earlier.value;
    const open = (earlier: Head) => {
      this.#earlierDialog.close();
      void this.#opening.openEarlier(earlier);
    };
    const time = (when: number) =>
      new Date(when).toLocaleString(undefined, { dateStyle: "medium", timeStyle: "medium" });
    const files = ({ paths }: Head) => paths.join(", ") || "No files";
    /** The names of the files, if they are not the title already. */
    const second = (earlier: Head) => (titleOf(earlier) ? html`<span>${files(earlier)}</span>` : nothing);
    const content =
      works.length === 0
        ? html`<p>Nothing yet. Playgrounds you replace are kept here.</p>`
        : html`<ul class="earlier">${works.map(
            (earlier, at) => html`
              <li><button type="button" class="example-card" ?autofocus=${at === 0} @click=${() => open(earlier)}><strong>${titleOf(earlier) || files(earlier)}</strong>${second(earlier)}<span>${time(earlier.when)}</span></button></li>
            `,
          )}</ul>
          <p class="hint">This browser keeps the latest ${MOST_OWN} until you clear this site’s data. Private windows lose them when you close the last one.</p>`;
    return { title: "Recent playgrounds", content };
  }
}
