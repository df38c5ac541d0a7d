// The status bar: the result of the latest run, the last action with its undo, and whether the work is stored.
import { nothing } from "lit";
import { classMap } from "lit/directives/class-map.js";
import { YTT_VERSION } from "../content/ytt-version";
import { renderedIn } from "../core/rendered-in";
import type { Session } from "../engine/session";
import type { Diagnostic } from "../engine/types";
import { hasErrors, summary } from "../features/problems/problems";
import type { Refusal } from "../store/work-store";
import { html } from "../ui/html";
import { icon, Square } from "../ui/icons";
import type { Notice } from "../ui/notices";
import { spread } from "../ui/spread";
import { statusText } from "../workbench/status-text";
import type { UsesList } from "../workbench/uses-list";

const REFUSED: Record<Refusal, string> = {
  full: "storage is full",
  blocked: "the browser blocks storage",
};

interface StatusBarState {
  notice: Notice | undefined;
  undo: () => void;
  /** Why the browser does not store the work, if so. */
  refused: Refusal | undefined;
  /** The text for screen readers. */
  spoken: string;
  /** Loads the new version of the page, if there is one. */
  reload: (() => void) | undefined;
  /** The command line goes beyond ytt. */
  beyond: boolean;
  /** Opens the page about the version of ytt. */
  about: () => void;
  /** Opens the dialog about where the time of the run goes. */
  costs: () => void;
  /** What counts as a problem. */
  counted: Diagnostic[];
  /** Goes to the list of problems. */
  list: () => void;
  /** What is marked of the chosen data value, in words. */
  chosen: string;
  /** The list of these places. */
  uses: UsesList | undefined;
  /** The same for screen readers. */
  chosenSpoken: string;
  /** The first problem in words, where there is no space for a list. */
  headline: string | undefined;
}

export function statusBar(session: Session, state: StatusBarState) {
  const {
    notice,
    undo,
    refused,
    spoken,
    reload,
    beyond,
    about,
    costs,
    counted,
    list,
    chosen,
    uses,
    chosenSpoken,
    headline,
  } = state;
  const { slow, response, milliseconds, trouble } = session;
  const answered = response && !trouble && !slow;
  const wrong = summary(counted);
  const bad = hasErrors(session);
  return html`
    <footer class=${classMap({ slow, bad, warned: !bad && wrong !== "" })}>
      <span class="light" aria-hidden="true"></span>
      ${answered && headline ? html`<span class="headline">${headline}</span>` : answered ? html`<button type="button" class="time" title="Show where the time goes" @click=${costs}>${renderedIn(milliseconds)}</button>` : html`<span>${statusText(session, counted)}</span>`}
      ${answered ? verdict(wrong, list) : nothing}
      ${slow ? html`<button type="button" class="stop" @click=${() => session.stop()}>${icon(Square)} Stop</button>` : nothing}
      ${chosen && uses ? html`<button type="button" class="chosen-value" title="List these places (Shift F12). They are marked in the files and in the output; Escape removes the marks." ${spread(uses.menu.button())}>${chosen}</button>${uses.render()}` : nothing}
      <span class="spring"></span>
      <span class=${classMap({ notice: true, refused: notice?.refused ?? false })} role="status" title=${notice?.text ?? nothing}><span class="notice-text">${notice?.text ?? nothing}</span>
        ${notice?.undo ? html`<button type="button" class="quiet" @click=${undo}>Undo</button>` : nothing}</span>
      ${reload ? html`<span class="news" role="status">A new version is available. <button type="button" class="quiet" @click=${reload}>Reload</button></span>` : nothing}
      <span class="as-ytt" data-apart><button type="button" title="About this version, and differences from it" @click=${about}>ytt ${YTT_VERSION}</button>${beyond ? " with the schema proposal" : nothing}</span>
      <span class=${refused ? "stored refused" : "stored"} title=${refused ? nothing : "Saved until you clear this site’s data. Private windows lose it when you close the last one."}>${refused ? `Not saved: ${REFUSED[refused]}` : "Saved in this browser"}</span>
      <span class="for-readers" role="status" aria-live="polite">${spoken}</span>
      <span class="for-readers chosen-spoken" role="status">${chosenSpoken}</span>
    </footer>
  `;
}

const verdict = (wrong: string, list: () => void) =>
  wrong
    ? html`<button type="button" class="verdict" title="Go to the list of problems" @click=${list}>${wrong}</button>`
    : html`<span class="verdict">No problems</span>`;
