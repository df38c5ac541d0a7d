// The dialog that converts a JSON Schema, an OpenAPI document or plain values to a ytt schema: pasted, dropped, or from a file of the user's machine.
// It shows the format that it recognised. The schema is added to the playground, and the dialog then lists what could not be converted or was guessed.

import { nothing } from "lit";
import type { Places } from "../../components/places";
import { plural } from "../../core/plural";
import type { Engine } from "../../engine/engine";
import type { ImportFormat, SchemaImport } from "../../engine/types";
import { html } from "../../ui/html";
import { FileInput, icon, X } from "../../ui/icons";
import { type Into, intoChoice } from "./import-into";
import { type Imported, type ImportedFiles, importResult } from "./import-result";
import { linesIn } from "./values-lines";

/** What the dialog needs of the page. */
export interface ImportHost {
  engine: Engine;
  root: () => ShadowRoot;
  changed: () => void;
  /** The files that contain a schema. */
  schemas: () => string[];
  /** The path of the file that `add` would write. */
  target: (inPlaceOf: string | undefined) => string;
  /** Adds the schema as a file, in place of another or under a new name, and the data values if there are any; returns their paths. */
  add: (schema: string, inPlaceOf: string | undefined, dataValues: string | undefined) => ImportedFiles;
  /** Opens a new playground with the schema, the data values if there are any, and a template. */
  start: (schema: string, dataValues: string | undefined) => ImportedFiles;
  /** Whether the open playground is an example without edits: a new one is offered first. */
  untouched: () => Promise<boolean>;
  places: Places;
}

const MOST_BYTES = 2_000_000;

/** The pause in typing after which the format is recognised. */
const PAUSE_MS = 250;

const NAMES: Record<ImportFormat, string> = {
  "json-schema": "a JSON Schema",
  openapi: "an OpenAPI document",
  values: "plain values",
};

export class ImportDialog {
  #host: ImportHost;
  #text = "";
  /** The format that the user chose; undefined to recognise it. */
  #format: ImportFormat | undefined;
  /** `undefined` if the user has not chosen. */
  #withValues: boolean | undefined;
  #error = "";
  #busy = false;
  #into: Into = { kind: "beside" };
  /** A new playground is one of the choices. */
  #offersNew = false;
  #open = false;
  /** The result for the current text and format. */
  #preview: SchemaImport | undefined;
  #pause: ReturnType<typeof setTimeout> | undefined;
  #imported: Imported | undefined;
  /** Whether the result of the last import is shown instead of the form. */
  #showsResult = false;

  constructor(host: ImportHost) {
    this.#host = host;
  }

