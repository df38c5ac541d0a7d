// Places in the input, as links. A place may also be in the text of a flag or in a file that is gone: then it is named, and leads nowhere.

import { wholeCharacter } from "../core/unseen";
import type { Place } from "../engine/types";
import { html, seenName } from "../ui/html";

/** Where to go: a place that the engine gave, or a line that a text names. */
export type Target = { file: string; span?: Place["span"] | null; line?: number };

/** What the panes need of the editor. */
export interface Places {
  has: (file: string) => boolean;
  goTo: (place: Target) => void;
}

/** `values.yml:4`, or the file alone. */
export const placeText = ({ file, span }: Place): string => (span ? `${file}:${span.start.line}` : file);

/** More of a path is not shown: the last folders and the name tell where one would go. */
const MOST_SHOWN = 30;

function shown(text: string): string {
  if (text.length <= MOST_SHOWN) return text;
  const parts = text.split("/");
  let end = parts.pop() ?? text;
  if (end.length > MOST_SHOWN) return `…${end.slice(wholeCharacter(end, end.length - MOST_SHOWN))}`;
  for (let part = parts.pop(); part !== undefined; part = parts.pop()) {
    if (end.length + part.length + 3 > MOST_SHOWN) return `…/${end}`;
    end = `${part}/${end}`;
  }
  return end;
}

/** A button that goes there, or the name of a place that leads nowhere. `what` tells those who only hear it what is there. */
function link(text: string, what: string, to: Target, places: Places) {
  if (!places.has(to.file)) return html`<span class="place elsewhere" title=${text}>${seenName(shown(text))}</span>`;
  return html`<button type="button" class="place" aria-label="${what}: go to ${text}" title=${text} @click=${() => places.goTo(to)}>${seenName(shown(text))}</button>`;
}

export const placeLink = (place: Place, what: string, places: Places) => link(placeText(place), what, place, places);

/** The same for a line of a file. */
export const lineLink = ({ file, line }: { file: string; line: number }, what: string, places: Places) =>
  link(`${file}:${line}`, what, { file, line }, places);
