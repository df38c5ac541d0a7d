// The gallery and its lessons.

import { examples } from "../../web/testing/works";
import { expectAccessible, inPlayground } from "./accessible";
import { expect, test } from "./playground";

test("examples are found by words and by topic, in lessons and files too, and opened by keyboard", {
  tag: "@quick",
}, async ({ playground, page }) => {
  await test.step("examples are found by words and by topic, and opened with Enter", async () => {
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
  await test.step("the gallery works by keyboard: open, search, arrows, Enter, Escape", async () => {
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
    await expect(dialog.getByRole("status")).toHaveText(`6 of ${examples.length}`);
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
  await test.step("the search covers lessons and files, and shows the line that matches", async () => {
    await page.keyboard.press("ControlOrMeta+k");
    const dialog = page.getByRole("dialog", { name: "Examples" });
    const search = dialog.getByLabel("Search the examples");
    const cards = dialog.locator(".example-card");
    await search.fill("helm");
    const kubernetes = cards.filter({ hasText: "Deployment and Service from one set of values" });
    await expect(kubernetes.locator(".example-match")).toContainText(/^Lesson: … .*If you come from Helm: the schema/);
    await expect(kubernetes.locator("mark")).toHaveText("Helm");
    await expectAccessible(page, "a search with lines of lessons", inPlayground("dialog[open]"));
  });
  await test.step("a search without results leads back to all examples", async () => {
    const dialog = page.getByRole("dialog", { name: "Examples" });
    await dialog.getByRole("button", { name: "YAML", exact: true }).click();
    await dialog.getByLabel("Search the examples").fill("kubernetes ingress");
    await expect(dialog).toContainText("No example under “YAML” has all of these words.");
    await dialog.getByRole("button", { name: `Show all ${examples.length}` }).click();
    await expect(dialog.locator(".example-card")).toHaveCount(examples.length);
  });
});

test("a lesson links to its files and to the next lesson, and closes when the user goes on with a file", {
  tag: "@quick",
}, async ({ playground, page }) => {
  await page.goto("./#example:kiln");
  const lesson = page.locator(".lesson");
  await expect(lesson.getByRole("heading", { name: "A kiln’s firing plan" })).toBeVisible();
  const toggle = lesson.getByRole("button", { name: /^Lesson/ });
  const text = lesson.locator(".lesson-text");
  await expect(text).toBeHidden();
  await toggle.click();
  await text.getByRole("button", { name: "plan.yml" }).first().click();
  await expect(page.locator(".file-pane.chosen .file-name")).toHaveText("plan.yml");
  await expect(playground.editor).toBeFocused();
  await expect(text).toBeHidden();
  await expect(toggle).toHaveAttribute("aria-expanded", "false");

  await toggle.click();
  await lesson.getByRole("button", { name: /^Next example/ }).click();
  await expect(lesson.getByRole("heading")).not.toContainText("A kiln’s firing plan");
  // The reader of one lesson after the other has it open.
  await expect(text).toBeVisible();
  await text.focus();
  await page.keyboard.press("Escape");
  await expect(text).toBeHidden();
  await expect(toggle).toBeFocused();
  await toggle.click();
  await playground.editor.click({ position: { x: 60, y: 500 } });
  await expect(text).toBeHidden();
  await expect(playground.status).toContainText("Rendered in");
});

test("a lesson of a new user takes little space, is a bar with its next step on narrow screens, and leads to the next example", async ({
  playground,
  page,
}) => {
  await test.step("a lesson takes no width, and little height, from the editor and the result", async () => {
    await playground.openPage();
    const width = async (pane: string) => (await page.locator(pane).boundingBox())?.width ?? 0;
    expect(await width("section.input")).toBeGreaterThan(780);
    expect(await width("section.result")).toBeGreaterThan(560);
    const height = async (of: string) => (await page.locator(of).boundingBox())?.height ?? 0;
    // With two lines for the step, also where it has one, so that the next step does not move the editors.
    expect(await height(".lesson-head")).toBeLessThan(78);
    const editor = await height(".stack");
    expect(editor).toBeGreaterThan(640);
    // The whole text is above the files and the editor, and moves nothing.
    await page.getByRole("button", { name: /^Lesson/ }).click();
    await expect(page.locator(".lesson-text")).toBeVisible();
    expect(Math.abs((await height(".stack")) - editor)).toBeLessThan(2);
    await page.getByRole("button", { name: /^Lesson/ }).click();
  });
  await test.step("on narrow screens a lesson is a bar with its next step", async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    const lesson = page.locator(".lesson");
    const text = lesson.getByText("Three files make a run.");
    await expect(lesson.getByRole("heading")).toBeVisible();
    await expect(text).toBeHidden();
    expect((await lesson.locator(".lesson-head").boundingBox())?.height).toBeLessThanOrEqual(50);
    await expect(lesson.locator(".lesson-next")).toContainText("Step 1 of 5");
    await expect(lesson.getByRole("button", { name: "Apply: step 1" })).toBeVisible();
    await lesson.getByRole("button", { name: /^Lesson/ }).focus();
    await page.keyboard.press("Enter");
    await expect(text).toBeVisible();
    await expect(lesson.getByRole("button", { name: "Next example: A kiln’s firing plan" })).toBeVisible();
    await expect(playground.editor).toBeInViewport();
  });
  await test.step("a new user's own work has its lesson, with a link to the next example", async () => {
    await page.setViewportSize({ width: 1400, height: 900 });
    const lesson = page.locator(".lesson");
    await expect(lesson.getByRole("heading")).toContainText("A Deployment and its Service");
    await lesson.getByRole("button", { name: "Next example: A kiln’s firing plan" }).click();
    await expect(page.getByRole("region", { name: "Open playground" })).toContainText("Example: A kiln’s firing plan");
  });
});
