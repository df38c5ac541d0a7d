// The gutter with signs for folding and unfolding. Both are one character of the page's font, turned: CodeMirror's own sign for folding is in few fonts,
// and browsers search for one before they paint anything.
import { foldGutter } from "@codemirror/language";

function sign(open: boolean): HTMLElement {
  const element = document.createElement("span");
  element.textContent = "›";
  element.title = open ? "Fold line" : "Unfold line";
  element.classList.toggle("cm-fold-sign", open);
  return element;
}

export const foldSigns = foldGutter({ markerDOM: sign });
