// The parts of a browser that the page uses while it is constructed and rendered, for its first view. Imported before the page's own modules.
import { escaped } from "./static-html";

const location = { hash: "", pathname: "/", search: "", href: "http://localhost/" };

/** Sets the fragment of the address for the next page. */
export function visit(hash: string): void {
  location.hash = hash;
}

/** An SVG element, as icons.ts creates it. */
class SvgElement {
  #tag: string;
  #attributes: string[] = [];
  #children: SvgElement[] = [];

  constructor(tag: string) {
    this.#tag = tag;
  }

  setAttribute(name: string, value: string): void {
    this.#attributes.push(` ${name}="${escaped(value)}"`);
  }

  appendChild(child: SvgElement): void {
    this.#children.push(child);
  }

  get outerHTML(): string {
    const inside = this.#children.map(({ outerHTML }) => outerHTML).join("");
    return `<${this.#tag}${this.#attributes.join("")}>${inside}</${this.#tag}>`;
  }
}

/** The window has every width. */
function matches(query: string): boolean {
  if (query === "(pointer: coarse)") return false;
  if (query.includes("width")) return true;
  throw new Error(`the first view does not know whether ${query} matches`);
}

const nowhere = { addEventListener() {}, removeEventListener() {} };

export const root = {
  ...nowhere,
  host: { ...nowhere, style: {} },
  querySelector: () => null,
  querySelectorAll: () => [],
  getElementById: () => null,
};

Object.assign(globalThis, {
  ...nowhere,
  document: {
    ...nowhere,
    createTreeWalker() {},
    documentElement: { dataset: {}, style: {} },
    createElementNS: (_: string, tag: string) => new SvgElement(tag),
  },
  location,
  localStorage: { getItem: () => null, setItem() {} },
  sessionStorage: { getItem: () => null, setItem() {} },
  matchMedia: (query: string) => ({ ...nowhere, matches: matches(query) }),
  innerHeight: 900,
  visualViewport: undefined,
  requestAnimationFrame() {},
});
