// The Schema tab: the reference, exports to copy and download, and the import of other formats.
import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { expect, type Playground, test } from "./playground";

const SCHEMA = `#@data/values-schema
---
#@schema/title "Kiln"
#@schema/desc "Where pots are fired"
kiln:
  #@schema/validation min=900, max=1300
  heat: 950
  #@schema/nullable
  #@schema/examples ("Slow", "wood")
  #@schema/validation ("a fuel we have", lambda v: v in ["gas", "wood"])
  fuel: ""
  #@schema/deprecated "use heat"
  celsius: 0
`;

const JSON_SCHEMA = `{
  "type": "object",
  "required": ["name"],
  "properties": {
    "name": { "type": "string", "description": "What it is called", "format": "hostname" },
    "port": { "type": "integer", "minimum": 1, "maximum": 65535, "default": 8080 },
    "next": { "$ref": "#" }
  }
}`;

async function showSchema(playground: Playground): Promise<void> {
  await playground.open();
  await playground.openFile("schema.yml");
  await playground.write(SCHEMA);
  await playground.page.getByRole("tab", { name: "Schema", exact: true }).click();
  await expect(playground.page.getByRole("row", { name: /^heat/ })).toBeVisible();
}

/** The name of the button that imports: where the schema goes. */
const IMPORT = /^((Add as|Replace) .*\.yml|Open as a new playground)$/;

const exported = (page: Page) => page.locator(".export");

test("the schema is a reference, and can be copied and downloaded in other formats; formats and import work by keyboard", {
  tag: "@quick",
}, async ({ playground, page, context }) => {
  await test.step("the schema is a reference", async () => {
    await showSchema(playground);
    const heat = page.getByRole("row", { name: /^heat/ });
    await expect(heat).toContainText("integer");
    await expect(heat).toContainText("950");
    await expect(heat).toContainText("must be a value >= 900");
    const fuel = page.getByRole("row", { name: /^fuel/ });
    await expect(fuel).toContainText("string or null");
    await expect(fuel).toContainText("must be a fuel we have");
    await expect(fuel).toContainText("Slow: wood");
    await expect(page.getByRole("row", { name: /^celsius/ })).toContainText("Deprecated. use heat");
    await expect(page.getByRole("row", { name: /^kiln/ })).toContainText("Where pots are fired");
    await heat.getByRole("button", { name: "schema.yml:7" }).click();
    await expect(page.locator(".file-pane.chosen .cm-jump-target")).toContainText("heat: 950");
  });
  await test.step("the schema can be copied and downloaded in other formats, by mouse", async () => {
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    await page.getByText("OpenAPI", { exact: true }).click();
    await expect(exported(page)).toContainText("openapi: 3.0.0");
    await page.getByText("JSON Schema", { exact: true }).click();
    await expect(exported(page)).toContainText('"$schema": "https://json-schema.org/draft/2020-12/schema"');
    await expect(exported(page)).toContainText('"minimum": 900');
    await page.getByText("1 rule exported as text only").click();
    await expect(page.locator(".losses")).toContainText("kiln.fuel");
    await page.getByRole("button", { name: "Copy JSON Schema" }).click();
    const copied = JSON.parse(await page.evaluate(() => navigator.clipboard.readText()));
    expect(copied.properties.kiln.properties.heat.maximum).toBe(1300);

    await page.getByText("Markdown", { exact: true }).click();
    await expect(exported(page)).toContainText("| `kiln.heat` | integer | `950` |");
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "Download Markdown" }).click(),
    ]);
    expect(download.suggestedFilename()).toBe("values.md");
    expect(await readFile(await download.path(), "utf8")).toContain("| `kiln.celsius` |");

    // It is updated while one types.
    await playground.writeLine(7, "  heat: 1111");
    await expect(exported(page)).toContainText("| `kiln.heat` | integer | `1111` |");
  });
  await test.step("the formats and the import work by keyboard", async () => {
    await showSchema(playground);
    await page.getByRole("tab", { name: "Schema", exact: true }).focus();
    await page.getByRole("radio", { name: "Reference" }).focus();
    await page.keyboard.press("ArrowRight");
    await expect(exported(page)).toContainText("openapi: 3.0.0");
    await page.keyboard.press("ArrowRight");
    await expect(exported(page)).toContainText('"properties"');
    await page.getByRole("button", { name: "Import a schema" }).focus();
    await page.keyboard.press("Enter");
    await expect(page.getByRole("dialog").getByRole("textbox")).toBeFocused();
    await page.keyboard.insertText(
      "openapi: 3.0.0\ncomponents:\n  schemas:\n    Pot:\n      type: object\n      additionalProperties: false\n      properties:\n        glaze: {type: string, default: blue}\n",
    );
    await page.keyboard.press("Tab");
    await expect(page.getByLabel("Format", { exact: true })).toBeFocused();
    await page.keyboard.press("Tab");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await expect(page.getByRole("dialog")).toContainText("Everything was carried over.");
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog")).toBeHidden();
    await expect(playground.editor).toContainText("glaze: blue");
  });
});

