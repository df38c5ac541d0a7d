// The schema as documentation: every data value with its type, default, description, examples and rules.
import { html, nothing, type TemplateResult } from "lit";
import type { SchemaNode } from "./engine/types";
import { type Places, placeLink } from "./places";

export const schemaPanel = (root: SchemaNode, places: Places) => html`
  <div class="scroll" tabindex="0" role="group" aria-label="Schema">
    ${root.title ? html`<p class="note"><strong>${root.title}</strong></p>` : nothing}
    ${root.description ? html`<p class="note">${root.description}</p>` : nothing}
    <table class="facts">
      <thead><tr><th scope="col">Data value</th><th scope="col">Type</th><th scope="col">Default</th><th scope="col">What it is</th></tr></thead>
      <tbody>${rows(root, places, 0)}</tbody>
    </table>
  </div>
`;

function rows(node: SchemaNode, places: Places, depth: number): TemplateResult[] {
  return node.children.flatMap((child) => [row(child, node.type, places, depth), ...rows(child, places, depth + 1)]);
}

function row(node: SchemaNode, parent: string, places: Places, depth: number) {
  const { key, path, type, nullable, title, description, deprecated, examples, rules, place } = node;
  const leaf = node.children.length === 0;
  return html`
    <tr>
      <th scope="row" title=${path}><span class="depth-${Math.min(depth, 8)}">${key || (parent === "array" ? "each item" : key)}</span></th>
      <td class="type">${type}${nullable ? " or null" : ""}</td>
      <td>${leaf && node.default !== undefined && node.default !== null ? html`<code>${node.default}</code>` : nothing}</td>
      <td>
        ${title ? html`<p><strong>${title}</strong></p>` : nothing}
        ${description ? html`<p>${description}</p>` : nothing}
        ${deprecated === undefined || deprecated === null ? nothing : html`<p class="deprecated">Deprecated. ${deprecated}</p>`}
        ${rules.map((rule) => html`<p class="rule-text">must be ${rule}</p>`)}
        ${examples.map((example) => html`<p>${example.description || "Example"}: <code>${example.value}</code></p>`)}
        ${place ? placeLink(place, path, places) : nothing}
      </td>
    </tr>
  `;
}
