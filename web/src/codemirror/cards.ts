// Cards beside the text of the editor. One at a time is asked for by key; those that come up under the pointer are CodeMirror's hover tooltips
// and look the same. Escape takes a card away, and puts the focus back into the text.
import { type Extension, Prec, StateEffect, StateField } from "@codemirror/state";
import {
  closeHoverTooltips,
  type EditorView,
  hasHoverTooltips,
  keymap,
  showTooltip,
  type Tooltip,
} from "@codemirror/view";
import { render, type TemplateResult } from "lit";

const showing = StateEffect.define<Tooltip | null>();

/** The card at the caret, until the next edit or move. */
const atCaret = StateField.define<Tooltip | null>({
  create: () => null,
  update(card, transaction) {
    for (const effect of transaction.effects) if (effect.is(showing)) return effect.value;
    return transaction.docChanged || transaction.selection ? null : card;
  },
  provide: (field) => showTooltip.from(field),
});

/** An element with a template in it; text in it goes in as text only. */
export function card(content: TemplateResult, view: EditorView, className = "cm-insight"): HTMLElement {
  const element = document.createElement("div");
  element.className = className;
  render(content, element);
  element.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    event.stopPropagation();
    closeCards(view);
    view.focus();
  });
  return element;
}

/** A tooltip with one card above a span of the text. Screen readers are told of it. */
export const tooltip = (from: number, to: number, content: () => TemplateResult): Tooltip => ({
  pos: from,
  end: to,
  above: true,
  create: (view) => {
    const dom = card(content(), view);
    dom.setAttribute("role", "status");
    return { dom };
  },
});

export const cardAtCaret = (view: EditorView): Tooltip | null => view.state.field(atCaret, false) ?? null;

/** Puts a card at the caret, in place of whatever is there. */
export function showCard(view: EditorView, tooltip: Tooltip): void {
  view.dispatch({ effects: [closeHoverTooltips, showing.of(tooltip)] });
}

/** Takes the cards away; false if there is none. */
export function closeCards(view: EditorView): boolean {
  if (!cardAtCaret(view) && !hasHoverTooltips(view.state)) return false;
  view.dispatch({ effects: [closeHoverTooltips, showing.of(null)] });
  return true;
}

/** Goes into the card that is up, whoever asked for it; false if there is nothing to go to. */
export function enterCard(view: EditorView): boolean {
  const first = view.dom.querySelector<HTMLElement>(".cm-insight button");
  first?.focus();
  return first !== null;
}

export const cards: Extension = [atCaret, Prec.high(keymap.of([{ key: "Escape", run: closeCards }]))];
