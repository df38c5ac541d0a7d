// A chosen data value: its value, its declaration with rules, and all uses are marked in the visible panes and in the output.
import type { Page } from "@playwright/test";
import { expectAccessible, inPlayground } from "./accessible";
import { boxOf } from "./box";
import { expect, type Playground, test } from "./playground";

const FILES = {
  "schema.yml": `#@data/values-schema
---
kiln:
  #@schema/validation ("an even number", lambda v: v % 2 == 0), max=1200
  peak: 1000
  lit: true
shelves:
- width: 30
`,
  "values.yml": `#@data/values
---
kiln:
  peak: 1240
shelves:
- width: 40
- width: 50
`,
  "plan.yml": `#@ load("@ytt:data", "data")
#@ peak = data.values.kiln.peak
---
peak: #@ peak
#@ if data.values.kiln.peak > 900:
hot: true
#@ end
lit: #@ data.values.kiln.lit
wide:
#@ for shelf in data.values.shelves:
- #@ shelf.width
#@ end
`,
};

const WORK = { files: Object.entries(FILES).map(([path, content]) => ({ path, content })) };

/** The marked texts of a file in view. */
const marked = (playground: Playground, path: string, kind: string) => playground.pane(path).locator(`.cm-use-${kind}`);
const outputLines = ({ page }: Playground) => page.locator(".output .cm-use-line");
const status = ({ status }: Playground) => status.locator(".chosen-value");

const ALL = "kiln.peak: value, 2 rules, 3 uses, 2 output lines";

/** All marks of the peak of the kiln. */
async function expectPeak(playground: Playground): Promise<void> {
  await expect(status(playground)).toHaveText(ALL);
  await expect(marked(playground, "values.yml", "value")).toHaveText(["peak: 1240"]);
  await expect(marked(playground, "schema.yml", "declaration")).toHaveText(["peak: 1000"]);
  await expect
    .poll(async () => (await marked(playground, "schema.yml", "rule").allTextContents()).join(""))
    .toBe('("an even number", lambda v: v % 2 == 0)max=1200');
  const uses = marked(playground, "plan.yml", "use");
  await expect
    .poll(async () => (await uses.allTextContents()).join(" "))
    .toBe("data.values.kiln.peak peak data.values.kiln.peak");
  await expect(outputLines(playground)).toHaveText(["peak: 1240", "hot: true"]);
}

test.beforeEach(async ({ playground }) => {
  await playground.load(WORK);
});

