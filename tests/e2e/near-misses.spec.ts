// An overlay that matched nothing: its near misses, as links, in the list and on its card.
import { expect, test } from "./playground";

const CONFIG = `kilns:
- name: hestia
  peak: 1
- name: vesta
  peak: 2
`;
const OVERLAY = `#@ load("@ytt:overlay", "overlay")
#@overlay/match by=overlay.all
---
kilns:
#@overlay/match by="name"
- name: hesta
  peak: 3
`;

test("the nodes that nearly matched are links in the list and on the card, and underlined", { tag: "@quick" }, async ({
  playground,
  page,
}) => {
  await test.step("the nodes that nearly matched are links, and underlined", async () => {
    await playground.load({
      files: [
        { path: "config.yml", content: CONFIG },
        { path: "overlay.yml", content: OVERLAY },
      ],
      open: 1,
    });
    await expect(playground.problems).toHaveCount(1);
    const misses = playground.problems.locator(".related-list li");
    await expect(misses.first()).toContainText(/near miss: .*hestia/);
    await misses.first().getByRole("button").click();
    await expect(page.locator(".file-pane.chosen .file-name")).toHaveText("config.yml");
    await expect(page.locator(".file-pane.chosen .cm-jump-target")).toContainText("hestia");
    await expect(page.locator(".file-pane.chosen .cm-lintRange-info").first()).toBeVisible();
  });
  await test.step("the card has the links, too, which work by keyboard", async () => {
    await playground.openFile("overlay.yml");
    await playground.editor.click();
    await page.mouse.move(1, 1);
    await page.keyboard.press("ControlOrMeta+Home");
    await page.keyboard.press("F8");
    const card = page.locator(".cm-insight");
    await expect(card.locator(".related-list li").first()).toContainText(/near miss: .*hestia/);
    await page.keyboard.press("F1");
    await page.keyboard.press("Enter");
    await expect(page.locator(".file-pane.chosen .file-name")).toHaveText("config.yml");
    await expect(playground.editor).toBeFocused();
  });
});
