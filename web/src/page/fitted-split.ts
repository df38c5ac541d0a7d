// The split between the output and the problems. The problems are as high as their content, up to a share of the height, until the user moves the line
// between the two; a double click on that line, or Enter, has them fit their content again.
import type { Widgets } from "../ui/widgets";

/** Smaller differences are of rounding, in percent. */
const SAME = 0.5;

export interface FittedSplitHost {
  root: () => ShadowRoot;
  changed: () => void;
  /** The stored sizes, in percent; `undefined` if they fit the content. */
  stored: number[] | undefined;
  store: (sizes: number[] | undefined) => void;
}

export class FittedSplit {
  #host: FittedSplitHost;
  #fitted: boolean;
  /** While the pointer or the focus is on the line: the sizes that the content had. */
  #measured: number[] | undefined;
  /** The height of the problems while a run goes on, which has none to list. */
  #height: number | undefined;
  readonly #splitter: ReturnType<Widgets["splitter"]>;

  constructor(widgets: Widgets, host: FittedSplitHost) {
    this.#host = host;
    this.#fitted = host.stored?.length !== 2;
    this.#splitter = widgets.splitter({
      id: "result",
      vertical: true,
      panels: [
        { id: "output", minSize: "90px" },
        { id: "problems", minSize: "38px" },
      ],
      sizes: host.stored?.length === 2 ? host.stored : [64, 36],
      resizing: (sizes) => this.#moved(sizes),
      resized: (sizes) => {
        if (!this.#fitted) this.#host.store(sizes);
      },
    });
  }

  get fitted(): boolean {
    return this.#fitted;
  }

  api() {
    return this.#splitter();
  }

  /** Attributes of a pane: while it fits its content, its size is not the splitter's. */
  pane(id: "output" | "problems"): object {
    const { style, ...rest } = this.api().getPanelProps({ id }) as { style?: unknown };
    if (!this.#fitted) return { ...rest, style };
    return id === "problems" && this.#height ? { ...rest, style: { "min-height": `${this.#height}px` } } : rest;
  }

  /** `busy`: a run goes on. Its pane does not collapse, only to grow again. */
  hold(busy: boolean): void {
    if (!busy) this.#height = undefined;
    else this.#height ??= this.#pane("problems")?.getBoundingClientRect().height;
  }

  /** Listeners of the line between the panes. */
  line(): object {
    const fit = () => {
      this.#fitted = true;
      this.#host.store(undefined);
      this.#host.changed();
    };
    const measure = () => this.#measure();
    const forget = () => {
      this.#measured = undefined;
    };
    return {
      title: "Drag to resize; double-click to fit the problems",
      onDblclick: fit,
      onPointerenter: measure,
      onFocusin: measure,
      onPointerleave: forget,
      onFocusout: forget,
      onKeydown: ({ key }: KeyboardEvent) => key === "Enter" && fit(),
    };
  }

  #pane(id: "output" | "problems"): Element | null {
    return this.#host.root().querySelector(`.${id}-pane`);
  }

  /** Gives the splitter the sizes that the panes have, so that resizing starts with them. */
  #measure(): void {
    if (!this.#fitted) return;
    const [output = 0, problems = 0] = (["output", "problems"] as const).map(
      (id) => this.#pane(id)?.getBoundingClientRect().height,
    );
    if (output + problems === 0) return;
    const share = (output / (output + problems)) * 100;
    this.#measured = [share, 100 - share];
    this.api().setSizes(this.#measured);
  }

  #moved([output = 0]: number[]): void {
    const [measured] = this.#measured ?? [];
    if (!this.#fitted || measured === undefined || Math.abs(output - measured) < SAME) return;
    this.#fitted = false;
    this.#host.changed();
  }
}
