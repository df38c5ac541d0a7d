// What one kind of schema says and another does not, as a list: where, which keyword or rule, and why.

import type { Loss } from "../../engine/types";
import { html } from "../../ui/html";

export const losses = (list: readonly Loss[]) => html`
  <ul class="losses">
    ${list.map(({ path, keyword, why }) => html`<li><code class="value-path">${path || "(all)"}</code> <code>${keyword}</code><span>${why}</span></li>`)}
  </ul>
`;