test("a violation, a row of the data values, Shift F12 and the card lead to all places of a data value, with the flags that set it", {
  tag: "@quick",
}, async ({ playground, page }) => {
  await test.step("a violation marks value, rule and uses everywhere, until Escape", async () => {
    const heights = () => page.locator(".file-pane").evaluateAll((all) => all.map(({ clientHeight }) => clientHeight));
    const before = await heights();
    await playground.problems.first().click();
    await expectPeak(playground);
    await expect(playground.status.locator(".chosen-spoken")).toHaveText(ALL);
    expect(await heights()).toEqual(before);
    await expectAccessible(page, "a chosen data value", inPlayground(".file-pane.chosen"));
    await page.keyboard.press("Escape");
    await expect(status(playground)).toHaveCount(0);
    await expect(page.locator(".cm-use, .cm-use-line, .cm-use-bar")).toHaveCount(0);
  });
  await test.step("the status bar lists the places, and each entry goes to its own", async () => {
    await playground.problems.first().click();
    await expect(status(playground)).toHaveText(ALL);
    await status(playground).click();
    await expect(list(page).getByRole("menuitem")).toHaveCount(9);
    await expect(list(page).getByRole("menuitem").filter({ hasText: "in effect" })).toHaveText([/^values.yml:4/]);
    await expectAccessible(page, "the places of a data value", inPlayground(".page"));
    // The first Escape closes the list only.
    await page.keyboard.press("Escape");
    await expect(list(page)).toHaveCount(0);
    await expect(status(playground)).toHaveText(ALL);
    await status(playground).click();
    await entry(page, "Uses", "plan.yml:5 #@ if data.values.kiln.peak > 900").click();
    await expect(page.locator(".file-pane.chosen .file-name")).toHaveText("plan.yml");
    await expect(page.locator(".file-pane.chosen .cm-jump-target")).toHaveText("#@ if data.values.kiln.peak > 900:");
    await expect(playground.editor).toBeFocused();
    await status(playground).press("Enter");
    await entry(page, "Output", "plan.yml:2 hot: true").press("Enter");
    await expect(page.locator(".output .cm-jump-target")).toHaveText("hot: true");
    await expect(playground.output).toBeFocused();
    await expect(status(playground)).toHaveText(ALL);
  });
  await test.step("a row of the data values is chosen by click and by keyboard", async () => {
    await playground.showResult("Data values");
    const row = (path: string) =>
      page.locator(".facts.values tr").filter({ has: page.getByTitle(path, { exact: true }) });
    await row("kiln.peak").locator("td").first().click();
    await expect(status(playground)).toHaveText(ALL);
    await expect(row("kiln.peak")).toHaveClass(/chosen/);
    // One item of a list has its own value.
    await row("shelves[1].width").getByRole("button").focus();
    await expect(status(playground)).toHaveText("shelves[1].width: value, 1 use, 2 output lines");
    await expect(marked(playground, "values.yml", "value")).toHaveText(["width: 50"]);
    await expect(row("kiln.peak")).not.toHaveClass(/chosen/);
    await playground.showResult("Output");
    await expect(outputLines(playground)).toHaveText(["- 40", "- 50"]);
  });
  await test.step("Shift F12 lists the places of the data value at the cursor, and the card counts them", async () => {
    await playground.openFile("values.yml");
    await playground.pane("values.yml").getByText("1240").click();
    await page.keyboard.press("Shift+F12");
    await expect(entry(page, "Values", "values.yml:4")).toBeFocused();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await expect(page.locator(".file-pane.chosen .cm-jump-target")).toHaveText("  peak: 1000");
    await page.keyboard.press("Shift+F12");
    await expect(list(page)).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(page.locator(".file-pane.chosen .cm-content")).toBeFocused();
    // At a rule, its data value is chosen.
    await page.keyboard.press("ArrowUp");
    await page.keyboard.press("End");
    await page.keyboard.press("Shift+F12");
    await expect(list(page)).toBeVisible();
    await page.keyboard.press("Escape");
    await playground.pane("plan.yml").getByText("wide:").click();
    await page.keyboard.press("Shift+F12");
    await expect(playground.status).toContainText("No data value, variable or function here.");
    await playground.pane("values.yml").getByText("peak").click();
    await page.keyboard.press("F1");
    await page.getByRole("button", { name: "Places of kiln.peak: value, 2 rules, 3 uses, 2 output lines" }).click();
    await expect(entry(page, "Rules", "max=1200")).toBeVisible();
  });
  await test.step("flags that set a value are in the list", async () => {
    await playground.flags.fill("--data-value-yaml kiln.peak=1300");
    await expect(playground.output).toContainText("peak: 1300");
    await playground.problems.first().click();
    await status(playground).click();
    await entry(page, "Values", "kiln.peak=1300").click();
    await expect(playground.flags).toBeFocused();
    expect(await page.evaluate(() => getSelection()?.toString())).toContain("kiln.peak=1300");
  });
});

