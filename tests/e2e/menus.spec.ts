// Menus: where they are while they open.
import { expect, test } from "./playground";

test("a menu is out of sight until its position is known, also when it opens again", async ({ playground, page }) => {
  await playground.open();
  const theme = page.getByRole("button", { name: /^Theme/ });
  const menu = page.getByRole("menu", { name: "Theme" });
  await theme.click();
  await expect(menu).toBeInViewport();
  await page.keyboard.press("Escape");
  await expect(menu).toBeHidden();
  // Without frames, no position is computed.
  await page.evaluate(() => {
    globalThis.requestAnimationFrame = () => 0;
  });
  const bottomOf = (element: Element) => element.getBoundingClientRect().bottom;
  await theme.click();
  await expect(menu).toBeAttached();
  expect(await menu.evaluate(bottomOf)).toBeLessThanOrEqual(0);
  await page.getByRole("button", { name: "Open", exact: true }).click();
  const open = page.getByRole("menu", { name: "Open" });
  await expect(open).toBeAttached();
  expect(await open.evaluate(bottomOf)).toBeLessThanOrEqual(0);
});
