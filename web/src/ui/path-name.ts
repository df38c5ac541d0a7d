// A file's path where there may be little room: its folder gives way first, then the middle of the name. How a name ends tells it from others.
import { nothing } from "lit";
import { wholeCharacter } from "../core/unseen";
import { html, seenName } from "./html";

/** As much of the end of a name as always stays. */
const TAIL = 10;
/** Less than this before it is not worth an ellipsis; page.css gives a stem at least as much room. */
const STEM = 3;

export function pathName(path: string) {
  const name = path.lastIndexOf("/") + 1;
  const cut = wholeCharacter(path, path.length - TAIL);
  const tail = cut < name + STEM ? name : cut;
  return html`<span class="path-name">${name > 0 ? html`<span class="folder">${seenName(path.slice(0, name))}</span>` : nothing}${
    tail > name ? html`<span class="stem">${seenName(path.slice(name, tail))}</span>` : nothing
  }<span class="tail">${seenName(path.slice(tail))}</span></span>`;
}
