// Violations and type errors beside the output: grouped by data value, with its value and origin, each rule, and links to every position, by pointer
// and by keyboard.
import { expect, type Playground, test } from "./playground";

const SCHEMA = `#@data/values-schema
---
kiln:
  #@schema/validation min=900, max=1300
  peak: 1000
  #@schema/validation ("even", lambda v: v % 2 == 0), ("a round number", lambda v: v % 100 == 0)
  hold: 200
  name: hestia
`;
const PLAN = `#@ load("@ytt:data", "data")
---
peak: #@ data.values.kiln.peak
name: #@ data.values.kiln.name
`;

const SHORT = "#@data/values-schema\n---\nkiln:\n  #@schema/validation min=900\n  heat: 1000\n  labels: {}\n";

/** Opens these files, with the last one in the editor. */
const load = (playground: Playground, files: Record<string, string>) =>
  playground.load({
    files: Object.entries(files).map(([path, content]) => ({ path, content })),
    open: Object.keys(files).length - 1,
  });

const BASE = `kilns:
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

/** A schema, a template and a values file. */
const work = (playground: Playground, values: string) =>
  load(playground, { "schema.yml": SCHEMA, "plan.yml": PLAN, "values.yml": `#@data/values\n---\n${values}` });

const group = (playground: Playground, path: string) =>
  playground.problems.filter({ has: playground.page.locator(".value-path", { hasText: new RegExp(`^${path}$`) }) });
const card = (playground: Playground) => playground.page.locator(".cm-insight");

test("each data value is listed once, with all rules that it violates; the output is marked; underlines have cards", {
  tag: "@quick",
}, async ({ playground, page }) => {
  await test.step("each data value is listed once, with its value, its origin and all rules that it violates", async () => {
    await work(playground, "kiln:\n  hold: 15\n");
    await expect(playground.problems).toHaveCount(1);
    const hold = group(playground, "kiln.hold");
    await expect(hold.locator(".value-now")).toHaveText(/kiln\.hold:\s*15/);
    await expect(hold.locator(".value-from")).toContainText("file");
    await expect(hold.locator(".message")).toHaveText(["must be: even", "must be: a round number"]);
    await expect(playground.page.getByRole("heading", { name: "Violations" })).toHaveText(
      "Violations 2 of 1 data value",
    );
    await expect(playground.status).toContainText("2 violations");
    await hold
      .getByRole("button", { name: /schema\.yml:6/ })
      .first()
      .click();
    // The value is in view as well. Both are marked for two seconds.
    await Promise.all([
      expect(page.locator(".file-pane.chosen .cm-jump-target")).toContainText('"even"'),
      expect(playground.pane("values.yml").locator(".cm-jump-target")).toContainText("hold: 15"),
    ]);
    await hold.getByRole("button", { name: /values\.yml:4/ }).click();
    await expect(playground.page.locator(".file-pane.chosen .cm-jump-target")).toContainText("hold: 15");
  });
  await test.step("the invalid output stays, marked as not valid", async () => {
    await work(playground, "kiln:\n  peak: 1400\n");
    await expect(playground.output).toContainText("peak: 1400");
    await expect(page.locator(".violation-note")).toContainText(
      "Preview: ytt prints nothing until this violation is fixed.",
    );
    await expect(page.locator(".code.invalid")).toBeVisible();
    await playground.openFile("values.yml");
    await playground.writeLine(4, "  peak: 1200");
    await expect(page.locator(".code.invalid")).toHaveCount(0);
    await expect(page.locator(".violation-note")).toHaveCount(0);
  });
  await test.step("underlines have cards with messages and links", async () => {
    await work(playground, "kiln:\n  peak: 1400\n");
    await page.locator(".file-pane.chosen .cm-lintRange-error").first().hover();
    await expect(card(playground).first()).toContainText("must be: a value <= 1300");
    await card(playground).first().getByRole("button", { name: "rule: go to schema.yml:4" }).click();
    await expect(page.locator(".file-pane.chosen .file-name")).toHaveText("schema.yml");
    // The cursor is at the rule, and nothing is selected that the next key would replace.
    await expect(playground.editor.locator(".cm-jump-target")).toContainText("#@schema/validation");
    await expect(playground.editor).toBeFocused();
    const text = (await playground.editor.textContent()) ?? "";
    await page.keyboard.press("x");
    expect(await playground.editor.textContent()).toHaveLength(text.length + 1);
    await page.keyboard.press("ControlOrMeta+z");
    const rule = page.locator(".file-pane.chosen .cm-lintRange-info").first();
    await page.mouse.move(1, 1);
    await rule.hover();
    await expect(card(playground).first()).toContainText("rule for kiln.peak");
    await card(playground).first().getByRole("button", { name: "value: go to values.yml:4" }).click();
    await expect(page.locator(".file-pane.chosen .file-name")).toHaveText("values.yml");
  });
  await test.step("the list fits a narrow screen", async () => {
    await work(playground, "kiln:\n  peak: 1400\n  hold: 15\n");
    await page.setViewportSize({ width: 390, height: 844 });
    await page.getByRole("tablist", { name: "Panes" }).getByRole("tab", { name: "Problems" }).click();
    await expect(group(playground, "kiln.hold").getByRole("button", { name: /values\.yml:5/ })).toBeInViewport();
    const overflow = await page
      .locator(".problems-pane .scroll")
      .evaluate((list) => list.scrollWidth - list.clientWidth);
    expect(overflow).toBe(0);
  });
  await test.step("a long path is shortened in the middle, and read out completely", async () => {
    await page.setViewportSize({ width: 1400, height: 900 });
    await work(playground, "kiln:\n  peak: 1400\n");
    await playground.fileAction("values.yml", "Rename");
    await page.getByLabel("New name of values.yml").fill("config/environments/production/values-of-the-kiln.yml");
    await page.keyboard.press("Enter");
    await page.setViewportSize({ width: 390, height: 844 });
    await page.getByRole("tablist", { name: "Panes" }).getByRole("tab", { name: "Problems" }).click();
    const link = page.getByRole("button", {
      name: "kiln.peak: go to config/environments/production/values-of-the-kiln.yml:4",
    });
    await expect(link).toHaveText("…/values-of-the-kiln.yml:4");
    const overflow = await page
      .locator(".problems-pane .scroll")
      .evaluate((list) => list.scrollWidth - list.clientWidth);
    expect(overflow).toBe(0);
    await link.click();
    await expect(page.locator(".file-pane.chosen .cm-jump-target")).toContainText("peak: 1400");
  });
});

