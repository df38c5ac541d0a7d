// The button that wraps long lines, or lets them be scrolled.
import { html } from "../ui/html";
import { icon, TextWrap } from "../ui/icons";

export const wrapButton = (label: string, on: boolean, toggle: () => void) => html`
  <button type="button" class="icon-button" aria-label=${label} aria-pressed=${on ? "true" : "false"} title="${label} (Alt Z)" @click=${toggle}>${icon(TextWrap)}</button>
`;
