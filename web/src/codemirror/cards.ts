// Cards beside the text of the editor. One at a time is opened by key; those under the pointer are CodeMirror's hover tooltips and look the same.
// Escape closes a card and returns the focus to the text.
import { type EditorState, type Extension, Prec, StateEffect, StateField } from "@codemirror/state";
import {
  closeHoverTooltips,
  type EditorView,
  hasHoverTooltips,
  keymap,
  showTooltip,
  type Tooltip,
  ViewPlugin,
} from "@codemirror/view";
import { render, type TemplateResult } from "lit";
import { html } from "../ui/html";

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

/** A tooltip with one card below a range of the text, announced to screen readers. */
export const tooltip = (from: number, to: number, content: (view: EditorView) => TemplateResult): Tooltip => ({
  pos: from,
  end: to,
  above: false,
  create: (view) => {
    const dom = card(content(view), view);
    dom.setAttribute("role", "status");
    return { dom };
  },
});

/** Cards with one sentence, which the next key closes. */
const notes = new WeakSet<Tooltip>();

/** Says something at the cursor. */
export function showNote(view: EditorView, text: string): void {
  const { head } = view.state.selection.main;
  const note = tooltip(head, head, () => html`${text}`);
  notes.add(note);
  showCard(view, note);
}

/** Enter was meant for the control that the user expected in place of the note. */
function closeNote(view: EditorView): boolean {
  const card = cardAtCaret(view);
  return card !== null && notes.has(card) && closeCards(view);
}

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

const usingKeys = StateEffect.define<boolean>();

/** Whether a key was pressed since the pointer moved: the text under the pointer is then of no interest. */
const keysUsed = StateField.define<boolean>({
  create: () => false,
  update: (used, { effects }) => effects.find((effect) => effect.is(usingKeys))?.value ?? used,
});

export const isUsingKeys = (state: EditorState): boolean => state.field(keysUsed, false) ?? false;

/** Keys that leave a card open: F1 moves the focus into it, Ctrl C copies from it, and Escape is bound below. */
const isForCards = ({ key, ctrlKey, metaKey }: KeyboardEvent): boolean =>
  ["F1", "Escape", "Shift", "Control", "Alt", "AltGraph", "Meta"].includes(key) ||
  (key === "c" && (ctrlKey || metaKey));

const isInCard = (event: Event): boolean =>
  event.composedPath().some((target) => target instanceof Element && target.classList.contains("cm-tooltip"));

/** Follows keys and the pointer, wherever on the page they are used. A key closes the cards under the pointer. */
const followsKeys = ViewPlugin.define((view) => {
  const page = view.dom.ownerDocument;
  let last: { screenX: number; screenY: number } | undefined;
  const set = (used: boolean) => {
    if (isUsingKeys(view.state) !== used)
      view.dispatch({ effects: [usingKeys.of(used), ...(used ? [closeHoverTooltips] : [])] });
  };
  const pressed = (event: KeyboardEvent) => {
    if (!isForCards(event) && !isInCard(event)) set(true);
  };
  // Browsers also report a movement if the page moves below the pointer.
  const moved = ({ screenX, screenY }: MouseEvent) => {
    if (last?.screenX === screenX && last.screenY === screenY) return;
    last = { screenX, screenY };
    set(false);
  };
  page.addEventListener("keydown", pressed, true);
  page.addEventListener("mousemove", moved, true);
  return {
    destroy() {
      page.removeEventListener("keydown", pressed, true);
      page.removeEventListener("mousemove", moved, true);
    },
  };
});

export const cards: Extension = [
  atCaret,
  keysUsed,
  followsKeys,
  Prec.high(
    keymap.of([
      { key: "Escape", run: closeCards },
      { key: "Enter", run: closeNote },
    ]),
  ),
];
