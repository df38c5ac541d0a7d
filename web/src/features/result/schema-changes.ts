// Changes since an earlier schema: that of the playground as it was opened, or at a stored moment, or one that is pasted or opened from a file.
// Compared again with every response, to show what an edit of the schema would break.
import { signal } from "@preact/signals-core";
import { nothing } from "lit";
import { classMap } from "lit/directives/class-map.js";
import { type Places, placeLink, placeText } from "../../components/places";
import { editorText } from "../../core/line-endings";
import { plural } from "../../core/plural";
import type { Work } from "../../core/work";
import type { Engine } from "../../engine/engine";
import type { Place, Request, RequestFile, Response, SchemaChange, SchemaDiff } from "../../engine/types";
import { html } from "../../ui/html";
import { FileInput, History, icon } from "../../ui/icons";
import { listGap, windowed } from "../../ui/windowed";

export interface OpenWork {
  current: () => Work;
  /** The work as it was shared, if it is not the user's own. */
  shared: () => Work | undefined;
  /** The files that contain a schema. */
  schemas: () => string[];
}

const MOST_BYTES = 2_000_000;
/** A pause after the last key press in the schema field. */
const PAUSE_MS = 200;

/** The compared schemas and the result; `undefined` if the engine did not answer. */
interface Compared {
  old: readonly RequestFile[];
  /** It was pasted, or opened; the file name is generated. */
  pasted: boolean;
  diff: SchemaDiff | undefined;
}

type From = "opened" | "remembered" | "pasted";

/** The work at a moment, and the shared work that it was made of. */
interface Moment {
  work: Work;
  label: string;
  of: Work | undefined;
}

export class SchemaChanges {
  readonly #from = signal<From>("opened");
  readonly #moment = signal<Moment | undefined>(undefined);
  readonly #text = signal("");
  /** Why a file was rejected. */
  readonly #objection = signal("");
  readonly #compared = signal<Compared | undefined>(undefined);
  #engine: Engine;
  #open: OpenWork;
  /** Identifies the last question. */
  #of: { response: Response; old: Work | string } | undefined;
  #pause: ReturnType<typeof setTimeout> | undefined;
  #latest = 0;

  constructor(engine: Engine, open: OpenWork) {
    this.#engine = engine;
    this.#open = open;
  }

  /** The earlier files, or the text of a schema; empty if there is none. */
  get #old(): Work | string {
    const from = this.#from.value;
    if (from === "remembered" && this.#remembered) return this.#remembered.work;
    return (from === "opened" && this.#open.shared()) || this.#text.value;
  }

  /** A moment of another playground is not compared with this one. */
  get #remembered() {
    const moment = this.#moment.value;
    return moment?.of === this.#open.shared() ? moment : undefined;
  }

  panel(response: Response | undefined, request: Request | undefined, places: Places) {
    const old = this.#old;
    if (response && request && old && (this.#of?.response !== response || this.#of.old !== old)) {
      this.#of = { response, old };
      this.#ask(request, old);
    }
    return html`
      <div class="scroll changes" tabindex="0" role="group" aria-label="Schema changes">
        ${this.#source(typeof old === "string")}
        ${old ? this.#result(places) : nothing}
      </div>
    `;
  }

  /** They replace the files that contain the current schema, and those with the same names. */
  #filesOf(old: Work | string): RequestFile[] {
    if (typeof old === "string") return [{ path: this.#open.schemas()[0] ?? "schema.yml", content: editorText(old) }];
    return old.files.map(({ path, content }) => ({
      path,
      content: typeof content === "string" ? editorText(content) : content,
    }));
  }

  #ask(request: Request, of: Work | string): void {
    clearTimeout(this.#pause);
    const number = ++this.#latest;
    this.#pause = setTimeout(async () => {
      const old = this.#filesOf(of);
      const diff = await this.#engine.ask<SchemaDiff>({ kind: "diffSchemas", request, old });
      // Only the latest answer is used.
      if (number !== this.#latest) return;
      this.#compared.value = { old, pasted: typeof of === "string", diff };
    }, PAUSE_MS);
  }

  /** Selects the earlier schema. */
  #source(pasted: boolean) {
    const chosen: From = pasted ? "pasted" : this.#from.value;
    const choose = (from: From, label: string) =>
      html`<label><input type="radio" name="changes-from" class="for-readers" .checked=${from === chosen} @change=${() => {
        this.#from.value = from;
      }} /><span>${label}</span></label>`;
    const shared = this.#open.shared() && choose("opened", "Opened version");
    const remembered = this.#remembered && choose("remembered", this.#remembered.label);
    return html`
      <div class="changes-from">
        ${
          shared || remembered
            ? html`<fieldset class="choice"><legend class="for-readers">Compare with the schema</legend>${shared ?? nothing} ${remembered ?? nothing} ${choose("pasted", "Other schema")}</fieldset>`
            : nothing
        }
        <button type="button" class="quiet" title="Compare later changes with the current schema" @click=${this.#keep}>${icon(History)} Set as baseline</button>
      </div>
      ${pasted ? this.#field() : nothing}
    `;
  }

