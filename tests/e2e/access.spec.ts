// Accessibility: everything by keyboard, panes of any size, narrow screens, and text for screen readers. axe*.spec.ts runs axe.
import { expectAccessible } from "./accessible";
import { expect, test } from "./playground";

test("the first Tab stop leads to the editor, and all controls can be reached by keyboard", async ({
  playground,
  page,
}) => {
  await test.step("the first Tab stop leads to the editor", async () => {
    await playground.open();
    const skip = page.getByRole("button", { name: "Skip to the editor" });
    await page.keyboard.press("Tab");
    await expect(skip).toBeFocused();
    await playground.editor.focus();
    for (const width of [1400, 390]) {
      await page.setViewportSize({ width, height: 900 });
      expect((await skip.boundingBox())?.width).toBeLessThan(2);
      // From another pane, where there is one at a time.
      if (width === 390)
        await page.getByRole("tablist", { name: "Panes" }).getByRole("tab", { name: "Output" }).click();
      await page.getByRole("button", { name: "Examples" }).focus();
      await page.keyboard.press("Shift+Tab");
      await expect(skip).toBeFocused();
      expect((await skip.boundingBox())?.width).toBeGreaterThan(100);
      await expectAccessible(page, "the button that leads to the editor");
      await page.keyboard.press("Enter");
      await expect(playground.editor).toBeFocused();
    }
    await page.setViewportSize({ width: 1400, height: 900 });
  });
  await test.step("Escape closes the list of lint rules, and the focus returns to its button", async () => {
    const rules = page.getByRole("button", { name: "Lint rules" });
    await rules.click();
    const first = page.locator("#lint-rules input").first();
    await first.focus();
    await page.keyboard.press("Escape");
    await expect(first).toBeHidden();
    await expect(rules).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(first).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(first).toBeHidden();
  });
  await test.step("what follows the button that adds a file has a name", async () => {
    await page.getByRole("button", { name: "Add file" }).focus();
    await page.keyboard.press("Tab");
    await expect(page.locator("input[type=file]:focus")).toHaveAccessibleName("Open files");
  });
  await test.step("all controls can be reached, and Escape then Tab leaves the editor", async () => {
    await playground.open();
    // It comes with the lints, after the first response.
    await expect(page.getByRole("button", { name: "Lint rules" })).toBeVisible();
    const reached = new Set<string>();
    for (let step = 0; step < 60; step++) {
      await page.keyboard.press("Tab");
      const name = await page.evaluate(() => {
        const active = document.querySelector("ytterby-page")?.shadowRoot?.activeElement;
        return active?.getAttribute("aria-label") ?? active?.textContent?.trim() ?? "";
      });
      if (reached.has(name) && name === "Examples") break;
      reached.add(name);
      if (name.startsWith("Contents of")) await page.keyboard.press("Escape");
    }
    for (const name of [
      "Examples",
      "Help",
      "Flags after ytt -f .",
      "schema.yml",
      "Add file",
      "Actions for schema.yml",
      "Maximize schema.yml",
      "Contents of schema.yml",
      "Height of schema.yml",
      "Width of the input",
      "Output",
      "Output plan.yml",
      "Height of the output",
      "Lint rules",
    ]) {
      expect([...reached]).toContain(name);
    }
    await expect(playground.pane("schema.yml").locator(".cm-content")).toContainText("#@data/values-schema");
  });
});

test("axe finds no violations in the initial page, and changes are announced to screen readers", {
  tag: "@quick",
}, async ({ playground, page }) => {
  await test.step("axe finds no violations in the initial page", async () => {
    await playground.open();
    await expectAccessible(page, "the page");
  });
  await test.step("changes are announced to screen readers", async () => {
    const said = page.locator("footer [aria-live=polite]");
    await expect(said).toHaveText("No problems, 1 output file");
    await playground.openExample("A bakery with violations");
    await expect(said).toHaveText("5 violations, no output");
  });
});

