// Common styles of CodeMirror views, in the page's design tokens.

/** A panel or a card above the text. */
export const RAISED = { backgroundColor: "var(--raised)", color: "var(--ink)" };

/** The selected text, or the same text elsewhere. */
export const SELECTED = { backgroundColor: "var(--selection)" };

/** Longer contents are scrolled. */
export const SHORT_LIST = { maxHeight: "9em", overflow: "auto" };

/** A wavy line below a text. */
export const wavy = (colour: string) => ({
  textDecoration: `underline wavy ${colour} 1.5px`,
  textUnderlineOffset: "3px",
  textDecorationSkipInk: "none",
});
