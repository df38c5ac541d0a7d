// Repeats what the user did before the workbench was there (early-input.ts). The live page looks like the first view, so that what is at the place of a
// click is what was clicked.
import { EditorView } from "@codemirror/view";
import { painted } from "../ui/painted";
import { drawn } from "../ui/part";
import type { EarlyClick, EarlyEvent } from "./early-input";

const INTERACTIVE = "button, a[href], input, textarea, select, summary, label, [role=tab]";

/** Focuses what is at the place of an element of the first view. */
export function focusAt(root: ShadowRoot, { x, y, width, height }: DOMRect): void {
  const there = root.elementFromPoint(x + width / 2, y + height / 2);
  there?.closest<HTMLElement>(`${INTERACTIVE}, [tabindex="0"]`)?.focus({ preventScroll: true });
}

/** Resolves once a press is released. */
const released = () =>
  new Promise<void>((done) => {
    for (const kind of ["pointerup", "pointercancel"]) document.addEventListener(kind, () => done(), { once: true });
  });

export async function replay(root: ShadowRoot, events: readonly EarlyEvent[]): Promise<void> {
  // Panes get their heights in the first frame.
  await painted();
  for (const event of events) {
    await drawn();
    if ("key" in event) press(root, event.key);
    else if ("place" in event) focusAt(root, event.place);
    else if (event.isClick !== false) await click(root, event);
  }
}

async function click(root: ShadowRoot, { x, y, isClick }: EarlyClick): Promise<void> {
  const at = { clientX: x, clientY: y, bubbles: true, cancelable: true, composed: true, isPrimary: true };
  const pressed = root.elementFromPoint(x, y);
  if (!pressed || pressed === root.host) return;
  pressed.dispatchEvent(new PointerEvent("pointerdown", at));
  if (isClick === undefined) await released();
  // The result of the first view gives way to the live one.
  await drawn();
  const element = root.elementFromPoint(x, y) as HTMLElement | null;
  const view = element && EditorView.findFromDOM(element);
  if (view) {
    view.focus();
    view.dispatch({ selection: { anchor: view.posAtCoords({ x, y }, false) }, userEvent: "select.pointer" });
  } else element?.closest<HTMLElement>(INTERACTIVE)?.focus();
  element?.dispatchEvent(new PointerEvent("pointerup", at));
  element?.dispatchEvent(new MouseEvent("click", at));
}

function press(root: ShadowRoot, { key, code, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): void {
  const focused = root.activeElement ?? root.host;
  const options = { key, code, ctrlKey, metaKey, altKey, shiftKey };
  const isTaken = !focused.dispatchEvent(
    new KeyboardEvent("keydown", { ...options, bubbles: true, cancelable: true, composed: true }),
  );
  if (isTaken || ctrlKey || metaKey || altKey) return;
  // A browser does this only for keys that the user presses.
  if (focused.matches("button, summary") && (key === "Enter" || key === " ")) (focused as HTMLElement).click();
  if (key.length > 1) return;
  const view = focused instanceof HTMLElement && EditorView.findFromDOM(focused);
  if (view && !view.state.readOnly) view.dispatch(view.state.replaceSelection(key), { userEvent: "input.type" });
  else if (focused instanceof HTMLInputElement || focused instanceof HTMLTextAreaElement) {
    focused.setRangeText(key, focused.selectionStart ?? 0, focused.selectionEnd ?? 0, "end");
    focused.dispatchEvent(new InputEvent("input", { bubbles: true, composed: true }));
  }
}
