// Files of plain values that were opened, dropped or pasted, such as the values.yaml of a Helm chart. ytt would print them as they are; the page offers
// to make a schema from them, or to use them as data values.
import { signal } from "@preact/signals-core";
import { nothing } from "lit";
import type { Bench } from "../../components/bench";
import type { ProjectFile } from "../../core/project";
import type { SchemaImport } from "../../engine/types";
import { isPlainValues, isPlainYaml } from "../../formats/plain-values";
import { html, markInvisibleInName } from "../../ui/html";
import { FileInput, icon, X } from "../../ui/icons";

/** The page's actions with the result of an import. */
export interface ImportActions {
  /** The files that contain a schema. */
  schemas(): string[];
  /** Adds a schema, and the data values in place of a plain file, and a template if there is none. */
  addImport(
    schema: string,
    inPlaceOf: string | undefined,
    dataValues: string | undefined,
    from: { path: string; guesses: number },
  ): { schema: string; values: string | undefined };
  /** Makes a plain file data values: with the annotated text if the run has it as an input, else by a flag. */
  useAsDataValues(path: string, annotated: string | undefined): void;
}

/** Remembers the result of an import, so that its guesses can be listed. */
export interface Imports {
  remember(files: { schema: string; values: string | undefined }, result: SchemaImport, text: string): void;
}

export class PlainValues {
  readonly #bench: Bench;
  readonly #actions: ImportActions;
  readonly #imports: Imports;
  /** Files to ask about, if they still are plain values. */
  readonly #paths = signal<readonly string[]>([]);
  /** A file that was pasted as a whole: its name says nothing. */
  readonly #pasted = signal("");

  constructor(bench: Bench, actions: ImportActions, imports: Imports) {
    this.#bench = bench;
    this.#actions = actions;
    this.#imports = imports;
  }

  /** Asks about those of the files that are plain values. */
  offer(paths: readonly string[]): void {
    this.#paths.value = paths;
    this.#pasted.value = "";
  }

  /** Asks about a file with pasted content. If it is the only file, it may be plain values under any name. */
  offerPasted(path: string): void {
    this.offer([path]);
    this.#pasted.value = path;
  }

  #isPlain(file: ProjectFile): boolean {
    const isAlone = file.path === this.#pasted.value && this.#bench.project.files.length === 1;
    return isAlone ? isPlainYaml(file) : isPlainValues(file);
  }

  get #offered(): string | undefined {
    const { project, session } = this.#bench;
    return this.#paths.value.find((path) => {
      const file = project.byPath(path);
      // A flag may name it.
      const kind = session.response?.inputs.find((input) => input.path === path)?.kind;
      return file && kind !== "dataValues" && this.#isPlain(file);
    });
  }

  /** The next file is asked about. */
  #done(path: string): void {
    this.#paths.value = this.#paths.value.filter((other) => other !== path);
  }

  /** The result of the import; undefined if the file has changed meanwhile. */
  async #converted(path: string): Promise<SchemaImport | undefined> {
    const { project, engine, notices } = this.#bench;
    const text = project.byPath(path)?.content ?? "";
    const result = await engine.ask<SchemaImport>({ kind: "importSchema", text, format: "values" });
    if (project.byPath(path)?.content !== text) return undefined;
    if (!result) notices.show({ text: "The engine is busy. Try again.", refused: true });
    return result;
  }

  async #makeSchema(path: string): Promise<void> {
    const text = this.#bench.project.byPath(path)?.content ?? "";
    const result = await this.#converted(path);
    if (!result) return;
    if (!result.schema) {
      this.#bench.notices.show({ text: `${path}: ${result.error ?? "it is not YAML."}`, refused: true });
      return;
    }
    this.#done(path);
    const from = { path, guesses: result.guesses.length };
    const files = this.#actions.addImport(result.schema, undefined, result.dataValues ?? undefined, from);
    this.#imports.remember(files, result, text);
  }

  async #use(path: string): Promise<void> {
    // Whether it is an input of the run is only known then.
    await this.#bench.session.settled();
    const result = await this.#converted(path);
    if (!result) return;
    this.#done(path);
    this.#actions.useAsDataValues(path, result.dataValues ?? undefined);
  }

  bar() {
    const path = this.#offered;
    if (path === undefined) return nothing;
    const hasSchema = this.#actions.schemas().length > 0;
    return html`
      <section class="opened-bar line plain-values-bar" aria-label="Plain values">
        ${icon(FileInput)}
        <p role="status"><code>${markInvisibleInName(path)}</code> is plain YAML.</p>
        ${hasSchema ? nothing : html`<button type="button" class="primary" @click=${() => void this.#makeSchema(path)}>Make a schema from it</button>`}
        <button type="button" class=${hasSchema ? "primary" : "quiet bordered"} @click=${() => void this.#use(path)}>Use as data values</button>
        <button type="button" class="icon-button" aria-label="Leave it as it is" title="Leave it as it is" @click=${() => this.#done(path)}>${icon(X)}</button>
      </section>
    `;
  }
}
