import { beforeEach, expect, test, vi } from "vitest";
import { EarlyInput, isDrag } from "./early-input";

/** In place of the document and of an element in it. */
class Target extends EventTarget {
  closest() {
    return null;
  }
}

let target: Target;
let input: EarlyInput;

beforeEach(() => {
  target = new Target();
  vi.stubGlobal("document", target);
  vi.stubGlobal("Element", Target);
  input = new EarlyInput();
});

function dispatch(kind: string, fields: object): Event {
  const event = Object.assign(new Event(kind, { cancelable: true }), fields);
  Object.defineProperty(event, "isTrusted", { value: true });
  target.dispatchEvent(event);
  return event;
}
const pointer = (kind: string, clientX: number, clientY: number, button = 0) =>
  dispatch(kind, { clientX, clientY, button, isPrimary: true });
const press = (key: string, fields = {}) =>
  dispatch("keydown", { key, ctrlKey: false, metaKey: false, altKey: false, ...fields });
const taken = () => {
  const all = [];
  for (let event = input.next(); event; event = input.next()) all.push(event);
  return all;
};

test("clicks and keys are recorded in their order", async () => {
  pointer("pointerdown", 10, 20);
  pointer("pointerup", 11, 20);
  const key = press("a");
  await input.any;
  expect(taken()).toEqual([{ x: 10, y: 20, name: "", released: { x: 11, y: 20 }, isDouble: false }, { key }]);
});

test("a pasted text is recorded, and is not in the work yet", () => {
  const clipboardData = { getData: () => "a: 1\n" };
  expect(dispatch("paste", { clipboardData }).defaultPrevented).toBe(true);
  expect(input.hasKeys).toBe(true);
  expect(taken()).toEqual([{ pasted: "a: 1\n" }]);
  expect(input.hasKeys).toBe(false);
});

test("a pointer that moves drags, and one that is still pressed may become a click", () => {
  pointer("pointerdown", 10, 20);
  pointer("pointerup", 60, 20);
  pointer("pointerdown", 5, 5);
  expect(input.events.map((event) => "x" in event && isDrag(event))).toEqual([true, false]);
  expect(taken()).toEqual([
    { x: 10, y: 20, name: "", released: { x: 60, y: 20 }, isDouble: false },
    { x: 5, y: 5, name: "", released: undefined, isDouble: false },
  ]);
});

test("a click soon after another at the same place is a double click", () => {
  for (const x of [10, 11, 40]) pointer("pointerdown", x, 20);
  expect(taken()).toMatchObject([{ isDouble: false }, { isDouble: true }, { isDouble: false }]);
});

test("only the main button clicks", () => {
  pointer("pointerdown", 1, 1, 2);
  expect(taken()).toEqual([]);
});

test("what writes waits for the editor, and what scrolls or belongs to the browser has its effect at once", () => {
  expect(press("a").defaultPrevented).toBe(true);
  expect(press("Enter").defaultPrevented).toBe(true);
  expect(press("PageDown").defaultPrevented).toBe(false);
  expect(press("r", { ctrlKey: true }).defaultPrevented).toBe(false);
});

test("after it is taken over, nothing is recorded or prevented", () => {
  expect(taken()).toEqual([]);
  expect(press("a").defaultPrevented).toBe(false);
  expect(taken()).toEqual([]);
});

test("while the live page repeats what was recorded, only keys are recorded, until the next click", () => {
  press("a");
  input.goLive();
  expect(input.next()).toMatchObject({ key: { key: "a" } });
  expect(press("b").defaultPrevented).toBe(true);
  expect(input.next()).toMatchObject({ key: { key: "b" } });
  press("c");
  pointer("pointerdown", 1, 1);
  expect(press("d").defaultPrevented).toBe(false);
  expect(taken()).toMatchObject([{ key: { key: "c" } }]);
});
