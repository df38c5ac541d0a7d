// From a key press to output and violations.
import { workOf } from "../../web/src/core/work";
import { writeLink } from "../../web/src/formats/link";
import { expect, test } from "./playground";

test("the output is updated during continuous typing", { tag: "@long" }, async ({ playground, page }) => {
  await playground.open();
  await playground.openFile("plan.yml");
  await playground.editor.click();
  await page.keyboard.press("ControlOrMeta+End");
  await page.keyboard.type("count: ");
  await page.evaluate(() => Object.assign(globalThis, { seen: new Set<string>() }));
  await page.evaluate(() => {
    const output = document.querySelector("ytterby-page")?.shadowRoot?.querySelector(".output .cm-content");
    const note = () =>
      (globalThis as unknown as { seen: Set<string> }).seen.add(
        /count: (\d+)/.exec(output?.textContent ?? "")?.[1] ?? "",
      );
    if (output) new MutationObserver(note).observe(output, { childList: true, subtree: true, characterData: true });
  });
  await page.keyboard.type("12345678901234567890", { delay: 100 });
  const seen = await page.evaluate(() => (globalThis as unknown as { seen: Set<string> }).seen.size);
  expect(seen).toBeGreaterThan(3);
});

test("a click on a violation goes to the value or the rule, and the report is what the command prints", {
  tag: "@quick",
}, async ({ playground, page }) => {
  await test.step("a click on a violation goes to the value, or to the rule", async () => {
    await playground.open();
    await playground.openExample("A bakery with violations");
    const celsius = playground.problems.filter({ hasText: "oven.celsius" });

    await celsius.getByRole("button", { name: "schema.yml:23" }).click();
    const marked = (path: string, text: string) => playground.pane(path).locator(".cm-jump-target", { hasText: text });
    // The value is in view as well. Both are marked for two seconds.
    await Promise.all([
      expect(marked("values.yml", "celsius: 320")).toBeInViewport(),
      expect(marked("schema.yml", "#@schema/validation min=120, max=300")).toBeInViewport(),
    ]);
    await expect(playground.pane("schema.yml")).toHaveClass(/chosen/);

    await celsius.getByRole("button", { name: "values.yml:10" }).click();
    await expect(playground.pane("values.yml")).toHaveClass(/chosen/);
    await expect(page.locator(".file-pane.chosen .cm-jump-target")).toContainText("celsius: 320");
    await expect(playground.editor).toBeFocused();
  });
  await test.step("the report is what the command prints, with links into the files", async () => {
    await page.getByRole("tab", { name: "ytt’s report" }).click();
    const report = page.locator("pre.report");
    // As printed by ytt 0.48.
    await expect(report).toHaveText(
      `ytt: Error: Validating final data values:
  bakery
    from: schema.yml:13
    - must be: closes after it opens (by: schema.yml:12)
      found: assert.fail: fail: closes at 5, but opens at 6

  bakery.name
    from: values.yml:5
    - must be: length >= 1 (by: schema.yml:14)
      found: length = 0

  oven.kind
    from: values.yml:9
    - must be: one of ["gas", "electric", "wood"] (by: schema.yml:21)
      found: not one of allowed values

  oven.celsius
    from: values.yml:10
    - must be: a value <= 300 (by: schema.yml:23)
      found: value > 300

  loaves[1].grams
    from: values.yml:15
    - must be: a weight that can be sold (by: schema.yml:27)

`.trim(),
      { useInnerText: true },
    );
    await expect(page.getByText("exit status 1")).toBeVisible();
    await report.getByRole("button", { name: "schema.yml:27" }).click();
    await expect(page.locator(".file-pane.chosen .cm-jump-target")).toContainText("a weight that can be sold");
  });
});

