// The gallery and its lessons.

import { examples } from "../../web/testing/works";
import { expect, test } from "./playground";

test("examples are found by words and by topic, and opened with Enter", { tag: "@quick" }, async ({
  playground,
  page,
}) => {
  await playground.open();
  await page.getByRole("button", { name: "Examples", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Examples" });
  const cards = dialog.locator(".example-card");
  await expect(cards).toHaveCount(examples.length);
  await dialog.getByRole("button", { name: "overlays", exact: true }).click();
  await expect.poll(() => cards.count()).toBeLessThan(20);
  await expect.poll(() => cards.count()).toBeGreaterThan(5);
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

test("a lesson is shown next to its example, links to its files and to the next lesson, and can be closed", {
  tag: "@quick",
}, async ({ playground, page }) => {
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

test("the gallery works by keyboard: open, search, arrows, Enter, Escape", async ({ playground, page }) => {
  await playground.open();
  const dialog = page.getByRole("dialog", { name: "Examples" });
  const button = page.getByRole("button", { name: "Examples", exact: true });
  const search = dialog.getByLabel("Search the examples");
  const cards = dialog.locator(".example-card");
  await button.focus();
  await page.keyboard.press("Enter");
  await expect(search).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await expect(button).toBeFocused();

  await playground.editor.click();
  await page.keyboard.press("ControlOrMeta+k");
  await expect(search).toBeFocused();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await expect(dialog.getByRole("button", { name: "start", exact: true })).toBeFocused();
  await page.keyboard.press("Space");
  await expect(dialog.getByRole("button", { name: "start", pressed: true })).toBeVisible();
  await expect(dialog.getByRole("status")).toHaveText(`5 of ${examples.length}`);
  await page.keyboard.press("Space");

  // Examples with the words in their titles come first, and Enter opens the first.
  await search.fill("overlay");
  await expect(cards.first()).toContainText("overlays");
  await expect(cards.first()).toHaveClass(/next/);
  await page.keyboard.press("ArrowDown");
  await expect(cards.nth(0)).toBeFocused();
  await page.keyboard.press("ArrowRight");
  await expect(cards.nth(1)).toBeFocused();
  await page.keyboard.press("ArrowDown");
  await expect(cards.nth(4)).toBeFocused();
  await page.keyboard.press("ArrowUp");
  await expect(cards.nth(1)).toBeFocused();
  await page.keyboard.press("ArrowUp");
  await expect(search).toBeFocused();
  await page.keyboard.press("ArrowDown");
  const title = await cards.first().locator("strong").textContent();
  await page.keyboard.press("Enter");
  await expect(dialog).toBeHidden();
  await expect(playground.status).toContainText(`Opened “${title}”`);
});

test("a search without results leads back to all examples", async ({ playground, page }) => {
  await playground.open();
  await page.keyboard.press("ControlOrMeta+k");
  const dialog = page.getByRole("dialog", { name: "Examples" });
  await dialog.getByRole("button", { name: "YAML", exact: true }).click();
  await dialog.getByLabel("Search the examples").fill("kubernetes ingress");
  await expect(dialog).toContainText("No example under “YAML” has all of these words.");
  await dialog.getByRole("button", { name: `Show all ${examples.length}` }).click();
  await expect(dialog.locator(".example-card")).toHaveCount(examples.length);
});

test("a new user's own work has its lesson, with a link to the next example", async ({ playground, page }) => {
  await playground.open();
  const lesson = page.locator(".lesson");
  await expect(lesson.getByRole("heading")).toHaveText("A kiln’s firing plan");
  await lesson.getByRole("button", { name: "Next example: Hello, harbour" }).click();
  await expect(page.getByRole("region", { name: "What was opened" })).toContainText("Example: Hello, harbour");
});

test("on narrow screens a lesson is folded to its title", async ({ playground, page }) => {
  for (const width of [390, 1024]) {
    await page.setViewportSize({ width, height: 844 });
    await playground.open();
    const lesson = page.locator(".lesson");
    const text = lesson.getByText("Three files make a run.");
    await expect(lesson.getByRole("heading")).toBeVisible();
    await expect(text).toBeHidden();
    expect((await lesson.boundingBox())?.height).toBeLessThan(48);
    await lesson.locator("summary").focus();
    await page.keyboard.press("Enter");
    await expect(text).toBeVisible();
    await expect(playground.editor).toBeInViewport();
    await expect(lesson.getByRole("button", { name: "Next example: Hello, harbour" })).toBeVisible();
  }
});
