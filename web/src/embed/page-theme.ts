// Whether the page around an embed is light or dark, now and whenever it changes. Generators mark it in a dozen ways (data-theme, data-bs-theme,
// data-md-color-scheme, a class on html or body, a style sheet for prefers-color-scheme); what they all do is paint the page, so the paint is asked.
import type { Scheme } from "./start";

/** How light a colour is, from 0 to 1; nothing for one that is see-through. */
function lightness(colour: string): number | undefined {
  const [red = 0, green = 0, blue = 0, alpha = 1] = (colour.match(/[\d.]+/g) ?? []).map(Number);
  if (alpha < 0.5) return undefined;
  // `color(srgb …)` counts from 0 to 1, `rgb(…)` to 255.
  return (0.3 * red + 0.59 * green + 0.11 * blue) / (colour.startsWith("color") ? 1 : 255);
}

function around(element: Element): Scheme {
  for (let at: Element | null = element.parentElement; at; at = at.parentElement ?? hostOf(at)) {
    const { backgroundColor } = getComputedStyle(at);
    // Lab and its like begin with their lightness; pages hardly have them, and the scheme below answers for those.
    const light = /^(rgb|color\(srgb)/.test(backgroundColor) ? lightness(backgroundColor) : undefined;
    if (light !== undefined) return light < 0.5 ? "dark" : "light";
  }
  const { colorScheme } = getComputedStyle(document.documentElement);
  if (!colorScheme.includes("dark")) return "light";
  return !colorScheme.includes("light") || preference.matches ? "dark" : "light";
}

const hostOf = (element: Element): Element | null => {
  const root = element.getRootNode();
  return root instanceof ShadowRoot ? root.host : null;
};

const preference = matchMedia("(prefers-color-scheme: dark)");
const followers = new Map<Element, (scheme: Scheme) => void>();
let later: ReturnType<typeof setTimeout> | undefined;

function tell(): void {
  for (const [element, follow] of followers) follow(around(element));
}

/** Now, and once more when colours that fade from one to the other have arrived. */
function changed(): void {
  tell();
  clearTimeout(later);
  later = setTimeout(tell, 400);
}

let watching = false;
function watch(): void {
  if (watching) return;
  watching = true;
  preference.addEventListener("change", changed);
  addEventListener("load", changed);
  const observer = new MutationObserver(changed);
  for (const element of [document.documentElement, document.body]) observer.observe(element, { attributes: true });
}

/** Tells the scheme at once and at every change, until `unfollow`. */
export function follow(element: Element, told: (scheme: Scheme) => void): void {
  watch();
  followers.set(element, told);
  told(around(element));
}

export const unfollow = (element: Element): boolean => followers.delete(element);
