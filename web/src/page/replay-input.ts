// Repeats what the user did before the workbench was there (early-input.ts): with the control or the editor of the same name, or else with what is at the
// same place, since the live page looks like the first view.
import { EditorView } from "@codemirror/view";
import { painted } from "../ui/painted";
import { drawn } from "../ui/part";
import { type EarlyClick, type EarlyInput, type EarlyTarget, isDrag, NAMED, nameOf, targetOf } from "./early-input";

/** The visible control or editor with a name that is the nearest to its place in the first view. */
function named(root: ShadowRoot, { x, y, name }: EarlyTarget): HTMLElement | undefined {
  if (!name) return undefined;
  const all = [...root.querySelectorAll<HTMLElement>(NAMED)];
  const found = all.filter((element) => nameOf(element) === name && element.checkVisibility());
  const distance = (element: HTMLElement) => {
    const there = targetOf(element);
    return Math.hypot(there.x - x, there.y - y);
  };
  return found.sort((one, other) => distance(one) - distance(other))[0];
}

/** Focuses the element that had the focus in the first view. */
export function focusAgain(root: ShadowRoot, target: EarlyTarget): void {
  named(root, target)?.focus({ preventScroll: true });
}

/** Resolves with where the pointer is released, before the editor gets that event. */
const released = () =>
  new Promise<EarlyClick["released"]>((done) => {
    document.addEventListener("pointerup", ({ x, y }) => done({ x, y }), { once: true });
    document.addEventListener("pointercancel", () => done(null), { once: true });
  });

/** `answered` resolves when the engine has answered. */
export async function replay(root: ShadowRoot, input: EarlyInput, answered: () => Promise<unknown>): Promise<void> {
  const release = released();
  // Panes get their heights in the first frame.
  await painted();
  // The last clicked or pressed element. It may open something that gets the focus and the keys that follow.
  let opener: Element | null = null;
  for (let event = input.next(); event; event = input.next()) {
    await drawn();
    if ("key" in event) {
      const isText = event.key.key.length === 1 && event.key.key !== " ";
      if (isText && opener && opener === root.activeElement) await focusLeaves(root, opener);
      opener = press(root, event.key);
      continue;
    }
    if ("pasted" in event) {
      paste(root, event.pasted);
      continue;
    }
    const target = "focused" in event ? event.focused : event;
    const control = named(root, target);
    // Text that was typed before is rendered first: a fix is for the text that it was made for.
    if (target.name && (!control || control.closest(".result"))) {
      await answered();
      await drawn();
    }
    if ("focused" in event) focusAgain(root, event.focused);
    else if (event.released !== null) await repeatClick(root, event, release);
    opener = root.activeElement?.closest("button") ?? null;
  }
}

const LONGEST_WAIT_MS = 5000;

/** A button may open a dialog or a menu that is still being loaded. */
async function focusLeaves(root: ShadowRoot, opener: Element): Promise<void> {
  const end = performance.now() + LONGEST_WAIT_MS;
  while (root.activeElement === opener && performance.now() < end) await painted();
}

/** The mouse was pressed on a text that has become an editor since. */
export function pressEditor(root: ShadowRoot, event: MouseEvent): void {
  const there = root.elementFromPoint(event.clientX, event.clientY) as HTMLElement | null;
  const view = there && EditorView.findFromDOM(there);
  if (!view || view.dom.contains(event.target as Node)) return;
  event.preventDefault();
  view.contentDOM.dispatchEvent(new MouseEvent(event.type, event));
}

/** The element that a click is for, and where on it. */
function clicked(
  root: ShadowRoot,
  { x, y, name }: EarlyTarget,
): { element: HTMLElement; x: number; y: number } | undefined {
  const there = root.elementFromPoint(x, y) as HTMLElement | null;
  if (there && there !== root.host && (!name || nameOf(there) === name)) return { element: there, x, y };
  const element = named(root, { x, y, name });
  return element && { element, ...targetOf(element) };
}

/** The browser would drag what the editor has selected, as the mouse was pressed on the text before it. */
const refuse = (event: Event): void => {
  event.preventDefault();
  event.stopImmediatePropagation();
};

async function repeatClick(
  root: ShadowRoot,
  event: EarlyClick,
  release: Promise<EarlyClick["released"]>,
): Promise<void> {
  const at = ({ x, y }: { x: number; y: number }) => {
    return { clientX: x, clientY: y, bubbles: true, cancelable: true, composed: true, isPrimary: true };
  };
  const pressed = clicked(root, event);
  const view = pressed && EditorView.findFromDOM(pressed.element);
  if (!pressed || (isDrag(event) && !view)) return;
  pressed.element.dispatchEvent(new PointerEvent("pointerdown", at(pressed)));
  const mouse = (kind: string, place: { x: number; y: number }) =>
    view?.contentDOM.dispatchEvent(new MouseEvent(kind, { ...at(place), buttons: 1, detail: event.isDouble ? 2 : 1 }));
  mouse("mousedown", pressed);
  // The editor selects up to where the mouse is, or was released.
  document.addEventListener("dragstart", refuse, true);
  event.released ??= await release;
  document.removeEventListener("dragstart", refuse, true);
  if (event.released && isDrag(event)) mouse("mousemove", event.released);
  mouse("mouseup", event.released ?? pressed);
  await drawn();
  const target = clicked(root, event);
  if (!target) return;
  const { element } = target;
  if (!view) element.closest<HTMLElement>(NAMED)?.focus();
  element.dispatchEvent(new PointerEvent("pointerup", at(target)));
  element.dispatchEvent(new MouseEvent("click", at(target)));
}

/** Returns the button that it presses, or null. */
function press(root: ShadowRoot, { key, code, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): Element | null {
  const focused = root.activeElement ?? root.host;
  const options = { key, code, ctrlKey, metaKey, altKey, shiftKey };
  const isTaken = !focused.dispatchEvent(
    new KeyboardEvent("keydown", { ...options, bubbles: true, cancelable: true, composed: true }),
  );
  if (isTaken || ctrlKey || metaKey || altKey) return null;
  // A browser does this only for keys that the user presses.
  if (focused.matches("button, summary") && (key === "Enter" || key === " ")) {
    (focused as HTMLElement).click();
    return focused;
  }
  if (key.length === 1) write(focused, key);
  return null;
}

function paste(root: ShadowRoot, text: string): void {
  const focused = root.activeElement ?? root.host;
  const clipboardData = new DataTransfer();
  clipboardData.setData("text/plain", text);
  const options = { clipboardData, bubbles: true, cancelable: true, composed: true };
  // An editor takes it.
  if (focused.dispatchEvent(new ClipboardEvent("paste", options))) write(focused, text);
}

/** Replaces the selection of the focused element. */
function write(focused: Element, text: string): void {
  const view = focused instanceof HTMLElement && EditorView.findFromDOM(focused);
  if (view && !view.state.readOnly) view.dispatch(view.state.replaceSelection(text), { userEvent: "input.type" });
  else if (focused instanceof HTMLInputElement || focused instanceof HTMLTextAreaElement) {
    focused.setRangeText(text, focused.selectionStart ?? 0, focused.selectionEnd ?? 0, "end");
    focused.dispatchEvent(new InputEvent("input", { bubbles: true, composed: true }));
  }
}
