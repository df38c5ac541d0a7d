// The effective data values: what a template sees, and for each value where it came from and whether its rules hold.
import { html, nothing, type TemplateResult } from "lit";
import type { DataValue } from "./engine/types";
import { Check, icon, X } from "./icons";
import { type Places, placeLink } from "./places";

const ORIGINS: Record<DataValue["origin"]["kind"], string> = {
  schema: "default",
  file: "file",
  flag: "flag",
  env: "environment",
  library: "library",
};

export const valuesPanel = (root: DataValue, places: Places) => html`
  <div class="scroll" tabindex="0" role="group" aria-label="Data values">
    <table class="facts">
      <thead><tr><th scope="col">Data value</th><th scope="col">Value</th><th scope="col">From</th></tr></thead>
      <tbody>${rows(root, places, 0)}</tbody>
    </table>
  </div>
`;

function rows(value: DataValue, places: Places, depth: number): TemplateResult[] {
  return value.children.flatMap((child) => [row(child, places, depth), ...rows(child, places, depth + 1)]);
}

function row({ key, path, type, value, origin, rules }: DataValue, places: Places, depth: number) {
  const { place } = origin;
  const held = rules.filter(({ holds }) => holds !== undefined && holds !== null);
  return html`
    <tr>
      <th scope="row" title=${path}><span class="depth-${Math.min(depth, 8)}">${key}</span></th>
      <td>${value === undefined || value === null ? html`<span class="type">${type}</span>` : html`<code>${value}</code>`}
        ${held.map(
          ({ holds, description }) =>
            html`<span class="rule ${holds ? "holds" : "broken"}">${icon(holds ? Check : X)}<span class="for-readers">${holds ? "holds: " : "does not hold: "}</span>${description}</span>`,
        )}</td>
      <td><span class="origin">${ORIGINS[origin.kind]}</span> ${origin.text ? html`<code>${origin.text}</code>` : nothing}
        ${place ? placeLink(place, path, places) : nothing}</td>
    </tr>
  `;
}
