// A list of losses of a conversion between schema formats: path, keyword or rule, and reason.

import type { Loss } from "../../engine/types";
import { html } from "../../ui/html";

export const losses = (list: readonly Loss[]) => html`
  <ul class="losses">
    ${list.map(({ path, keyword, why }) => html`<li><code class="value-path">${path || "(all)"}</code> <code>${keyword}</code><span>${why}</span></li>`)}
  </ul>
`;
