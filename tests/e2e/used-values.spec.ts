// The data values of an output line: listed below the output for the line under the pointer or the cursor, with values and origins.
import { boxOf } from "./box";
import { expect, type Playground, test } from "./playground";

const FILES = {
  "schema.yml": `#@data/values-schema
---
kiln:
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
#@ def half(): return data.values.kiln.peak // 2
---
peak: #@ data.values.kiln.peak
half: #@ half()
#@ if data.values.kiln.lit:
lit: 1
#@ end
shelves:
#@ for shelf in data.values.shelves:
- wide: #@ shelf.width
#@ end
plain: 1
`,
};

const note = ({ page }: Playground) => page.locator(".line-origin");
const line = (playground: Playground, text: string) => playground.output.locator(".cm-line").filter({ hasText: text });

test.beforeEach(async ({ playground }) => {
  await playground.load({ files: Object.entries(FILES).map(([path, content]) => ({ path, content })) });
  await expect(playground.output).toContainText("plain: 1");
});

test("pointing at a line lists its values, with links to their origins, in a note of one height", {
  tag: "@quick",
}, async ({ playground, page }) => {
  await line(playground, "plain: 1").hover();
  await expect(note(playground)).toContainText("plan.yml:13");
  await expect(note(playground).locator(".used")).toHaveCount(0);
  const { height } = await boxOf(note(playground));
  await line(playground, "half: 620").hover();
  await expect(note(playground)).toContainText(/in a function\s*kiln\.peak\s*1240/);
  await line(playground, "lit: 1").hover();
  await expect(note(playground)).toContainText(/in a condition\s*kiln\.lit\s*true\s*default/);
  await line(playground, "wide: 50").hover();
  // It is unknown which item was used: all are listed, each as a link.
  await expect(note(playground)).toContainText(/uses\s*shelves\[\]\.width\s*40/);
  await expect(note(playground).getByRole("button", { name: "50 shelves[1].width: go to values.yml:7" })).toBeVisible();
  await expect(note(playground)).toContainText(/in a loop\s*shelves\s*array of 2/);
  // Nothing moves under the pointer.
  expect((await boxOf(note(playground))).height).toBe(height);

  await line(playground, "peak: 1240").hover();
  await expect(note(playground).locator(".used")).toContainText("kiln.peak");
  await expect(note(playground).locator(".used-value code").first()).toHaveText("1240");
  await line(playground, "peak: 1240").click();
  await note(playground).getByRole("button", { name: "kiln.peak: go to values.yml:4" }).click();
  await expect(page.locator(".file-pane.chosen .file-name")).toHaveText("values.yml");
  await expect(page.locator(".file-pane.chosen .cm-jump-target")).toContainText("peak: 1240");
});

test("by keyboard: the cursor's line, and its links after the output; a value from a flag is labelled", {
  tag: "@long",
}, async ({ playground, page }) => {
  await playground.output.focus();
  await page.mouse.move(1, 1);
  await page.keyboard.press("ControlOrMeta+Home");
  await expect(note(playground)).toContainText(/uses\s*kiln\.peak/);
  await page.keyboard.press("Tab");
  await expect(note(playground).getByRole("button", { name: "Source: go to plan.yml:4" })).toBeFocused();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await expect(page.locator(".file-pane.chosen .file-name")).toHaveText("values.yml");
  await expect(playground.editor).toBeFocused();

  await line(playground, "peak: 1240").click();
  await expect(note(playground).locator(".used-value code").first()).toHaveText("1240");
  await playground.flags.fill("--data-value-yaml kiln.peak=900");
  await expect(playground.output).toContainText("peak: 900");
  await page.mouse.move(1, 1);
  await playground.output.focus();
  await page.keyboard.press("ControlOrMeta+Home");
  await expect(note(playground)).toContainText(/kiln\.peak\s*900\s*flag/);
});
