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
  full: "This browser’s storage is full, so your edits are not saved.",
  blocked: "This browser blocks storage for this page, so your edits are not saved.",
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
    <section class="opened-bar line bad not-kept" aria-label="Not saved">
      ${icon(TriangleAlert)}
      <p role="alert">${WHY[refused]} Closing this tab loses them, unless you save a copy first.</p>
      <button type="button" class="primary" @click=${saveBundle}>Save as file</button>
      <button type="button" class="quiet" @click=${copyLink}>Copy link</button>
      <button type="button" class="quiet" @click=${store.retry}>Try again</button>
    </section>
  `;
}

function notRead({ name, text, work }: WorkStore["unreadable"][number], { store, saveText, open }: StorageActions) {
  const forget = () => void store.forgetUnreadable(name);
  return html`
    <section class="opened-bar line bad not-read" aria-label="Unreadable playground">
      ${icon(TriangleAlert)}
      <p role="alert">This browser has a saved playground that this page cannot read. It has not been changed.</p>
      <button type="button" class="primary" @click=${() => saveText("ytterby-unread.json", text)}>Save as file</button>
      ${work && work.files.length > 0 ? html`<button type="button" class="quiet" @click=${() => open(work)}>Open what can be recovered</button>` : nothing}
      <button type="button" class="quiet" @click=${forget}>Delete it</button>
    </section>
  `;
}
