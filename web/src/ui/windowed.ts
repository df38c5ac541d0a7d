// Long lists and tables: only visible rows are rendered, and some around them; one empty row above and one below have the height of the others. Short
// ones are rendered completely, like any other template.
import { nothing } from "lit";
import { AsyncDirective } from "lit/async-directive.js";
import { type ChildPart, directive, type PartInfo, PartType } from "lit/directive.js";
import { repeat } from "lit/directives/repeat.js";
import { html } from "./html";

/** Lists with fewer rows are rendered completely. */
const MOST_WHOLE = 120;
/** Rows are added and removed in chunks of this size. */
const CHUNK = 4;
/** Estimated height of a row that has not been rendered. */
const GUESS = 32;

/** Renders a row as one element. */
type Draw = (item: unknown, at: number) => unknown;
/** The row in place of those that are not rendered. Its height is set by property: the Content-Security-Policy rejects style attributes. */
type Gap = (style: string) => unknown;

export const listGap: Gap = (style) => html`<li class="gap" aria-hidden="true" .style=${style}></li>`;

/** For a table with this number of columns: a wider gap would add further ones, which take space. */
export const tableGap =
  (columns: number): Gap =>
  (style) =>
    html`<tr class="gap" aria-hidden="true"><td colspan=${columns} .style=${style}></td></tr>`;

/** Whether a list is too long to be rendered completely. */
export const isLong = (rows: readonly unknown[]): boolean => rows.length > MOST_WHOLE;

/** The scrolling ancestor of an element. */
function scrollerOf(element: Element): Element | undefined {
  for (let around = element.parentElement; around; around = around.parentElement)
    if (/auto|scroll/.test(getComputedStyle(around).overflowY)) return around;
  return document.scrollingElement ?? undefined;
}

class Windowed extends AsyncDirective {
  #part: ChildPart | undefined;
  #items: readonly unknown[] = [];
  #draw: Draw = () => nothing;
  #gap: Gap = listGap;
  /** The rendered chunks: first, and after the last. */
  #from = 0;
  #to = 9;
  /** Measured heights of chunks. */
  #heights: number[] = [];
  /** Estimated height of the others. */
  #usual = GUESS * CHUNK;
  #scroller: Element | undefined;
  #following: ResizeObserver | undefined;
  #pending = false;

  constructor(part: PartInfo) {
    super(part);
    if (part.type !== PartType.CHILD) throw new TypeError("windowed() belongs between tags");
  }

  render(items: readonly unknown[], draw: Draw, _gap: Gap): unknown {
    return items.map(draw);
  }

  override update(part: ChildPart, [items, draw, gap]: Parameters<this["render"]>): unknown {
    this.#part = part;
    if (!isLong(items)) {
      this.#leave();
      return repeat(items, (_, at) => at, draw);
    }
    if (items.length < this.#items.length) this.#heights.length = Math.floor(items.length / CHUNK);
    this.#items = items;
    this.#draw = draw;
    this.#gap = gap;
    this.#soon();
    return this.#drawn();
  }

  /** Once the rows are in the document. */
  #soon(): void {
    if (this.#pending) return;
    this.#pending = true;
    requestAnimationFrame(() => {
      this.#pending = false;
      if (this.isConnected) this.#look();
    });
  }

  get #chunks(): number {
    return Math.ceil(this.#items.length / CHUNK);
  }

  #height(chunk: number): number {
    const known = this.#heights[chunk];
    if (known !== undefined) return known;
    return chunk === this.#chunks - 1 ? (this.#usual * (this.#items.length - chunk * CHUNK)) / CHUNK : this.#usual;
  }

  #sum(from: number, to: number): number {
    let sum = 0;
    for (let chunk = from; chunk < to; chunk++) sum += this.#height(chunk);
    return Math.round(sum);
  }

  #drawn(): unknown {
    const to = Math.min(this.#to, this.#chunks);
    const from = Math.max(0, Math.min(this.#from, to - 1));
    const first = from * CHUNK;
    const rows = this.#items.slice(first, to * CHUNK);
    const gap = (height: number) => this.#gap(`height: ${height}px`);
    return [
      gap(this.#sum(0, from)),
      repeat(
        rows,
        (_, at) => first + at,
        (item, at) => this.#draw(item, first + at),
      ),
      gap(this.#sum(to, this.#chunks)),
    ];
  }

  /** The rendered rows, with the gaps before and after them. */
  #elements(): Element[] {
    const { startNode, endNode } = this.#part ?? {};
    const all: Element[] = [];
    for (let node = startNode?.nextSibling ?? null; node && node !== endNode; node = node.nextSibling)
      if (node instanceof Element) all.push(node);
    return all;
  }

  #follow(element: Element): void {
    const scroller = scrollerOf(element);
    if (scroller === this.#scroller) return;
    this.#leave();
    this.#scroller = scroller;
    if (!scroller) return;
    scroller.addEventListener("scroll", this.#moved, { passive: true });
    this.#following = new ResizeObserver(this.#moved);
    this.#following.observe(scroller);
  }

  #leave(): void {
    this.#scroller?.removeEventListener("scroll", this.#moved);
    this.#following?.disconnect();
    this.#scroller = undefined;
  }

  #moved = (): void => this.#look();

  /** Renders the visible rows, if they are others than before. */
  #look(): void {
    const elements = this.#elements();
    const [before] = elements;
    const behind = elements.at(-1);
    if (!before || !behind || !isLong(this.#items)) return;
    this.#follow(before);
    const view = this.#scroller?.getBoundingClientRect();
    // Not displayed.
    if (!view || view.height === 0) return;
    this.#measure(elements);
    const top = view.top - before.getBoundingClientRect().top;
    const needed = this.#between(top - view.height / 2, top + view.height * 1.5);
    if (needed.from === this.#from && needed.to === this.#to) return;
    this.#from = needed.from;
    this.#to = needed.to;
    this.setValue(this.#drawn());
    this.#soon();
  }

  #measure(elements: Element[]): void {
    const tops = elements.map((element) => element.getBoundingClientRect().top);
    for (let chunk = this.#from, at = 1; at + CHUNK < elements.length; chunk++, at += CHUNK)
      this.#heights[chunk] = (tops[at + CHUNK] ?? 0) - (tops[at] ?? 0);
    const seen = this.#heights.filter((height) => height > 0);
    if (seen.length > 0) this.#usual = seen.reduce((sum, height) => sum + height, 0) / seen.length;
  }

  /** The chunks between two offsets. */
  #between(low: number, high: number): { from: number; to: number } {
    let from = 0;
    let top = 0;
    while (from < this.#chunks - 1 && top + this.#height(from) < low) top += this.#height(from++);
    let to = from + 1;
    top += this.#height(from);
    while (to < this.#chunks && top < high) top += this.#height(to++);
    return { from, to };
  }

  protected override disconnected(): void {
    this.#leave();
  }

  protected override reconnected(): void {
    this.#soon();
  }
}

/** `windowed(rows, draw, gap)` between the tags of a list or a table body. */
export const windowed = <Item>(rows: readonly Item[], draw: (row: Item, at: number) => unknown, gap: Gap) =>
  drawn(rows, draw as Draw, gap);

const drawn = directive(Windowed);
