// Characters that nobody sees, or that move what stands around them: controls, escapes of terminals, direction marks and overrides, joiners, blanks
// that are none of the space bar's, halves of characters. A text that has them may look like another one, so wherever text is shown they are marked
// by their numbers: by html.ts in what is drawn, by the editor in what is edited. No library: the small loader has this, too.

/** Those of any text. A line feed and a tab are what a text is made of, and so is a joiner or a variation mark where an emoji needs it. */
const MARKED =
  "(?<!\\p{ExtPict}[\\ufe0f\\u{1f3fb}-\\u{1f3ff}]?)\\u200d|\\u200d(?!\\p{ExtPict})|(?<!(?!\\p{EPres})\\p{ExtPict})\\ufe0f|\\r(?!\\n)|" +
  "(?![\\t\\n\\r \\u200d\\ufe0f])[\\p{Cc}\\p{Cs}\\p{Z}\\p{DI}\\ufff9-\\ufffb\\u2800]";
export const UNSEEN = new RegExp(MARKED, "gu");
/** In a name also what would be seen in a text: a name is one line, and blanks at its ends are easily missed. */
export const UNSEEN_IN_NAME = /* @__PURE__ */ new RegExp(`^ | $|[\\t\\r\\n]|${MARKED}`, "gu");

/** Nearly every text, and quickly known to be one: nothing but what ASCII has to be seen, with blanks that are not doubtful. */
const PLAIN = /^(?! )[\n -~]*$/;

/** `U+202E` */
export const numberOf = (character: string): string =>
  `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`;

/** A text cut at its unseen characters: seen, unseen, seen, and so on. One piece if there are none. */
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

/** Where there can be no elements, as in an attribute: with the numbers in brackets. */
export const inWords = (text: string): string =>
  cutAtUnseen(text)
    .map((piece, at) => (at % 2 ? `⟨${numberOf(piece)}⟩` : piece))
    .join("");

/** An element that shows the number in place of the character, which is in it all the same: copied, the text is what it was. */
export function unseenElement(character: string): HTMLElement {
  const element = document.createElement("span");
  element.className = "unseen";
  element.dataset.number = numberOf(character);
  element.textContent = character;
  return element;
}

/** Marks the unseen characters in texts that somebody else has drawn, and does not look at again. */
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

/** A cut between two characters: not in the middle of one. */
export const wholeCharacter = (text: string, at: number): number =>
  /[\udc00-\udfff]/.test(text[at] ?? "") && /[\ud800-\udbff]/.test(text[at - 1] ?? "") ? at - 1 : at;
