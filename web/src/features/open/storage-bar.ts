// A bar that says that the work is not stored, with other ways to save it. It stays while that is the case, because users who miss it could lose
// something.
import { nothing } from "lit";
import type { WorkStore } from "../../store/work-store";
import { html } from "../../ui/html";
import { icon, TriangleAlert } from "../../ui/icons";
import type { ShareDialog } from "./share-dialog";

/** Calls a function when the part for sharing is loaded. */
type UseShare = (act: (parts: { share: ShareDialog }) => unknown) => void;

const WHY = {
  full: "This browser’s storage is full, so your edits are not saved.",
  blocked: "This browser blocks storage for this page, so your edits are not saved.",
};

export function storageBar(store: WorkStore, use: UseShare) {
  const { refused } = store;
  if (!refused || !store.pending) return nothing;
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
