// The places of the files that the user has left by a jump, such as to a definition, to go back to, and forward again. They move with the text.
import type { ChangeDesc } from "@codemirror/state";

export interface VisitedPlace {
  /** The identity of the file. */
  file: string;
  offset: number;
}

/** Earlier places are forgotten. */
const MOST = 50;

export class Visited {
  #before: VisitedPlace[] = [];
  #after: VisitedPlace[] = [];

  /** The user jumps from a place. */
  add(place: VisitedPlace): void {
    this.#after = [];
    const last = this.#before.at(-1);
    if (last?.file === place.file && last.offset === place.offset) return;
    this.#before = [...this.#before, place].slice(-MOST);
  }

  /** The text of a file has changed. */
  follow(file: string, changes: ChangeDesc): void {
    const moved = (place: VisitedPlace) =>
      place.file === file && place.offset <= changes.length ? { file, offset: changes.mapPos(place.offset) } : place;
    this.#before = this.#before.map(moved);
    this.#after = this.#after.map(moved);
  }

  /** The latest place that is in one of these files, and is not where the user is. */
  back = (files: ReadonlySet<string>, now: VisitedPlace): VisitedPlace | undefined =>
    move(this.#before, this.#after, files, now);

  /** The place that the user has gone back from. */
  forward = (files: ReadonlySet<string>, now: VisitedPlace): VisitedPlace | undefined =>
    move(this.#after, this.#before, files, now);
}

function move(
  from: VisitedPlace[],
  to: VisitedPlace[],
  files: ReadonlySet<string>,
  now: VisitedPlace,
): VisitedPlace | undefined {
  for (let place = from.pop(); place; place = from.pop()) {
    if (!files.has(place.file) || (place.file === now.file && place.offset === now.offset)) continue;
    to.push(now);
    return place;
  }
  return undefined;
}