test("marks outside of what is visible have a tick; files and output files with places are marked", async ({
  playground,
  page,
}) => {
  await test.step("marks outside of what is visible have a tick at the edge of the text", async () => {
    const more = Array.from({ length: 60 }, (_, at) => `more${at}: ${at}`).join("\n");
    await playground.load({
      files: [
        { path: "schema.yml", content: `#@data/values-schema\n---\n${more}\nlast: 1\n` },
        { path: "app.yml", content: '#@ load("@ytt:data", "data")\nlast: #@ data.values.last\n' },
      ],
    });
    await playground.openFile("app.yml");
    await playground.pane("app.yml").getByText("data.values.last").click();
    const tick = playground.pane("schema.yml").locator(".cm-use-overview > div");
    await expect(tick).toHaveCount(1);
    const [edge, text] = [await boxOf(tick), await boxOf(playground.pane("schema.yml"))];
    expect(edge.y).toBeGreaterThan(text.y + text.height * 0.7);
    await expect(playground.pane("app.yml").locator(".cm-use-overview > div")).toHaveCount(0);
  });
  await test.step("files with places, and output files with lines that depend on the value, are marked", async () => {
    const more = Array.from({ length: 6 }, (_, at) => ({ path: `more${at}.yml`, content: `n: ${at}\n` }));
    await playground.load({ files: [...WORK.files, ...more] });
    await playground.problems.first().click();
    await expect(page.locator(".file-row.used .path-name")).toHaveText(["schema.yml", "values.yml", "plan.yml"]);
    await expect(page.locator(".strip-tab.used")).toHaveText(["plan.yml"]);
    await page.keyboard.press("Escape");
    await expect(page.locator(".used:is(.file-row, .strip-tab)")).toHaveCount(0);
  });
});

const list = (page: Page) => page.getByRole("menu", { name: "Places of kiln.peak" });
const entry = (page: Page, group: string, text: string) =>
  list(page).getByRole("group", { name: group }).getByRole("menuitem").filter({ hasText: text });

test("the cursor on a data value chooses it, also at the end of a line, and typing keeps the marks up to date", async ({
  playground,
  page,
}) => {
  await test.step("what is typed at the end of a line chooses its data value", async () => {
    await playground.openFile("values.yml");
    await playground.pane("values.yml").getByText("1240").click();
    await page.keyboard.press("End");
    await page.keyboard.press("Enter");
    await page.keyboard.press("Escape");
    await expect(status(playground)).toHaveCount(0);
    await page.keyboard.type("lit: false");
    await expect(status(playground)).toHaveText("kiln.lit: value, 1 use, 1 output line");
    // Beside the value, and in the comment after it.
    await page.keyboard.type("  #! at night");
    await page.keyboard.press("Escape");
    await page.keyboard.press("ArrowLeft");
    await expect(status(playground)).toHaveText("kiln.lit: value, 1 use, 1 output line");
  });
  await test.step("the cursor on a data value chooses it, and typing keeps the marks up to date", async () => {
    await playground.load(WORK);
    const word = playground.pane("plan.yml").getByText("data.values.kiln.peak > 900");
    await expect(word).toBeVisible();
    await playground.openFile("values.yml");
    await playground.pane("values.yml").getByText("1240").click();
    await expectPeak(playground);
    // The marks follow the typed text, and the answer to the new text.
    await page.keyboard.press("Home");
    await page.keyboard.type("\n");
    await expect(marked(playground, "values.yml", "value")).toHaveText(["peak: 1240"]);
    await expect(status(playground)).toHaveText(ALL);
    await playground.writeLine(5, "  peak: 1100");
    await expect(outputLines(playground)).toHaveText(["peak: 1100", "hot: true"]);
    await expect(marked(playground, "values.yml", "value")).toHaveText(["peak: 1100"]);
    // A place without a data value ends it.
    await playground.pane("plan.yml").getByText("wide:").click();
    await expect(status(playground)).toHaveCount(0);
    await expect(page.locator(".cm-use")).toHaveCount(0);
    // Code and schema.
    await playground.pane("plan.yml").getByText("shelf.width").click();
    await playground.pane("schema.yml").getByText("lit").click();
    await expect(status(playground)).toHaveText("kiln.lit: default, 1 use, 1 output line");
  });
});
