// The list of what an import guessed: path, guess and reason, with links to the lines of the schema.

import { lineLink, type Places } from "../../components/places";
import type { Guess } from "../../engine/types";
import { html } from "../../ui/html";

export const guesses = (list: readonly Guess[], schema: string, places: Places) => html`
  <ul class="losses guesses">
    ${list.map(
      ({ path, schemaLine, guess, why }) => html`<li>
        <code class="value-path">${path || "(file)"}</code> ${guess}
        <span>${why} ${lineLink({ file: schema, line: schemaLine }, path || "the file", places)}</span>
      </li>`,
    )}
  </ul>
`;
