// The effective data values as a tree: the values that templates get, each with its type, its origin, the values that it replaced, and whether its
// rules hold. Missing values are highlighted.
import { signal } from "@preact/signals-core";
import { nothing, type TemplateResult } from "lit";
import { classMap } from "lit/directives/class-map.js";
import type { Places } from "../../components/places";
import type { ValueName } from "../../components/problem-actions";
import { ORIGINS, originOf } from "../../components/value-origin";
import type { Tree as Known } from "../../engine/answer";
import type { Session } from "../../engine/session";
import type { DataValue, Response, SchemaNode } from "../../engine/types";
import { html } from "../../ui/html";
import { Check, ChevronRight, FilePlus, icon, TriangleAlert, X } from "../../ui/icons";
import { spread } from "../../ui/spread";
import { isLong, tableGap, windowed } from "../../ui/windowed";
import { valueText } from "./long-value";
import { filterField, shownBy, wordsOf } from "./table-filter";

/** A library's data values; those of the root library have no name. */
interface Named {
  name: string;
  root: DataValue;
}

/** The latest response that has data values. */
export function valuesOf(session: Session): Response | undefined {
  const response = session.latestWith("values")?.response;
  return response?.hasValues ? response : undefined;
}

/** The folded nodes and the filter. */
export class ValuesView {
  readonly #folded = signal<ReadonlySet<string>>(new Set());
  readonly #filter = signal("");
  /** The trees that were shown last. */
  #last: Named[] | undefined;

  /** Paths of folded values. */
  get folded(): ReadonlySet<string> {
    return this.#folded.value;
  }

  get filter(): string {
    return this.#filter.value;
  }

