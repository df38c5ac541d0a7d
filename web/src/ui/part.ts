// Parts of the page that render themselves: `html`<footer>${part("status", () => …)}</footer>``. A part renders again when a signal that its template
// has read changes; the parts around it do not. All changes of one task lead to one render.
import { effect } from "@preact/signals-core";
import { noChange } from "lit";
import { AsyncDirective, directive } from "lit/async-directive.js";
import { afterAdoption, isAdopting } from "./adoption";

type Template = () => unknown;

const waiting = new Set<Part>();
const listeners = new Set<() => void>();
const counts = new Map<string, number>();
let rendering: Promise<void> | undefined;

/** Resolves when the current state is rendered. */
export const drawn = (): Promise<void> => rendering ?? Promise.resolve();

/** Calls `act` after each render of any part. Returns a function that ends this. */
export function afterRender(act: () => void): () => void {
  listeners.add(act);
  return () => void listeners.delete(act);
}

/** How often parts have been rendered, by name: a test asserts that a change renders only the parts that it concerns. */
export const renderCounts = (): ReadonlyMap<string, number> => counts;

function renderSoon(part: Part): void {
  waiting.add(part);
  rendering ??= Promise.resolve().then(() => {
    // Rendering may add parts to the set, which are then visited as well.
    for (const one of waiting) {
      waiting.delete(one);
      one.renderAgain();
    }
    rendering = undefined;
    for (const act of listeners) act();
  });
}

class Part extends AsyncDirective {
  #name = "";
  #template: Template = () => undefined;
  #stop = () => {};

  /** Also without a browser, for the first view. */
  render(_name: string, template: Template): unknown {
    return template();
  }

  override update(_: unknown, [name, template]: [string, Template]): unknown {
    this.#name = name;
    this.#template = template;
    return this.#run();
  }

  #run(): unknown {
    this.#stop();
    waiting.delete(this);
    counts.set(this.#name, (counts.get(this.#name) ?? 0) + 1);
    let content: unknown;
    let isDone = false;
    this.#stop = effect(() => {
      // The second run is due to a change. It reads no signals, so that there is no third.
      if (isDone) return renderSoon(this);
      content = this.#template();
      isDone = true;
    });
    return content;
  }

  renderAgain(): void {
    if (this.isConnected) this.setValue(this.#run());
  }

  override disconnected(): void {
    this.#stop();
    waiting.delete(this);
  }

  override reconnected(): void {
    renderSoon(this);
  }
}

/** `name` is that of the part in `renderCounts`. */
export const part = directive(Part);

/** A part that the page does not adopt from the build, as it shows the progress of the page. */
class OwnPart extends Part {
  override update(part: unknown, values: [string, Template]): unknown {
    if (!isAdopting()) return super.update(part, values);
    afterAdoption(() => this.setValue(super.update(part, values)));
    return noChange;
  }
}

export const ownPart = directive(OwnPart);
