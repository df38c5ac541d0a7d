// A phone with the keyboard of the screen open: a small page with a touch screen.
import type { Browser, Page } from "@playwright/test";
import { expectAccessible } from "./accessible";
import { link } from "./axe-visits";
import { expect, isolated as test } from "./playground";

const text = Array.from({ length: 40 }, (_, at) => `key${at}: ${at}`).join("\n");

async function phone(browser: Browser, baseURL = ""): Promise<Page> {
  const context = await browser.newContext({
    baseURL,
    viewport: { width: 390, height: 460 },
    hasTouch: true,
    isMobile: true,
    serviceWorkers: "block",
  });
  const page = await context.newPage();
  await page.goto(`./${link({ files: [{ path: "a.yml", content: text }] })}`);
  await expect(page.locator("footer .verdict")).toBeAttached();
  return page;
}

const small = (page: Page, within: string) =>
  page.locator(`${within} :is(button, label.icon-button):visible`).evaluateAll((all) =>
    all.flatMap((one) => {
      const { width, height } = one.getBoundingClientRect();
      return width < 43.5 || height < 43.5
        ? [`${one.getAttribute("aria-label") ?? one.textContent}: ${width}×${height}`]
        : [];
    }),
  );

test("with the keyboard open at least 14 lines of code are visible, the verdict, and a row of keys", async ({
  browser,
  baseURL,
}) => {
  const page = await phone(browser, baseURL);
  const editor = page.locator(".file-pane.chosen .cm-content");
  await expect(page.getByRole("toolbar", { name: "Keys for typing" })).toHaveCount(0);
  await editor.tap();
  const keys = page.getByRole("toolbar", { name: "Keys for typing" });
  await expect(keys).toBeVisible();
  const lines = await page.locator(".file-pane.chosen .cm-line").evaluateAll((all) => {
    const pane = all[0]?.closest(".code")?.getBoundingClientRect();
    const inside = all.map((line) => line.getBoundingClientRect());
    return inside.filter(({ top, bottom }) => pane && top >= pane.top && bottom <= pane.bottom).length;
  });
  console.log(`lines of code with the keyboard open: ${lines}`);
  expect(lines).toBeGreaterThanOrEqual(14);
  await expect(page.locator("footer .verdict")).toBeInViewport();
  await expect(page.locator(".file-tab").first()).toBeInViewport();
  expect([...(await small(page, ".key-row")), ...(await small(page, ".files-pane"))]).toEqual([]);
  await expectAccessible(page, "typing on a phone");

  await page.keyboard.press("ControlOrMeta+Home");
  await keys.getByRole("button", { name: "Insert #@" }).tap();
  await keys.getByRole("button", { name: "Insert :" }).tap();
  await keys.getByRole("button", { name: "Insert -" }).tap();
  await expect(editor).toBeFocused();
  const first = editor.locator(".cm-line").first();
  await expect(first).toHaveText("#@:-key0: 0");
  await keys.getByRole("button", { name: "Indent" }).tap();
  await expect(first).toHaveText("  #@:-key0: 0");
  await keys.getByRole("button", { name: "Undo" }).tap();
  await expect(first).toHaveText("#@:-key0: 0");

  // Without the focus in the editor the other rows are back.
  await page.locator(".file-tab").first().tap();
  await expect(page.getByRole("tab", { name: "Output" })).toBeVisible();
  await page.context().close();
});

test("controls on a phone are as large as a finger", { tag: "@long" }, async ({ browser, baseURL }) => {
  const page = await phone(browser, baseURL);
  await page.setViewportSize({ width: 390, height: 844 });
  for (const pane of ["Input", "Output", "Problems"]) {
    await page.getByRole("tablist", { name: "Panes" }).getByRole("tab", { name: pane }).tap();
    expect(await small(page, ".page"), pane).toEqual([]);
  }
  await page.context().close();
});
