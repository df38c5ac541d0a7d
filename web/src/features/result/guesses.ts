// The guesses of an import: path, guess and reason, with links to the lines of the schema and of the data values.

import { nothing } from "lit";
import { lineLink, type Places } from "../../components/places";
import type { Guess } from "../../engine/types";
import { html } from "../../ui/html";

/** `valuesLine`: the line of the data values file for one of the imported text. */
export const guesses = (
  list: readonly Guess[],
  { schema, values }: { schema: string; values: string | undefined },
  valuesLine: (line: number) => number,
  places: Places,
) => html`
  <ul class="losses guesses">
    ${list.map(
      ({ path, line, schemaLine, guess, why }) => html`<li>
        <span class="guessed"><code class="value-path">${path || "(file)"}</code>: ${guess}</span>
        <span>${why}</span>
        <span>${lineLink({ file: schema, line: schemaLine }, path || "the file", places)} ${values && valuesLine(line) > 0 ? lineLink({ file: values, line: valuesLine(line) }, path || "the file", places) : nothing}</span>
      </li>`,
    )}
  </ul>
`;
