import { beforeEach, expect, test } from "vitest";
import { Notices } from "./notices";

let changes: number;
let notices: Notices;
beforeEach(() => {
  changes = 0;
  notices = new Notices(() => changes++);
});

test("a notice replaces the one before, and a change of the work removes it", () => {
  notices.report("one");
  notices.report("two");
  expect(notices.current?.text).toBe("two");
  notices.clear();
  expect(notices.current).toBe(undefined);
  expect(changes).toBeGreaterThanOrEqual(2);
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
});
