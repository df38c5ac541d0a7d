// Renaming a data value and formatting a file: each is one step that the status bar and the undo history can undo.
import { boxOf } from "./box";
import { expect, type Playground, test } from "./playground";

const SCHEMA = `#@data/values-schema
---
kiln:
  peak: 1000
  name: hestia
`;
const VALUES = `#@data/values
---
kiln:
  peak: 1240
`;
const PLAN = `#@ load("@ytt:data", "data")
---
peak: #@ data.values.kiln.peak
twice: #@ data.values.kiln.peak * 2
`;

async function work(playground: Playground, plan = PLAN): Promise<void> {
  for (const [path, content] of [
    ["schema.yml", SCHEMA],
    ["values.yml", VALUES],
    ["plan.yml", plan],
  ] as const) {
    await playground.openFile(path);
    await playground.write(content);
  }
  await expect(playground.output).toContainText("twice: 2480");
}

/** Puts the cursor into the last word of a text. */
async function caretAt(playground: Playground, word: string): Promise<void> {
  await playground.editor.getByText(word, { exact: true }).last().click();
  await playground.page.mouse.move(1, 1);
}

/** It closes when something else is used. */
async function showEnvironment(playground: Playground): Promise<void> {
  const button = playground.page.getByRole("button", { name: /Environment/ });
  if ((await button.getAttribute("aria-expanded")) !== "true") await button.click();
}

const field = (playground: Playground) => playground.page.getByLabel(/^Rename/).and(playground.page.locator("input"));
const extent = (playground: Playground) => playground.page.locator("#rename-extent");

test.beforeEach(async ({ playground }) => {
  await playground.open();
});

