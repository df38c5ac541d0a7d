// Places in the input, as links. A place may also be in the text of a flag or in a file that is gone: then it is named, and leads nowhere.
import { html } from "lit";
import type { Target } from "./editor";
import type { Place } from "./engine/types";

/** What the panes need of the editor. */
export interface Places {
  has: (file: string) => boolean;
  goTo: (place: Target) => void;
}

/** `values.yml:4`, or the file alone. */
export const placeText = ({ file, span }: Place): string => (span ? `${file}:${span.start.line}` : file);

/** The same for a line of a file. */
export function lineLink({ file, line }: { file: string; line: number }, what: string, places: Places) {
  const text = `${file}:${line}`;
  if (!places.has(file)) return html`<span class="place elsewhere">${text}</span>`;
  return html`<button type="button" class="place" @click=${() => places.goTo({ file, line })}><span class="for-readers">${what}: go to </span>${text}</button>`;
}

/** A button that goes there. `what` tells those who only hear it what is there. */
export function placeLink(place: Place, what: string, places: Places) {
  if (!places.has(place.file)) return html`<span class="place elsewhere">${placeText(place)}</span>`;
  return html`<button type="button" class="place" @click=${() => places.goTo(place)}><span class="for-readers">${what}: go to </span>${placeText(place)}</button>`;
}
