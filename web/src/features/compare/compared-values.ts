// The data values of two runs in one table, with a column for each run: the value and where it comes from. Different values are marked. In a narrow pane,
// the values of a row are below each other.
import { nothing } from "lit";
import { classMap } from "lit/directives/class-map.js";
import type { Places } from "../../components/places";
import { originOf } from "../../components/value-origin";
import type { DataValue } from "../../engine/types";
import { html } from "../../ui/html";
import { spread } from "../../ui/spread";
import { tableGap, windowed } from "../../ui/windowed";
import { type PairedRow, pairedRows } from "./paired-values";

/** The data values of a run: those of the root library first, which has no name. */
export interface SideValues {
  title: string;
  trees: { name: string; root: DataValue }[];
}

/** Libraries with the same name are paired in their order. */
function groups(left: SideValues, right: SideValues) {
  const named = ({ trees }: SideValues) =>
    new Map(
      trees.map(({ name, root }, at) => {
        const instance = trees.slice(0, at).filter((earlier) => earlier.name === name).length + 1;
        return [instance === 1 ? name : `${name} (${instance})`, root];
      }),
    );
  const [one, other] = [named(left), named(right)];
  return [...new Set([...one.keys(), ...other.keys()])].map((name) => ({
    name,
    rows: pairedRows(one.get(name), other.get(name)),
  }));
}

/** `onlyChanges`: only different values, by their full paths. */
export function comparedValues(left: SideValues, right: SideValues, onlyChanges: boolean, places: Places) {
  const all = groups(left, right);
  const leaves = all.flatMap(({ rows }) => rows).filter(({ hasChildren }) => !hasChildren);
  const different = leaves.filter(({ differs }) => differs).length;
  const note =
    leaves.length === 0
      ? "Neither run has data values."
      : different === 0
        ? `All ${leaves.length} data values are the same.`
        : `${different} of ${leaves.length} data values differ.`;
  const shown = all
    .map(({ name, rows }) => ({ name, rows: rows.filter((row) => !onlyChanges || (row.differs && !row.hasChildren)) }))
    .filter(({ rows }) => rows.length > 0);
  return html`
    <p class="compared-note">${note}</p>
    ${
      shown.length === 0
        ? nothing
        : html`<div class="scroll" tabindex="0" role="group" aria-label="Compared data values">
          <table class="facts compared-values">
            <colgroup><col /><col class="left" /><col class="right" /></colgroup>
            <thead><tr><th scope="col">Data value</th><th scope="col" class="left">${left.title}</th><th scope="col" class="right">${right.title}</th></tr></thead>
            ${shown.map(
              ({ name, rows }) => html`<tbody>
                ${name ? html`<tr class="library"><th scope="rowgroup" colspan="3">${name}<span class="for-readers">, a library’s data values</span></th></tr>` : nothing}
                ${windowed(rows, (row) => rowOf(row, { left: left.title, right: right.title }, onlyChanges, places), tableGap(3))}
              </tbody>`,
            )}
          </table>
        </div>`
    }
  `;
}

function rowOf(
  { key, path, depth, left, right, differs, hasChildren }: PairedRow,
  titles: { left: string; right: string },
  flat: boolean,
  places: Places,
) {
  const name = flat
    ? html`<span>${path}</span>`
    : html`<span data-spread=${spread({ style: { "--depth": String(depth) } })}><span class="leaf">${key}</span></span>`;
  const marked = differs && !hasChildren;
  return html`
    <tr class=${classMap({ differs: marked })}>
      <th scope="row" title=${path}>${name}${marked ? html`<span class="for-readers">, differs</span>` : nothing}</th>
      <td class="left">${side(titles.left)}${cell(left, path, places)}</td>
      <td class="right">${side(titles.right)}${cell(right, path, places)}</td>
    </tr>
  `;
}

/** If there is no space for columns, both values are below their name, each with its side. */
const side = (title: string) => html`<span class="side">${title}</span>`;

function cell(value: DataValue | undefined, path: string, places: Places) {
  if (!value) return html`<span class="none">not set</span>`;
  const { type, children, origin } = value;
  if (children.length > 0) return html`<span class="type">${type} of ${children.length}</span>`;
  const text = value.value ?? (type === "array" ? "[]" : "{}");
  return html`<code class="compared-value">${text}</code> <span class="from">${originOf(origin, path, places)}</span>`;
}
