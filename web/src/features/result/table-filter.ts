// The filter of a table of data values: its words, the rows that it leaves, and its field.
import { html } from "../../ui/html";

/** The words that a row has to contain. */
export const wordsOf = (filter: string): string[] => filter.toLowerCase().split(/\s+/).filter(Boolean);

/** Whether a node, or one of its descendants, has all words in its text. */
export function shownBy<T extends { children: T[] }>(words: readonly string[], textOf: (node: T) => string) {
  const matches = (node: T) => words.every((word) => textOf(node).includes(word));
  const known = new Map<T, boolean>();
  const shown = (node: T): boolean => {
    if (words.length === 0) return true;
    const found = known.get(node) ?? (matches(node) || node.children.some(shown));
    known.set(node, found);
    return found;
  };
  return { matches, shown };
}

export const filterField = (label: string, placeholder: string, filter: string, look: (filter: string) => void) =>
  html`<input
    type="search"
    class="values-filter"
    aria-label=${label}
    placeholder=${placeholder}
    spellcheck="false"
    .value=${filter}
    @input=${(event: InputEvent) => look((event.target as HTMLInputElement).value)}
  />`;
