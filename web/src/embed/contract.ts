// The contract of the loader and the view. A browser may have cached an earlier loader, so this is versioned: the build writes the view to
// `embed/view-1.js`, and an incompatible contract has to get another number, with the earlier file still there. The protocol between the loader and
// a frame is versioned in the same way (protocol.ts).
import type {
  ChangeDetail,
  ErrorDetail,
  HandledFailure,
  MismatchDetail,
  RenderedDetail,
} from "../../embed/embed-module.js";
import type { Start } from "./start";

/** The view, from the loader's address. */
export const VIEW = "embed/view-1.js";

export interface Callbacks {
  rendered(detail: RenderedDetail): void;
  changed(detail: ChangeDetail): void;
  failed(detail: ErrorDetail): void;
  /** A failure without consequences for the reader. */
  handled(failure: HandledFailure): void;
  /** The result of the unchanged example is not its expected output. */
  mismatched(detail: MismatchDetail): void;
}

export interface Place extends Callbacks {
  host: HTMLElement;
  root: ShadowRoot;
  start: Start;
  /** The address of the playground's page. */
  page: string;
  /** Whether to move the focus into the view. */
  focus: boolean;
  /** Adopted after the view's own style sheets. */
  sheets: CSSStyleSheet[];
  /** Aborted when the element is removed before `mount` has resolved. */
  signal: AbortSignal;
}

/** An embed in use. */
export interface Mounted {
  run(): void;
  /** Replaces the named parts, and nothing else. */
  load(part: Partial<Start>): Promise<void>;
  focus(): void;
  end(): void;
}

export interface View {
  mount(place: Place): Promise<Mounted>;
}
