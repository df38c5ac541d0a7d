// Insight for a user: options while typing, cards, definitions and lints. By pointer and by keyboard.
import { boxOf } from "./box";
import { completionsTakeKeys } from "./frames";
import { expect, type Playground, test } from "./playground";

const options = (playground: Playground) => playground.page.locator(".cm-tooltip-autocomplete li");
const card = (playground: Playground) => playground.page.locator(".cm-insight");
const lints = (playground: Playground) => playground.page.locator(".lint");

/** Presses a key in the list of options. */
async function choose({ page }: Playground, key: string): Promise<void> {
  await completionsTakeKeys(page);
  await page.keyboard.press(key);
}

test.beforeEach(async ({ playground }) => {
  await playground.open();
});

test.describe("completion", () => {
  test("data values with type and value, by keyboard; filtered while typing, by mouse", { tag: "@quick" }, async ({
    playground,
  }) => {
    await test.step("data values with type and value, selected by keyboard", async () => {
      await playground.openFile("plan.yml");
      await playground.write('#@ load("@ytt:data", "data")\npeak: #@ data.values.kiln');
      await playground.page.keyboard.type(".");
      await expect(options(playground)).toHaveCount(3);
      await expect(options(playground).nth(1)).toContainText("peakinteger = 1240");
      await choose(playground, "ArrowDown");
      await expect(playground.page.locator(".cm-completionInfo")).toContainText("Peak temperature");
      await choose(playground, "Enter");
      await expect.poll(() => playground.text()).toContain("data.values.kiln.peak");
      await expect(playground.output).toContainText("peak: 1240");
    });
    await test.step("filtered while typing, selected by mouse, in a file with errors", async () => {
      await playground.openFile("plan.yml");
      await playground.write("broken: [\npeak: #@ data.values.");
      await playground.page.keyboard.type("st", { delay: 30 });
      await expect(options(playground)).toHaveText(["stagesarray"]);
      await options(playground).first().click();
      await expect.poll(() => playground.text()).toContain("data.values.stages");
    });
  });
});

