// A view in a frame: the /embed/ page of the loader's origin, for pages of other origins, where workers do not start. Speaks the protocol of
// protocol.ts.
import { inWords } from "../core/unseen";
import type { Callbacks, Mounted } from "./contract";
import type { Incoming, Outgoing } from "./protocol";
import type { Scheme, Start } from "./start";
import { make } from "./static-view";

/** A frame that has not answered after this long gets a message in its place. It may still answer. */
const PATIENCE_MS = 15_000;

/** The content of a message without its type. */
const detailOf = <M extends { type: string }>({ type: _, ...detail }: M) => detail;

export interface FramePlace extends Callbacks {
  root: ShadowRoot;
  start: Start;
  page: URL;
  scheme: () => Scheme;
  /** The frame has its height. */
  ready(): void;
  /** The frame has not answered in time. */
  late(): void;
}

export class FramedView implements Mounted {
  #place: FramePlace;
  #frame: HTMLIFrameElement;
  #life = new AbortController();
  #start: Start;
  #ready = false;
  #late: ReturnType<typeof setTimeout>;

  constructor(place: FramePlace) {
    this.#place = place;
    this.#start = place.start;
    const { signal } = this.#life;
    const src = new URL(`embed/?origin=${encodeURIComponent(location.origin)}`, place.page).href;
    this.#frame = make("iframe", {
      src,
      title: inWords(place.start.label ?? "") || "ytt playground",
      allow: "clipboard-write",
    });
    this.#frame.style.cssText = "display: block; width: 100%; height: 0; border: 0";
    addEventListener("message", (event) => this.#receive(event), { signal });
    this.#late = setTimeout(place.late, PATIENCE_MS);
    place.root.append(this.#frame);
  }

  #receive({ source, origin, data }: MessageEvent<Outgoing & { ytterby: number }>): void {
    const { rendered, changed, failed, ready, mismatched, handled } = this.#place;
    if (source !== this.#frame.contentWindow || origin !== this.#place.page.origin || data?.ytterby !== 1) return;
    const { ytterby: _, ...message } = data;
    switch (message.type) {
      case "ready":
        // A frame that is moved in the document loads anew, and comes here again.
        this.#post({ type: "load", ...this.#start });
        this.paint(this.#place.scheme());
        break;
      case "resize":
        this.#frame.style.height = `${message.height}px`;
        if (this.#ready) break;
        this.#ready = true;
        clearTimeout(this.#late);
        ready();
        break;
      case "change":
        this.#start = { ...this.#start, edited: message.files };
        changed(detailOf(message));
        break;
      case "result":
        rendered(detailOf(message));
        break;
      case "mismatch":
        mismatched(detailOf(message));
        break;
      case "error":
        failed(detailOf(message));
        break;
      case "failure":
        handled(detailOf(message));
    }
  }

  #post(message: Incoming): void {
    this.#frame.contentWindow?.postMessage({ ytterby: 1, ...message }, this.#place.page.origin);
  }

  paint(scheme: Scheme): void {
    this.#post({ type: "set-theme", theme: scheme });
  }

  run(): void {
    this.#post({ type: "run" });
  }

  async load(part: Partial<Start>): Promise<void> {
    const { edited, ...rest } = this.#start;
    this.#start = { ...(part.files || part.src || !edited ? rest : this.#start), ...part };
    this.#post({ type: "load", ...part });
  }

  focus(): void {
    this.#frame.focus();
    this.#post({ type: "focus" });
  }

  end(): void {
    this.#life.abort();
    clearTimeout(this.#late);
    this.#frame.remove();
  }
}
