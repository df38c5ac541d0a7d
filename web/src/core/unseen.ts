// Characters that are invisible or that reorder the text around them: control characters, terminal escapes, direction marks and overrides, joiners,
// unusual spaces, lone surrogates. A text with them may look like another one, so they are shown as code points wherever text is shown: by html.ts in
// templates, by the editor in its text. No dependencies: the small loader of embeds uses this file, too.

/** In any text. Line feeds and tabs are part of a text, and so are joiners and variation selectors within an emoji. */
const MARKED =
  "(?<!\\p{ExtPict}[\\ufe0f\\u{1f3fb}-\\u{1f3ff}]?)\\u200d|\\u200d(?!\\p{ExtPict})|(?<!(?!\\p{EPres})\\p{ExtPict})\\ufe0f|\\r(?!\\n)|" +
  "(?![\\t\\n\\r \\u200d\\ufe0f])[\\p{Cc}\\p{Cs}\\p{Z}\\p{DI}\\ufff9-\\ufffb\\u2800]";
export const UNSEEN = new RegExp(MARKED, "gu");
/** In names, which are one line: also line breaks, tabs, and spaces at either end. */
export const UNSEEN_IN_NAME = /* @__PURE__ */ new RegExp(`^ | $|[\\t\\r\\n]|${MARKED}`, "gu");

/** Fast path, which matches nearly every text: only visible ASCII, and spaces that are not at an end. */
const PLAIN = /^(?! )[\n -~]*$/;

/** `U+202E` */
export const numberOf = (character: string): string =>
  `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`;

/** Splits a text at its invisible characters: visible, invisible, visible, and so on. One piece if there are none. */
export function cutAtUnseen(text: string, unseen = UNSEEN): string[] {
  if (PLAIN.test(text) && (unseen === UNSEEN || !/[\n]| $/.test(text))) return [text];
  const pieces: string[] = [];
  let end = 0;
  for (const { 0: character, index } of text.matchAll(unseen)) {
    pieces.push(text.slice(end, index), character);
    end = index + character.length;
  }
  return [...pieces, text.slice(end)];
}

/** For attributes and other plain text: with code points in brackets. */
export const inWords = (text: string): string =>
  cutAtUnseen(text)
    .map((piece, at) => (at % 2 ? `⟨${numberOf(piece)}⟩` : piece))
    .join("");

/** An element that displays the code point and contains the character itself, so that copying it gives the original text. */
export function unseenElement(character: string): HTMLElement {
  const element = document.createElement("span");
  element.className = "unseen";
  element.dataset.number = numberOf(character);
  element.textContent = character;
  return element;
}

/** Marks invisible characters in text nodes that others have rendered once. */
export function markDrawn(root: Element): void {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const texts: Node[] = [];
  for (let node = walker.nextNode(); node; node = walker.nextNode()) texts.push(node);
  for (const text of texts) {
    const pieces = cutAtUnseen(text.nodeValue ?? "");
    if (pieces.length < 2 || text.parentElement?.closest(".unseen")) continue;
    (text as Text).replaceWith(...pieces.map((piece, at) => (at % 2 ? unseenElement(piece) : piece)));
  }
}

/** A split between two characters, not within a surrogate pair. */
export const wholeCharacter = (text: string, at: number): number =>
  /[\udc00-\udfff]/.test(text[at] ?? "") && /[\ud800-\udbff]/.test(text[at - 1] ?? "") ? at - 1 : at;
