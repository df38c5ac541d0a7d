// The steps of lessons.

import { workOf } from "../../web/src/core/work";
import { writeLink } from "../../web/src/formats/link";
import { expect, test } from "./playground";

test("a step is applied with its button, is done when its checks hold, and can be reset and undone", {
  tag: "@quick",
}, async ({ page }) => {
  await page.goto("./#example:deployment");
  const steps = page.getByRole("list", { name: "Steps" }).getByRole("listitem");
  await expect(steps).toHaveCount(5);
  await expect(page.locator(".step-done")).toHaveCount(0);
  const apply = page.getByRole("button", { name: "Apply: step 1" });
  await apply.focus();
  await page.keyboard.press("Enter");
  await expect(steps.first().locator(".step-done")).toBeVisible();
  await expect(page.locator(".lesson [role=status]")).toHaveText("Step 1 of 5 done.");
  // Nothing of an example's checks turns red.
  await expect(page.getByRole("tab", { name: /^Checks/ })).not.toContainText("failed");
  await page.getByRole("button", { name: "Reset: step 1" }).click();
  await expect(page.locator(".step-done")).toHaveCount(0);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(steps.first().locator(".step-done")).toBeVisible();
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
  await expect(question).toBeVisible();
  await question.getByRole("button", { name: /^Cancel/ }).click();
  await expect(question).toHaveCount(0);
  await playground.writeLine(5, "replicas: 3");
  await expect(page.locator(".step-done")).toHaveCount(1);
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
