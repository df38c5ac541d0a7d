// The dialog that converts a JSON Schema, an OpenAPI document or plain values to a ytt schema: pasted, dropped, or from a file of the user's machine.
// It shows the format that it recognised. The schema is added to the playground, and the dialog then lists what could not be converted or was guessed.

import { signal } from "@preact/signals-core";
import { nothing } from "lit";
import type { Places } from "../../components/places";
import { plural } from "../../core/plural";
import type { Engine } from "../../engine/engine";
import type { ImportFormat, SchemaImport } from "../../engine/types";
import { Dialog } from "../../ui/dialog";
import { html } from "../../ui/html";
import { FileInput, icon } from "../../ui/icons";
import { drawn } from "../../ui/part";
import { type Into, intoChoice } from "./import-into";
import { type Imported, type ImportedFiles, importResult } from "./import-result";
import { linesIn } from "./values-lines";

/** The files of the open playground. */
export interface SchemaFiles {
  /** The files that contain a schema. */
  schemas(): string[];
  /** The path of the file that `addImport` would write. */
  importTarget(inPlaceOf: string | undefined): string;
  /** Adds the schema as a file, in place of another or under a new name, and the data values if there are any; returns their paths. */
  addImport(schema: string, inPlaceOf: string | undefined, dataValues: string | undefined): ImportedFiles;
}

