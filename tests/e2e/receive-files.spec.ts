// Opened and dropped files replace an untouched example; otherwise the page asks.
import type { Page } from "@playwright/test";
import { zipOf } from "../../web/src/formats/zip";
import { expectAccessible, inPlayground } from "./accessible";
import { drop } from "./dropping";
import { expect, type Playground, test } from "./playground";
import { chooseOpen, openEarlier } from "./stored-works";

/** A project with a problem in its last file. */
const PROJECT = {
  "pool/README.md": "# Pool\n",
  "pool/config.yml": '#@ load("@ytt:data", "data")\ndepth: #@ data.values.depth\n',
  "pool/schema.yml": "#@data/values-schema\n---\ndepth: 1\n",
  "pool/values.yml": "#@data/values\n---\ndepth: deep\n",
};

/** A zip as other tools make them. */
const plainZip = (files: Record<string, string>) =>
  Buffer.from(zipOf(Object.entries(files).map(([path, content]) => ({ path, content }))));

const dialog = (page: Page) => page.getByRole("dialog", { name: /^Open \d+ files?$/ });
const openFile = ({ page }: Playground) => page.locator(".file-pane.chosen .file-name");

test("a project replaces the untouched example, a drag says what a drop does, and a new playground is blank or a start", {
  tag: "@quick",
}, async ({ playground, page }) => {
  await test.step("a project replaces the untouched example, and the file with a problem is opened", async () => {
    await playground.open();
    await page.locator("#open-files").setInputFiles({
      name: "pool.zip",
      mimeType: "application/zip",
      buffer: plainZip(PROJECT),
    });
    await expect(playground.status).toContainText("Opened pool.zip.");
    await expect.poll(() => playground.files()).toEqual(["README.md", "config.yml", "schema.yml", "values.yml"]);
    await expect(openFile(playground)).toHaveText("values.yml");
    await expect(page.locator(".file-pane.chosen .cm-jump-target")).toContainText("depth: deep");
    await expect(page.locator(".lesson")).toHaveCount(0);
    await expect(dialog(page)).toBeHidden();
    await page.getByRole("button", { name: "Undo" }).click();
    await expect.poll(() => playground.files()).toEqual(["schema.yml", "values.yml", "plan.yml"]);
  });
  await test.step("a drag over the page says what a drop does", async () => {
    const data = await page.evaluateHandle(() => {
      const data = new DataTransfer();
      data.items.add(new File([""], "a.yml"));
      return data;
    });
    const frame = () =>
      page.locator("ytterby-page").evaluate((element) => getComputedStyle(element, "::after").content);
    expect(await frame()).toBe("none");
    await page.locator("ytterby-page").dispatchEvent("dragover", { dataTransfer: data });
    expect(await frame()).toBe('"Drop to open"');
    await page.locator("ytterby-page").dispatchEvent("dragleave", { dataTransfer: data });
    expect(await frame()).toBe("none");
  });
  await test.step("a new playground is blank or has a schema, values and a template, and the editor has the focus", async () => {
    await page.getByRole("button", { name: "Open", exact: true }).click();
    await page.getByRole("menuitem", { name: "Schema, values and template" }).click();
    await expect.poll(() => playground.files()).toEqual(["schema.yml", "values.yml", "config.yml"]);
    await expect(playground.editor).toBeFocused();
    await expect(playground.output).toContainText("replicas: 3");
    await expect(page.locator("footer .verdict")).toHaveText("No problems");
    await expect(page.locator(".cm-lintRange")).toHaveCount(0);

    // An untouched starter is replaced without a question.
    await chooseOpen(playground, "Blank");
    await expect.poll(() => playground.files()).toEqual(["config.yml"]);
    await expect(playground.editor).toBeFocused();
    await expect(
      page.getByText("No output yet: type a template, paste one, drop files on the page, or open an example."),
    ).toBeVisible();
    await drop(page, { "a.yml": "a: 1\n" });
    await expect.poll(() => playground.files()).toEqual(["a.yml"]);
  });
});

test("with edits the page asks, and a replaced playground is found again", async ({ playground, page }) => {
  await playground.open();
  await playground.write("mine: true\n");
  await drop(page, { "a.yml": "a: 1\n", "b.yml": "b: 1\n" });
  // Fewer files than the playground has rarely are a whole project.
  await expect(dialog(page).getByRole("button", { name: "Add" })).toBeFocused();
  await expect(dialog(page).getByRole("button", { name: "Add" })).toHaveClass("primary");
  await expectAccessible(page, "the dialog that asks", inPlayground("dialog[open]"));
  await page.keyboard.press("Escape");
  await expect(dialog(page)).toBeHidden();
  await expect.poll(() => playground.files()).toEqual(["schema.yml", "values.yml", "plan.yml"]);

  await drop(page, { "a.yml": "a: 1\n", "b.yml": "b: 1\n" });
  // A click beside the dialog does not lose the files.
  await page.mouse.click(5, 5);
  await expect(dialog(page)).toBeVisible();
  await dialog(page).getByRole("button", { name: "Replace the playground" }).click();
  await expect.poll(() => playground.files()).toEqual(["a.yml", "b.yml"]);
  await openEarlier(playground, 0);
  await expect(playground.editor).toContainText("mine: true");

  await drop(page, { "plan.yml": "theirs: true\n" });
  await expect(dialog(page)).toContainText("this name exists already: plan.yml");
  await expectAccessible(page, "the dialog that asks, with names that exist", inPlayground("dialog[open]"));
  await dialog(page).getByRole("button", { name: "Add" }).click();
  await expect(playground.status).toContainText("Renamed to plan-2.yml.");
});
