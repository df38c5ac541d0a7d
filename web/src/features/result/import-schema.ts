// The dialog that converts a JSON Schema, an OpenAPI document or plain values to a ytt schema: pasted, dropped, or from a file of the user's machine.
// It shows the format that it recognised. The schema is added to the playground, and the dialog then lists what could not be converted or was guessed.

import { signal } from "@preact/signals-core";
import { nothing } from "lit";
import type { Places } from "../../components/places";
import { plural } from "../../core/plural";
import type { WorkFile } from "../../core/work";
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
  /** Plain files, which can be imported. */
  importable(): readonly WorkFile[];
  /** The path of the file that `addImport` would write; `from` is the file that the schema is made from. */
  importTarget(inPlaceOf: string | undefined, from?: string): string;
  /**
   * Adds the schema as a file, in place of another or under a new name, and the data values if there are any; returns their paths. Those of a file of
   * the playground are in its place.
   */
  addImport(
    schema: string,
    inPlaceOf: string | undefined,
    dataValues: string | undefined,
    from?: { path: string; guesses: number },
  ): ImportedFiles;
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

const NAMES: Record<ImportFormat, { name: string; as: string }> = {
  "json-schema": { name: "JSON Schema", as: "a JSON Schema" },
  openapi: { name: "OpenAPI document", as: "an OpenAPI document" },
  values: { name: "Plain values", as: "plain values" },
};

/** More files are not listed. */
const MOST_CHOICES = 8;

export class ImportDialog {
  readonly #engine: Engine;
  readonly #files: SchemaFiles;
  readonly #newPlayground: NewPlayground;
  readonly #places: Places;
  readonly #text = signal("");
  /** The file of the playground that the text is from. */
  readonly #from = signal<string | undefined>(undefined);
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
    return this.#withValues.value ?? (this.#into.value.kind === "new" || this.#from.value !== undefined);
  }

  /** Remembers the result of an import that was made without the dialog, so that it can list the guesses. */
  remember(files: ImportedFiles, result: SchemaImport, text: string): void {
    const { values } = files;
    const valuesLine = values === undefined ? () => 0 : linesIn(result.dataValues ?? "", text);
    this.#imported.value = { files, result, valuesLine };
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

  #write(text: string, from?: string): void {
    this.#text.value = text;
    this.#from.value = from;
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
          : this.#files.addImport(result.schema, this.#inPlaceOf, values, this.#source(result));
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

  /** The file of plain values that the result is from. A schema's file stays: ytt does not print it if it is JSON. */
  #source({ format, guesses }: SchemaImport): { path: string; guesses: number } | undefined {
    const path = this.#from.value;
    return path !== undefined && format === "values" ? { path, guesses: guesses.length } : undefined;
  }

  render() {
    return this.#dialog.render(() => {
      const imported = this.#showsResult.value ? this.#imported.value : undefined;
      const content = imported ? importResult(imported, this.#places, this.#dialog.close) : this.#form();
      return { title: "Import a schema", content };
    });
  }

  #form() {
    const target = this.#files.importTarget(this.#inPlaceOf, this.#from.value);
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
        ${this.#choices()}
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

  /** The files of the playground that can be imported. */
  #choices() {
    const files = this.#files.importable();
    if (files.length === 0) return nothing;
    const choose = async ({ path, content }: WorkFile) => {
      this.#write(String(content), path);
      await this.#recognise();
    };
    const choice = (file: WorkFile) =>
      html`<button type="button" class="quiet bordered" aria-pressed=${this.#from.value === file.path ? "true" : "false"} @click=${() => void choose(file)}>${file.path}</button>`;
    return html`<div class="import-choices" role="group" aria-label="Files of this playground"><span>Files of this playground:</span> ${files.slice(0, MOST_CHOICES).map(choice)}</div>`;
  }

  /** The format, which the user can change, and its consequences. */
  #recognised() {
    const { format, error, schema, guesses, notCarriedOver, dataValues } = this.#preview.value ?? {};
    const found = () => {
      if (!format || !this.#text.value.trim()) return "";
      const what = this.#format.value ? `Read as ${NAMES[format].as}` : NAMES[format].name;
      const count = (format === "values" ? guesses : notCarriedOver)?.length ?? 0;
      if (!schema) return `${what}. ${error ?? ""}`;
      if (format === "values") {
        if (count === 0) return `${what}. They determine all types.`;
        return `${what}. ${plural(count, "type")} ${count === 1 ? "is a guess; you can check it" : "are guesses; you can check them"} next.`;
      }
      return count === 0
        ? `${what}. All of it can be carried over.`
        : `${what}. ${plural(count, "part")} cannot be carried over; the list comes next.`;
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
            }} /> <span>Also add ${this.#from.value ?? "values.yml"} with these values (they are the defaults, too)</span></label>`
          : nothing
      }
    `;
  }

  /** A way back to the guesses of the last import: their links close the dialog. */
  #last() {
    const count = this.#imported.value?.result.guesses.length ?? 0;
    if (count === 0) return nothing;
    return html`<button type="button" class="quiet import-last" @click=${() => {
      this.#showsResult.value = true;
    }}>Show ${plural(count, "guess", "guesses")} of the last import</button>`;
  }
}
