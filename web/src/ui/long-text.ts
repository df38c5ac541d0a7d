// A long text in blocks. A browser lays out a text of megabytes in one go, and blocks the page meanwhile; here blocks of lines are added a few at a
// time, and hidden ones are not laid out. The text can be selected, copied and searched as a whole.

import { AsyncDirective } from "lit/async-directive.js";
import { directive } from "lit/directive.js";
import { html, markInvisible } from "./html";

/** Shorter texts are one block. */
const MOST_WHOLE = 20_000;
const LINES = 100;
/** Number of blocks that are added at a time. */
const BLOCKS = 20;

/** Splits a text after every hundredth line. Blocks are separate elements, so the last line feed of each is left out. */
function blocksOf(text: string): string[] {
  const blocks: string[] = [];
  let from = 0;
  let lines = 0;
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) {
    if (++lines % LINES !== 0) continue;
    blocks.push(text.slice(from, at));
    from = at + 1;
  }
  if (from < text.length) blocks.push(text.slice(from));
  return blocks;
}

type Draw = (block: string) => unknown;

class LongText extends AsyncDirective {
  #text = "";
  #blocks: string[] = [];
  #drawn: unknown[] = [];
  #draw: Draw = markInvisible;
  #waiting = false;

  render(text: string, draw: Draw = markInvisible): unknown {
    if (text.length <= MOST_WHOLE) {
      this.#text = "";
      this.#blocks = [];
      return draw(text);
    }
    if (text !== this.#text) {
      this.#text = text;
      this.#blocks = blocksOf(text);
      this.#drawn = [];
      this.#draw = draw;
      this.#more();
    }
    return this.#drawn;
  }

  #more(): void {
    const next = this.#blocks.slice(this.#drawn.length, this.#drawn.length + BLOCKS);
    this.#drawn = [...this.#drawn, ...next.map((block) => html`<span class="block">${this.#draw(block)}</span>`)];
    if (this.#waiting || this.#drawn.length === this.#blocks.length) return;
    this.#waiting = true;
    setTimeout(() => {
      this.#waiting = false;
      if (!this.isConnected || this.#blocks.length === 0) return;
      this.#more();
      this.setValue(this.#drawn);
    });
  }

  protected override reconnected(): void {
    if (this.#drawn.length < this.#blocks.length) this.#more();
    this.setValue(this.#drawn);
  }
}

/** `longText(text)` in a `pre`; `draw` renders a block. */
export const longText = directive(LongText);
