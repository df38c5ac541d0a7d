// Sets on an element what a function returns for it, such as the attributes of a tab: `<button data-spread=${spread(tabs.tab("output"))}>`. The element has no
// attribute `data-spread`.
import { noChange } from "lit";
import { type AttributePart, Directive, directive } from "lit/directive.js";
import { inWords } from "../core/unseen";
import { READ } from "./html";

/** Attributes by name, `false` or `undefined` for none; listeners such as `onclick`; properties of the style. */
export interface Attributes {
  [name: string]: string | number | boolean | undefined | ((event: never) => void) | Record<string, string>;
  style?: Record<string, string>;
}

class Spread extends Directive {
  #last: Attributes = {};

  /** During the build, which puts the attributes of this JSON in place of `data-spread`. Listeners are not in it. */
  render(attributes: Attributes): unknown {
    return JSON.stringify(attributes);
  }

  override update({ element }: AttributePart, [attributes]: [Attributes]) {
    const last = this.#last;
    this.#last = attributes;
    for (const name of new Set([...Object.keys(last), ...Object.keys(attributes)])) {
      const value = attributes[name];
      if (name === "style") setStyle(element as HTMLElement, last.style, attributes.style);
      else if (value === last[name]) continue;
      else if (name.startsWith("on")) Object.assign(element, { [name]: value ?? null });
      else if (value === undefined || value === false) element.removeAttribute(name);
      else element.setAttribute(name, value === true ? "" : READ.test(name) ? inWords(String(value)) : String(value));
    }
    return noChange;
  }
}

/** One property at a time: the Content-Security-Policy rejects style attributes. */
function setStyle({ style }: HTMLElement, last: Attributes["style"] = {}, now: Attributes["style"] = {}): void {
  for (const name of Object.keys(last)) if (!(name in now)) style.removeProperty(name);
  for (const [name, value] of Object.entries(now)) if (value !== last[name]) style.setProperty(name, value);
}

export const spread = directive(Spread);
