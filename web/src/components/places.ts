// Positions in the input, as links. A position in the text of a flag, or in a file that no longer exists, is only named.

import { nothing } from "lit";
import { wholeCharacter } from "../core/unseen";
import type { Place } from "../engine/types";
import { html, markInvisibleInName } from "../ui/html";

/**
 * The target of a link: a position from the engine, or a line that a text names. The cursor is placed at its start. `isSelected`: the whole range is
 * selected, as it was searched for. `atEnd`: the cursor is placed at the end of the line.
 */
export interface Target {
  file: string;
  span?: Place["span"] | null;
  line?: number;
  isSelected?: boolean;
  atEnd?: boolean;
}

/** The parts of the page that components need to follow links. */
export interface Places {
  has: (file: string) => boolean;
  goTo: (place: Target) => void;
}

/** Whether this is ytt's name for the text of a flag. Beside the name of the flag, it adds nothing. */
const isFlag = ({ file }: Target): boolean => /^\([\w-]+ arg\)$/.test(file);

/** `values.yml:4`, or only the file. */
export const placeText = ({ file, span }: Place): string => (span ? `${file}:${span.start.line}` : file);

/** Longer paths are shortened to their last folders and the name. */
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

/** A link to a position, or its name if there is no such file. `what` describes the target for screen readers. */
function link(text: string, what: string, to: Target, places: Places) {
  if (isFlag(to) && !places.has(to.file)) return nothing;
  if (!places.has(to.file))
    return html`<span class="place elsewhere" title=${text}>${markInvisibleInName(shown(text))}</span>`;
  return html`<button type="button" class="place" aria-label="${what}: go to ${text}" title=${text} @click=${() => places.goTo(to)}>${markInvisibleInName(shown(text))}</button>`;
}

export const placeLink = (place: Place, what: string, places: Places) => link(placeText(place), what, place, places);

/** A link to a line of a file. */
export const lineLink = ({ file, line }: { file: string; line: number }, what: string, places: Places) =>
  link(`${file}:${line}`, what, { file, line }, places);
