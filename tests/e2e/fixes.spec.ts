// Fixes: a button in the list and on the card, a menu at the cursor. Each is a step of the file's own undo history, also in a file that is not open,
// and the status bar reports it.
import { expect, type Playground, test } from "./playground";

const lints = (playground: Playground) => playground.page.locator(".lint");
const menu = (playground: Playground) => playground.page.getByRole("menu", { name: "Fixes" });

const BROKEN = 'a: off\nb: yes\nc: "no"\n';

test.beforeEach(async ({ playground }) => {
  await playground.open();
  await playground.openFile("plan.yml");
  await playground.write(BROKEN);
  await expect(lints(playground)).toHaveCount(2);
});

test("a fix is applied by a button in the list and by the menu at the cursor, and is one step of the undo history", {
  tag: "@quick",
}, async ({ playground, page }) => {
  await test.step("a button in the list applies a fix, and the status bar undoes it", async () => {
    const fix = lints(playground).first().locator("button.fix");
    await expect(fix).toHaveCount(1);
    await fix.click();
    await expect(playground.status).toContainText(/Changed plan\.yml: /);
    await expect.poll(() => playground.text()).toBe('a: "off"\nb: yes\nc: "no"\n');
    // After a click, the user types next.
    await expect(playground.editor).toBeFocused();
    await playground.status.getByRole("button", { name: "Undo" }).click();
    await expect.poll(() => playground.text()).toBe(BROKEN);
    await expect(lints(playground)).toHaveCount(2);
  });
  await test.step("Ctrl Z undoes a fix while the focus is in the list of problems", async () => {
    await lints(playground).first().locator("button.fix").focus();
    await page.keyboard.press("Enter");
    // By keyboard, the next problem may follow.
    await expect(page.locator(".problems-pane .scroll")).toBeFocused();
    await page.keyboard.press("ControlOrMeta+z");
    await expect.poll(() => playground.text()).toBe(BROKEN);
  });
  await test.step("a fix is one step of the file's undo history", async () => {
    await lints(playground).first().locator("button.fix").click();
    await expect(lints(playground)).toHaveCount(1);
    await playground.editor.click();
    await page.keyboard.press("ControlOrMeta+z");
    await expect.poll(() => playground.text()).toBe(BROKEN);
    await page.keyboard.press("ControlOrMeta+y");
    await expect.poll(() => playground.text()).toContain('a: "off"');
  });
  await test.step("a file that is not open can be fixed", async () => {
    await playground.write(BROKEN);
    await expect(lints(playground)).toHaveCount(2);
    await playground.openFile("schema.yml");
    await lints(playground).first().locator("button.fix").click();
    await expect(playground.status).toContainText(/Changed plan\.yml: /);
    await expect(page.locator(".file-pane.chosen .file-name")).toHaveText("schema.yml");
    await playground.openFile("plan.yml");
    await expect.poll(() => playground.text()).toContain('a: "off"');
    await playground.editor.click();
    await page.keyboard.press("ControlOrMeta+z");
    await expect.poll(() => playground.text()).toBe(BROKEN);
    await expect(lints(playground)).toHaveCount(2);
  });
  await test.step("the menu at the cursor: arrow keys select, Enter applies, Escape closes", async () => {
    await page.keyboard.press("ControlOrMeta+Home");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ControlOrMeta+.");
    await expect(menu(playground)).toBeVisible();
    await expect(menu(playground).getByRole("menuitem").first()).toBeFocused();
    await page.keyboard.press("Escape");
    await expect(menu(playground)).toBeHidden();
    await expect(playground.editor).toBeFocused();
    await expect.poll(() => playground.text()).toBe(BROKEN);

    await page.keyboard.press("ControlOrMeta+.");
    await expect(menu(playground).getByRole("menuitem").first()).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(playground.status).toContainText("Changed plan.yml: ");
    await expect(playground.editor).toBeFocused();
    await expect.poll(() => playground.text()).not.toContain("b: yes");
    await page.keyboard.press("ControlOrMeta+z");
    await expect.poll(() => playground.text()).toBe(BROKEN);
  });
  await test.step("without fixes, a card at the cursor says so, and takes the Enter that was meant for the first fix", async () => {
    await page.keyboard.press("ControlOrMeta+End");
    await page.keyboard.press("ControlOrMeta+.");
    const note = page.locator(".cm-insight", { hasText: "No quick fix here." });
    await expect(note).toBeVisible();
    await expect(menu(playground)).toBeHidden();
    await page.keyboard.press("Enter");
    await expect(note).toHaveCount(0);
    await expect.poll(() => playground.text()).toBe(BROKEN);
  });
  await test.step("the command line has the fixes of its flags", async () => {
    await playground.flags.click();
    await page.keyboard.type("--debgu");
    await expect(playground.problems.first()).toContainText("--debgu");
    await page.keyboard.press("ControlOrMeta+.");
    await expect(menu(playground).getByRole("menuitem").first()).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(playground.flags).toHaveValue("--debug");
    await expect(playground.flags).toBeFocused();
  });
});

