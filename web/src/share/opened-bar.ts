// The line that says that what is open is not the visitor's own work, or why what the address names is not open, with the ways on from there.
import { html, nothing } from "lit";
import { icon, Link2, RotateCcw, Save, Undo2 } from "../page/icons";
import type { Opening } from "./opening";

export function openedBar(opening: Opening) {
  const { trouble, asking, shared, loading, label } = opening;
  if (asking !== undefined)
    return bar(
      html`This address names a gist. Loading it asks GitHub, and nobody else: <code>${asking}</code>`,
      html`
        <button type="button" class="primary" @click=${opening.loadAsked}>Load the gist</button>
        ${back(opening)}
      `,
    );
  if (loading && !shared) return bar(html`Opening …`, nothing);
  if (trouble)
    return html`
      <section class="opened-bar bad" aria-label="What was opened">
        <p role="alert">${trouble.message}</p>
        ${trouble.read && !shared ? html`<button type="button" class="primary" @click=${opening.showRead}>Show what could be read</button>` : nothing}
        <button type="button" class="quiet" @click=${opening.dismiss}>${shared ? "Close" : "Back to my work"}</button>
      </section>
    `;
  if (!shared) return nothing;
  const { edited } = opening;
  return bar(
    html`${label}${edited ? html` <span class="edited">with your changes</span>` : nothing}`,
    html`
      ${edited ? html`<button type="button" class="quiet" title="As it was shared" @click=${opening.startOver}>${icon(RotateCcw)} Start over</button>` : nothing}
      <button type="button" class="quiet" title="Make it your own work; what that is now is kept" @click=${opening.keepAsMine}>${icon(Save)} Keep as my work</button>
      ${back(opening)}
    `,
  );
}

const bar = (text: unknown, actions: unknown) => html`
  <section class="opened-bar" aria-label="What was opened">${icon(Link2)}<p>${text}</p>${actions}</section>
`;

const back = ({ back }: Opening) =>
  html`<button type="button" class="quiet" title="Your own work is as you left it" @click=${back}>${icon(Undo2)} Back to my work</button>`;
