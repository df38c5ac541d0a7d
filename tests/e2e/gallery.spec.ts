// The gallery and its lessons.

import { topics } from "../../web/src/gallery/order";
import { expect, test } from "./playground";
import { examples } from "./works";

test("every example has its place, once", () => {
  const placed = topics.flatMap(({ ids }) => ids);
  expect(placed.toSorted()).toEqual(examples.map(({ id }) => id).toSorted());
  expect(examples.length).toBeGreaterThanOrEqual(40);
});

test("examples are found by words and by topic, and opened with Enter", async ({ playground, page }) => {
  await playground.open();
  await page.getByRole("button", { name: "Examples", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Examples" });
  const cards = dialog.locator(".example-card");
  await expect(cards).toHaveCount(examples.length);
  await dialog.getByRole("button", { name: "overlays", exact: true }).click();
  expect(await cards.count()).toBeLessThan(20);
  expect(await cards.count()).toBeGreaterThan(5);
  await dialog.getByRole("button", { name: "overlays", exact: true }).click();
  const search = dialog.getByLabel("Search the examples");
  await search.fill("zzz nothing");
  await expect(dialog).toContainText("No example has all of these words.");
  await search.fill("bakery violations");
  await expect(cards).toHaveCount(1);
  await page.keyboard.press("Enter");
  await expect(dialog).toBeHidden();
  expect(new URL(page.url()).hash).toBe("#example:bakery-violations");
  await expect(playground.problems).toHaveCount(5);
});

test("a lesson stands beside its example, leads to its files and to the next one, and can be closed", async ({
  playground,
  page,
}) => {
  await page.goto("./#example:kiln");
  const lesson = page.locator(".lesson");
  await expect(lesson.getByRole("heading", { name: "A kiln’s firing plan" })).toBeVisible();
  await lesson.getByRole("button", { name: "plan.yml" }).first().click();
  await expect(page.locator(".open-file")).toHaveText("plan.yml");
  await lesson.getByRole("button", { name: /^Next example/ }).click();
  await expect(lesson.getByRole("heading")).not.toHaveText("A kiln’s firing plan");
  await lesson.getByRole("button", { name: "Close the lesson" }).click();
  await expect(lesson).toBeHidden();
  await page.getByRole("button", { name: "Lesson", exact: true }).click();
  await expect(lesson).toBeVisible();
  await expect(playground.status).toContainText("Rendered in");
});
