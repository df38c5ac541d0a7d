// Whether the page around an embed is light or dark, now and after each change. Generators mark it in a dozen ways (data-theme, data-bs-theme,
// data-md-color-scheme, a class on html or body, a style sheet for prefers-color-scheme), but all of them set a background colour, so this uses that.
import type { Scheme } from "./start";

/** The lightness of a colour, from 0 to 1; `undefined` for a transparent one. */
function lightness(colour: string): number | undefined {
  const [red = 0, green = 0, blue = 0, alpha = 1] = (colour.match(/[\d.]+/g) ?? []).map(Number);
  if (alpha < 0.5) return undefined;
  // `color(srgb …)` has components from 0 to 1, `rgb(…)` to 255.
  return (0.3 * red + 0.59 * green + 0.11 * blue) / (colour.startsWith("color") ? 1 : 255);
}

function around(element: Element): Scheme {
  for (let at: Element | null = element.parentElement; at; at = at.parentElement ?? hostOf(at)) {
    const { backgroundColor } = getComputedStyle(at);
    // Lab and similar colours begin with their lightness; pages hardly use them, and the colour scheme below is a fallback.
    const light = /^(rgb|color\(srgb)/.test(backgroundColor) ? lightness(backgroundColor) : undefined;
    if (light !== undefined) return light < 0.5 ? "dark" : "light";
  }
  const { colorScheme } = getComputedStyle(document.documentElement);
  if (!colorScheme.includes("dark")) return "light";
  return !colorScheme.includes("light") || preference().matches ? "dark" : "light";
}

const hostOf = (element: Element): Element | null => {
  const root = element.getRootNode();
  return root instanceof ShadowRoot ? root.host : null;
};

const preference = () => matchMedia("(prefers-color-scheme: dark)");
const followers = new Map<Element, (scheme: Scheme) => void>();
let later: ReturnType<typeof setTimeout> | undefined;

function notify(): void {
  for (const [element, follow] of followers) follow(around(element));
}

/** Now, and again when a transition between colours is over. */
function changed(): void {
  notify();
  clearTimeout(later);
  later = setTimeout(notify, 400);
}

/** Ends the listeners. */
let watching: AbortController | undefined;
function watch(): void {
  if (watching) return;
  watching = new AbortController();
  const { signal } = watching;
  preference().addEventListener("change", changed, { signal });
  addEventListener("load", changed, { signal });
  const observer = new MutationObserver(changed);
  for (const element of [document.documentElement, document.body]) observer.observe(element, { attributes: true });
  signal.addEventListener("abort", () => observer.disconnect());
}

/** Calls back with the scheme at once and after each change, until `unfollow`. */
export function follow(element: Element, changed: (scheme: Scheme) => void): void {
  watch();
  followers.set(element, changed);
  changed(around(element));
}

export function unfollow(element: Element): void {
  followers.delete(element);
  if (followers.size > 0) return;
  clearTimeout(later);
  watching?.abort();
  watching = undefined;
}
