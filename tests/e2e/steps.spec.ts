// The steps of lessons.

import { workOf } from "../../web/src/core/work";
import { writeLink } from "../../web/src/formats/link";
import { expect, test } from "./playground";

test("a step is applied with its button, is done when its checks hold, and can be reset and undone", {
  tag: "@quick",
}, async ({ page }) => {
  await page.goto("./#example:deployment");
  const steps = page.locator(".steps > li");
  await expect(steps).toHaveCount(5);
  await expect(page.locator(".step-done")).toHaveCount(0);
  const apply = page.getByRole("button", { name: "Apply: step 1" });
  await apply.focus();
  await page.keyboard.press("Enter");
  await expect(page.locator(".step-done")).toHaveCount(1);
  await expect(page.locator(".lesson [role=status]")).toHaveText("Step 1 of 5 done.");
  // Nothing of an example's checks turns red.
  await expect(page.getByRole("tab", { name: /^Checks/ })).not.toContainText("failed");
  await expect(page.getByRole("button", { name: "Apply: step 2" })).toBeFocused();
  await page.locator(".lesson-toggle").click();
  await expect(steps.first().locator(".step-done")).toBeVisible();
  await page.getByRole("button", { name: "Reset: step 1" }).click();
  await expect(page.locator(".step-done")).toHaveCount(0);
  // The files are no longer covered.
  await expect(page.locator(".lesson-text")).toBeHidden();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.locator(".step-done")).toHaveCount(1);
});

test("a step is done when the reader types it, and asks before it replaces what the reader has changed", async ({
  playground,
  page,
}) => {
  await page.goto("./#example:deployment");
  await expect(page.getByRole("button", { name: "Apply: step 1" })).toBeVisible();
  await playground.openFile("values.yml");
  await playground.writeLine(5, "replicas: 4");
  await page.getByRole("button", { name: "Apply: step 1" }).click();
  const question = page.getByRole("alert").filter({ hasText: "You have changed what this step changes." });
  // The bar has no space for it.
  await expect(question).toBeVisible();
  await question.getByRole("button", { name: /^Cancel/ }).click();
  await expect(question).toHaveCount(0);
  await expect(page.locator(".lesson-text")).toBeHidden();
  await playground.writeLine(5, "replicas: 3");
  await expect(page.locator(".step-done")).toHaveCount(1);
});

test("a step whose result a later step overrides stays done after a reload", async ({ page }) => {
  await page.goto("./#example:conditions");
  const done = page.locator(".step-done");
  for (const step of [1, 2]) {
    await page.getByRole("button", { name: `Apply: step ${step}` }).click();
    await expect(done).toHaveCount(step);
  }
  await page.reload();
  await expect(done).toHaveCount(2);
  await page.locator(".lesson-toggle").click();
  // The edits of the first step are undone with those of the second.
  await page.getByRole("button", { name: "Reset: step 1" }).click();
  await expect(done).toHaveCount(0);
});

test("a step scrolls to what it changes, and the focus stays", async ({ page }) => {
  const content = `${Array.from({ length: 200 }, (_, at) => `key${at}: ${at}\n`).join("")}last: 1\n`;
  const work = workOf({
    lesson: "Look.",
    files: [
      { path: "a.yml", content: "a: 1\n" },
      { path: "b.yml", content },
    ],
    steps: [
      {
        text: "Make it 2.",
        edits: [{ file: "b.yml", replace: "last: 1", with: "last: 2" }],
        done: [{ output: "b.yml", at: "last", is: 2 }],
      },
    ],
  });
  await page.goto(`./#${writeLink(work)}`);
  await page.getByRole("button", { name: "Apply: step 1" }).focus();
  await page.keyboard.press("Enter");
  await expect(page.locator(".file-pane.chosen .file-name")).toHaveText("b.yml");
  await expect(page.locator(".file-pane.chosen .cm-jump-target")).toHaveText("last: 2");
  await expect(page.locator(".file-pane.chosen .cm-jump-target")).toBeInViewport();
  await expect(page.locator(".lesson-next")).toContainText("All steps are done.");
  await expect(page.locator(".file-pane.chosen .cm-content")).not.toBeFocused();
});

test("a lesson with steps of one's own travels in a link", async ({ page }) => {
  const work = workOf({
    title: "Mine",
    lesson: "Look.",
    files: [{ path: "a.yml", content: "a: 1\n" }],
    steps: [
      { text: "Look at it.", edits: [], done: [] },
      {
        text: "Make it 2.",
        edits: [{ file: "a.yml", replace: "a: 1", with: "a: 2" }],
        done: [{ output: "a.yml", at: "a", is: 2 }],
      },
    ],
  });
  await page.goto(`./#${writeLink(work)}`);
  await page.getByRole("button", { name: "Got it: step 1" }).click();
  await page.getByRole("button", { name: "Apply: step 2" }).click();
  await expect(page.locator(".lesson [role=status]")).toHaveText("Step 2 done. All steps of this lesson are done.");
});