test.describe("typing is left alone:", () => {
  const VALUES = "#@data/values\n---\nkiln:\n  ";

  test("a finished value or word, unless an option was chosen", { tag: "@quick" }, async ({ playground }) => {
    await test.step("a finished value, unless an option was chosen", async () => {
      const { keyboard } = playground.page;
      const selected = playground.page.locator(".cm-tooltip-autocomplete li[aria-selected]");
      await playground.openFile("values.yml");
      await playground.write(VALUES);
      await keyboard.type("peak: 100", { delay: 20 });
      await expect(options(playground)).toHaveText(["1000default"]);
      await expect(selected).toHaveCount(0);
      await choose(playground, "Enter");
      await expect.poll(() => playground.text()).toBe(`${VALUES}peak: 100\n  `);
      await expect(options(playground)).toHaveCount(0);
      for (const keys of [["Tab"], ["ArrowDown", "Enter"]]) {
        await playground.write(VALUES);
        await keyboard.type("peak: 10", { delay: 20 });
        await expect(options(playground)).toHaveText(["1000default"]);
        for (const key of keys) await choose(playground, key);
        await expect.poll(() => playground.text()).toBe(`${VALUES}peak: 1000`);
      }
      await playground.write(VALUES);
      await keyboard.insertText("peak: 10");
      await keyboard.press("Control+Space");
      await expect(selected).toHaveText("1000default");
      await choose(playground, "Enter");
      await expect.poll(() => playground.text()).toBe(`${VALUES}peak: 1000`);
    });
    await test.step("a word that no other one continues closes the list", async () => {
      const { keyboard } = playground.page;
      await playground.openFile("plan.yml");
      for (const [before, lead, word] of [
        ["a: #@ ", "", "True"],
        ['#@ load("@ytt:data", "data")\na: #@ data.', "", "values"],
        ["#@ if True:\na: 1\n", "#@ ", "end"],
      ] as const) {
        await playground.write(before);
        await keyboard.type(lead + word.slice(0, -1), { delay: 20 });
        await expect(options(playground).first()).toContainText(word);
        await keyboard.type(word.slice(-1));
        await expect(options(playground)).toHaveCount(0);
      }
      // Asked for, it is shown.
      await keyboard.press("Control+Space");
      await expect(options(playground).first()).toContainText("end");
      await choose(playground, "Enter");
      await keyboard.type("b: 2");
      await expect.poll(() => playground.text()).toBe("#@ if True:\na: 1\n#@ end\nb: 2");
    });
    await test.step("no word yet: Enter begins a line, Tab accepts the first option", async () => {
      const { keyboard } = playground.page;
      const selected = playground.page.locator(".cm-tooltip-autocomplete li[aria-selected]");
      await playground.openFile("plan.yml");
      await playground.write("a: #@ [1,");
      await keyboard.type(" ");
      await expect(options(playground).first()).toBeVisible();
      await expect(selected).toHaveCount(0);
      await choose(playground, "Enter");
      await keyboard.type("b");
      await expect.poll(() => playground.text()).toMatch(/^a: #@ \[1, \n *b$/);
    });
    await test.step("what an accepted option has written, if it is typed as well", async () => {
      const { keyboard } = playground.page;
      const load = '#@ load("@ytt:data", "data")';
      await playground.openFile("plan.yml");
      for (const [before, after] of [
        ['#@ load("@ytt:da', '")'],
        ['#@ load("@ytt:da', '", "data")'],
        ['#@ load("@ytt:data", "da', '")\na: 1'],
      ] as const) {
        await playground.write("");
        await keyboard.type(before, { delay: 20 });
        await expect(options(playground).first()).toBeVisible();
        await choose(playground, "Enter");
        await expect.poll(() => playground.text()).toBe(load);
        await keyboard.type(after, { delay: 20 });
        await expect.poll(() => playground.text()).toBe(after.includes("a: 1") ? `${load}\na: 1` : load);
      }
    });
    await test.step("a finished word, if another starts with it", async () => {
      const { keyboard } = playground.page;
      await playground.openFile("plan.yml");
      await playground.write("#@ def f(st):\n#@   return ");
      await keyboard.type("st", { delay: 20 });
      await expect(options(playground).nth(1)).toContainText("str");
      await choose(playground, "Enter");
      await keyboard.type("#@ end");
      await expect.poll(() => playground.text()).toBe("#@ def f(st):\n#@   return st\n#@ end");
      await keyboard.press("Enter");
      // Both are annotations.
      await keyboard.type("#@data/values", { delay: 20 });
      await expect(options(playground).nth(1)).toContainText("data/values-schema");
      await choose(playground, "Enter");
      await keyboard.type("---");
      await expect.poll(() => playground.text()).toContain("#@ end\n#@data/values\n---");
      // An option that was chosen is accepted.
      await playground.write("#@data/value");
      await keyboard.type("s");
      await expect(options(playground).nth(1)).toContainText("data/values-schema");
      await choose(playground, "ArrowDown");
      await choose(playground, "Enter");
      await expect.poll(() => playground.text()).toBe("#@data/values-schema");
    });
  });
});

test.describe("completion writes code that runs:", () => {
  test("load with its arguments, and a module with its load, undone in one step", { tag: "@quick" }, async ({
    playground,
  }) => {
    await test.step("load with its arguments", async () => {
      const { page } = playground;
      await playground.openFile("plan.yml");
      // If a list opens before a word is begun, no option is selected, also when one is.
      await playground.write("#@ lo");
      await page.keyboard.type("a");
      await expect(options(playground).first()).toContainText("load(");
      await choose(playground, "Enter");
      await expect.poll(() => playground.text()).toBe('#@ load("@ytt:", "")');
      await page.keyboard.type("str", { delay: 20 });
      await expect(options(playground).first()).toContainText("@ytt:struct");
      await choose(playground, "Enter");
      await page.keyboard.type("\na: 1");
      await expect.poll(() => playground.text()).toBe('#@ load("@ytt:struct", "struct")\na: 1');
    });
    await test.step("a module with its load, undone in one step", async () => {
      const { page } = playground;
      await playground.openFile("plan.yml");
      await playground.write('#! A plan.\n#@ load("@ytt:json", "json")\na: 1\nb: #@ da');
      await page.keyboard.type("t");
      await expect(options(playground).first()).toHaveText("dataadds load");
      await choose(playground, "Enter");
      const before = '#! A plan.\n#@ load("@ytt:json", "json")\n';
      await expect.poll(() => playground.text()).toBe(`${before}#@ load("@ytt:data", "data")\na: 1\nb: #@ data`);
      await page.keyboard.type(".values.kiln.pe", { delay: 20 });
      await expect(options(playground).first()).toHaveText(/^peak/);
      await choose(playground, "Enter");
      await expect(playground.output).toContainText("b: 1240");
      await playground.write("b: #@ ove");
      await page.keyboard.type("r");
      await expect(options(playground).first()).toHaveText("overlayadds load");
      await choose(playground, "Enter");
      await expect.poll(() => playground.text()).toBe('#@ load("@ytt:overlay", "overlay")\nb: #@ overlay');
      await page.keyboard.press("ControlOrMeta+z");
      await expect.poll(() => playground.text()).toBe("b: #@ over");
    });
  });
});

test.describe("what is known of a word", () => {
  test("under the pointer, not while typing, and at the cursor by keyboard", { tag: "@quick" }, async ({
    playground,
  }) => {
    await test.step("under the pointer", async () => {
      await playground.openFile("plan.yml");
      await playground.write('#@ load("@ytt:data", "data")\npeak: #@ data.values.kiln.peak\n');
      await expect(playground.output).toContainText("1240");
      await playground.editor.getByText("peak", { exact: true }).last().hover();
      await expect(card(playground)).toContainText("kiln.peak: integer");
      await expect(card(playground)).toContainText("Peak temperature in °C");
      await expect(card(playground)).toContainText(/1240, set in .*values\.yml:5/);
      await card(playground)
        .getByRole("button", { name: /default: go to schema.yml/ })
        .click();
      await expect(playground.page.locator(".file-pane.chosen .file-name")).toHaveText("schema.yml");
    });
    await test.step("not while typing, below the word, and never over the page's header", async () => {
      const { page } = playground;
      await playground.openFile("plan.yml");
      await playground.write('#@ load("@ytt:data", "data")\n#@ v = data.values\npeak: #@ v.kiln.peak\n');
      await expect(playground.output).toContainText("1240");
      const word = playground.editor.getByText("v", { exact: true }).last();
      await word.hover();
      await expect(card(playground)).toContainText(/^\s*data values \(\d keys\)/);
      const [below, of] = [await boxOf(card(playground)), await boxOf(word)];
      expect(below.y).toBeGreaterThanOrEqual(of.y + of.height - 4);
      await page.keyboard.press("ArrowRight");
      await expect(card(playground)).toHaveCount(0);
      // The pointer still rests on the word.
      await page.keyboard.press("ControlOrMeta+End");
      await page.keyboard.type("next: 1", { delay: 60 });
      await expect(card(playground)).toHaveCount(0);
      await playground.editor.getByText("peak", { exact: true }).last().hover();
      await expect(card(playground)).toContainText("kiln.peak: integer");
      await page.mouse.move(1, 1);
      await expect(card(playground)).toHaveCount(0);
      // No room below: it stays in the area of the editors.
      await page.setViewportSize({ width: 1400, height: 420 });
      await word.hover();
      await expect(card(playground)).toContainText("data values");
      const [shown, editors] = [await boxOf(card(playground)), await boxOf(page.locator(".stack"))];
      expect(shown.y).toBeGreaterThanOrEqual(editors.y);
      await page.mouse.move(1, 1);
      await page.setViewportSize({ width: 1400, height: 900 });
    });
    await test.step("at the cursor, by keyboard, and into its links", async () => {
      await playground.openFile("schema.yml");
      await playground.write("#@data/values-schema\n---\n#@schema/nullable\nname: x\n");
      await playground.editor.getByText("nullable").click();
      // The pointer would open a card of its own.
      await playground.page.mouse.move(1, 1);
      await playground.page.keyboard.press("F1");
      await expect(card(playground)).toContainText("@schema/nullable");
      await playground.page.keyboard.press("Escape");
      await expect(card(playground)).toHaveCount(0);
      await playground.openFile("values.yml");
      await playground.write("#@data/values\n---\nname: y");
      await playground.page.keyboard.press("Home");
      await playground.page.keyboard.press("F1");
      await expect(card(playground)).toContainText("name: string or null");
      await playground.page.keyboard.press("F1");
      await expect(card(playground).getByRole("button").first()).toBeFocused();
      await playground.page.keyboard.press("Escape");
      await expect(playground.editor).toBeFocused();
    });
  });
});

test.describe("where a word is defined", () => {
  test("by F12 and by click", { tag: "@quick" }, async ({ playground }) => {
    await test.step("a data value's line in the schema, by F12", async () => {
      await playground.openFile("values.yml");
      await playground.editor.getByText("peak", { exact: true }).first().click();
      await playground.page.keyboard.press("F12");
      await expect(playground.page.locator(".file-pane.chosen .file-name")).toHaveText("schema.yml");
      await expect(playground.editor.locator(".cm-jump-target")).toContainText("peak: 1000");
      // The mark goes away, and the next key replaces nothing.
      await expect(playground.editor.locator(".cm-jump-target")).toHaveCount(0);
      await playground.page.keyboard.press("F2");
      await expect(playground.page.getByLabel("Rename kiln.peak to")).toHaveValue("peak");
      await playground.page.keyboard.press("Escape");
      await playground.page.keyboard.type("x");
      await expect.poll(() => playground.text()).toContain("  xpeak: 1000");
    });
    await test.step("a function's definition, by click", async () => {
      await playground.openFile("plan.yml");
      await playground.write("#@ def warm(x):\n#@   return x + 1\n#@ end\na: #@ warm(1)\n");
      await playground.editor
        .getByText("warm", { exact: true })
        .last()
        .click({ modifiers: ["ControlOrMeta"] });
      await expect(playground.editor.locator(".cm-jump-target")).toContainText("def warm");
    });
    await test.step("Alt Left goes back, also after an edit, and to the file before; Alt Right goes forward", async () => {
      const { page, editor } = playground;
      await page.keyboard.press("Home");
      await page.keyboard.type("#! A line more.\n");
      await page.keyboard.press("Alt+ArrowLeft");
      await expect(editor.locator(".cm-activeLine")).toHaveText("a: #@ warm(1)");
      await page.keyboard.press("Alt+ArrowLeft");
      await expect(page.locator(".file-pane.chosen .file-name")).toHaveText("values.yml");
      await expect(editor).toBeFocused();
      await page.keyboard.press("Alt+ArrowRight");
      await expect(page.locator(".file-pane.chosen .file-name")).toHaveText("plan.yml");
      await page.keyboard.press("Alt+ArrowLeft");
      await expect(page.locator(".file-pane.chosen .file-name")).toHaveText("values.yml");
      // There is no other place.
      const url = page.url();
      await page.keyboard.press("Alt+ArrowLeft");
      expect(page.url()).toBe(url);
      await expect(playground.editor).toBeFocused();
    });
    await test.step("the uses of a function, by Shift F12", async () => {
      await playground.openFile("plan.yml");
      await playground.editor.getByText("warm", { exact: true }).last().click();
      await playground.page.keyboard.press("Shift+F12");
      const list = playground.page.getByRole("menu", { name: "Places of warm" });
      await expect(list.getByRole("group", { name: "Declaration" }).getByRole("menuitem")).toHaveText(/plan.yml:2/);
      await expect(list.getByRole("group", { name: "Uses" }).getByRole("menuitem")).toHaveText(/plan.yml:5/);
      await playground.page.keyboard.press("Enter");
      await expect(playground.editor.locator(".cm-jump-target")).toContainText("def warm");
    });
    await test.step("no effect without a definition", async () => {
      await playground.openFile("plan.yml");
      await playground.write("a: 1\n");
      await playground.page.keyboard.press("F12");
      await expect(playground.status).toContainText("No definition in these files");
    });
  });
});

test.describe("remarks", () => {
  test("are listed, underlined and link to their position; warnings count as problems, places are one row", {
    tag: "@quick",
  }, async ({ playground, page }) => {
    await test.step("are listed, underlined, link to their position, and change nothing", async () => {
      await playground.openFile("plan.yml");
      await playground.write("a: #@data.values.kiln\nb: yes\n");
      await expect(lints(playground)).toHaveCount(2);
      await expect(lints(playground).first()).toContainText("Write #@ data.values.kiln");
      await expect(playground.editor.locator(".cm-lintRange-warning")).toHaveCount(1);
      await expect(playground.editor.locator(".cm-lintRange-hint")).toHaveCount(1);
      await expect(playground.status).toContainText("No errors, 1 warning");
      await expect(playground.problems).toHaveCount(0);
      await lints(playground).nth(1).getByRole("button", { name: /go to/ }).click();
      await expect(playground.editor.locator(".cm-jump-target")).toContainText("b: yes");
    });
    await test.step("of a warning count as problems, and are listed below errors", async () => {
      const head = page.locator(".problems .pane-head, [aria-labelledby='problems-title'], .pane-head", {
        has: page.locator("#problems-title"),
      });
      await playground.openFile("plan.yml");
      await playground.write('name: "#@ data.values.name"\nfuel: None\nvent: yes\nx: #@ 1\n');
      await expect(page.getByRole("button", { name: "No errors, 2 warnings" })).toBeVisible();
      await expect(head.locator(".count.warned")).toHaveText("2");
      await expect(head.locator(".all-well")).toHaveCount(0);
      await expect(page.locator(".file-pane.chosen .cm-lint-marker-warning")).toHaveCount(2);
      await expect(page.locator(".file-pane.chosen .warning-mark")).toHaveText("2");
      const warnings = page.locator("#warning-list > li");
      await expect(warnings.first()).toContainText("Code in quotes is text; it does not run");
      await expect(page.locator("#lint-list > li")).toContainText("boolean");
      await expect(page.locator("footer [aria-live]")).toHaveText("No errors, 2 warnings, 1 output file");
      await playground.write('name: "#@ data.values.name"\nfuel: None\nvent: yes\nx: #@ y\n');
      await expect(playground.problems).toHaveCount(1);
      await expect(playground.status).toContainText("1 problem, 2 warnings");
      await expect(head.locator(".count.bad")).toHaveText("3");
      await expect(warnings).toHaveCount(2);
      await expect(page.locator("#lint-list")).toHaveCount(0);
      await warnings.first().getByRole("button", { name: "Remove the quotes" }).click();
      await expect(warnings).toHaveCount(1);
      await expect(playground.editor).toContainText("name: #@ data.values.name");
    });
    await test.step("of a rule that only names places are one row, and collapsed below problems", async () => {
      const keys = ["image", "service", "port", "hosts", "class", "level", "quota"];
      const schema = `#@data/values-schema\n---\nname: a\n${keys.map((key) => `${key}: b\n`).join("")}log:\n  level: b\n  full: true\n`;
      await playground.openFile("values.yml");
      await playground.write("#@data/values\n---\nname: c\n");
      await playground.openFile("plan.yml");
      await playground.write('#@ load("@ytt:data", "data")\na: #@ data.values.name\nb: #@ data.values.log.full\n');
      await playground.openFile("schema.yml");
      await playground.write(schema);
      await expect(lints(playground)).toHaveCount(1);
      const row = lints(playground).first();
      await expect(row).toContainText("8 data values are never used: image");
      await expect(row.getByRole("button", { name: /^image/ })).toBeVisible();
      await row.getByText("3 more").click();
      await expect(row.getByRole("button", { name: /^log\.level/ })).toBeVisible();
      await row.getByRole("button", { name: /^quota/ }).click();
      await expect(page.locator(".file-pane.chosen .cm-jump-target")).toContainText("quota: b");
      await playground.openFile("values.yml");
      await playground.write("#@data/values\n---\nname: 3\n");
      await expect(playground.problems).toHaveCount(1);
      await expect(lints(playground)).toHaveCount(0);
      await page.getByRole("button", { name: "Suggestions 1" }).click();
      await expect(row).toContainText("8 data values are never used: image");
      await row.getByRole("button", { name: "Disable rule" }).click();
      await expect(page.getByRole("button", { name: "Suggestions" })).toHaveCount(0);
    });
  });
});