test("a violation in a library has the call stack, and a template error is listed below violations", async ({
  playground,
  page,
}) => {
  await test.step("a violation in a library has the call stack", async () => {
    await load(playground, {
      "schema.yml": SCHEMA,
      "_ytt_lib/pot/schema.yml": "#@data/values-schema\n---\nkiln:\n  #@schema/validation max=3\n  peak: 1\n",
      "_ytt_lib/pot/pot.yml": "a: 1\n",
      "plan.yml":
        '#@ load("@ytt:library", "library")\n#@ load("@ytt:template", "template")\n#@ def pot():\n#@   return library.get("pot").with_data_values({"kiln": {"peak": 9}}).eval()\n#@ end\n--- #@ template.replace(pot())\n',
    });
    const peak = group(playground, "kiln.peak");
    await expect(peak).toContainText("must be: a value <= 3");
    // The rules of the root's data value with the same path hold.
    await expect(peak.locator(".value-now")).toHaveText("kiln.peak must be at most 3");
    await peak.getByText(/\d calls/).click();
    await peak
      .locator(".frames")
      .getByRole("button", { name: /plan\.yml:6/ })
      .click();
    await expect(page.locator(".file-pane.chosen .cm-jump-target")).toContainText("template.replace(pot())");
  });
  await test.step("violations and a template error are both listed", async () => {
    await load(playground, {
      "schema.yml": SHORT,
      "values.yml": "#@data/values\n---\nkiln:\n  heat: 5\n",
      "plan.yml": "a: #@ unknown\n",
    });
    await expect(playground.problems).toHaveCount(2);
    await expect(playground.problems.last()).toContainText("Also, in the template:");
    await expect(playground.problems.last().locator(".headline")).toHaveText("unknown is not defined");
  });
});

