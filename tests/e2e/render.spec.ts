// From a key press to output and violations.
import { workOf } from "../../web/src/core/work";
import { writeLink } from "../../web/src/formats/link";
import { expect, test } from "./playground";

test("the report is what the command prints, with links into the files", { tag: "@quick" }, async ({
  playground,
  page,
}) => {
  await playground.open();
  await playground.openExample("A bakery with violations");
  await page.getByRole("tab", { name: "ytt’s report" }).click();
  const report = page.locator("pre.report");
  // As printed by ytt 0.48; golden cases have the whole text of reports.
  await expect(report).toContainText(
    "  oven.celsius\n    from: values.yml:10\n    - must be: a value <= 300 (by: schema.yml:23)\n      found: value > 300\n",
    { useInnerText: true },
  );
  await expect(page.getByText("exit status 1")).toBeVisible();
  await report.getByRole("button", { name: "schema.yml:27" }).click();
  await expect(page.locator(".file-pane.chosen .cm-jump-target")).toContainText("a weight that can be sold");
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
