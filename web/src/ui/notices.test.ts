import { effect } from "@preact/signals-core";
import { beforeEach, expect, test } from "vitest";
import { Notices } from "./notices";

let notices: Notices;
beforeEach(() => {
  notices = new Notices();
});

test("a notice replaces the one before, and a change of the work removes it", () => {
  const seen: (string | undefined)[] = [];
  effect(() => void seen.push(notices.current?.text));
  notices.report("one");
  notices.report("two");
  notices.clear();
  expect(seen).toEqual([undefined, "one", "two", undefined]);
});

test("a lasting notice stays while the user types", () => {
  notices.report("brief");
  notices.typed();
  expect(notices.current).toBe(undefined);
  notices.show({ text: "deleted", lasting: true });
  notices.typed();
  expect(notices.current?.text).toBe("deleted");
});

test("a notice about an undo stays, although the undo changes the work", async () => {
  let undone = 0;
  notices.report("done", () => {
    undone++;
    notices.clear();
    notices.report("undone");
  });
  await notices.undo();
  expect(undone).toBe(1);
  expect(notices.current?.text).toBe("undone");
  // Without one, it is confirmed.
  notices.report("done", () => notices.clear());
  await notices.undo();
  expect(notices.current).toEqual({ text: "Undone." });
  notices.report("nothing to undo");
  await notices.undo();
  expect(notices.current).toBe(undefined);
});
