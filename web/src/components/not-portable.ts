// The label for features that ytt itself would not accept.
import { NOT_PORTABLE, WHY } from "../core/extension";
import { html } from "../ui/html";
import { icon, TriangleAlert } from "../ui/icons";

export const notPortable = () =>
  html`<strong class="not-portable" title=${WHY}>${icon(TriangleAlert)} ${NOT_PORTABLE}</strong>`;

/** The label at a command line. It describes the field for screen readers. */
export const notPortableHere = () =>
  html`${notPortable()}<span id="not-portable" class="for-readers">${NOT_PORTABLE}. ${WHY}</span>`;