  #keep = (): void => {
    const time = new Date().toLocaleTimeString([], { timeStyle: "short" });
    this.#moment.value = { work: this.#open.current(), label: `Version of ${time}`, of: this.#open.shared() };
    this.#from.value = "remembered";
  };

  #field() {
    const type = (event: Event) => {
      this.#text.value = (event.target as HTMLTextAreaElement).value;
    };
    return html`
      <label for="old-schema">Paste the earlier schema, or choose its file.</label>
      <textarea id="old-schema" rows="5" spellcheck="false" autocomplete="off" autocapitalize="off" aria-describedby="old-schema-objection" .value=${this.#text.value} @input=${type}></textarea>
      <label class="quiet file-choice">${icon(FileInput)} Choose a file<input type="file" class="for-readers" accept=".yml,.yaml" @change=${(event: Event) => void this.#choose(event)} /></label>
      <p id="old-schema-objection" class="objection" role="alert">${this.#objection.value}</p>
    `;
  }

  async #choose(event: Event): Promise<void> {
    const input = event.target as HTMLInputElement;
    const file = input.files?.[0];
    input.value = "";
    if (!file) return;
    const tooLarge = file.size > MOST_BYTES;
    this.#objection.value = tooLarge ? `${file.name} is larger than ${MOST_BYTES / 1_000_000} MB.` : "";
    if (!tooLarge) this.#text.value = await file.text();
  }

  #result(places: Places) {
    const compared = this.#compared.value;
    if (!compared) return html`<p class="note" role="status">Comparing…</p>`;
    const { diff } = compared;
    if (!diff)
      return html`<p class="note" role="status">No comparison: the engine is busy, or the command line is invalid.</p>`;
    const { changes, report } = diff;
    if (report)
      return html`<p class="note" role="status">The schemas cannot be compared:</p><pre class="report" tabindex="0" aria-label="Errors">${report}</pre>`;
    const breaking = changes.filter((change) => change.breaking);
    const sorted = [...breaking, ...changes.filter((change) => !change.breaking)];
    const count = plural(changes.length, "change");
    return html`
      <p class="note" role="status">${changes.length === 0 ? "No changes." : `${count}, ${breaking.length} breaking`}</p>
      ${changes.length === 0 ? nothing : html`<ol class="plain-list" aria-label="Changes">${windowed(sorted, (change) => item(change, compared, places), listGap)}</ol>`}
    `;
  }
}

/** The line at a position, without leading and trailing spaces. */
function lineOf({ file, span }: Place, files: readonly RequestFile[]): string {
  const content = files.find(({ path }) => path === file)?.content;
  return (span && typeof content === "string" && content.split("\n")[span.start.line - 1]?.trim()) || "";
}

function item(change: SchemaChange, { old, pasted }: Compared, places: Places) {
  const { path, breaking, text, before, after, oldPlace, place } = change;
  const name = path || "all data values";
  const line = oldPlace ? lineOf(oldPlace, old) : "";
  return html`
    <li class=${classMap({ change: true, breaking })}>
      <div class="change-head">
        <span class="badge">${breaking ? "breaking" : "not breaking"}</span>
        <code class="value-path">${name}</code>
        <span class="spring"></span>
        ${place ? placeLink(place, name, places) : nothing}
      </div>
      <p>${text}</p>
      ${turn(text, before ?? undefined, after ?? undefined)}
      ${oldPlace ? html`<p class="small">previously at ${pasted ? `line ${oldPlace.span?.start.line}` : placeText(oldPlace)}${line ? html`: <code>${line}</code>` : nothing}</p>` : nothing}
    </li>
  `;
}

/** The old and the new text; only one of them if they look the same. */
function turn(text: string, before: string | undefined, after: string | undefined) {
  if (before === after) return nothing;
  if ((before === undefined || after === undefined) && text.includes(before ?? after ?? "")) return nothing;
  return html`
    <p class="turn small">
      ${before === undefined ? nothing : html`<span class="for-readers">before: </span><del>${before}</del>`}
      ${before === undefined || after === undefined ? nothing : html`<span aria-hidden="true">→</span>`}
      ${after === undefined ? nothing : html`<span class="for-readers">now: </span><ins>${after}</ins>`}
    </p>
  `;
}
