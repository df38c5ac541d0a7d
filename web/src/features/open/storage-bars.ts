// Bars about storage: the work is not stored, with other ways to save it; or stored data cannot be read. Both stay while that is the case, because
// users who miss them could lose something.
import { nothing } from "lit";
import type { Work } from "../../core/work";
import type { WorkStore } from "../../store/work-store";
import { html } from "../../ui/html";
import { icon, TriangleAlert } from "../../ui/icons";
import type { Opening } from "./opening";
import type { ShareDialog } from "./share-dialog";

/** Calls a function when the part for sharing is loaded. */
type UseShare = (act: (parts: { share: ShareDialog }) => unknown) => void;

const WHY = {
  full: "This browser’s storage is full, so your edits are not saved.",
  blocked: "This browser blocks storage for this page, so your edits are not saved.",
};

export function storageBars(store: WorkStore, opening: Opening, use: UseShare) {
  return html`
    ${store.refused && store.pending ? notStored(store, store.refused, use) : nothing}
    ${store.unreadable.map((found) => notRead(store, found, opening, use))}
  `;
}

function notStored(store: WorkStore, refused: keyof typeof WHY, use: UseShare) {
  return html`
    <section class="opened-bar line bad not-kept" aria-label="Not saved">
      ${icon(TriangleAlert)}
      <p role="alert">${WHY[refused]} Closing this tab loses them, unless you save a copy first.</p>
      <button type="button" class="primary" @click=${() => use(({ share }) => share.saveBundle())}>Save as file</button>
      <button type="button" class="quiet" @click=${() => use(({ share }) => share.copyLink())}>Copy link</button>
      <button type="button" class="quiet" @click=${store.retry}>Try again</button>
    </section>
  `;
}

function notRead(
  store: WorkStore,
  { name, text, work }: WorkStore["unreadable"][number],
  opening: Opening,
  use: UseShare,
) {
  const save = () => use(({ share }) => share.save("ytterby-unread.json", text, "application/json"));
  const open = (work: Work) => opening.replaceOwn(work, "Opened the recovered files.");
  const forget = () => void store.forgetUnreadable(name);
  return html`
    <section class="opened-bar line bad not-read" aria-label="Unreadable playground">
      ${icon(TriangleAlert)}
      <p role="alert">This browser has a saved playground that this page cannot read. It has not been changed.</p>
      <button type="button" class="primary" @click=${save}>Save as file</button>
      ${work && work.files.length > 0 ? html`<button type="button" class="quiet" @click=${() => open(work)}>Open what can be recovered</button>` : nothing}
      <button type="button" class="quiet" @click=${forget}>Delete it</button>
    </section>
  `;
}
