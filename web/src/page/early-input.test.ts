import { beforeEach, expect, test, vi } from "vitest";
import { EarlyInput } from "./early-input";

/** In place of the document. */
let target: EventTarget;
let input: EarlyInput;

beforeEach(() => {
  target = new EventTarget();
  vi.stubGlobal("document", target);
  input = new EarlyInput();
});

function dispatch(kind: string, fields: object): Event {
  const event = Object.assign(new Event(kind, { cancelable: true }), fields);
  target.dispatchEvent(event);
  return event;
}
const pointer = (kind: string, clientX: number, clientY: number, button = 0) =>
  dispatch(kind, { clientX, clientY, button, isPrimary: true });
const press = (key: string, fields = {}) =>
  dispatch("keydown", { key, ctrlKey: false, metaKey: false, altKey: false, ...fields });

test("clicks and keys are recorded in their order", async () => {
  pointer("pointerdown", 10, 20);
  pointer("pointerup", 11, 20);
  const key = press("a");
  await input.any;
  expect(input.take()).toEqual([{ x: 10, y: 20, isClick: true }, { key }]);
});

test("a pointer that moves drags, and one that is still pressed may become a click", () => {
  pointer("pointerdown", 10, 20);
  pointer("pointerup", 60, 20);
  pointer("pointerdown", 5, 5);
  expect(input.take()).toEqual([
    { x: 10, y: 20, isClick: false },
    { x: 5, y: 5, isClick: undefined },
  ]);
});

test("only the main button clicks", () => {
  pointer("pointerdown", 1, 1, 2);
  expect(input.take()).toEqual([]);
});

test("what writes waits for the editor, and what scrolls or belongs to the browser has its effect at once", () => {
  expect(press("a").defaultPrevented).toBe(true);
  expect(press("Enter").defaultPrevented).toBe(true);
  expect(press("PageDown").defaultPrevented).toBe(false);
  expect(press("r", { ctrlKey: true }).defaultPrevented).toBe(false);
});

test("after it is taken over, nothing is recorded or prevented", () => {
  input.take();
  expect(press("a").defaultPrevented).toBe(false);
  expect(input.take()).toEqual([]);
});