  fold(path: string, folded: boolean): void {
    const all = new Set(this.#folded.value);
    if (folded) all.add(path);
    else all.delete(path);
    this.#folded.value = all;
  }

  foldAll(trees: Tree[], folded: boolean): void {
    const all = trees.flatMap(({ library, root }) => collections(root).map(({ path }) => library + path));
    this.#folded.value = new Set(folded ? all : []);
  }

  look(filter: string): void {
    this.#filter.value = filter;
  }

  /** The values of a response; those of an earlier one, until they are loaded. */
  panel(
    response: Response,
    schema: Known<SchemaNode> | undefined,
    places: Places,
    newFile: () => void,
    choice: Choice,
  ) {
    const all = [{ name: "", values: response.values }, ...response.libraries];
    const roots = all.flatMap(({ name, values }) => {
      const root = values.now();
      return root ? [{ name, root }] : [];
    });
    if (roots.length === all.length) this.#last = roots;
    if (!this.#last)
      return html`<p class="note">${all.some(({ values }) => values.isLost) ? "The data values are not known any more. Run again with Ctrl Enter." : "Loading the data values…"}</p>`;
    const types = schema?.now();
    const [own, ...libraries] = this.#last;
    return own
      ? valuesPanel(own.root, libraries, types, Boolean(schema?.exists), this, places, newFile, choice)
      : nothing;
  }
}

/** The data values of the root library, which has an empty name, or of a library that templates evaluated. */
interface Tree {
  library: string;
  root: DataValue;
}

/** Types and descriptions of the schema, by path. */
type Types = ReadonlyMap<string, { type: string; about: string }>;

interface Panel {
  /** The library's name. */
  library: string;
  /** A file of the library. */
  file: string;
  view: ValuesView;
  places: Places;
  types: Types;
  /** Whether a value, or one of its descendants, matches the filter. */
  shown: (value: DataValue) => boolean;
  choice: Choice;
}

/** The data value that is marked everywhere. */
export interface Choice {
  chosen: ValueName | undefined;
  choose: (value: ValueName) => void;
}

/** A file of a library, or the folder where it usually is. The name is `@app`, or `@app~alias`. */
function fileOf(library: string, root: DataValue): string {
  if (library === "") return "";
  const folder = `_ytt_lib/${library.replace(/^@|[~ ].*$/gs, "")}/`;
  const origins = all(root).flatMap(({ origin, overrode }) => [origin, ...overrode.map(({ origin }) => origin)]);
  return origins.find(({ place }) => place?.file.includes(folder))?.place?.file ?? folder;
}

function valuesPanel(
  root: DataValue,
  libraries: Named[],
  schema: SchemaNode | undefined,
  hasSchema: boolean,
  view: ValuesView,
  places: Places,
  newFile: () => void,
  choice: Choice,
) {
  const words = wordsOf(view.filter);
  const types = typesOf(schema);
  const { matches, shown } = shownBy(words, (value: DataValue) => textOf(value, types));
  const own: Tree = { library: "", root };
  const below: Tree[] = libraries.map(({ name, root }, at) => {
    const instance = libraries.slice(0, at).filter((earlier) => earlier.name === name).length + 1;
    return { library: instance === 1 ? name : `${name} (${instance})`, root };
  });
  const trees = [own, ...below];
  const panel: Panel = { library: "", file: "", view, places, types, shown, choice };
  const leaves =
    words.length > 0 ? trees.flatMap(({ root }) => all(root)).filter(({ children }) => children.length === 0) : [];
  const found = words.length > 0 ? leaves.filter(matches).length : 0;
  const notes = missingNotes(all(root));
  const ownRows = rows(root, panel, 0);
  return html`
    <div class="values-tools">
      ${filterField("Filter data values", "Filter by name, value or origin", view.filter, (filter) => view.look(filter))}
      <span class="values-count small" role="status">${words.length > 0 ? `${found} of ${leaves.length}` : nothing}</span>
      <button type="button" class="quiet" @click=${() => view.foldAll(trees, true)}>Collapse all</button>
      <button type="button" class="quiet" @click=${() => view.foldAll(trees, false)}>Expand all</button>
      ${hasSchema ? html`<button type="button" class="quiet" title="Adds a file with the defaults of the schema as comments" @click=${newFile}>${icon(FilePlus)} New values file</button>` : nothing}
    </div>
    ${
      notes.length > 0
        ? html`<p class="missing-note">${icon(TriangleAlert)} <span>${notes.map(({ text, paths }, at) => html`${at > 0 ? ". " : ""}${text}: ${paths.map((path, at) => html`${at > 0 ? ", " : ""}<code>${path}</code>`)}`)}</span></p>`
        : nothing
    }
    <div class="scroll" tabindex="0" role="group" aria-label="Data values">
      <table class="facts values" aria-rowcount=${isLong(ownRows) ? -1 : nothing}>
        <colgroup><col /><col /><col /></colgroup>
        <thead><tr><th scope="col">Data value</th><th scope="col">Value</th><th scope="col">From</th></tr></thead>
        <tbody>${windowed(ownRows, (one) => row(one, panel), tableGap(3))}</tbody>
        ${below.filter(({ root }) => shown(root)).map(({ library, root }) => libraryRows(library, root, panel))}
      </table>
    </div>
  `;
}

const SAME = "same as the default";

/** A value and its descendants. */
function all(value: DataValue, found: DataValue[] = []): DataValue[] {
  found.push(value);
  for (const child of value.children) all(child, found);
  return found;
}

const collections = (root: DataValue) => all(root).filter(({ path, children }) => path !== "" && children.length > 0);

/** It is set to its default. */
const isDefault = ({ value, origin, overrode }: DataValue) =>
  origin.kind !== "schema" &&
  overrode.some(({ origin, value: former }) => origin.kind === "schema" && former === value);

/** Data values that have to be set: those without a default, and those with a default that their own rule rejects. */
export function missingNotes(values: readonly DataValue[]): { text: string; paths: string[] }[] {
  const isNone = ({ value, children }: DataValue) =>
    children.length === 0 && (value === null || /^(""|null|)$/.test(value));
  const missing = values.filter((value) => value.missing);
  const none = missing.filter(isNone).map(({ path }) => path);
  const rejected = missing.filter((value) => !isNone(value)).map(({ path }) => path);
  return [
    {
      text: none.length === 1 ? "One required value is missing" : `${none.length} required values are missing`,
      paths: none,
    },
    {
      text:
        rejected.length === 1 ? "The default breaks its own rule" : `${rejected.length} defaults break their own rules`,
      paths: rejected,
    },
  ].filter(({ paths }) => paths.length > 0);
}

/** The text that the filter searches. */
function textOf(dataValue: DataValue, types: Types): string {
  const { path, value, origin, missing } = dataValue;
  const { kind, text, place } = origin;
  const at = place ? `${place.file}:${place.span?.start.line ?? ""}` : "";
  const about = types.get(declared(path))?.about ?? "";
  return [path, about, value ?? "", ORIGINS[kind], text, at, missing ? "missing" : "", isDefault(dataValue) ? SAME : ""]
    .join(" ")
    .toLowerCase();
}

/** The path in the schema, which has no numbers of items. */
const declared = (path: string): string => path.replace(/\[\d+\]/g, "[]");

function typesOf(schema: SchemaNode | undefined): Types {
  const types = new Map<string, { type: string; about: string }>();
  const add = ({ path, type, nullable, title, description, children }: SchemaNode) => {
    const about = `${title ?? ""} ${description ?? ""}`;
    types.set(path, { type: nullable && type !== "any" ? `${type} or null` : type, about });
    children.forEach(add);
  };
  if (schema) add(schema);
  return types;
}

/** The folder of the library that a file belongs to. */
const folderIn = (file: string): string => /_ytt_lib\/[^/]+\/(?!.*_ytt_lib\/)/.exec(file)?.[0] ?? "";

/** Without its schema, the types are those of the values. */
function libraryRows(library: string, root: DataValue, panelOfAll: Panel): TemplateResult {
  const panel = { ...panelOfAll, library, file: fileOf(library, root), types: new Map() };
  return html`
    <tbody>
      <tr class="library"><th scope="rowgroup" colspan="3">${library}<span class="for-readers">, a library’s data values</span></th></tr>
      ${windowed(rows(root, panel, 0), (one) => row(one, panel), tableGap(3))}
    </tbody>
  `;
}

interface Row {
  value: DataValue;
  depth: number;
  folded: boolean;
}

/** The children of a value, as rows. */
function rows(value: DataValue, panel: Panel, depth: number, found: Row[] = []): Row[] {
  const { library, view, shown } = panel;
  const all = view.filter.trim() !== "";
  for (const child of value.children) {
    if (!shown(child)) continue;
    // Matches are visible, folded or not.
    const folded = !all && view.folded.has(library + child.path);
    found.push({ value: child, depth, folded });
    if (!folded) rows(child, panel, depth + 1, found);
  }
  return found;
}

function row({ value, depth, folded }: Row, { library, file, view, places, types, choice }: Panel) {
  const { key, path, type, origin, overrode, rules, children, missing } = value;
  const name = html`<span data-spread=${spread({ style: { "--depth": String(depth) } })}>${children.length > 0 ? toggle(value, library + path, view, folded) : html`<span class="leaf">${key}</span>`}</span>`;
  // "Same as the default" says this of the default.
  const replaced = overrode
    .filter(({ origin, value: former }) => origin.kind !== "schema" || former !== value.value)
    .reverse();
  const held = rules.filter(({ holds }) => holds !== undefined && holds !== null);
  const empty = type === "array" ? "[]" : "{}";
  const shown = value.value ?? (children.length === 0 ? empty : undefined);
  const { chosen } = choice;
  const isChosen = chosen?.path === path && folderIn(chosen.file) === folderIn(file);
  const choose = () => choice.choose({ file, path });
  return html`
    <tr class=${classMap({ missing, chosen: isChosen })} @click=${choose} @focusin=${choose}>
      <th scope="row" title=${path}>${name}</th>
      <td>
        ${shown === undefined ? nothing : valueText(shown)}
        ${missing ? html`<strong class="badge">required</strong>` : nothing}
        <span class="type">${types.get(declared(path))?.type ?? type}${children.length > 0 ? ` of ${children.length}` : ""}</span>
        ${held.map(
          ({ holds, description }) =>
            html`<span class="rule ${holds ? "holds" : "broken"}">${icon(holds ? Check : X)}<span class="for-readers">${holds ? "passed: " : "failed: "}</span>${description}</span>`,
        )}
      </td>
      <td>
        ${originOf(origin, path, places)} ${isDefault(value) ? html`<span class="same">${SAME}</span>` : nothing}
        ${
          replaced.length > 0
            ? html`<ol class="overrode" aria-label="Earlier values of ${path}, latest first">
              ${replaced.map((former) => html`<li>overrides <code>${former.value}</code> ${originOf(former.origin, path, places)}</li>`)}
            </ol>`
            : nothing
        }
      </td>
    </tr>
  `;
}

/** Folds and unfolds; also by the arrow keys, as in trees. */
function toggle({ key, children }: DataValue, path: string, view: ValuesView, folded: boolean) {
  const keys = (event: KeyboardEvent) => {
    if (event.key !== "ArrowLeft" && event.key !== "ArrowRight") return;
    event.preventDefault();
    view.fold(path, event.key === "ArrowLeft");
  };
  return html`<button type="button" class="fold" aria-expanded=${folded ? "false" : "true"} @click=${() => view.fold(path, !folded)} @keydown=${keys}>${icon(ChevronRight)}${key}<span class="for-readers">, ${children.length} values</span></button>`;
}
