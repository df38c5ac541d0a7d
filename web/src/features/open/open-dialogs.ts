// Dialogs of the Open menu: for the URL of a gist, and the list of earlier works.
import { titleOf } from "../../content/examples";
import { gistId } from "../../formats/gist";
import { type Earlier, MOST_OWN } from "../../store/catalogue";
import { html } from "../../ui/html";
import { icon, X } from "../../ui/icons";
import type { Opening } from "./opening";

export interface OpenDialogsHost {
  root: () => ShadowRoot;
  changed: () => void;
  drawn: () => Promise<unknown>;
  opening: Opening;
}

export class OpenDialogs {
  #host: OpenDialogsHost;
  #wrongGist = "";
  #earlier: Earlier[] = [];

  constructor(host: OpenDialogsHost) {
    this.#host = host;
  }

  #find<T extends Element>(selector: string): T | null {
    return this.#host.root().querySelector<T>(selector);
  }

  async open(way: "gist" | "earlier"): Promise<void> {
    const { opening, changed, drawn } = this.#host;
    this.#wrongGist = "";
    if (way === "earlier") this.#earlier = await opening.earlier();
    changed();
    await drawn();
    this.#find<HTMLDialogElement>(`dialog.open-${way}`)?.showModal();
  }

  render() {
    return html`${this.#gistDialog()} ${this.#earlierDialog()}`;
  }

  #gistDialog() {
    const close = () => this.#find<HTMLDialogElement>("dialog.open-gist")?.close();
    const submit = (event: Event) => {
      event.preventDefault();
      const url = this.#find<HTMLInputElement>("#gist-url")?.value.trim() ?? "";
      if (!gistId(url)) {
        this.#wrongGist = "Enter the URL of a gist, such as https://gist.github.com/NAME/0123456789abcdef.";
        this.#host.changed();
        return;
      }
      close();
      this.#host.opening.go({ kind: "gist", url });
      this.#host.opening.loadAsked();
    };
    return html`
      <dialog class="open-gist" aria-labelledby="gist-title" @click=${(event: Event) => event.target === event.currentTarget && close()}>
        <div class="dialog-head">
          <h2 id="gist-title">Open a gist</h2>
          <button type="button" class="icon-button" aria-label="Close" title="Close" @click=${close}>${icon(X)}</button>
        </div>
        <form class="link-row" @submit=${submit}>
          <input type="text" id="gist-url" autofocus aria-label="Gist URL" aria-describedby="gist-wrong" aria-invalid=${this.#wrongGist ? "true" : "false"} placeholder="https://gist.github.com/…" autocomplete="off" spellcheck="false" />
          <button type="submit" class="primary">Load</button>
        </form>
        <p id="gist-wrong" class="objection" role="alert">${this.#wrongGist}</p>
        <p>This contacts GitHub only. None of your files are sent.</p>
      </dialog>
    `;
  }

  #earlierDialog() {
    const close = () => this.#find<HTMLDialogElement>("dialog.open-earlier")?.close();
    return html`
      <dialog class="open-earlier" aria-labelledby="earlier-title" @click=${(event: Event) => event.target === event.currentTarget && close()}>
        <div class="dialog-head">
          <h2 id="earlier-title">Recent playgrounds</h2>
          <button type="button" class="icon-button" aria-label="Close" title="Close" @click=${close}>${icon(X)}</button>
        </div>
        ${
          this.#earlier.length === 0
            ? html`<p>Nothing yet. Playgrounds you replace are kept here.</p>`
            : html`<ul class="earlier">${this.#earlier.map(
                (earlier, at) => html`
                  <li><button type="button" class="example-card" ?autofocus=${at === 0} @click=${() => {
                    close();
                    void this.#host.opening.openEarlier(earlier);
                  }}><strong>${titleOf(earlier) || earlier.files}</strong><span>${new Date(earlier.when).toLocaleString(undefined, { dateStyle: "medium", timeStyle: "short" })}${earlier.elsewhere ? ", open in another tab" : ""}</span></button></li>
                `,
              )}</ul>
              <p class="hint">This browser keeps the latest ${MOST_OWN} until you clear this site’s data. Private windows lose them when you close the last one.</p>`
        }
      </dialog>
    `;
  }
}
