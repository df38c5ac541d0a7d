// Values behind the code that computes them, and lines that did not run.
import type { Page } from "@playwright/test";
import { boxOf } from "./box";
import { expect, type Playground, test } from "./playground";

/** The values behind the lines of a file, by line. */
async function values(page: Page, file: string): Promise<Record<number, string>> {
  const lines = page.getByRole("group", { name: file, exact: true }).locator(".cm-line");
  const found = await lines.evaluateAll((all) =>
    all.map((line, index) => [index + 1, line.querySelector<HTMLElement>(".cm-line-value")?.dataset.value ?? ""]),
  );
  return Object.fromEntries(found.filter(([, text]) => text !== ""));
}

const notRun = (playground: Playground, file: string) => playground.pane(file).locator(".cm-not-run");

test("values follow the code, take no space, are no text, and are hidden from screen readers; the switch is remembered", {
  tag: "@quick",
}, async ({ playground, page }) => {
  await test.step("values follow the code, and change with it", async () => {
    await playground.open();
    await playground.openFile("plan.yml");
    await expect
      .poll(() => values(page, "plan.yml"))
      .toMatchObject({
        4: "3 keys",
        7: "3 items",
        10: "390",
        13: "HESTIA",
        15: "True",
        21: "warm up, climb, soak",
      });
    await playground.writeLine(13, "kiln: #@ kiln.name.lower()");
    await expect.poll(async () => (await values(page, "plan.yml"))[13]).toBe("hestia");
    expect(await playground.editor.textContent()).not.toContain("hestia");
  });
  await test.step("values take no space, are no text, and are hidden from screen readers", async () => {
    await playground.writeLine(13, "kiln: #@ kiln.name.upper()");
    await playground.openFile("plan.yml");
    const lines = playground.editor.locator(".cm-line");
    await expect(lines.nth(12).locator(".cm-line-value")).toBeVisible();
    const places = () => lines.evaluateAll((all) => all.map((line) => JSON.stringify(line.getBoundingClientRect())));
    const width = () =>
      playground
        .pane("plan.yml")
        .locator(".cm-scroller")
        .evaluate((one) => one.scrollWidth);
    const before = [await places(), await width()];
    await playground.fileAction("plan.yml", "Values behind the code");
    await expect(page.locator(".cm-line-value")).toHaveCount(0);
    expect([await places(), await width()]).toEqual(before);
    await playground.fileAction("plan.yml", "Values behind the code");
    await expect(lines.nth(12).locator(".cm-line-value")).toHaveAttribute("aria-hidden", "true");
    await expect(lines.nth(12)).toHaveText("kiln: #@ kiln.name.upper()");
  });
  await test.step("the switch is remembered", async () => {
    await expect(page.locator(".cm-line-value").first()).toBeVisible();
    await playground.fileAction("plan.yml", "Values behind the code");
    await playground.openPage();
    await playground.openFile("plan.yml");
    await playground.writeLine(13, "kiln: #@ kiln.name");
    await expect(playground.output).toContainText("kiln: Hestia");
    await expect(page.locator(".cm-line-value")).toHaveCount(0);
  });
});

test("lines that did not run are dimmed, and say why; while the input is broken, they are those of the run before", async ({
  playground,
  page,
}) => {
  await test.step("lines that did not run are dimmed, and say why", async () => {
    await playground.open();
    await playground.openFile("values.yml");
    await playground.write("#@data/values\n---\nkiln:\n  keeper: null\nstages:\n- name: soak\n");
    await playground.openFile("plan.yml");
    await expect(notRun(playground, "plan.yml")).toHaveText(["watched_by: #@ kiln.keeper"]);
    await notRun(playground, "plan.yml").hover({ position: { x: 60, y: 8 } });
    const card = page.locator(".cm-insight").filter({ hasText: "Did not run" });
    await expect(card).toContainText("The condition in line 15 did not hold");
    await expect(card).toContainText("kiln.keeper");
    await expect(card.getByRole("button", { name: /values\.yml:4/ })).toBeVisible();
    await page.mouse.move(0, 0);
    await notRun(playground, "plan.yml").click();
    await page.keyboard.press("Alt+v");
    await expect(page.locator('.cm-insight[role="status"]').filter({ hasText: "Did not run" })).toBeVisible();
  });
  await test.step("parts of an overlay that match nothing have no effect", async () => {
    await playground.openFile("plan.yml");
    await playground.write(
      '#@ load("@ytt:overlay", "overlay")\na: 1\n#@overlay/match by=overlay.subset({"a": 2}), missing_ok=True\n---\nb: 1\n#@overlay/match by=overlay.all\n---\n#@overlay/match missing_ok=True\n#@overlay/remove\nc:\na: 3\n',
    );
    await expect(notRun(playground, "plan.yml")).toHaveText([
      /^#@overlay\/match by/,
      "---",
      "b: 1",
      "#@overlay/match missing_ok=True",
      "#@overlay/remove",
      "c:",
    ]);
    // Behind the text, too.
    await notRun(playground, "plan.yml")
      .nth(2)
      .hover({ position: { x: 250, y: 8 } });
    const card = page.locator(".cm-insight").filter({ hasText: "No effect" });
    await expect(card).toContainText(
      'No document matched the overlay in line 3: #@overlay/match by=overlay.subset({"a": 2})',
    );
    await expect(card.getByRole("listitem")).toHaveText(/plan\.yml:1\s+no match: a is 1, not 2/);
  });
  await test.step("while the input is broken, values and lines that did not run are those of the run before", async () => {
    await playground.openFile("plan.yml");
    await playground.write("#@ x = 1\n#@ if x > 1:\na: 1\n#@ end\nb: #@ x + 1\nc: 1\n");
    await expect(notRun(playground, "plan.yml")).toHaveText(["a: 1"]);
    await expect.poll(() => values(page, "plan.yml")).toEqual({ 2: "False", 5: "2" });
    // The run fails, as in half a word.
    await playground.writeLine(6, "c: #@ x +");
    await page.keyboard.press("ArrowUp");
    await expect(page.locator(".cm-end-message").first()).toBeVisible();
    await expect(notRun(playground, "plan.yml")).toHaveText(["a: 1"]);
    expect(await values(page, "plan.yml")).toEqual({ 2: "False", 5: "2" });
    await expect(playground.editor.locator(".cm-line-value-old")).toHaveCount(2);
    await playground.writeLine(6, "c: #@ x + 2");
    await expect.poll(() => values(page, "plan.yml")).toEqual({ 2: "False", 5: "2", 6: "3" });
    await expect(playground.editor.locator(".cm-line-value-old")).toHaveCount(0);
  });
});

