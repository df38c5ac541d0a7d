// The Schema tab: the schema as a reference, or as OpenAPI, JSON Schema or Markdown to export; and the import of other formats. The engine writes an
// export when it is selected, from the same files as the output.
import { signal } from "@preact/signals-core";
import { nothing } from "lit";
import { type Places, placeLink } from "../../components/places";
import { plural } from "../../core/plural";
import type { Tree } from "../../engine/answer";
import type { Engine } from "../../engine/engine";
import type { Answered } from "../../engine/session";
import type { Request, Response, SchemaExport, SchemaFormat, SchemaNode } from "../../engine/types";
import { html } from "../../ui/html";
import { Copy, Diff, Download, FileInput, icon } from "../../ui/icons";
import { longText } from "../../ui/long-text";
import { saveFile } from "../../ui/save-file";
import { spread } from "../../ui/spread";
import { isLong, tableGap, windowed } from "../../ui/windowed";
import { valueText } from "./long-value";
import { losses } from "./losses";
import type { SchemaChanges } from "./schema-changes";
import { filterField, shownBy, wordsOf } from "./table-filter";

type View = "reference" | "changes" | SchemaFormat;

const VIEWS: [View, string, string][] = [
  ["reference", "Reference", ""],
  ["openapi-v3", "OpenAPI", "openapi.yml"],
  ["json-schema", "JSON Schema", "values.schema.json"],
  ["markdown", "Markdown", "values.md"],
];

export interface SchemaActions {
  copy: (text: string) => void;
  openImport: () => void;
}

/** The content of the tab. */
export interface SchemaContent {
  /** The latest response that knows the schema. */
  known: Answered | undefined;
  /** It is not the latest response. */
  outdated: boolean;
  /** Why there is none, if that is not because of the input. */
  notYet: string | undefined;
  /** Changes since an earlier schema: only with the schema proposal enabled. */
  changes: SchemaChanges | undefined;
}

export class SchemaTab {
  readonly #view = signal<View>("reference");
  readonly #filter = signal("");
  /** The last export and its format. */
  readonly #exported = signal<{ as: SchemaFormat; result: SchemaExport } | undefined>(undefined);
  #engine: Engine;
  #actions: SchemaActions;
  /** The reference that was shown last. */
  #root: SchemaNode | undefined;
  /** The last question for an export. */
  #asked: { response: Response; as: SchemaFormat } | undefined;
  #unanswered = false;

  constructor(engine: Engine, actions: SchemaActions) {
    this.#engine = engine;
    this.#actions = actions;
  }