export interface NewPlayground {
  /** Opens a new playground with the schema, the data values if there are any, and a template. */
  startWith(schema: string, dataValues: string | undefined): ImportedFiles;
  /** Whether the open playground is an example without edits: a new one is offered first. */
  isUntouched(): Promise<boolean>;
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
  readonly #engine: Engine;
  readonly #files: SchemaFiles;
  readonly #newPlayground: NewPlayground;
  readonly #places: Places;
  readonly #text = signal("");
  /** The format that the user chose; undefined to recognise it. */
  readonly #format = signal<ImportFormat | undefined>(undefined);
  /** `undefined` if the user has not chosen. */
  readonly #withValues = signal<boolean | undefined>(undefined);
  readonly #error = signal("");
  readonly #busy = signal(false);
  readonly #into = signal<Into>({ kind: "beside" });
  /** A new playground is one of the choices. */
  readonly #offersNew = signal(false);
  /** The result for the current text and format. */
  readonly #preview = signal<SchemaImport | undefined>(undefined);
  readonly #imported = signal<Imported | undefined>(undefined);
  /** Whether the result of the last import is shown instead of the form. */
  readonly #showsResult = signal(false);
  readonly #dialog = new Dialog("import", {
    focus: "textarea",
    closed: () => clearTimeout(this.#pause),
    drop: (file) => void this.#take(file),
  });
  #pause: ReturnType<typeof setTimeout> | undefined;

  constructor(engine: Engine, files: SchemaFiles, newPlayground: NewPlayground, places: Places) {
    this.#engine = engine;
    this.#files = files;
    this.#newPlayground = newPlayground;
    this.#places = places;
  }

  async open(): Promise<void> {
    this.#error.value = "";
    this.#showsResult.value = false;
    const [path] = this.#files.schemas();
    const into: Into = path === undefined ? { kind: "beside" } : { kind: "replace", path };
    this.#into.value = into;
    this.#offersNew.value = path !== undefined;
    this.#withValues.value = undefined;
    await this.#dialog.open();
    const isUntouched = await this.#newPlayground.isUntouched();
    // The user may have chosen meanwhile.
    if (!isUntouched || this.#into.value !== into) return;
    this.#offersNew.value = true;
    this.#into.value = { kind: "new" };
  }

  get #inPlaceOf(): string | undefined {
    return this.#into.value.kind === "replace" ? this.#into.value.path : undefined;
  }

  /** A new playground has a values file, like one from the Open menu. */
  get #addsValues(): boolean {
    return this.#withValues.value ?? this.#into.value.kind === "new";
  }

  async #take(file: File | undefined): Promise<void> {
    if (!file) return;
    if (file.size > MOST_BYTES) {
      this.#error.value = `${file.name} is larger than ${MOST_BYTES / 1_000_000} MB.`;
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

  #write(text: string): void {
    this.#text.value = text;
    this.#preview.value = undefined;
    this.#error.value = "";
    clearTimeout(this.#pause);
  }

  #type(event: Event): void {
    this.#write((event.target as HTMLTextAreaElement).value);
    this.#pause = setTimeout(() => void this.#recognise(), PAUSE_MS);
  }

  /** Converts the current text. The result is undefined if the text changed meanwhile. */
  async #convert(): Promise<SchemaImport | undefined> {
    const [text, format] = [this.#text.value, this.#format.value];
    const result = await this.#engine.ask<SchemaImport>({ kind: "importSchema", text, format });
    return text === this.#text.value && format === this.#format.value ? result : undefined;
  }

  async #recognise(): Promise<void> {
    if (!this.#text.value.trim()) return;
    this.#preview.value = (await this.#convert()) ?? this.#preview.value;
  }

  async #import(event: Event): Promise<void> {
    event.preventDefault();
    if (this.#busy.value) return;
    clearTimeout(this.#pause);
    if (!this.#text.value.trim()) {
      this.#error.value = "Paste a document or choose a file first.";
      return;
    }
    this.#busy.value = true;
    this.#error.value = "";
    const result = this.#preview.value ?? (await this.#convert());
    this.#busy.value = false;
    if (!result?.schema) {
      this.#preview.value = result;
      this.#error.value = result?.error ?? "The engine is busy. Try again.";
    } else {
      const values = this.#addsValues ? (result.dataValues ?? undefined) : undefined;
      const files =
        this.#into.value.kind === "new"
          ? this.#newPlayground.startWith(result.schema, values)
          : this.#files.addImport(result.schema, this.#inPlaceOf, values);
      this.#imported.value = {
        files,
        result,
        valuesLine: values === undefined ? () => 0 : linesIn(values, this.#text.value),
      };
      this.#write("");
      this.#format.value = undefined;
      this.#showsResult.value = true;
    }
    if (!this.#showsResult.value) return;
    await drawn();
    this.#dialog.find(".dialog-actions .primary")?.focus();
  }

  render() {
    return this.#dialog.render(() => {
      const imported = this.#showsResult.value ? this.#imported.value : undefined;
      const content = imported ? importResult(imported, this.#places, this.#dialog.close) : this.#form();
      return { title: "Import a schema", content };
    });
  }

  #form() {
    const target = this.#files.importTarget(this.#inPlaceOf);
    const actions = { new: "Open as a new playground", replace: `Replace ${target}`, beside: `Add as ${target}` };
    return html`
      <form class="import-form" @submit=${(event: Event) => void this.#import(event)}>
        ${intoChoice({
          into: this.#into.value,
          schemas: this.#files.schemas(),
          offersNew: this.#offersNew.value,
          choose: (into) => {
            this.#into.value = into;
          },
        })}
        <label for="import-text">Plain values (such as a Helm values.yaml), a JSON Schema or an OpenAPI document, as YAML or JSON</label>
        <textarea
          id="import-text"
          rows="12"
          spellcheck="false"
          autocomplete="off"
          autocapitalize="off"
          aria-invalid=${this.#error.value ? "true" : "false"}
          aria-describedby="import-error"
          .value=${this.#text.value}
          @input=${(event: Event) => this.#type(event)}
        ></textarea>
        ${this.#recognised()}
        <p id="import-error" class="objection" role="alert">${this.#error.value}</p>
        <div class="dialog-actions">
          <label class="quiet file-choice">${icon(FileInput)} Choose a file<input type="file" class="for-readers" accept=".json,.yml,.yaml,application/json" @change=${(event: Event) => this.#choose(event)} /></label>
          <button type="submit" class="primary" ?disabled=${this.#busy.value}>${actions[this.#into.value.kind]}</button>
        </div>
        ${this.#last()}
      </form>
    `;
  }

  /** The format, which the user can change, and what follows from it. */
  #recognised() {
    const { format, error, schema, guesses, notCarriedOver, dataValues } = this.#preview.value ?? {};
    const found = () => {
      if (!format || !this.#text.value.trim()) return "";
      const what = this.#format.value ? `Read as ${NAMES[format]}` : `Recognised: ${NAMES[format]}`;
      if (!schema) return `${what}. ${error ?? ""}`;
      if (format === "values") return `${what}, ${plural(guesses?.length ?? 0, "guess", "guesses")}`;
      return `${what}, ${plural(notCarriedOver?.length ?? 0, "loss", "losses")}`;
    };
    const option = (value: ImportFormat | "", label: string) =>
      html`<option value=${value} ?selected=${(this.#format.value ?? "") === value}>${label}</option>`;
    return html`
      <div class="import-format">
        <label for="import-format">Format</label>
        <select id="import-format" @change=${(event: Event) => {
          this.#format.value = ((event.target as HTMLSelectElement).value || undefined) as ImportFormat | undefined;
          this.#preview.value = undefined;
          this.#error.value = "";
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
              this.#withValues.value = (event.target as HTMLInputElement).checked;
            }} /> <span>Also keep the values as a data values file (the schema has them as defaults)</span></label>`
          : nothing
      }
    `;
  }

  /** A way back to the guesses of the last import, whose links close the dialog. */
  #last() {
    const count = this.#imported.value?.result.guesses.length ?? 0;
    if (count === 0) return nothing;
    return html`<button type="button" class="quiet import-last" @click=${() => {
      this.#showsResult.value = true;
    }}>Show ${plural(count, "guess", "guesses")} of the last import</button>`;
  }
}
