// Menus: where they open, their keys, and when they close.
import { boxOf } from "./box";
import { holdEngine } from "./held-engine";
import { expect, test } from "./playground";

const openButton = (page: import("@playwright/test").Page) => page.getByRole("button", { name: "Open", exact: true });

test("menus are below their buttons, work with keys and the pointer, and close when something else is used", async ({
  playground,
  page,
}) => {
  await test.step("arrow keys, Home, End and letters select an item, and Enter or Space applies it", async () => {
    await playground.open();
    const settings = page.getByRole("button", { name: "Settings" });
    const scheme = () => page.evaluate(() => getComputedStyle(document.documentElement).colorScheme);
    const item = (name: string) =>
      page.getByRole("menu").getByRole(/proposal/.test(name) ? "menuitemcheckbox" : "menuitemradio", { name });
    await settings.focus();
    for (const [key, name] of [
      ["ArrowDown", "System"],
      ["ArrowDown", "Light"],
      ["End", "Schema proposal"],
      ["ArrowDown", "System"],
      ["ArrowUp", "Schema proposal"],
      ["Home", "System"],
      ["l", "Light"],
    ] as const) {
      await page.keyboard.press(key);
      await expect(item(name)).toBeFocused();
    }
    await expect(settings).toHaveAttribute("aria-expanded", "true");
    await page.keyboard.press("Enter");
    expect(await scheme()).toBe("light");
    await expect(settings).toBeFocused();
    await expect(settings).toHaveAttribute("aria-expanded", "false");

    for (const key of ["ArrowUp", "Home", "ArrowDown", "ArrowDown"]) await page.keyboard.press(key);
    await expect(item("Dark")).toBeFocused();
    await expect(item("Light")).toBeChecked();
    await page.keyboard.press("Space");
    expect(await scheme()).toBe("dark");
    await page.keyboard.press("Space");
    await expect(item("System")).toBeFocused();
    await page.keyboard.press("Escape");
  });
  await test.step("what is on has a check mark, and groups have one line between them", async () => {
    const menu = page.getByRole("menu");
    const wrap = menu.getByRole("menuitemcheckbox", { name: /^Wrap long lines/ });
    const open = () => page.getByRole("button", { name: "Actions for schema.yml" }).click();
    await open();
    await expect(wrap).toBeChecked();
    await expect(wrap.locator(".menu-mark svg")).toBeVisible();
    await expect(menu.locator("hr")).toHaveCount(0);
    await wrap.click();
    await open();
    await expect(wrap).not.toBeChecked();
    await expect(wrap.locator(".menu-mark svg")).toHaveCount(0);
    await page.keyboard.press("Escape");
  });
  await test.step("a menu closes on Tab, on its button, on a click elsewhere and on a shortcut", async () => {
    const menu = page.getByRole("menu", { name: "Open" });
    const open = openButton(page);
    await open.click();
    await expect(menu).toBeFocused();
    await page.keyboard.press("Tab");
    await expect(menu).toHaveCount(0);
    await expect(page.getByRole("button", { name: "Share", exact: true })).toBeFocused();

    await open.click();
    await expect(menu).toBeVisible();
    await open.click();
    await expect(menu).toHaveCount(0);
    await expect(open).toBeFocused();

    await open.click();
    await expect(menu).toBeVisible();
    await page.locator("header .tagline").click();
    await expect(menu).toHaveCount(0);
    await expect(open).toBeFocused();

    await open.click();
    await playground.editor.click();
    await expect(menu).toHaveCount(0);
    await expect(playground.editor).toBeFocused();

    await open.click();
    await expect(menu).toBeVisible();
    await page.keyboard.press("Control+F6");
    await expect(menu).toHaveCount(0);
    await expect(playground.flags).toBeFocused();
  });
  await test.step("the pointer selects the item that a key applies", async () => {
    await openButton(page).click();
    await page.getByRole("menuitem", { name: "Gist" }).hover();
    await expect(page.getByRole("menuitem", { name: "Gist" })).toBeFocused();
    await page.keyboard.press("ArrowDown");
    await expect(page.getByRole("menuitem", { name: "Recent playgrounds" })).toBeFocused();
    await page.keyboard.press("Escape");
  });
  await test.step("the menu at the cursor opens upwards where there is no space below", async () => {
    await page.setViewportSize({ width: 1400, height: 500 });
    await playground.openFile("plan.yml");
    await playground.write(`${"\n".repeat(60)}a: [off, on, yes, no, off, on]\n`);
    await expect(page.locator(".lint").first()).toBeVisible();
    await page.keyboard.press("ControlOrMeta+End");
    await page.keyboard.press("ArrowUp");
    await page.keyboard.press("ControlOrMeta+.");
    const menu = page.getByRole("menu", { name: "Fixes" });
    await expect(menu).toBeInViewport({ ratio: 1 });
    const line = await boxOf(page.locator(".file-pane.chosen .cm-activeLine"));
    const { y, height } = await boxOf(menu);
    expect(y + height).toBeLessThanOrEqual(line.y + 2);
    await page.keyboard.press("Escape");
    await page.setViewportSize({ width: 1400, height: 900 });
  });
  await test.step("a menu is below its button and within the window in the first frame", async () => {
    // Without frames, nothing can move it.
    await page.evaluate(() => {
      globalThis.requestAnimationFrame = () => 0;
    });
    for (const name of ["Settings", "Open"]) {
      const button = name === "Open" ? openButton(page) : page.getByRole("button", { name });
      await button.click();
      const menu = page.getByRole("menu", { name });
      await expect(menu).toBeInViewport({ ratio: 1 });
      const [from, to] = [await boxOf(button), await boxOf(menu)];
      expect(to.y).toBeGreaterThan(from.y + from.height);
      expect(to.y).toBeLessThan(from.y + from.height + 10);
      expect(to.x).toBeLessThan(from.x + from.width);
      expect(to.x + to.width).toBeGreaterThan(from.x);
      await page.keyboard.press("Escape");
      await expect(menu).toHaveCount(0);
      await expect(button).toBeFocused();
    }
  });
  await test.step("a menu opens and works before anything else is loaded", async () => {
    const release = await holdEngine(page);
    await page.route(/assets\/lazy-part/, () => {});
    await page.goto("about:blank");
    await page.goto("./");
    await expect(page.locator(".file-pane.chosen .cm-content[contenteditable]")).toBeVisible();
    await page.getByRole("button", { name: "Settings" }).click();
    await page.getByRole("menuitemradio", { name: "Dark" }).click();
    await expect(page.getByRole("button", { name: "Settings" })).toBeFocused();
    expect(await page.evaluate(() => getComputedStyle(document.documentElement).colorScheme)).toBe("dark");
    release();
  });
});
