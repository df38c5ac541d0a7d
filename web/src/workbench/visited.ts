// The places of the files that the user has left by a jump, such as to a definition, to go back to. They move with the text.
import type { ChangeDesc } from "@codemirror/state";

export interface VisitedPlace {
  /** The identity of the file. */
  file: string;
  offset: number;
}

/** Earlier places are forgotten. */
const MOST = 50;

export class Visited {
  #places: VisitedPlace[] = [];

  add(place: VisitedPlace): void {
    const last = this.#places.at(-1);
    if (last?.file === place.file && last.offset === place.offset) return;
    this.#places = [...this.#places, place].slice(-MOST);
  }

  /** The text of a file has changed. */
  follow(file: string, changes: ChangeDesc): void {
    this.#places = this.#places.map((place) =>
      place.file === file && place.offset <= changes.length ? { file, offset: changes.mapPos(place.offset) } : place,
    );
  }

  /** Takes the latest place that is in one of these files, and is not where the user is. */
  back(files: ReadonlySet<string>, now: VisitedPlace): VisitedPlace | undefined {
    for (let place = this.#places.pop(); place; place = this.#places.pop())
      if (files.has(place.file) && (place.file !== now.file || place.offset !== now.offset)) return place;
    return undefined;
  }
}