  open(): void {
    this.#open = true;
    this.#error = "";
    this.#showsResult = false;
    const [path] = this.#host.schemas();
    const into: Into = path === undefined ? { kind: "beside" } : { kind: "replace", path };
    this.#into = into;
    this.#offersNew = path !== undefined;
    this.#withValues = undefined;
    this.#host.changed();
    this.#dialog?.showModal();
    this.#dialog?.querySelector("textarea")?.focus();
    void this.#host.untouched().then((yes) => {
      // The user may have chosen meanwhile.
      if (!yes || this.#into !== into) return;
      this.#offersNew = true;
      this.#into = { kind: "new" };
      this.#host.changed();
    });
  }

  get #inPlaceOf(): string | undefined {
    return this.#into.kind === "replace" ? this.#into.path : undefined;
  }

  /** A new playground has a values file, like one from the Open menu. */
  get #addsValues(): boolean {
    return this.#withValues ?? this.#into.kind === "new";
  }

  get #dialog(): HTMLDialogElement | null {
    return this.#host.root().querySelector<HTMLDialogElement>("dialog.import");
  }

  #close = (): void => this.#dialog?.close();

  async #take(file: File | undefined): Promise<void> {
    if (!file) return;
    if (file.size > MOST_BYTES) {
      this.#error = `${file.name} is larger than ${MOST_BYTES / 1_000_000} MB.`;
      this.#host.changed();
      return;
    }
    this.#write(await file.text());
    await this.#recognise();
  }

  #choose(event: Event): void {
    const input = event.target as HTMLInputElement;
    const file = input.files?.[0];
    void this.#take(file).finally(() => {
      input.value = "";
    });
  }

  #drop(event: DragEvent): void {
    if (!event.dataTransfer?.types.includes("Files")) return;
    event.preventDefault();
    void this.#take(event.dataTransfer.files[0]);
  }

  #write(text: string): void {
    this.#text = text;
    this.#preview = undefined;
    this.#error = "";
    clearTimeout(this.#pause);
    this.#host.changed();
  }

  #type(event: Event): void {
    this.#write((event.target as HTMLTextAreaElement).value);
    this.#pause = setTimeout(() => void this.#recognise(), PAUSE_MS);
  }

  /** Converts the current text. The result is undefined if the text changed meanwhile. */
  async #convert(): Promise<SchemaImport | undefined> {
    const [text, format] = [this.#text, this.#format];
    const result = await this.#host.engine.ask<SchemaImport>({ kind: "importSchema", text, format });
    return text === this.#text && format === this.#format ? result : undefined;
  }

  async #recognise(): Promise<void> {
    if (!this.#text.trim()) return;
    this.#preview = (await this.#convert()) ?? this.#preview;
    this.#host.changed();
  }

  async #import(event: Event): Promise<void> {
    event.preventDefault();
    if (this.#busy) return;
    clearTimeout(this.#pause);
    if (!this.#text.trim()) {
      this.#error = "Paste a document or choose a file first.";
      this.#host.changed();
      return;
    }
    this.#busy = true;
    this.#error = "";
    this.#host.changed();
    const result = this.#preview ?? (await this.#convert());
    this.#busy = false;
    if (!result?.schema) {
      this.#preview = result;
      this.#error = result?.error ?? "The engine is busy. Try again.";
    } else {
      const values = this.#addsValues ? (result.dataValues ?? undefined) : undefined;
      const { start, add } = this.#host;
      const files =
        this.#into.kind === "new" ? start(result.schema, values) : add(result.schema, this.#inPlaceOf, values);
      this.#imported = { files, result, valuesLine: values === undefined ? () => 0 : linesIn(values, this.#text) };
      this.#write("");
      this.#format = undefined;
      this.#showsResult = true;
    }
    this.#host.changed();
    if (this.#showsResult) this.#dialog?.querySelector<HTMLElement>(".dialog-actions .primary")?.focus();
  }

  render() {
    return html`
      <dialog class="import" takes-drops aria-labelledby="import-title" @close=${() => {
        this.#open = false;
        clearTimeout(this.#pause);
      }} @click=${(event: Event) => event.target === event.currentTarget && this.#close()}
        @dragover=${(event: DragEvent) => event.dataTransfer?.types.includes("Files") && event.preventDefault()}
        @drop=${(event: DragEvent) => this.#drop(event)}>
        <div class="dialog-head">
          <h2 id="import-title">Import a schema</h2>
          <button type="button" class="icon-button" aria-label="Close" title="Close" @click=${this.#close}>${icon(X)}</button>
        </div>
        ${this.#showsResult && this.#imported ? importResult(this.#imported, this.#host.places, this.#close) : this.#form()}
      </dialog>
    `;
  }

  #form() {
    const target = this.#open ? this.#host.target(this.#inPlaceOf) : "";
    const actions = { new: "Open as a new playground", replace: `Replace ${target}`, beside: `Add as ${target}` };
    return html`
      <form class="import-form" @submit=${(event: Event) => void this.#import(event)}>
        ${intoChoice({
          into: this.#into,
          // Only if it is open: files may be long, and the page is rendered for each key press.
          schemas: this.#open ? this.#host.schemas() : [],
          offersNew: this.#offersNew,
          choose: (into) => {
            this.#into = into;
            this.#host.changed();
          },
        })}
        <label for="import-text">Plain values (such as a Helm values.yaml), a JSON Schema or an OpenAPI document, as YAML or JSON</label>
        <textarea
          id="import-text"
          rows="12"
          spellcheck="false"
          autocomplete="off"
          autocapitalize="off"
          aria-invalid=${this.#error ? "true" : "false"}
          aria-describedby="import-error"
          .value=${this.#text}
          @input=${(event: Event) => this.#type(event)}
        ></textarea>
        ${this.#recognised()}
        <p id="import-error" class="objection" role="alert">${this.#error}</p>
        <div class="dialog-actions">
          <label class="quiet file-choice">${icon(FileInput)} Choose a file<input type="file" class="for-readers" accept=".json,.yml,.yaml,application/json" @change=${(event: Event) => this.#choose(event)} /></label>
          <button type="submit" class="primary" ?disabled=${this.#busy}>${actions[this.#into.kind]}</button>
        </div>
        ${this.#last()}
      </form>
    `;
  }

  /** The format, which the user can change, and what follows from it. */
  #recognised() {
    const { format, error, schema, guesses, notCarriedOver, dataValues } = this.#preview ?? {};
    const found = () => {
      if (!format || !this.#text.trim()) return "";
      const what = this.#format ? `Read as ${NAMES[format]}` : `Recognised: ${NAMES[format]}`;
      if (!schema) return `${what}. ${error ?? ""}`;
      if (format === "values") return `${what}, ${plural(guesses?.length ?? 0, "guess", "guesses")}`;
      return `${what}, ${plural(notCarriedOver?.length ?? 0, "loss", "losses")}`;
    };
    const option = (value: ImportFormat | "", label: string) =>
      html`<option value=${value} ?selected=${(this.#format ?? "") === value}>${label}</option>`;
    return html`
      <div class="import-format">
        <label for="import-format">Format</label>
        <select id="import-format" @change=${(event: Event) => {
          this.#format = ((event.target as HTMLSelectElement).value || undefined) as ImportFormat | undefined;
          this.#preview = undefined;
          this.#error = "";
          void this.#recognise();
        }}>
          ${option("", "Detect automatically")} ${option("values", "Plain values")} ${option("json-schema", "A JSON Schema")} ${option("openapi", "An OpenAPI document")}
        </select>
        <span role="status">${found()}</span>
      </div>
      ${
        dataValues
          ? html`<label class="import-values"><input type="checkbox" .checked=${this.#addsValues} @change=${(
              event: Event,
            ) => {
              this.#withValues = (event.target as HTMLInputElement).checked;
            }} /> <span>Also keep the values as a data values file (the schema has them as defaults)</span></label>`
          : nothing
      }
    `;
  }

  /** A way back to the guesses of the last import, whose links close the dialog. */
  #last() {
    const count = this.#imported?.result.guesses.length ?? 0;
    if (count === 0) return nothing;
    return html`<button type="button" class="quiet import-last" @click=${() => {
      this.#showsResult = true;
      this.#host.changed();
    }}>Show ${plural(count, "guess", "guesses")} of the last import</button>`;
  }
}