test.describe("rename", () => {
  test("a data value is renamed by F2 in all files, the flags and the environment, and a file is formatted: each in one step", {
    tag: "@quick",
  }, async ({ playground, page }) => {
    await test.step("by F2: all files, the flags and the environment in one step, with undo", async () => {
      await work(playground);
      await playground.flags.fill("--data-value-yaml kiln.peak=1100 --data-values-env KILN");
      await page.getByRole("button", { name: /Environment/ }).click();
      await page.getByRole("button", { name: "Add a variable" }).click();
      await page.getByLabel("Name of variable 1").fill("KILN_kiln__peak");
      await page.getByLabel("Value of KILN_kiln__peak").fill("900");
      await expect(playground.output).toContainText("peak: 1100");
      await caretAt(playground, "peak");
      await page.keyboard.press("F2");
      await expect(field(playground)).toBeFocused();
      await expect(field(playground)).toHaveValue("peak");
      await expect(extent(playground)).toHaveText(
        "Changes 4 occurrences in 3 files, and the flags, and environment variables.",
      );
      await page.keyboard.type("top");
      await page.keyboard.press("Enter");
      await expect(field(playground)).toHaveCount(0);
      await expect(playground.editor).toBeFocused();
      await expect(playground.status).toContainText("Renamed kiln.peak to top: 4 occurrences in 3 files");
      await expect(playground.flags).toHaveValue("--data-value-yaml kiln.top=1100 --data-values-env KILN");
      await showEnvironment(playground);
      await expect(page.getByLabel("Name of variable 1")).toHaveValue("KILN_kiln__top");
      await expect
        .poll(() => playground.text())
        .toContain("peak: #@ data.values.kiln.top\ntwice: #@ data.values.kiln.top * 2");
      await expect(playground.output).toContainText("peak: 1100");
      await playground.openFile("schema.yml");
      await expect.poll(() => playground.text()).toContain("  top: 1000");

      await playground.status.getByRole("button", { name: "Undo" }).click();
      await expect.poll(() => playground.text()).toBe(SCHEMA);
      await expect(playground.flags).toHaveValue("--data-value-yaml kiln.peak=1100 --data-values-env KILN");
      await showEnvironment(playground);
      await expect(page.getByLabel("Name of variable 1")).toHaveValue("KILN_kiln__peak");
      await playground.openFile("plan.yml");
      await expect.poll(() => playground.text()).toBe(PLAN);
      await playground.openFile("values.yml");
      await expect.poll(() => playground.text()).toBe(VALUES);
    });
    await test.step("a file is formatted, and the cursor stays in its line", async () => {
      await playground.openFile("plan.yml");
      await playground.write('a:   1\nb:\n    - x\n    -   zinc\nc: "text"\n');
      const before = await playground.text();
      await playground.editor.getByText("zinc").click();
      await page.keyboard.press("Shift+Alt+F");
      await expect(playground.status).toContainText("Formatted plan.yml.");
      const after = await playground.text();
      expect(after).not.toBe(before);
      expect(after).toContain("a: 1\n");
      await expect(page.locator(".file-pane.chosen .cm-activeLine")).toContainText("zinc");
      await page.keyboard.press("ControlOrMeta+z");
      await expect.poll(() => playground.text()).toBe(before);
    });
  });

  test("from a card by mouse, with reasons for refusals, and in a field that fits a narrow screen", async ({
    playground,
    page,
  }) => {
    await test.step("from the card of a word, by mouse", async () => {
      await work(playground);
      await playground.openFile("values.yml");
      await playground.editor.getByText("peak", { exact: true }).hover();
      await page
        .locator(".cm-insight")
        .getByRole("button", { name: /^Rename/ })
        .click();
      await expect(field(playground)).toBeFocused();
      await field(playground).fill("highest");
      await page.getByRole("button", { name: "Rename", exact: true }).click();
      await expect.poll(() => playground.text()).toContain("  highest: 1240");
      await expect(playground.output).toContainText("twice: 2480");
    });
    await test.step("an existing name is rejected, and Escape changes nothing", async () => {
      await work(playground);
      await caretAt(playground, "peak");
      await page.keyboard.press("F2");
      await expect(field(playground)).toBeFocused();
      await page.keyboard.type("name");
      await expect(extent(playground)).toContainText("kiln has name already");
      await page.keyboard.press("Enter");
      await expect(field(playground)).toBeVisible();
      await page.keyboard.press("Escape");
      await expect(field(playground)).toHaveCount(0);
      await expect(playground.editor).toBeFocused();
      await expect.poll(() => playground.text()).toBe(PLAN);
    });
    await test.step("without a data value there is a message", async () => {
      await page.keyboard.press("ControlOrMeta+Home");
      await page.keyboard.press("F2");
      await expect(playground.status).toContainText(
        "F2 renames data values, variables and functions. Use Ctrl F to find and replace other words.",
      );
    });
    await test.step("positions that have to be checked are links", async () => {
      await work(playground, `${PLAN}#@ key = "pe" + "ak"\nother: #@ data.values.kiln[key]\n`);
      await expect(playground.output).toContainText("other: 1240");
      await caretAt(playground, "peak");
      await page.keyboard.press("F2");
      const missed = page.locator(".cm-rename .related-list li");
      await expect(missed).toHaveCount(1);
      await missed.getByRole("button").click();
      await expect(page.locator(".file-pane.chosen .cm-jump-target")).toContainText("data.values.kiln[key]");
      await expect(field(playground)).toHaveCount(0);
    });
    await test.step("the field fits a narrow screen", async () => {
      await work(playground);
      await page.setViewportSize({ width: 390, height: 844 });
      await caretAt(playground, "peak");
      await page.keyboard.press("F2");
      await expect(extent(playground)).toContainText("4 occurrences in 3 files");
      const { x, width } = await boxOf(page.locator(".cm-rename"));
      expect(x + width).toBeLessThanOrEqual(390);
    });
    await test.step("a function is renamed where it is loaded; Ctrl Z undoes it in both files", async () => {
      await page.setViewportSize({ width: 1400, height: 900 });
      const star = "def roof():\n  return 1\nend\n";
      const template = '#@ load("house.star", "roof")\na: #@ roof()\n';
      await playground.load({
        files: [
          { path: "a.yml", content: template },
          { path: "house.star", content: star },
        ],
      });
      await playground.editor.locator(".cm-line", { hasText: "a: #@" }).click();
      await page.keyboard.press("Home");
      for (let column = 0; column < 7; column++) await page.keyboard.press("ArrowRight");
      await page.keyboard.press("F2");
      await expect(field(playground)).toHaveValue("roof");
      await page.keyboard.type("lid");
      await expect(extent(playground)).toContainText("3 occurrences in 2 files");
      await page.keyboard.press("Enter");
      await expect.poll(() => playground.text()).toBe(template.replaceAll("roof", "lid"));
      const house = page.getByLabel("Contents of house.star").locator(".cm-line").first();
      await expect(house).toHaveText("def lid():");
      await page.keyboard.press("ControlOrMeta+z");
      await expect(house).toHaveText("def roof():");
      await expect.poll(() => playground.text()).toBe(template);
    });
  });

  test("files and variants that are not part of this run are listed, and can be left out", async ({
    playground,
    page,
  }) => {
    await work(playground);
    for (const path of ["envs/dev.yml", "envs/prod.yml"]) {
      await page.getByRole("button", { name: "Add file" }).click();
      await page.keyboard.press("ControlOrMeta+a");
      await page.keyboard.type(path);
      await page.keyboard.press("Enter");
      await playground.write("kiln:\n  peak: 2000\n");
    }
    await playground.flags.fill("-f schema.yml -f plan.yml --data-values-file envs/dev.yml");
    await expect(playground.output).toContainText("peak: 2000");
    await playground.showResult("Compare");
    await page.getByRole("button", { name: "Add variant" }).first().click();
    const variant = page.getByRole("region", { name: /^Variant/ });
    await variant
      .getByLabel("Flags")
      .fill("-f schema.yml -f plan.yml --data-values-file envs/prod.yml --data-value-yaml kiln.peak=1");

    await playground.openFile("plan.yml");
    await caretAt(playground, "peak");
    await page.keyboard.press("F2");
    const beside = page.getByRole("list", { name: "Not part of this run" }).getByRole("checkbox");
    await expect(beside).toHaveCount(2);
    const prod = page.getByRole("checkbox", { name: "also in envs/prod.yml, not part of this run" });
    await expect(prod).toBeChecked();
    await expect(page.getByRole("checkbox", { name: /^also in the flags of the variant/ })).toBeChecked();
    await expect(extent(playground)).toHaveText("Changes 6 occurrences in 5 files, and 1 variant.");
    await prod.uncheck();
    await expect(extent(playground)).toHaveText("Changes 5 occurrences in 4 files, and 1 variant.");
    await prod.check();
    await field(playground).fill("top");
    await page.keyboard.press("Enter");
    await expect(playground.status).toContainText("Renamed kiln.peak to top: 6 occurrences in 5 files, and 1 variant");
    await expect(variant.getByLabel("Flags")).toHaveValue(/ --data-value-yaml kiln\.top=1$/);
    await playground.openFile("envs/prod.yml");
    await expect.poll(() => playground.text()).toContain("  top: 2000");
    await playground.status.getByRole("button", { name: "Undo" }).click();
    await expect.poll(() => playground.text()).toContain("  peak: 2000");
    await expect(variant.getByLabel("Flags")).toHaveValue(/ --data-value-yaml kiln\.peak=1$/);
  });
});
