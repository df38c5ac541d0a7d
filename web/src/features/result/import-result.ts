// The result of an import: its files, and the parts that could not be converted or were guessed.

import { nothing } from "lit";
import type { Places } from "../../components/places";
import { plural } from "../../core/plural";
import type { SchemaImport } from "../../engine/types";
import { html } from "../../ui/html";
import { guesses } from "./guesses";
import { losses } from "./losses";

/** The paths of the files that an import added. */
export interface ImportedFiles {
  schema: string;
  values: string | undefined;
}

export interface Imported {
  files: ImportedFiles;
  result: SchemaImport;
  /** The line of the data values file for one of the imported text. */
  valuesLine: (line: number) => number;
}

/** `close` closes the dialog. */
export function importResult({ files, result, valuesLine }: Imported, places: Places, close: () => void) {
  const { notCarriedOver } = result;
  const links: Places = {
    has: places.has,
    goTo: (place) => {
      close();
      places.goTo(place);
    },
  };
  return html`
    <p role="status">The schema is now in <code>${files.schema}</code>${files.values ? html`, the values in <code>${files.values}</code>` : nothing}. ${summary(result)}</p>
    ${notCarriedOver.length === 0 ? nothing : html`<div class="losses-scroll" tabindex="0" role="group" aria-label="Not carried over">${losses(notCarriedOver)}</div>`}
    ${result.guesses.length === 0 ? nothing : html`<div class="losses-scroll" tabindex="0" role="group" aria-label="Guesses">${guesses(result.guesses, files, valuesLine, links)}</div>`}
    <div class="dialog-actions"><span></span><button type="button" class="primary" @click=${close}>Done</button></div>
  `;
}

function summary({ format, notCarriedOver, guesses }: SchemaImport): string {
  if (format === "values")
    return guesses.length === 0
      ? "The values determine all types."
      : `${plural(guesses.length, "type")} ${guesses.length === 1 ? "is unclear. Check it:" : "are unclear. Check them:"}`;
  return notCarriedOver.length === 0 ? "Everything was carried over." : "Not all of it could be carried over:";
}