test("lines between panes have a value, limits and an orientation, are moved by keyboard and by pointer, and are stored", async ({
  playground,
  page,
}) => {
  await test.step("a line between panes has its value, its limits and its orientation, and Home and End go to the limits", async () => {
    await playground.open();
    const width = page.getByRole("separator", { name: "Width of the input" });
    const height = page.getByRole("separator", { name: "Height of the output" });
    await expect(width).toHaveAttribute("aria-orientation", "vertical");
    await expect(height).toHaveAttribute("aria-orientation", "horizontal");
    await expect(width).toHaveAttribute("aria-valuenow", "58");
    await width.focus();
    for (const [key, value, pane, size] of [
      ["Home", "aria-valuemin", "section.input", 320],
      ["End", "aria-valuemax", "section.result", 240],
    ] as const) {
      await page.keyboard.press(key);
      const box = await page.locator(pane).boundingBox();
      expect(Math.abs((box?.width ?? 0) - size)).toBeLessThan(1);
      const limit = await width.getAttribute(value);
      expect(limit).not.toMatch(/^(0|100)$/);
      await expect(width).toHaveAttribute("aria-valuenow", String(limit));
    }
    const controlled = await width.evaluate(
      (line) => (line.getRootNode() as ShadowRoot).getElementById(line.getAttribute("aria-controls") ?? "")?.className,
    );
    expect(controlled).toBe("input");
    // The height follows the content until the user moves the line; its value is that which the panes have.
    await height.focus();
    const shown = await page
      .locator(".output-pane, .problems-pane")
      .evaluateAll((panes) => panes.map((pane) => pane.getBoundingClientRect().height));
    const [output = 0, problems = 0] = shown;
    await expect(height).toHaveAttribute("aria-valuenow", String(Math.round((output / (output + problems)) * 100)));
  });
  await test.step("panes can be resized by keyboard, and sizes are stored", async () => {
    const width = async () => (await page.locator("section.input").boundingBox())?.width ?? 0;
    const before = await width();
    await page.getByRole("separator", { name: "Width of the input" }).focus();
    await page.keyboard.press("ArrowLeft");
    await page.keyboard.press("ArrowLeft");
    await expect.poll(width).toBeLessThan(before - 50);
    const after = await width();
    await page.reload();
    await expect.poll(width).toBeGreaterThan(after - 5);
    await expect.poll(width).toBeLessThan(after + 5);
  });
  await test.step("panes can be resized by pointer", async () => {
    const sash = await page.getByRole("separator", { name: "Width of the input" }).boundingBox();
    const input = page.locator("section.input");
    const before = (await input.boundingBox())?.width ?? 0;
    const x = (sash?.x ?? 0) + 4;
    await page.mouse.move(x, 400);
    await page.mouse.down();
    await page.mouse.move(x - 60, 400, { steps: 4 });
    await page.mouse.move(x - 120, 400, { steps: 4 });
    await page.mouse.up();
    await expect.poll(async () => (await input.boundingBox())?.width ?? 0).toBeLessThan(before - 90);
  });
});

test("narrow screens show the panes behind tabs", { tag: "@quick" }, async ({ playground, page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await playground.open();
  const views = page.getByRole("tablist", { name: "Panes" });
  await expect(playground.editor).toBeVisible();
  await expect(playground.output).toBeHidden();
  await views.getByRole("tab", { name: "Output" }).click();
  await expect(playground.output).toContainText("kiln: HESTIA");
  await expect(playground.editor).toBeHidden();

  await playground.openExample("A bakery with violations");
  await views.getByRole("tab", { name: "Problems" }).click();
  const list = page.locator(".problems-pane .scroll");
  expect(await list.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
  await playground.problems.filter({ hasText: "oven.celsius" }).getByRole("button", { name: "values.yml:10" }).click();
  await expect(playground.editor).toBeFocused();
  await expect(page.locator(".file-pane.chosen .cm-jump-target")).toContainText("celsius: 320");
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
});
