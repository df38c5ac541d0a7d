// A long text in parts. A browser lays a text of megabytes out in one go, and nothing else happens meanwhile; here it comes in blocks of lines, a
// few at a time, and those that are not seen are not laid out. It can be selected, copied and looked for as a whole.

import { AsyncDirective } from "lit/async-directive.js";
import { directive } from "lit/directive.js";
import { html, seen } from "./html";

/** Shorter texts are one piece. */
const MOST_WHOLE = 20_000;
const LINES = 100;
/** How many blocks are added at a time. */
const BLOCKS = 20;

/** Cut behind every hundredth line end. The blocks stand below one another, so they do without the last one. */
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
  #draw: Draw = seen;
  #waiting = false;

  render(text: string, draw: Draw = seen): unknown {
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

/** `longText(text)` in a `pre`; `draw` makes of a block what stands there. */
export const longText = directive(LongText);
