// The call stack of a problem, innermost first, folded: each call with its line and a link to it.
import { nothing } from "lit";
import type { Frame } from "../engine/types";
import { html } from "../ui/html";
import { type Places, placeLink } from "./places";

export function calls(frames: readonly Frame[], places: Places) {
  if (frames.length < 2) return nothing;
  return html`
    <details>
      <summary>${frames.length} calls</summary>
      <ol class="frames">
        ${frames.map(({ name, place, code }) => html`<li>${place ? placeLink(place, name, places) : nothing} ${name ? html`<span>in ${name}</span>` : nothing} <code>${code.trim()}</code></li>`)}
      </ol>
    </details>
  `;
}
