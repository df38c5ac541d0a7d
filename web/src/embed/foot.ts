// The line below an embed: the state of the latest run, Stop, Reset, and the link to the playground.
import { nothing } from "lit";
import { classMap } from "lit/directives/class-map.js";
import { inMilliseconds } from "../core/rendered-in";
import type { Session } from "../engine/session";
import { wrongIn } from "../features/problems/problems";
import { html } from "../ui/html";
import { icon, RotateCcw, Square, SquareArrowRight } from "../ui/icons";
import type { Notices } from "../ui/notices";
import { statusText } from "../workbench/status-text";

export interface FootHost {
  session: Session;
  notices: Notices;
  narrow: boolean;
  /** There are changes to discard. */
  edited: boolean;
  reset: () => void;
  /** The address of the playground, which `freshLink` updates when the link is used. */
  href: string;
  freshLink: (event: Event) => void;
}

export function foot({ session, notices, narrow, edited, reset, href, freshLink }: FootHost) {
  const { slow, response, milliseconds, trouble } = session;
  const { current: notice } = notices;
  const wrong = wrongIn(session) > 0;
  const answered = response && !trouble && !slow;
  return html`
    <div class=${classMap({ foot: true, slow, bad: wrong })}>
      <span class="light" aria-hidden="true"></span>
      <span class="status ellipsis" role="status">${notice?.text ?? statusText(session)}</span>
      ${notice?.undo ? html`<button type="button" class="quiet" @click=${() => notices.undo()}>Undo</button>` : nothing}
      ${answered && !notice ? html`<span class="time">${inMilliseconds(milliseconds)}</span>` : nothing}
      ${slow ? html`<button type="button" class="stop" @click=${() => session.stop()}>${icon(Square)} Stop</button>` : nothing}
      ${answered || trouble || slow ? nothing : html`<progress aria-label="Loading the engine"></progress>`}
      <span class="spring"></span>
      ${edited ? html`<button type="button" class="quiet" title="Discard your changes" @click=${reset}>${icon(RotateCcw)} Reset</button>` : nothing}
      <a class="quiet" href=${href} target="_blank" rel="noopener" aria-label="Open in the playground" @pointerdown=${freshLink} @click=${freshLink}>${icon(SquareArrowRight)} ${narrow ? "Open" : "Open in the playground"}</a>
    </div>
  `;
}
