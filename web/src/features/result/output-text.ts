// A read-only text in CodeMirror, possibly megabytes long. It is inserted in pieces, each in a task of its own, and in a change the visible piece
// comes first, so that typing and scrolling are not delayed.

import type { ChangeSpec, EditorState, Text } from "@codemirror/state";
import type { EditorView } from "@codemirror/view";
import { documentOf } from "../../codemirror/document";
import { commonEnds } from "../../core/common-ends";

/** CodeMirror inserts a piece of this length in a few milliseconds. */
const PIECE = 120_000;
/** Splits a text into a number of pieces of similar length, before line feeds. */
function cut(text: string, pieces: number): string[] {
  const all: string[] = [];
  let from = 0;
  for (let piece = 1; piece < pieces; piece++) {
    const near = Math.floor((text.length * piece) / pieces);
    const at = text.indexOf("\n", Math.max(near, from));
    const to = at < 0 ? text.length : at;
    all.push(text.slice(from, to));
    from = to;
  }
  return [...all, text.slice(from)];
}

interface Piece {
  /** Its current length in the document. */
  length: number;
  /** Its new text. */
  text: string;
}

export class OutputText {
  #view: EditorView;
  /** The document's text once all pieces are inserted. */
  #text = "";
  /** Consecutive pieces from `#start` on, and the order in which the missing ones are inserted. */
  #pieces: Piece[] = [];
  #start = 0;
  #waiting: number[] = [];
  #turn: ReturnType<typeof setTimeout> | undefined;

  constructor(view: EditorView) {
    this.#view = view;
  }

  /** Sets another text, in a new state. */
  show(text: string, stateOf: (doc: Text) => EditorState): void {
    this.#stop();
    this.#text = text;
    const [first = "", ...rest] = cut(text, Math.ceil(text.length / PIECE));
    this.#view.setState(stateOf(documentOf(first)));
    this.#begin(
      first.length,
      rest.map((text) => ({ length: 0, text })),
      rest.map((_, at) => at),
    );
  }

  /**
   * Changes only what differs, so that the scroll position and the selection stay: what `compare` finds, or else all between the first difference and
   * the last.
   */
  replace(text: string, compare?: (old: string, text: string) => ChangeSpec[] | undefined): void {
    const { doc } = this.#view.state;
    const old = this.#waiting.length > 0 ? doc.toString() : this.#text;
    this.#stop();
    this.#text = text;
    if (old === text) return;
    const changes = compare?.(old, text);
    if (changes) {
      this.#view.dispatch({ changes });
      return;
    }
    const { start, end } = commonEnds(old, text);
    const inserted = text.slice(start, text.length - end);
    const removed = old.slice(start, old.length - end);
    const count = Math.max(1, Math.ceil(Math.max(inserted.length, removed.length) / PIECE));
    const before = cut(removed, count);
    const pieces = cut(inserted, count).map((text, at) => ({ length: before[at]?.length ?? 0, text }));
    const seen = this.#view.viewport.from - start;
    let first = 0;
    for (let end = before[0]?.length ?? 0; end <= seen && first < count - 1; end += before[++first]?.length ?? 0);
    const order = pieces.map((_, at) => at);
    this.#begin(start, pieces, first > 0 ? [first, ...order.filter((at) => at !== first)] : order);
    this.#next();
  }

  /** Inserts all pieces now. */
  finish(): void {
    while (this.#waiting.length > 0) this.#next();
  }

  #begin(start: number, pieces: Piece[], order: number[]): void {
    this.#start = start;
    this.#pieces = pieces;
    this.#waiting = order;
    this.#later();
  }

  #later(): void {
    clearTimeout(this.#turn);
    if (this.#waiting.length > 0)
      this.#turn = setTimeout(() => {
        this.#next();
        this.#later();
      });
  }

  #next(): void {
    const at = this.#waiting.shift();
    const piece = at === undefined ? undefined : this.#pieces[at];
    if (!piece) return;
    const from = this.#pieces.slice(0, at).reduce((sum, { length }) => sum + length, this.#start);
    const to = from + piece.length;
    piece.length = piece.text.length;
    this.#view.dispatch({ changes: { from, to, insert: documentOf(piece.text) } });
  }

  #stop(): void {
    clearTimeout(this.#turn);
    this.#waiting = [];
  }
}
