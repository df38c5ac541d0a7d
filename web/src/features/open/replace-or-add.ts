// The dialog that asks whether files replace the open playground or are added to it.

import { signal } from "@preact/signals-core";
import { nothing } from "lit";
import { plural } from "../../core/plural";
import { Dialog } from "../../ui/dialog";
import { html, markInvisibleInName } from "../../ui/html";

/** `addBeside` renames files if their names exist already; `addOver` replaces the existing ones. */
export type Answer = "replace" | "addBeside" | "addOver";

interface Question {
  paths: readonly string[];
  /** Paths that the open playground has, too. */
  existing: readonly string[];
  /** The number of files of the open playground. */
  count: number;
  answer: (answer: Answer | undefined) => void;
}

const MOST_NAMED = 6;

/** A list of names, of which the last ones are only counted. */
function named(paths: readonly string[]) {
  const more = paths.length - MOST_NAMED;
  return html`${paths.slice(0, MOST_NAMED).map((path, at) => html`${at > 0 ? ", " : nothing}<code>${markInvisibleInName(path)}</code>`)}${more > 0 ? ` and ${more} more` : nothing}`;
}

export class ReplaceOrAdd {
  readonly #question = signal<Question | undefined>(undefined);
  readonly #dialog = new Dialog("replace-or-add", { asks: true, closed: () => this.#answer(undefined) });

  /** Resolves with `undefined` when the user cancels. */
  async ask(paths: readonly string[], existing: readonly string[], count: number): Promise<Answer | undefined> {
    this.#answer(undefined);
    const answered = new Promise<Answer | undefined>((answer) => {
      this.#question.value = { paths, existing, count, answer };
    });
    await this.#dialog.open();
    return answered;
  }

  #answer(answer: Answer | undefined): void {
    const question = this.#question.value;
    this.#question.value = undefined;
    this.#dialog.close();
    question?.answer(answer);
  }

  #add(): void {
    const over = this.#dialog.find<HTMLInputElement>("#existing-over");
    this.#answer(over?.checked ? "addOver" : "addBeside");
  }

  render() {
    return this.#dialog.render(() => this.#content());
  }

  #content() {
    const { paths = [], existing = [], count = 0 } = this.#question.value ?? {};
    // A few files rarely are a whole project.
    const adds = paths.length < count;
    const look = (primary: boolean) => (primary ? "primary" : "secondary");
    const replace = html`<button type="button" class=${look(!adds)} ?autofocus=${!adds} @click=${() => this.#answer("replace")}>Replace the playground</button>`;
    const add = html`<button type="button" class=${look(adds)} ?autofocus=${adds} @click=${() => this.#add()}>Add to the playground</button>`;
    const content = html`
      <p class="names">${named(paths)}</p>
      <p>Add to the open playground or replace it? A replaced one stays under Recent playgrounds.</p>
      ${
        existing.length === 0
          ? nothing
          : html`<fieldset>
            <legend>When adding: ${existing.length === 1 ? "this name exists already" : "these names exist already"}: ${named(existing)}</legend>
            <label><input type="radio" name="existing" id="existing-beside" checked /> Keep both, under new names</label>
            <label><input type="radio" name="existing" id="existing-over" /> Overwrite the existing ${existing.length === 1 ? "file" : "files"}</label>
          </fieldset>`
      }
      <div class="dialog-actions">
        ${adds ? add : replace} ${adds ? replace : add}
        <button type="button" class="quiet" @click=${this.#dialog.close}>Cancel</button>
      </div>
    `;
    return { title: `Open ${plural(paths.length, "file")}`, content };
  }
}
