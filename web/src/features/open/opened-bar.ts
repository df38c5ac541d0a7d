// The bars about what is open if it is not the user's own work, in the header where there is space; and why an address could not be opened, with
// possible actions.
import { nothing } from "lit";
import { classMap } from "lit/directives/class-map.js";
import { html } from "../../ui/html";
import { BookOpen, icon, Link2, RotateCcw, Save, TriangleAlert, Undo2 } from "../../ui/icons";
import { drawn } from "../../ui/part";
import { isTouch } from "../../ui/touch";
import type { Opening } from "./opening";

/** If there is a keyboard on the screen, the name gets the focus: in the text, the keyboard would open. */
const openFile = () =>
  isTouch() ? '.file-tab[aria-selected="true"], .file-pane.chosen .file-name button' : ".file-pane.chosen .cm-content";

/** A button may be removed by its action: the focus then moves to the open file. */
const acting = (act: () => unknown) => async (event: Event) => {
  const button = event.currentTarget as HTMLElement;
  const root = button.getRootNode() as ShadowRoot;
  await act();
  await drawn();
  if (!button.isConnected) root.querySelector<HTMLElement>(openFile())?.focus();
};

/** The open work, with actions. */
export function openedBar(opening: Opening) {
  const { shared, sharedName, label, edited, address } = opening;
  if (!shared) return nothing;
  return html`
    <section class="opened-bar" aria-label="Open playground">
      ${icon(address.kind === "example" ? BookOpen : Link2)}
      <p title=${label}>${label}</p>
      ${edited ? html`<span class="edited">edited</span>` : nothing}
      ${edited ? html`<button type="button" class="quiet" aria-label="Reset" title="Reset to the ${sharedName}" @click=${acting(opening.startOver)}>${icon(RotateCcw)} <span class="long">Reset</span></button>` : nothing}
      <button type="button" class="quiet" aria-label="Save as my playground" title="Make this your playground; the current one moves to Recent playgrounds" @click=${acting(opening.keepAsMine)}>${icon(Save)} Save <span class="long">as my playground</span></button>
      <button type="button" class="quiet" aria-label="Back to my playground" title="Go back to your own playground, as you left it" @click=${acting(opening.back)}>${icon(Undo2)} Back <span class="long">to my playground</span></button>
    </section>
  `;
}

/** A message that needs a decision or attention. In a line of its own, as it is a sentence or two. */
export function openingBar(opening: Opening) {
  const { trouble, unconfirmedGist, shared, loading } = opening;
  const line = (content: unknown, bad = false) =>
    html`<section class=${classMap({ "opened-bar": true, line: true, bad })} aria-label=${shared ? "Requested link" : "Open playground"}>${content}</section>`;
  const back = html`<button type="button" class="quiet" @click=${acting(opening.back)}>Back to my playground</button>`;
  if (unconfirmedGist !== undefined)
    return line(
      html`${icon(Link2)}<p>This link opens a gist. Loading it contacts GitHub only: <code>${unconfirmedGist}</code></p>
        <button type="button" class="primary" @click=${acting(opening.loadAsked)}>Load the gist</button> ${shared ? nothing : back}`,
    );
  if (loading && !shared) return line(html`${icon(Link2)}<p role="status">Opening…</p>`);
  if (!trouble) return nothing;
  return line(
    html`
      ${icon(TriangleAlert)}
      <p role="alert">${trouble.message}</p>
      ${trouble.read ? html`<button type="button" class="primary" @click=${acting(opening.showRead)}>Open what could be recovered</button>` : nothing}
      ${shared ? html`<button type="button" class="quiet" @click=${acting(opening.dismiss)}>Close</button>` : back}
    `,
    true,
  );
}