test("the nodes that nearly matched an overlay are links in the list and on the card, and underlined", {
  tag: "@quick",
}, async ({ playground, page }) => {
  await test.step("the nodes that nearly matched are links, and underlined", async () => {
    await playground.load({
      files: [
        { path: "config.yml", content: BASE },
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
    await expect(card(playground).locator(".related-list li").first()).toContainText(/near miss: .*hestia/);
    await page.keyboard.press("F1");
    await page.keyboard.press("Enter");
    await expect(page.locator(".file-pane.chosen .file-name")).toHaveText("config.yml");
    await expect(playground.editor).toBeFocused();
  });
});

test("by keyboard: F8 goes to a problem, also in another file, F1 into its card, Escape back, and a key to the list", async ({
  playground,
  page,
}) => {
  await test.step("the same by keyboard: F8 goes to a problem, F1 into its card, Escape back", async () => {
    await work(playground, "kiln:\n  peak: 1400\n  hold: 15\n");
    await expect(playground.problems).toHaveCount(2);
    await playground.editor.focus();
    // The editor clears its announcements shortly after.
    const said = await page.locator(".file-pane.chosen .cm-announced").evaluateHandle((region) => {
      const said: string[] = [];
      new MutationObserver(() => said.push(region.textContent ?? "")).observe(region, { childList: true });
      return said;
    });
    await page.mouse.move(1, 1);
    await page.keyboard.press("ControlOrMeta+Home");
    await page.keyboard.press("F8");
    await expect(card(playground)).toContainText("kiln.peak");
    await expect.poll(async () => (await said.jsonValue()).join("\n")).toContain("kiln.peak: must be: a value <= 1300");
    await page.keyboard.press("F8");
    await expect(card(playground).first()).toContainText("kiln.hold");
    await page.keyboard.press("Shift+F8");
    await expect(card(playground)).toContainText("kiln.peak");
    await page.keyboard.press("F1");
    await expect(card(playground).getByRole("button", { name: /schema\.yml:4/ })).toBeFocused();
    await page.keyboard.press("Escape");
    await expect(card(playground)).toHaveCount(0);
    await expect(playground.editor).toBeFocused();
    await page.keyboard.press("F8");
    await page.keyboard.press("F8");
    await page.keyboard.press("F1");
    await page.keyboard.press("Enter");
    await expect(page.locator(".file-pane.chosen .file-name")).toHaveText("schema.yml");
    await expect(playground.editor).toBeFocused();
  });
  await test.step("F8 goes to another file, if this one has no problem", async () => {
    await work(playground, "kiln:\n  peak: 1400\n");
    await expect(playground.problems).toHaveCount(1);
    await playground.openFile("plan.yml");
    await playground.editor.focus();
    await page.keyboard.press("F8");
    await expect(page.locator(".file-pane.chosen .file-name")).toHaveText("values.yml");
    await expect(playground.editor.locator(".cm-jump-target")).toContainText("peak: 1400");
    await expect(playground.editor).toBeFocused();
    // The card is that of the problem, which is not selected: Enter would delete it.
    await expect(card(playground).first()).toContainText("kiln.peak");
    await expect(page.locator(".cm-selectionBackground")).toHaveCount(0);
  });
  await test.step("a key goes to the list, and F8 from there to the problem", async () => {
    await expect(playground.problems).toHaveCount(1);
    await playground.flags.focus();
    await page.keyboard.press("ControlOrMeta+Shift+M");
    await page.keyboard.press("F8");
    await expect(page.getByLabel("Contents of values.yml")).toBeFocused();
    await page.keyboard.press("ControlOrMeta+Shift+M");
    await expect(playground.problems.first()).toBeFocused();
    await page.keyboard.press("Tab");
    await expect(page.getByRole("button", { name: "kiln.peak: go to values.yml:4" })).toBeFocused();
  });
  await test.step("arrow keys go from problem to problem, Ctrl and . to its fix, Enter to its place", async () => {
    await work(playground, "kiln:\n  peak: 1400\n  hold: 15\n");
    await expect(playground.problems).toHaveCount(2);
    await page.keyboard.press("ControlOrMeta+Shift+M");
    await expect(playground.problems.first()).toBeFocused();
    await page.keyboard.press("ControlOrMeta+.");
    await expect(playground.problems.first().locator(".fix").first()).toBeFocused();
    await page.keyboard.press("ArrowDown");
    await expect(playground.problems.nth(1)).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(page.getByLabel("Contents of values.yml")).toBeFocused();
    await expect(playground.editor.locator(".cm-jump-target")).toContainText("hold: 15");
  });
});
