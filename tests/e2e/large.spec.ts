// Large works: outputs come in parts, and only the visible rows of long lists are rendered. All of it can be reached, searched and copied.
import type { Locator, Page } from "@playwright/test";
import { expect, test } from "./playground";
import { storeWork } from "./stored-works";

const LINES = 30_000;

const begin = (page: Page, files: Record<string, string>): Promise<void> =>
  storeWork(page, { files: Object.entries(files).map(([path, content]) => ({ path, content })) });

test("a long output can be searched, selected and copied completely", { tag: "@long" }, async ({
  playground,
  page,
  context,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await begin(page, {
    "config.yml": `#@ for/end i in range(${LINES}):\n- name: #@ "number {} of many more like it".format(i)\n`,
  });
  await playground.open();
  await expect(playground.output).toContainText("number 0 of many");
  // The heights of wrapped lines are estimates, so that they nearly stay where they are when all change.
  await page.getByRole("button", { name: "Wrap lines in the output" }).click();
  await playground.output.click();
  await page.keyboard.press("Control+End");
  await expect(playground.output).toContainText(`number ${LINES - 1} of many`);

  await page.keyboard.press("Control+f");
  await expect(page.getByRole("textbox", { name: "Find" })).toBeFocused();
  await page.keyboard.type("number 15000 ");
  await page.keyboard.press("Enter");
  await expect(playground.output).toContainText("number 15000 of many");
  await page.keyboard.press("Escape");

  await playground.output.focus();
  await page.keyboard.press("Control+a");
  await page.keyboard.press("Control+c");
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied.split("\n")).toHaveLength(LINES + 1);

  // Every line changes, and the scroll position stays.
  await page.keyboard.press("Control+End");
  await playground.writeLine(2, '- name: #@ "{} has changed, as all of them have".format(i)');
  await expect(playground.output).toContainText(`${LINES - 1} has changed`);
  await playground.output.focus();
  await page.keyboard.press("Control+Home");
  await expect(playground.output).toContainText("- name: 0 has changed");
  await page.keyboard.press("Control+a");
  await page.keyboard.press("Control+c");
  const again = await page.evaluate(() => navigator.clipboard.readText());
  expect(again).toBe(
    Array.from({ length: LINES }, (_, at) => `- name: ${at} has changed, as all of them have\n`).join(""),
  );
});

/** The end may be further away when the rows before it are rendered, as their heights are estimates before. */
const scrollToEnd = (list: Locator) =>
  list.evaluate((element) => {
    element.scrollTop = element.scrollHeight;
  });

const KEYS = Array.from({ length: 700 }, (_, at) => `key${at}`);
const SCHEMA = `#@data/values-schema\n---\n${KEYS.map((key) => `#@schema/desc "about ${key}"\n${key}: ${key}\n`).join("")}`;

test("of many data values, schema nodes and violations only visible ones are rendered, and all can be reached", {
  tag: "@long",
}, async ({ playground, page }) => {
  await begin(page, { "schema.yml": SCHEMA, "config.yml": '#@ load("@ytt:data", "data")\na: #@ data.values.key1\n' });
  await playground.open();
  const tab = (name: string) => page.getByRole("tab", { name, exact: true });
  const rows = page.locator(".facts tbody tr:not(.gap)");
  for (const name of ["Data values", "Schema"]) {
    await tab(name).click();
    await expect(rows.first()).toContainText("key0");
    expect(await rows.count()).toBeLessThan(200);
    await expect(async () => {
      await scrollToEnd(page.locator(".result-content:not([hidden]) .scroll"));
      await expect(rows.last()).toContainText("key699", { timeout: 500 });
    }).toPass();
    await rows.last().getByRole("button", { name: /go to/ }).click();
    await expect(page.locator(".file-pane.chosen .cm-jump-target")).toContainText("key699");
  }
  await tab("Data values").click();
  await page.getByLabel("Filter data values").fill("key69");
  await expect(rows).toHaveCount(11);
  await expect(page.locator(".values-count")).toHaveText("11 of 700");
  await page.getByLabel("Filter data values").fill("");

  // Trees that were not loaded yet are still available while the input is broken.
  await page.reload();
  await expect(playground.status).toContainText("Rendered in");
  await playground.openFile("config.yml");
  await playground.write("a: #@ nobody\n");
  await expect(playground.problems).toHaveCount(1);
  await expect(rows.first()).toContainText("key0");
  await test.step("so is a long list of violations", async () => {
    const rules = KEYS.map((key) => `#@schema/validation min_len=20\n${key}: ${key}\n`).join("");
    await begin(page, { "schema.yml": `#@data/values-schema\n---\n${rules}`, "config.yml": "a: 1\n" });
    await playground.open();
    await expect(page.locator("#problems-title")).toContainText("700");
    await expect(playground.problems.first()).toContainText("key0");
    expect(await playground.problems.count()).toBeLessThan(200);
    await expect(async () => {
      await scrollToEnd(page.locator(".problems-pane .scroll"));
      await expect(playground.problems.last()).toContainText("key699", { timeout: 500 });
    }).toPass();
    await expect(playground.problems.last()).toContainText("must be: length >= 20");
    await page.getByRole("tab", { name: "ytt’s report" }).click();
    await expect(page.locator(".report")).toContainText("key699");
  });
});
