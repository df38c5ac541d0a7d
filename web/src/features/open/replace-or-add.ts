// The dialog that asks whether files replace the open playground or are added to it.

import { nothing } from "lit";
import { plural } from "../../core/plural";
import { html, markInvisibleInName } from "../../ui/html";
import { icon, X } from "../../ui/icons";

/** `addBeside` renames files if their names exist already; `addOver` replaces the existing ones. */
export type Answer = "replace" | "addBeside" | "addOver";

interface Question {
  paths: readonly string[];
  /** Those that the open playground has, too. */
  existing: readonly string[];
  answer: (answer: Answer | undefined) => void;
}

export interface ReplaceOrAddHost {
  root: () => ShadowRoot;
  changed: () => void;
  drawn: () => Promise<unknown>;
}

const MOST_NAMED = 6;

/** A list of names, of which the last ones are only counted. */
function named(paths: readonly string[]) {
  const more = paths.length - MOST_NAMED;
  return html`${paths.slice(0, MOST_NAMED).map((path, at) => html`${at > 0 ? ", " : nothing}<code>${markInvisibleInName(path)}</code>`)}${more > 0 ? ` and ${more} more` : nothing}`;
}

export class ReplaceOrAdd {
  #host: ReplaceOrAddHost;
  #question: Question | undefined;

  constructor(host: ReplaceOrAddHost) {
    this.#host = host;
  }

  get #dialog(): HTMLDialogElement | null {
    return this.#host.root().querySelector("dialog.replace-or-add");
  }

  /** Resolves with `undefined` when the user cancels. */
  async ask(paths: readonly string[], existing: readonly string[]): Promise<Answer | undefined> {
    const { changed, drawn } = this.#host;
    this.#answer(undefined);
    const answered = new Promise<Answer | undefined>((answer) => {
      this.#question = { paths, existing, answer };
    });
    changed();
    await drawn();
    this.#dialog?.showModal();
    return answered;
  }

  #answer(answer: Answer | undefined): void {
    const question = this.#question;
    this.#question = undefined;
    this.#dialog?.close();
    question?.answer(answer);
    this.#host.changed();
  }

  #add(): void {
    const over = this.#dialog?.querySelector<HTMLInputElement>("#existing-over");
    this.#answer(over?.checked ? "addOver" : "addBeside");
  }

  render() {
    const { paths = [], existing = [] } = this.#question ?? {};
    const cancel = () => this.#answer(undefined);
    const what = plural(paths.length, "file");
    return html`
      <dialog class="replace-or-add" aria-labelledby="replace-title" @close=${cancel} @click=${(event: Event) => event.target === event.currentTarget && cancel()}>
        <div class="dialog-head">
          <h2 id="replace-title">Open ${what}</h2>
          <button type="button" class="icon-button" aria-label="Close" title="Close" @click=${cancel}>${icon(X)}</button>
        </div>
        <p class="names">${named(paths)}</p>
        <p>Replace the playground that is open, or add to it? You find a replaced playground under Open, Recent playgrounds.</p>
        ${
          existing.length === 0
            ? nothing
            : html`<fieldset>
              <legend>When adding: ${existing.length === 1 ? "this name exists already" : "these names exist already"}: ${named(existing)}</legend>
              <label><input type="radio" name="existing" id="existing-beside" checked /> Keep both, under new names</label>
              <label><input type="radio" name="existing" id="existing-over" /> Replace the existing ${existing.length === 1 ? "file" : "files"}</label>
            </fieldset>`
        }
        <div class="dialog-actions">
          <button type="button" class="primary" autofocus @click=${() => this.#answer("replace")}>Replace</button>
          <button type="button" class="secondary" @click=${() => this.#add()}>Add</button>
          <button type="button" class="quiet" @click=${cancel}>Cancel</button>
        </div>
      </dialog>
    `;
  }
}