test("a click on a value shows all of them, Alt V those of the cursor's line; they belong to the current flags, and the settings switch them off", async ({
  playground,
  page,
}) => {
  await test.step("while variants are compared, values say that they are those of the current flags", async () => {
    await playground.open();
    await playground.openFile("plan.yml");
    const value = playground.pane("plan.yml").locator(".cm-line-value").first();
    await value.hover();
    await expect(value).toHaveAttribute("title", "Click to show the whole value");
    await playground.showResult("Compare");
    await page.getByRole("button", { name: "Add variant" }).click();
    await value.hover();
    await expect(value).toHaveAttribute("title", /^In “Current”, not in the compared variants\. Click/);
    await value.click();
    await expect(page.locator(".cm-values-run")).toHaveText("In “Current”, not in the compared variants.");
    await page.keyboard.press("Escape");
    await playground.showResult("Output");
    await playground.pane("plan.yml").locator(".file-name").hover();
    await value.hover();
    await expect(value).toHaveAttribute("title", "Click to show the whole value");
  });
  await test.step("a click on a value shows all of them, and Alt V those of the cursor's line", async () => {
    await playground.loadKiln();
    await playground.openFile("plan.yml");
    const loop = playground.editor.locator(".cm-line").nth(19);
    await loop.locator(".cm-line-value").click();
    const card = page.locator(".cm-insight");
    await expect(card).toContainText('{"name": "climb", "minutes": 240}');
    await page.keyboard.press("Escape");
    await expect(card).toHaveCount(0);
    await playground.editor.locator(".cm-line").nth(3).click();
    await page.keyboard.press("Alt+v");
    await expect(page.locator('.cm-insight[role="status"]')).toContainText('"peak": 1240');
    await page.keyboard.press("Escape");
    await playground.editor.locator(".cm-line").nth(18).click();
    await page.keyboard.press("Alt+v");
    await expect(playground.status).toContainText("This line has no values.");
  });
  await test.step("a line with a problem shows the problem", async () => {
    await playground.writeLine(13, "kiln: #@ kiln.nam");
    await playground.editor.locator(".cm-line").nth(0).click();
    await expect(playground.editor.locator(".cm-line").nth(12).locator(".cm-end-message")).toBeVisible();
    await expect(playground.editor.locator(".cm-line").nth(12).locator(".cm-line-value")).toHaveCount(0);
    // Code that ran before has values.
    await expect.poll(async () => (await values(page, "plan.yml"))[4]).toBe("3 keys");
  });
  await test.step("a click near a value, or on it, places the cursor at the end of its line", async () => {
    await playground.load({ files: [{ path: "a.yml", content: "#@ x = 1\na: 1\nb: #@ x\n" }] });
    const value = playground.editor.locator(".cm-line-value").last();
    await expect(value).toHaveAttribute("data-value", "1");
    const { x, y } = await boxOf(value);
    // In the space between the code and its value.
    await page.mouse.click(x - 8, y + 8);
    await page.keyboard.type(" + 1");
    await expect(value).toHaveAttribute("data-value", "2");
    await playground.editor.locator(".cm-line").first().click();
    await value.click();
    await page.keyboard.type(" + 1");
    await expect(playground.editor.locator(".cm-line").nth(2)).toHaveText("b: #@ x + 1 + 1");
  });
  await test.step("the settings switch values off, and a click elsewhere closes their card", async () => {
    await playground.loadKiln();
    await playground.openFile("plan.yml");
    await playground.editor.locator(".cm-line").nth(3).locator(".cm-line-value").click();
    const card = page.locator(".cm-insight");
    await expect(card).toBeVisible();
    await page.getByRole("button", { name: "Settings" }).click();
    await expect(card).toHaveCount(0);
    await page.getByRole("menuitemcheckbox", { name: "Values behind the code" }).click();
    await expect(page.locator(".cm-line-value")).toHaveCount(0);
  });
});
