// An overlay that matched nothing: its near misses, as links, in the list and on its card.
import { expect, type Playground, test } from "./playground";

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

async function work(playground: Playground): Promise<void> {
  await playground.open();
  await playground.openExample("An observatory patched by overlays");
  for (const path of await playground.files()) {
    await playground.openFile(path);
    await playground.fileAction(path, "Delete");
  }
  for (const [path, text] of [
    ["config.yml", CONFIG],
    ["overlay.yml", OVERLAY],
  ] as const) {
    await playground.page.getByRole("button", { name: "Add file" }).click();
    await playground.page.keyboard.press("ControlOrMeta+a");
    await playground.page.keyboard.type(path);
    await playground.page.keyboard.press("Enter");
    await playground.openFile(path);
    await playground.write(text);
  }
  await expect(playground.problems).toHaveCount(1);
}

test("the nodes that nearly matched are links, and underlined", { tag: "@quick" }, async ({ playground, page }) => {
  await work(playground);
  const misses = playground.problems.locator(".related-list li");
  await expect(misses.first()).toContainText(/near miss: .*hestia/);
  await misses.first().getByRole("button").click();
  await expect(page.locator(".file-pane.chosen .file-name")).toHaveText("config.yml");
  await expect(page.locator(".file-pane.chosen .cm-jump-target")).toContainText("hestia");
  await expect(page.locator(".file-pane.chosen .cm-lintRange-info").first()).toBeVisible();
});

test("the card has the links, too, which work by keyboard", { tag: "@long" }, async ({ playground, page }) => {
  await work(playground);
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