test("a schema is imported, with losses, warnings and a choice; a file that is none is rejected with a reason; all fits a narrow screen", {
  tag: "@quick",
}, async ({ playground, page }) => {
  await test.step("a schema is imported, and losses are listed", async () => {
    await playground.open();
    await page.getByRole("tab", { name: "Schema", exact: true }).click();
    await page.getByRole("button", { name: "Import a schema" }).click();
    const dialog = page.getByRole("dialog", { name: "Import a schema" });
    await dialog.getByRole("button", { name: IMPORT }).click();
    await expect(dialog.getByRole("alert")).toContainText("Paste a document or choose a file first");
    await dialog.getByRole("textbox").fill(JSON_SCHEMA);
    await dialog.getByRole("radio", { name: "Keep it" }).check();
    await dialog.getByRole("button", { name: IMPORT }).click();
    await expect(dialog).toContainText("The schema is now in imported-schema.yml");
    const lost = dialog.getByRole("group", { name: "Not carried over" });
    await expect(lost.getByRole("listitem").filter({ hasText: "format" })).toContainText("ytt does not check formats");
    await expect(lost.getByRole("listitem").filter({ hasText: "$ref" })).toContainText("refers to itself");
    await dialog.getByRole("button", { name: "Done" }).click();
    await expect(playground.editor).toContainText("#@schema/validation min=1, max=65535");
    await page.getByRole("button", { name: "Undo" }).click();
    expect(await playground.files()).not.toContain("imported-schema.yml");
  });
  await test.step("a file that is not a schema is rejected with a reason, and a file can be selected", async () => {
    await page.getByRole("button", { name: "Import a schema" }).click();
    const dialog = page.getByRole("dialog");
    const choose = (name: string, text: string) =>
      dialog
        .locator("input[type=file]")
        .setInputFiles({ name, mimeType: "application/json", buffer: Buffer.from(text) });
    await choose("wrong.json", '{"type": "object", ');
    await expect(dialog.getByRole("textbox")).toHaveValue('{"type": "object", ');
    await dialog.getByRole("button", { name: IMPORT }).click();
    await expect(dialog.getByRole("alert")).toContainText("This is not JSON");
    await choose("list.json", '{"type": "array"}');
    await expect(dialog.getByRole("textbox")).toHaveValue('{"type": "array"}');
    await dialog.getByRole("button", { name: IMPORT }).click();
    await expect(dialog.getByRole("alert")).toContainText("Data values are a map");
  });
  await test.step("on a narrow screen the schema and its import fit", async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.keyboard.press("Escape");
    await page.getByRole("tablist", { name: "Panes" }).getByRole("tab", { name: "Output" }).click();
    await page.getByRole("tab", { name: "Schema", exact: true }).click();
    await page.getByText("JSON Schema", { exact: true }).click();
    await expect(exported(page)).toContainText('"$schema"');
    await page.getByRole("button", { name: "Import a schema" }).click();
    await expect(page.getByRole("dialog")).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    await page.keyboard.press("Escape");
    await page.setViewportSize({ width: 1400, height: 900 });
  });
  await test.step("with an existing schema there is a warning, and a choice to replace it", async () => {
    await page.getByRole("button", { name: "Import a schema" }).click();
    const dialog = page.getByRole("dialog");
    await expect(dialog.getByRole("group", { name: /There is a schema already/ })).toBeVisible();
    // Another schema has nothing to do with an example without edits.
    await expect(dialog.getByRole("radio", { name: "Open a new playground" })).toBeChecked();
    await dialog.getByRole("radio", { name: "Replace schema.yml" }).check();
    await dialog
      .getByRole("textbox")
      .fill('{"type": "object", "properties": {"glaze": {"type": "string", "default": "blue"}}}');
    await dialog.getByRole("button", { name: IMPORT }).click();
    await expect(dialog).toContainText("The schema is now in schema.yml");
    await dialog.getByRole("button", { name: "Done" }).click();
    await expect.poll(() => playground.files()).toEqual(["schema.yml", "values.yml", "plan.yml"]);
    await expect(playground.editor).toContainText("glaze: blue");
    await expect(playground.status).toContainText("Replaced schema.yml.");
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(playground.output).toContainText("kiln: HESTIA");

    // Without a schema there is no choice.
    await playground.openFile("schema.yml");
    await playground.fileAction("schema.yml", "Delete");
    await page.getByRole("button", { name: "Import a schema" }).click();
    await expect(dialog.getByRole("radio")).toHaveCount(0);
  });
});
