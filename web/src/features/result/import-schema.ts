// The dialog that converts a JSON Schema or an OpenAPI document to a ytt schema: pasted, or from a file of the user's machine. The schema is added to
// the playground, and the dialog then lists what could not be converted.
import { nothing } from "lit";
import type { Engine } from "../../engine/engine";
import type { SchemaImport } from "../../engine/types";
import { html } from "../../ui/html";
import { FileInput, icon, TriangleAlert, X } from "../../ui/icons";
import { losses } from "./losses";

/** What the dialog needs of the page. */
export interface ImportHost {
  engine: Engine;
  root: () => ShadowRoot;
  changed: () => void;
  /** The files that contain a schema. */
  schemas: () => string[];
  /** Adds the schema as a file, in place of another or under a new name, and returns its path. */
  add: (schema: string, inPlaceOf: string | undefined) => string;
}

const MOST_BYTES = 2_000_000;

export class ImportDialog {
  #host: ImportHost;
  #text = "";
  #error = "";
  #busy = false;
  /** The file to replace; none, if the schema is to be merged with the others. */
  #inPlaceOf: string | undefined;
  #open = false;
  #done: { path: string; result: SchemaImport } | undefined;

  constructor(host: ImportHost) {
    this.#host = host;
  }

  open(): void {
    this.#open = true;
    this.#error = "";
    this.#done = undefined;
    this.#inPlaceOf = this.#host.schemas()[0];
    this.#host.changed();
    this.#dialog?.showModal();
    this.#dialog?.querySelector("textarea")?.focus();
  }

  get #dialog(): HTMLDialogElement | null {
    return this.#host.root().querySelector<HTMLDialogElement>("dialog.import");
  }

  async #choose(event: Event): Promise<void> {
    const input = event.target as HTMLInputElement;
    const file = input.files?.[0];
    input.value = "";
    if (!file) return;
    this.#error = "";
    if (file.size > MOST_BYTES) this.#error = `${file.name} is larger than ${MOST_BYTES / 1_000_000} MB.`;
    else this.#text = await file.text();
    this.#host.changed();
  }

  async #import(event: Event): Promise<void> {
    event.preventDefault();
    if (this.#busy) return;
    if (!this.#text.trim()) {
      this.#error = "Paste a document or choose a file first.";
      this.#host.changed();
      return;
    }
    this.#busy = true;
    this.#host.changed();
    const result = await this.#host.engine.ask<SchemaImport>({ kind: "importSchema", text: this.#text });
    this.#busy = false;
    if (!result?.schema) this.#error = result?.error ?? "The engine is busy. Try again.";
    else {
      this.#done = { path: this.#host.add(result.schema, this.#inPlaceOf), result };
      this.#text = "";
      this.#error = "";
    }
    this.#host.changed();
  }

  render() {
    const close = () => this.#dialog?.close();
    return html`
      <dialog class="import" aria-labelledby="import-title" @close=${() => {
        this.#open = false;
      }} @click=${(event: Event) => event.target === event.currentTarget && close()}>
        <div class="dialog-head">
          <h2 id="import-title">Import a schema</h2>
          <button type="button" class="icon-button" aria-label="Close" title="Close" @click=${close}>${icon(X)}</button>
        </div>
        ${this.#done ? this.#result(this.#done, close) : this.#form()}
      </dialog>
    `;
  }

  #form() {
    return html`
      <form class="import-form" @submit=${(event: Event) => void this.#import(event)}>
        ${this.#beside()}
        <label for="import-text">A JSON Schema or an OpenAPI document, as JSON or YAML</label>
        <textarea
          id="import-text"
          rows="12"
          spellcheck="false"
          autocomplete="off"
          autocapitalize="off"
          aria-invalid=${this.#error ? "true" : "false"}
          aria-describedby="import-error"
          .value=${this.#text}
          @input=${(event: Event) => {
            this.#text = (event.target as HTMLTextAreaElement).value;
          }}
        ></textarea>
        <p id="import-error" class="objection" role="alert">${this.#error}</p>
        <div class="dialog-actions">
          <label class="quiet file-choice">${icon(FileInput)} Choose a file<input type="file" class="for-readers" accept=".json,.yml,.yaml,application/json" @change=${(event: Event) => void this.#choose(event)} /></label>
          <button type="submit" class="primary" ?disabled=${this.#busy}>Import</button>
        </div>
      </form>
    `;
  }

  /** ytt merges several schemas: it overlays the second on the first, and rejects keys that only the second has. */
  #beside() {
    // Cached: files may be long, and the page is rendered for each key press.
    const schemas = this.#open ? this.#host.schemas() : [];
    if (schemas.length === 0) return nothing;
    const choice = (value: string | undefined, label: unknown) =>
      html`<label><input type="radio" name="in-place-of" .checked=${this.#inPlaceOf === value} @change=${() => {
        this.#inPlaceOf = value;
        this.#host.changed();
      }} /> <span>${label}</span></label>`;
    return html`
      <fieldset class="warned-choice">
        <legend>${icon(TriangleAlert)} There is a schema already. ytt would merge a second one as an overlay and reject new keys.</legend>
        ${schemas.map((path) => choice(path, html`Replace <code>${path}</code>`))}
        ${choice(undefined, "Keep it, and add the new one as another file")}
      </fieldset>
    `;
  }

  #result({ path, result }: { path: string; result: SchemaImport }, close: () => void) {
    const { notCarriedOver } = result;
    return html`
      <p role="status">The schema is now in <code>${path}</code>. ${notCarriedOver.length === 0 ? "Everything was carried over." : "Not all of it could be carried over:"}</p>
      ${notCarriedOver.length === 0 ? nothing : html`<div class="losses-scroll" tabindex="0" role="group" aria-label="Not carried over">${losses(notCarriedOver)}</div>`}
      <div class="dialog-actions"><span></span><button type="button" class="primary" @click=${close}>Done</button></div>
    `;
  }
}
