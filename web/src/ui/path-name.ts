// The path of a file, for narrow columns: first the folder is shortened, then the middle of the name. Its end distinguishes it from other names.
import { nothing } from "lit";
import { wholeCharacter } from "../core/unseen";
import { html, markInvisibleInName } from "./html";

/** Characters at the end of a name that are always visible. */
const TAIL = 10;
/** Shorter stems are not shortened; files.css gives each part a width of at least two. */
const STEM = 3;

export function pathName(path: string) {
  const name = path.lastIndexOf("/") + 1;
  const cut = wholeCharacter(path, path.length - TAIL);
  const tail = cut < name + STEM ? name : cut;
  return html`<span class="path-name">${name > 0 ? html`<span class="folder">${markInvisibleInName(path.slice(0, name))}</span>` : nothing}${
    tail > name ? html`<span class="stem">${markInvisibleInName(path.slice(name, tail))}</span>` : nothing
  }<span class="tail">${markInvisibleInName(path.slice(tail))}</span></span>`;
}