test("a fix may change several files: it adds a schema, or makes a value a data value; undo and redo concern all", async ({
  playground,
  page,
}) => {
  await test.step("where nothing is declared, a fix adds a schema, shows it and names it in the flags; Undo removes it", async () => {
    const content = '#@ load("@ytt:data", "data")\nimage: #@ data.values.image\nport: #@ data.values.port + 1\n';
    await playground.load({ files: [{ path: "a.yml", content }], commandLine: "-f a.yml" });
    const problem = playground.problems.first();
    await expect(problem).toContainText("data.values has no image");
    await problem.getByRole("button", { name: "Declare all 2 in a new schema.yml" }).click();
    await expect(playground.status).toContainText("Added schema.yml: Declare all 2 in a new schema.yml.");
    await expect(page.locator(".file-pane.chosen .file-name")).toHaveText("a.yml");
    await expect(page.getByLabel("Contents of schema.yml").locator(".cm-line")).toHaveText([
      "#@data/values-schema",
      "---",
      'image: ""',
      "port: 0",
      "",
    ]);
    await expect(playground.flags).toHaveValue("-f a.yml -f schema.yml");
    await expect(playground.problems).toHaveCount(0);
    await playground.status.getByRole("button", { name: "Undo" }).click();
    await expect(playground.flags).toHaveValue("-f a.yml");
    await expect(page.locator(".file-name")).toHaveText(["a.yml"]);
    await expect(problem).toContainText("data.values has no image");
    await playground.editor.click();
    await page.keyboard.press("ControlOrMeta+y");
    await expect(page.locator(".file-name")).toHaveText(["a.yml", "schema.yml"]);
    await expect(playground.flags).toHaveValue("-f a.yml -f schema.yml");
    await page.keyboard.press("ControlOrMeta+z");
    await expect(page.locator(".file-name")).toHaveText(["a.yml"]);
    await expect(playground.flags).toHaveValue("-f a.yml");
  });
  await test.step("a value becomes a data value, the name of which can be typed; a click in the same editor goes on there", async () => {
    await playground.load({ files: [{ path: "a.yml", content: "a: 1\nname: shop\napp: shop\n" }] });
    await playground.editor.locator(".cm-line", { hasText: "name: shop" }).click();
    await page.keyboard.press("ControlOrMeta+.");
    await menu(playground).getByRole("menuitem", { name: "Make it the data value name", exact: true }).click();
    const schema = page.getByLabel("Contents of schema.yml").locator(".cm-line");
    await expect(schema).toHaveText(["#@data/values-schema", "---", "name: shop", ""]);
    await expect(page.locator(".file-pane.chosen .file-name")).toHaveText("a.yml");
    const name = page.getByRole("textbox", { name: "Rename name to" });
    await expect(name).toBeFocused();
    await expect(name).toHaveValue("name");
    await name.press("Escape");
    await expect(playground.editor).toBeFocused();
    // Undoing the change of one file alone would leave a data value that nothing uses.
    await page.keyboard.press("ControlOrMeta+z");
    await expect(playground.editor).toContainText("name: shop");
    await expect(page.locator(".file-name")).toHaveText(["a.yml"]);
    await page.keyboard.press("ControlOrMeta+.");
    await menu(playground).getByRole("menuitem", { name: "Make it the data value name", exact: true }).click();
    await expect(schema).toHaveCount(4);
    await name.press("Escape");
    await playground.editor.locator(".cm-line", { hasText: "app: shop" }).click();
    await page.keyboard.press("ControlOrMeta+.");
    await expect(menu(playground).getByRole("menuitem")).toHaveText([
      "Use the data value name",
      "Make it the data value app",
    ]);
    await page.keyboard.press("Enter");
    await expect(playground.editor).toContainText("app: #@ data.values.name");
    await expect(playground.output).toContainText("app: shop");
    await page.keyboard.press("ControlOrMeta+z");
    await expect(playground.editor).toContainText("app: shop");
    await page.keyboard.press("ControlOrMeta+.");
    await menu(playground).getByRole("menuitem", { name: "Make it the data value app", exact: true }).click();
    await expect(playground.editor).toContainText("app: #@ data.values.app");
    await expect(schema).toHaveText(["#@data/values-schema", "---", "name: shop", "app: shop", ""]);
    await page.getByRole("textbox", { name: "Rename app to" }).press("Escape");
    // Also after typing, undoing and redoing a change of two files concerns both.
    await page.keyboard.type(" ");
    await page.keyboard.press("ControlOrMeta+z");
    await page.keyboard.press("ControlOrMeta+z");
    await expect(playground.editor).toContainText("app: shop");
    await expect(schema).toHaveText(["#@data/values-schema", "---", "name: shop", ""]);
    await page.keyboard.press("ControlOrMeta+Shift+Z");
    await expect(playground.editor).toContainText("app: #@ data.values.app");
    await expect(schema).toHaveCount(5);
    // One that was edited since keeps its text.
    await schema.nth(2).click();
    await page.keyboard.type(" ");
    await page.getByLabel("Contents of a.yml").locator(".cm-line", { hasText: "app:" }).click();
    await page.keyboard.press("ControlOrMeta+z");
    await expect(playground.status).toContainText("Not undone in schema.yml, which was edited since.");
    await expect(schema).toHaveCount(5);
    await page.keyboard.press("ControlOrMeta+y");
    await expect(playground.editor).toContainText("app: #@ data.values.app");
    // A change that was undone in both is redone in both, or not at all.
    await schema.nth(2).click();
    await page.keyboard.press("ControlOrMeta+z");
    await page.keyboard.press("ControlOrMeta+z");
    await expect(schema).toHaveCount(4);
    await expect(page.getByLabel("Contents of a.yml")).toContainText("app: shop");
    await page.keyboard.type(" ");
    await page.getByLabel("Contents of a.yml").locator(".cm-line", { hasText: "app:" }).click();
    await page.keyboard.press("ControlOrMeta+y");
    await expect(playground.status).toContainText("Not redone: schema.yml was edited since.");
    await expect(playground.editor).toContainText("app: shop");
  });
  await test.step("Ctrl Z undoes a fix that has changed only another file, and not what was typed before", async () => {
    const schema = "#@data/values-schema\n---\nname: shop\n";
    const content = '#@ load("@ytt:data", "data")\nname: #@ data.values.name\n';
    const files = [
      { path: "a.yml", content },
      { path: "schema.yml", content: schema },
    ];
    await playground.load({ files });
    await playground.editor.locator(".cm-line", { hasText: "name:" }).click();
    await page.keyboard.press("End");
    await page.keyboard.type("\nport: #@ data.values.port");
    await playground.problems.first().getByRole("button", { name: "Declare port in schema.yml" }).click();
    const declared = page.getByLabel("Contents of schema.yml").locator(".cm-line", { hasText: "port:" });
    await expect(declared).toHaveCount(1);
    await expect(playground.editor).toBeFocused();
    await page.keyboard.press("ControlOrMeta+z");
    await expect(declared).toHaveCount(0);
    await expect(playground.editor).toContainText("port: #@ data.values.port");
    await page.keyboard.press("ControlOrMeta+y");
    await expect(declared).toHaveCount(1);
    await page.keyboard.type(" # typed");
    await page.keyboard.press("ControlOrMeta+z");
    await expect(playground.editor).not.toContainText("typed");
    await page.keyboard.press("ControlOrMeta+z");
    await expect(declared).toHaveCount(0);
    await expect(playground.editor).toContainText("port: #@ data.values.port");
  });
});

test("a card has the fixes, by mouse and by keyboard", { tag: "@long" }, async ({ playground, page }) => {
  await page.locator(".file-pane.chosen .cm-lintRange-hint").first().hover();
  const card = page.locator(".cm-insight");
  await card.locator("button.fix").first().click();
  await expect.poll(() => playground.text()).toContain('a: "off"');
  await expect(playground.editor).toBeFocused();
  await expect(card).toHaveCount(0);

  await page.mouse.move(1, 1);
  await expect(lints(playground)).toHaveCount(1);
  await page.keyboard.press("ControlOrMeta+Home");
  await page.keyboard.press("F8");
  await expect(card).toBeVisible();
  await page.keyboard.press("F1");
  await expect(card.locator("button.fix").first()).toBeFocused();
  await page.keyboard.press("Enter");
  await expect.poll(() => playground.text()).not.toContain("b: yes");
  await expect(playground.editor).toBeFocused();
});