test("output and violations follow what is typed, the flags, the environment and the opened file", {
  tag: "@quick",
}, async ({ playground, page }) => {
  await test.step("the flags bar is the command line", async () => {
    await playground.open();
    await playground.flags.fill("--data-value kiln.name=Vesta");
    await expect(playground.output).toContainText("kiln: VESTA");

    await playground.flags.fill("--data-values-inspect");
    await expect(page.getByRole("tab", { name: "(standard output)" })).toBeVisible();
    await expect(playground.output).toContainText("keeper: Ines");

    await playground.flags.fill("--no-such-flag");
    await expect(playground.problems).toContainText("no-such-flag");

    await playground.flags.fill("--data-value 'kiln.name=Two words'");
    await expect(playground.output).toContainText("kiln: TWO WORDS");
  });
  await test.step("the environment reaches the flags that read it", async () => {
    await playground.flags.fill("--data-values-env FIRE");
    await page.getByRole("button", { name: /Environment/ }).click();
    await page.getByRole("button", { name: "Add a variable" }).click();
    await page.getByLabel("Name of variable 1").fill("FIRE_kiln__name");
    await page.getByLabel("Value of FIRE_kiln__name").fill("Agni");
    await expect(playground.output).toContainText("kiln: AGNI");
    await page.getByRole("button", { name: "Remove FIRE_kiln__name" }).click();
    await expect(playground.output).toContainText("kiln: HESTIA");
  });
  await test.step("a violation appears and disappears", async () => {
    await playground.openFile("values.yml");
    await playground.writeLine(5, "  peak: 1400");
    await expect(playground.problems).toHaveCount(1);
    await expect(playground.problems).toContainText("kiln.peak");
    await expect(playground.problems).toContainText("a value <= 1300");
    await expect(playground.page.getByRole("heading", { name: "Violations" })).toBeVisible();
    await expect(playground.pane("values.yml").locator(".mark")).toHaveText("1");
    await expect(playground.status).toContainText("1 violation");

    await playground.writeLine(5, "  peak: 1200");
    await expect(playground.problems).toHaveCount(0);
    await expect(playground.output).toContainText("peak: 1200 °C");
    await expect(playground.status).toContainText("No problems");
  });
  await test.step("typing changes the output, without a button", async () => {
    await playground.openFile("plan.yml");
    await playground.editor.click();
    await playground.page.keyboard.press("ControlOrMeta+End");
    await playground.page.keyboard.type("fuel: #@ 'wo' + 'od'\n");
    await expect(playground.output).toContainText("fuel: wood");
  });
  await test.step("the output of the opened file is shown, if it has one", async () => {
    await page.getByRole("button", { name: "Add file" }).click();
    await page.keyboard.press("Enter");
    await playground.write("fresh: true\n");
    await expect(playground.output).toContainText("fresh: true");
    await playground.openFile("plan.yml");
    await expect(playground.output).toContainText("kiln: HESTIA");
    await playground.openFile("values.yml");
    await expect(playground.output).toContainText("kiln: HESTIA");
    await playground.openFile("new.yml");
    await expect(playground.output).toContainText("fresh: true");
  });
  await test.step("what templates print is listed, and a loop's lines are counted", async () => {
    await playground.openFile("plan.yml");
    await playground.write('#@ for n in range(3):\n#@   print("again")\n#@ end\n#@ print("kiln", 7)\na: 1\n');
    const printed = page.getByRole("region", { name: "Printed by templates 4" });
    await expect(printed.getByRole("listitem")).toHaveCount(2);
    await expect(printed.getByRole("listitem").first()).toContainText("again");
    await expect(printed.getByLabel("3 times")).toBeVisible();
    await expect(printed).toContainText("kiln 7");
    await playground.write("a: 1\n");
    await expect(printed).toHaveCount(0);
  });
});

test("the user's text reaches the page only as text; flags for another kind of output select it, and the former selection comes back", {
  tag: "@quick",
}, async ({ playground, page }) => {
  await test.step("the user's text reaches the page only as text", async () => {
    await playground.open();
    const evil = "<img src=x onerror=alert(1)>";
    page.on("dialog", () => {
      throw new Error("a script ran");
    });
    await playground.openFile("plan.yml");
    await playground.write(`#@ load("@ytt:assert", "assert")\n---\na: '${evil}'\nb: #@ assert.fail("${evil}")\n`);
    await expect(playground.problems).toContainText(evil);
    await playground.fileAction("plan.yml", "Rename");
    await page.getByLabel("New name of plan.yml").fill("<b>plan<b>.yml");
    await page.keyboard.press("Enter");
    await expect(playground.file("<b>plan<b>.yml")).toBeVisible();
    await page.getByRole("tab", { name: "ytt’s report" }).click();
    await expect(page.locator("pre.report")).toContainText(evil);
    await expect(page.locator("img[src='x'], ytterby-page b")).toHaveCount(0);
  });
  await test.step("flags for another kind of output select it, and the former selection comes back", async () => {
    const files = [
      { path: "a.yml", content: "a: 1\n" },
      { path: "b.yml", content: "b: 2\n" },
    ];
    await page.goto(`./#${writeLink(workOf({ files }))}`);
    const tabs = page.getByRole("tablist", { name: "Output files" }).getByRole("tab");
    await page.getByRole("tab", { name: "b.yml" }).last().click();
    await expect(playground.output).toContainText("b: 2");
    await playground.flags.fill("-o json");
    await expect(playground.output).toContainText('{"a":1}');
    // ytt prints one text.
    await expect(tabs).toHaveText(["(standard output)"]);
    await playground.flags.fill("--output-files out");
    await expect(playground.output).toContainText("creating: out/a.yml");
    await expect(tabs).toHaveText(["(standard output)", "a.yml", "b.yml"]);
    await playground.flags.fill("");
    await expect(playground.output).toContainText("b: 2");
    await expect(tabs).toHaveText(["a.yml", "b.yml"]);
  });
});