  panel({ known, outdated, notYet, changes }: SchemaContent, places: Places) {
    const { response, request } = known ?? {};
    const schema = response?.schema;
    const chosen = this.#view.value;
    const view = chosen === "changes" && !changes ? "reference" : chosen;
    const format = view === "reference" || view === "changes" ? undefined : view;
    if (format && response && request && (this.#asked?.response !== response || this.#asked.as !== format))
      void this.#export(format, response, request);
    const has = Boolean(schema?.exists);
    const shown = () => {
      if (view === "changes") return changes?.panel(response, request, places);
      return format ? this.#text(format, outdated) : this.#reference(schema, places);
    };
    return html`
      <div class="schema-tab">
        <div class="schema-bar">
          ${has ? this.#choice(view) : nothing}
          <span class="spring"></span>
          ${format && has ? this.#tools(format) : nothing}
          ${has && changes ? this.#compare(view) : nothing}
          <button type="button" class="quiet" aria-label="Import a schema" @click=${this.#actions.openImport}>${icon(FileInput)} Import</button>
        </div>
        ${has ? shown() : !known && notYet ? html`<p class="note">${notYet}</p>` : html`<p class="note">No schema yet. Make one from Helm values, a JSON Schema or OpenAPI: <button type="button" class="quiet bordered" @click=${this.#actions.openImport}>Import</button></p>`}
      </div>
    `;
  }

  /** The schema of an earlier response, until the latest is loaded. */
  #reference(schema: Tree<SchemaNode> | undefined, places: Places) {
    this.#root = schema?.now() ?? this.#root;
    const look = (filter: string) => {
      this.#filter.value = filter;
    };
    if (this.#root) return reference(this.#root, places, this.#filter.value, look);
    return html`<p class="note">${schema?.isLost ? "The schema is not known any more. Run again with Ctrl Enter." : "Loading the schema…"}</p>`;
  }

  #see(view: View): void {
    this.#view.value = view;
  }

  #choice(shown: View) {
    const choose = (event: Event) => this.#see((event.target as HTMLInputElement).value as View);
    return html`
      <fieldset class="choice">
        <legend class="for-readers">Show the schema as</legend>
        ${VIEWS.map(
          ([view, label]) =>
            html`<label><input type="radio" name="schema-view" class="for-readers" value=${view} .checked=${view === shown} @change=${choose} /><span>${label}</span></label>`,
        )}
      </fieldset>
    `;
  }

  #compare(shown: View) {
    const on = shown === "changes";
    return html`<button type="button" class="quiet" aria-pressed=${on ? "true" : "false"} @click=${() => this.#see(on ? "reference" : "changes")}>${icon(Diff)} Compare</button>`;
  }

  /** The latest export in a format. */
  #as(format: SchemaFormat): SchemaExport | undefined {
    const exported = this.#exported.value;
    return exported?.as === format ? exported.result : undefined;
  }

  #tools(format: SchemaFormat) {
    const text = this.#as(format)?.text ?? "";
    const [, label = "", file = ""] = VIEWS.find(([view]) => view === format) ?? [];
    return html`
      <button type="button" class="icon-button" aria-label="Copy ${label}" title="Copy" ?disabled=${!text} @click=${() => this.#actions.copy(text)}>${icon(Copy)}</button>
      <button type="button" class="icon-button" aria-label="Download ${label}" title="Download ${file}" ?disabled=${!text} @click=${() => saveFile(file, text, "text/plain")}>${icon(Download)}</button>
    `;
  }

  #text(format: SchemaFormat, outdated: boolean) {
    const exported = this.#as(format);
    if (!exported) return html`<p class="note">Exporting…</p>`;
    if (!exported.text) return html`<p class="note">The schema cannot be exported: fix the problems first.</p>`;
    const [, label] = VIEWS.find(([view]) => view === format) ?? [];
    const { notStated } = exported;
    return html`
      ${outdated ? html`<p class="note stale-note">The schema cannot be exported: fix the problems first. This is the last one.</p>` : nothing}
      ${
        notStated.length === 0
          ? nothing
          : html`<details class="not-stated"><summary>${plural(notStated.length, "rule")} exported as text only</summary>${losses(notStated)}</details>`
      }
      <pre class="export" tabindex="0" role="group" aria-label="The schema as ${label}">${longText(exported.text)}</pre>
    `;
  }

  async #export(as: SchemaFormat, response: Response, request: Request): Promise<void> {
    const asked = { response, as };
    this.#asked = asked;
    const ask = () => this.#engine.ask<SchemaExport>({ kind: "exportSchema", request, format: as });
    let answer = await ask();
    // An engine that was replaced meanwhile does not answer: asks once more. An invalid command line has no answer either.
    if (answer === undefined && !this.#unanswered && this.#asked === asked) answer = await ask();
    if (this.#asked !== asked) return;
    this.#unanswered = answer === undefined;
    this.#exported.value = { as, result: answer ?? { text: null, notStated: [], report: "" } };
  }
}

/** Shorter tables have no filter. */
const MOST_ROWS = 20;

/** The text that the filter searches. */
const textOf = ({ path, title, description }: SchemaNode): string =>
  `${path} ${title ?? ""} ${description ?? ""}`.toLowerCase();

function reference(root: SchemaNode, places: Places, filter: string, look: (filter: string) => void) {
  const whole = rows(root, 0);
  const hasFilter = whole.length > MOST_ROWS;
  const words = hasFilter ? wordsOf(filter) : [];
  const { matches, shown } = shownBy(words, textOf);
  const all = whole.filter(({ node }) => shown(node));
  const found = words.length > 0 ? whole.filter(({ node }) => matches(node)).length : 0;
  const tools = html`
    <div class="values-tools">
      ${filterField("Filter the schema", "Filter by name or description", filter, look)}
      <span class="values-count small" role="status">${words.length > 0 ? `${found} of ${whole.length}` : nothing}</span>
    </div>
  `;
  return html`
  ${hasFilter ? tools : nothing}
  <div class="scroll" tabindex="0" role="group" aria-label="Schema">
    ${root.title ? html`<p class="note"><strong>${root.title}</strong></p>` : nothing}
    ${root.description ? html`<p class="note">${root.description}</p>` : nothing}
    ${root.rules.map((rule) => html`<p class="note">All data values together must be ${rule}</p>`)}
    <table class="facts" aria-rowcount=${isLong(all) ? -1 : nothing}>
      <colgroup><col /><col /><col /></colgroup>
      <thead><tr><th scope="col">Data value</th><th scope="col">Type and default</th><th scope="col">Description</th></tr></thead>
      <tbody>${windowed(all, (one) => row(one, places), tableGap(3))}</tbody>
    </table>
  </div>
`;
}

interface Row {
  node: SchemaNode;
  /** The type of its parent. */
  parent: string;
  depth: number;
}

function rows(node: SchemaNode, depth: number, found: Row[] = []): Row[] {
  for (const child of node.children) {
    found.push({ node: child, parent: node.type, depth });
    rows(child, depth + 1, found);
  }
  return found;
}

/** A key pattern in the schema is not a key that users write. */
function nameOf(key: string, parent: string, keys: SchemaNode["keys"]): string {
  if (keys?.which) return keys.which === "any key" ? "any key" : "some keys";
  return key || (parent === "array" ? "each item" : key);
}

/** Whether a title is only the key in other words. */
const saysKey = (title: string, key: string): boolean =>
  title.toLowerCase() ===
  key
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim()
    .toLowerCase();

/** Whether a key that occurs at most once is required. */
const keyCount = (count: string): string => (count === "any number" ? "optional" : `required: ${count}`);

function row({ node, parent, depth }: Row, places: Places) {
  const { key, path, type, nullable, title, description, deprecated, removed, keys, examples, rules, place } = node;
  const leaf = node.children.length === 0;
  // A map or an array that is null by default gives no information about its items.
  const shown =
    node.default !== undefined &&
    node.default !== null &&
    (leaf || node.default === "null") &&
    parent !== "array" &&
    !keys?.which;
  return html`
    <tr>
      <th scope="row" title=${path}><span data-spread=${spread({ style: { "--depth": String(depth) } })}>${nameOf(key, parent, keys)}</span></th>
      <td>
        <span class="type">${type}${nullable && type !== "any" ? " or null" : ""}</span>
        ${shown ? html`<span class="default">${valueText(String(node.default))}</span>` : nothing}
      </td>
      <td>
        ${title && !saysKey(title, key) ? html`<p><strong>${title}</strong></p>` : nothing}
        ${description ? html`<p>${description}</p>` : nothing}
        ${deprecated === undefined || deprecated === null ? nothing : html`<p class="deprecated">Deprecated. ${deprecated}</p>`}
        ${removed ? html`<p class="deprecated">Removed. ${removed}</p>` : nothing}
        ${keys ? html`<p class="rule-text">${keys.which ? `${keys.which}: ${keys.count}` : keyCount(keys.count)}</p>` : nothing}
        ${rules.map((rule) => html`<p class="rule-text">must be ${rule}</p>`)}
        ${examples.map((example) => html`<p>${example.description || "Example"}: <code>${example.value}</code></p>`)}
        ${place ? placeLink(place, path, places) : nothing}
      </td>
    </tr>
  `;
}
