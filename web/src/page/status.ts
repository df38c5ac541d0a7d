// The status bar: the result of the latest run, the last action with its undo, and whether the work is stored.
import { nothing } from "lit";
import { classMap } from "lit/directives/class-map.js";
import { headlineText } from "../components/problem-text";
import { YTT_VERSION } from "../content/ytt-version";
import { extended } from "../core/extension";
import { renderedIn } from "../core/rendered-in";
import { knows } from "../engine/answer";
import { firstOf } from "../features/problems/first-problem";
import { hasErrors, summary } from "../features/problems/problems";
import type { Refusal } from "../store/work-store";
import { html } from "../ui/html";
import { icon, Square } from "../ui/icons";
import { spread } from "../ui/spread";
import { statusText } from "../workbench/status-text";
import type { Page } from "./page";

const REFUSED: Record<Refusal, string> = {
  full: "storage is full",
  blocked: "the browser blocks storage",
};

export function statusBar(page: Page) {
  const { workbench, panes, touchTyping, dialogs, focus, announcer } = page;
  const { session, notices, project, counted, chosenValue, usesList } = workbench;
  const { refused } = page.store;
  const reload = page.reload.value;
  const notice = notices.current;
  const undo = () => {
    notices.undo();
    // The button is gone. On a phone, the keyboard would open.
    if (panes.wide) focus.editor();
  };
  const { slow, response, isForeseen, milliseconds, trouble } = session;
  const answered = response && !isForeseen && !trouble && !slow;
  // The first problem, if there is no space for a list.
  const first = panes.narrow && touchTyping.compact ? firstOf(session) : undefined;
  const wrong = summary(counted);
  const bad = hasErrors(session);
  return html`
    <footer class=${classMap({ slow, bad, warned: !bad && wrong !== "" })}>
      <span class="light" aria-hidden="true"></span>
      ${answered && first ? html`<span class="headline ellipsis">${headlineText(first)}</span>` : answered ? html`<button type="button" class="time" title="Show where the time goes" @click=${dialogs.costs}>${renderedIn(milliseconds, knows(response, "output"))}</button>` : html`<span>${statusText(session, counted)}</span>`}
      ${answered ? verdict(wrong, focus.listProblems) : nothing}
      ${slow ? html`<button type="button" class="stop" @click=${() => session.stop()}>${icon(Square)} Stop</button>` : nothing}
      ${chosenValue?.text && usesList ? html`<button type="button" class="chosen-value" title="List these places (Shift F12). They are marked in the files and in the output; Escape removes the marks." data-spread=${spread(usesList.menu.button())}>${chosenValue.text}</button>` : nothing}${usesList?.render() ?? nothing}
      <span class="spring"></span>
      <span class=${classMap({ notice: true, refused: notice?.refused ?? false })} role="status" title=${notice?.text ?? nothing}><span class="notice-text">${notice?.text ?? nothing}</span>
        ${notice?.undo ? html`<button type="button" class="quiet" @click=${undo}>Undo</button>` : nothing}</span>
      ${reload ? html`<span class="news" role="status">A new version is available. <button type="button" class="quiet" @click=${reload}>Reload</button></span>` : nothing}
      <span class="as-ytt" data-apart><button type="button" title="About this version, and differences from it" @click=${dialogs.version}>ytt ${YTT_VERSION}</button>${extended(project.commandLine) ? " with the schema proposal" : nothing}</span>
      <span class=${refused ? "stored refused" : "stored"} title=${refused ? nothing : "Saved until you clear this site’s data. Private windows lose it when you close the last one."}>${refused ? `Not saved: ${REFUSED[refused]}` : "Saved in this browser"}</span>
      <span class="for-readers" role="status" aria-live="polite">${announcer.text}</span>
      <span class="for-readers chosen-spoken" role="status">${chosenValue?.spoken ?? ""}</span>
    </footer>
  `;
}

const verdict = (wrong: string, list: () => void) =>
  wrong
    ? html`<button type="button" class="verdict" title="Go to the list of problems" @click=${list}>${wrong}</button>`
    : html`<span class="verdict">No problems</span>`;
