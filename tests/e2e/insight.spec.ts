// Insight for a user: options while typing, cards, definitions and lints. By pointer and by keyboard.
import { expect, type Playground, test } from "./playground";

const options = (playground: Playground) => playground.page.locator(".cm-tooltip-autocomplete li");
const card = (playground: Playground) => playground.page.locator(".cm-insight");
const lints = (playground: Playground) => playground.page.locator(".lint");

/** Presses a key in the list of options. CodeMirror ignores keys in its first 75 ms: they were meant for the text. */
async function choose({ page }: Playground, key: string): Promise<void> {
  await page.waitForTimeout(100);
  await page.keyboard.press(key);
}

/** The complete text of the open file, as the editor shows it. */
const text = (playground: Playground) =>
  playground.editor.evaluate((content) =>
    [...content.querySelectorAll(".cm-line")].map((line) => line.textContent).join("\n"),
  );

test.beforeEach(async ({ playground }) => {
  await playground.open();
});

test.describe("completion", () => {
  test("data values with type and default, selected by keyboard", { tag: "@quick" }, async ({ playground }) => {
    await playground.openFile("plan.yml");
    await playground.write('#@ load("@ytt:data", "data")\npeak: #@ data.values.kiln');
    await playground.page.keyboard.type(".");
    await expect(options(playground)).toHaveCount(3);
    await expect(options(playground).nth(1)).toContainText("peakinteger = 1000");
    await choose(playground, "ArrowDown");
    await expect(playground.page.locator(".cm-completionInfo")).toContainText("Peak temperature");
    await choose(playground, "Enter");
    await expect.poll(() => text(playground)).toContain("data.values.kiln.peak");
    await expect(playground.output).toContainText("peak: 1240");
  });

  test("filtered while typing, selected by mouse, in a file with errors", async ({ playground }) => {
    await playground.openFile("plan.yml");
    await playground.write("broken: [\npeak: #@ data.values.");
    await playground.page.keyboard.type("st", { delay: 30 });
    await expect(options(playground)).toHaveText(["stagesarray = []"]);
    await options(playground).first().click();
    await expect.poll(() => text(playground)).toContain("data.values.stages");
  });

  test("missing keys, on request", async ({ playground }) => {
    await playground.openFile("values.yml");
    await playground.write("#@data/values\n---\nkiln:\n  peak: 1000\n  ");
    await playground.page.keyboard.press("Control+Space");
    await expect(options(playground)).toHaveCount(2);
    await playground.page.keyboard.type("kee");
    await expect(options(playground)).toHaveText([/^keeperstring or null/]);
    await choose(playground, "Enter");
    await playground.page.keyboard.type("Ida");
    await expect.poll(() => text(playground)).toBe("#@data/values\n---\nkiln:\n  peak: 1000\n  keeper: Ida");
  });

  test("the values that a rule allows", async ({ playground }) => {
    await playground.openExample("A bakery with violations");
    await playground.openFile("values.yml");
    await playground.write("#@data/values\n---\noven:\n  kind:");
    await playground.page.keyboard.type(" ");
    await expect(options(playground)).toHaveText(["gas", "electric", "wooddefault"]);
    await playground.page.keyboard.press("Escape");
    await expect(options(playground)).toHaveCount(0);
  });

  test("annotations and their keywords", { tag: "@long" }, async ({ playground }) => {
    await playground.openFile("schema.yml");
    await playground.write("#@data/values-schema\n---\n");
    await playground.page.keyboard.type("#@schema/val", { delay: 20 });
    await expect(options(playground).first()).toContainText("schema/validation");
    await choose(playground, "Enter");
    await playground.page.keyboard.type("mi", { delay: 20 });
    await expect(options(playground).first()).toContainText("min=");
    await choose(playground, "Enter");
    await playground.page.keyboard.type("1\nsize: 2");
    await expect.poll(() => text(playground)).toBe("#@data/values-schema\n---\n#@schema/validation min=1\nsize: 2");
  });

  test("modules with the rest of the line, and their functions", { tag: "@long" }, async ({ playground }) => {
    await playground.openFile("plan.yml");
    await playground.write("");
    await playground.page.keyboard.type('#@ load("@ytt:js', { delay: 20 });
    await expect(options(playground).first()).toContainText("@ytt:json");
    await choose(playground, "Enter");
    await expect.poll(() => text(playground)).toBe('#@ load("@ytt:json", "json")');
    await playground.page.keyboard.type("\na: #@ json.enc", { delay: 20 });
    await expect(options(playground).first()).toContainText("encode(value");
  });
});

test.describe("what is known of a word", () => {
  test("under the pointer", { tag: "@quick" }, async ({ playground }) => {
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

  test("at the cursor, by keyboard, and into its links", async ({ playground }) => {
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

test.describe("where a word is defined", () => {
  test("a data value's line in the schema, by F12", { tag: "@quick" }, async ({ playground }) => {
    await playground.openFile("values.yml");
    await playground.editor.getByText("peak", { exact: true }).first().click();
    await playground.page.keyboard.press("F12");
    await expect(playground.page.locator(".file-pane.chosen .file-name")).toHaveText("schema.yml");
    await expect(playground.editor.locator(".cm-jump-target")).toContainText("peak: 1000");
  });

  test("a function's definition, by click", async ({ playground }) => {
    await playground.openFile("plan.yml");
    await playground.write("#@ def warm(x):\n#@   return x + 1\n#@ end\na: #@ warm(1)\n");
    await playground.editor
      .getByText("warm", { exact: true })
      .last()
      .click({ modifiers: ["ControlOrMeta"] });
    await expect(playground.editor.locator(".cm-jump-target")).toContainText("def warm");
  });

  test("no effect without a definition", async ({ playground }) => {
    await playground.openFile("plan.yml");
    await playground.write("a: 1\n");
    await playground.page.keyboard.press("F12");
    await expect(playground.status).toContainText("No definition in these files");
  });
});

test.describe("remarks", () => {
  test("are listed, underlined, link to their position, and change nothing", { tag: "@quick" }, async ({
    playground,
  }) => {
    await playground.openFile("plan.yml");
    await playground.write("a: #@data.values.kiln\nb: yes\n");
    await expect(lints(playground)).toHaveCount(2);
    await expect(lints(playground).first()).toContainText("Write #@ data.values.kiln");
    await expect(playground.editor.locator(".cm-lintRange-warning")).toHaveCount(2);
    await expect(playground.status).toContainText("No problems");
    await expect(playground.problems).toHaveCount(0);
    await lints(playground).nth(1).getByRole("button", { name: /go to/ }).click();
    await expect(playground.editor.locator(".cm-jump-target")).toContainText("b: yes");
  });

  test("can be disabled by kind, permanently", async ({ playground }) => {
    await playground.openFile("plan.yml");
    await playground.write("#@end\nb: yes\n");
    await expect(lints(playground)).toHaveCount(2);
    await lints(playground).first().getByRole("button", { name: "Disable rule" }).click();
    await expect(lints(playground)).toHaveCount(1);
    await expect(playground.editor.locator(".cm-lintRange-warning")).toHaveCount(1);
    await playground.page.reload();
    await expect(lints(playground)).toHaveCount(1);
    await playground.page.getByText("Lint rules (1 disabled)").click();
    const box = playground.page.getByRole("checkbox", { name: /#@end/ });
    await expect(box).not.toBeChecked();
    await box.focus();
    await playground.page.keyboard.press("Space");
    await expect(lints(playground)).toHaveCount(2);
  });
});
