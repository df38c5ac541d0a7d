// Below the output: the origin of an output line.
import { nothing } from "lit";
import { lineLink, type Places } from "../../components/places";
import type { LineOrigin } from "../../engine/types";
import { html } from "../../ui/html";

/** The output line of the note: the one under the pointer, else the cursor's. */
export interface LineFocus {
  readonly outputLine: number;
  readonly origin: LineOrigin | undefined;
  /** The pointer or the focus is in the output. */
  readonly looking: boolean;
}

/** Below the output: the origin of an output line, the overlays that changed it, and the data values that it used. */
export function originNote(links: LineFocus, used: unknown, to: Places) {
  const { origin, outputLine } = links;
  const label = `Line ${outputLine} of the output`;
  if (!origin)
    return html`<section class="line-origin" aria-label=${label}><p>Line ${outputLine}: made by code that stands in no file.</p></section>`;
  const { file, line, touchedBy, replaced } = origin;
  const own = touchedBy.some((place) => place.file === file && place.line === line);
  const others = touchedBy.filter((place) => place.file !== file || place.line !== line);
  const list = (items: typeof touchedBy, what: string) => items.map((place) => html` ${lineLink(place, what, to)}`);
  return html`
    <section class="line-origin" aria-label=${label}>
      <p>
        <span>Line ${outputLine}: from ${lineLink(origin, "Where it came from", to)}${own ? ", an overlay" : nothing}</span>
        ${others.length > 0 ? html`<span>overlaid by${list(others, "Overlay")}</span>` : nothing}
        ${replaced.length > 0 ? html`<span>in place of${list(replaced, "What it replaced")}</span>` : nothing}
      </p>
      <dl>${used}</dl>
    </section>
  `;
}
