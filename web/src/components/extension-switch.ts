// The switch of the schema proposal, below the command line whose flag it adds and removes; and the label for what ytt itself would not accept.
import { live } from "lit/directives/live.js";
import { NOT_PORTABLE, WHY } from "../core/extension";
import { html } from "../ui/html";
import { icon, TriangleAlert } from "../ui/icons";

export const notPortable = () =>
  html`<strong class="not-portable" title=${WHY}>${icon(TriangleAlert)} ${NOT_PORTABLE}</strong>`;

/** The label at a command line, whose field it describes for screen readers. */
export const notPortableHere = () =>
  html`${notPortable()}<span id="not-portable" class="for-readers">${NOT_PORTABLE}. ${WHY}</span>`;

export const extensionSwitch = (on: boolean, turn: (on: boolean) => void) => html`
  <label class="switch"><input type="checkbox" role="switch" aria-describedby="extension-hint" .checked=${live(on)} @change=${(event: Event) => turn((event.target as HTMLInputElement).checked)} /> Schema proposal</label>
  <p id="extension-hint" class="hint">Adds annotations such as <code>@schema/definition</code> and <code>@schema/validate</code>. ytt does not support them.</p>
`;
