// Cards beside the text of the editor. One at a time is opened by key; those under the pointer are CodeMirror's hover tooltips and look the same.
// Escape closes a card and returns the focus to the text.
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

/** The card at the cursor, until the next edit or cursor movement. */
const atCaret = StateField.define<Tooltip | null>({
  create: () => null,
  update(card, transaction) {
    for (const effect of transaction.effects) if (effect.is(showing)) return effect.value;
    return transaction.docChanged || transaction.selection ? null : card;
  },
  provide: (field) => showTooltip.from(field),
});

/** An element with a rendered template; text in it is inserted as text. */
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

/** A tooltip with one card above a range of the text, announced to screen readers. */
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

/** Opens a card at the cursor, in place of any other. */
export function showCard(view: EditorView, tooltip: Tooltip): void {
  view.dispatch({ effects: [closeHoverTooltips, showing.of(tooltip)] });
}

/** Closes the cards; false if there is none. */
export function closeCards(view: EditorView): boolean {
  if (!cardAtCaret(view) && !hasHoverTooltips(view.state)) return false;
  view.dispatch({ effects: [closeHoverTooltips, showing.of(null)] });
  return true;
}

/** Moves the focus into the open card; false if it has nothing focusable. */
export function enterCard(view: EditorView): boolean {
  const first = view.dom.querySelector<HTMLElement>(".cm-insight :is(button, a)");
  first?.focus();
  return first !== null;
}

export const cards: Extension = [atCaret, Prec.high(keymap.of([{ key: "Escape", run: closeCards }]))];
