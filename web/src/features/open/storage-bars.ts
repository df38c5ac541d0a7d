// Bars about storage: the work is not stored, with other ways to save it; or stored data cannot be read. Both stay while that is the case, because
// users who miss them could lose something.
import { nothing } from "lit";
import type { Work } from "../../core/work";
import type { WorkStore } from "../../store/work-store";
import { html } from "../../ui/html";
import { icon, TriangleAlert } from "../../ui/icons";

export interface StorageActions {
  store: WorkStore;
  saveBundle: () => void;
  copyLink: () => void;
  saveText: (name: string, text: string) => void;
  /** Opens a work in place of the user's own. */
  open: (work: Work) => void;
}

const WHY = {
  full: "The browser has no room left, so your work is not kept.",
  blocked: "The browser lets this page store nothing, so your work is not kept.",
};

export function storageBars(actions: StorageActions) {
  const { store } = actions;
  return html`
    ${store.refused && store.pending ? notKept(store.refused, actions) : nothing}
    ${store.unreadable.map((found) => notRead(found, actions))}
  `;
}

function notKept(refused: keyof typeof WHY, { store, saveBundle, copyLink }: StorageActions) {
  return html`
    <section class="opened-bar line bad not-kept" aria-label="Not kept">
      ${icon(TriangleAlert)}
      <p role="alert">${WHY[refused]} It is lost when this tab is closed, unless you take it along.</p>
      <button type="button" class="primary" @click=${saveBundle}>Save as a file</button>
      <button type="button" class="quiet" @click=${copyLink}>Copy a link</button>
      <button type="button" class="quiet" @click=${store.retry}>Try again</button>
    </section>
  `;
}

function notRead({ name, text, work }: WorkStore["unreadable"][number], { store, saveText, open }: StorageActions) {
  const forget = () => void store.forgetUnreadable(name);
  return html`
    <section class="opened-bar line bad not-read" aria-label="Not read">
      ${icon(TriangleAlert)}
      <p role="alert">This browser kept something of an earlier visit that this page cannot read. It is still there, as it was found.</p>
      <button type="button" class="primary" @click=${() => saveText("ytterby-unread.json", text)}>Save it as a file</button>
      ${work && work.files.length > 0 ? html`<button type="button" class="quiet" @click=${() => open(work)}>Open what can be read</button>` : nothing}
      <button type="button" class="quiet" @click=${forget}>Forget it</button>
    </section>
  `;
}
