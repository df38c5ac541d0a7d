// A value in a table: long ones, such as a certificate, are folded to their beginning.
import { wholeCharacter } from "../../core/unseen";
import { html } from "../../ui/html";

const MOST = 160;
const BEGINNING = 60;

export const valueText = (text: string) =>
  text.length <= MOST
    ? html`<code>${text}</code>`
    : html`<details class="long-value"><summary><code>${text.slice(0, wholeCharacter(text, BEGINNING))}…</code> ${text.length} characters</summary><code tabindex="0">${text}</code></details>`;
