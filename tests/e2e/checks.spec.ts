// Checks and comparisons.

import { workOf } from "../../web/src/core/work";
import { writeLink } from "../../web/src/formats/link";
import { examples } from "../../web/testing/works";
import { link } from "./axe-visits";
import { ENDLESS, expect, test } from "./playground";
import { storedWorks } from "./stored-works";

/** A playground of one's own with checks: the whole of an example, which its visitors do not get. */
const CHECKED = `./#${writeLink(examples.find(({ id }) => id === "kiln")?.whole ?? workOf({}))}`;

test("checks are created from the result, fail when it changes, and survive a reload", {
  tag: "@quick",
}, async ({ playground, page }) => {
  await playground.open();
  await page.getByRole("tab", { name: /^Checks/ }).click();
  const checks = page.locator(".check");
  // The checks of the example are not those of its visitors.
  await expect(page.getByRole("button", { name: "The run succeeds", exact: true })).toBeVisible();
  const before = await checks.count();
  expect(before).toBe(0);
  await page.getByRole("button", { name: "Output of plan.yml is as now" }).click();
  await page.getByRole("button", { name: "The run succeeds", exact: true }).click();
  await page.getByLabel("Data value", { exact: true }).selectOption("kiln.peak");
  await page.getByRole("button", { name: "Value is as now" }).click();
  await expect(checks).toHaveCount(before + 3);
  await expect(page.locator(".check.passed")).toHaveCount(before + 3);
  await playground.openFile("values.yml");
  await playground.writeLine(5, "  peak: 1400");
  await expect(page.locator(".check.failed").filter({ hasText: "data value kiln.peak" }).first()).toContainText("1400");
  await expect(page.getByRole("tab", { name: /^Checks.*failed/ })).toBeVisible();
  await page.getByRole("button", { name: "The violation is reported", exact: true }).click();
  await expect(page.locator(".check.passed").filter({ hasText: "kiln.peak" })).toHaveCount(1);
  await page.reload();
  await expect(checks).toHaveCount(before + 4);
  await page
    .locator(".check")
    .last()
    .getByRole("button", { name: /^Remove the check/ })
    .click();
  await expect(checks).toHaveCount(before + 3);
});

test("checks keep their texts during a run, and do not pass before its end; removing a check or a variant can be undone", async ({
  playground,
  page,
}) => {
  await test.step("checks keep their texts during a run", async () => {
    await page.goto(CHECKED);
    await page.getByRole("tab", { name: /^Checks/ }).click();
    const checks = page.locator(".check.passed");
    const words = checks.first().locator(".check-text");
    await expect(words).toContainText("kiln.peak");
    const count = await checks.count();
    const seen = await words.evaluateHandle((text) => {
      const seen = new Set<string>();
      new MutationObserver(() => seen.add(text.textContent ?? "")).observe(text, {
        subtree: true,
        childList: true,
        characterData: true,
      });
      return seen;
    });
    await page.getByRole("button", { name: "Output of plan.yml is as now" }).click();
    await expect(checks).toHaveCount(count + 1);
    const texts = await seen.evaluate((seen) => [...seen]);
    expect(texts.length).toBeGreaterThan(0);
    for (const text of texts) expect(text).toContain("data value kiln.peak is 1240");
  });
  await test.step("removing a check or a variant can be undone", async () => {
    const checks = page.locator(".check");
    await expect(checks.first()).toBeVisible();
    const titles = await checks.locator(".check-text > p:first-child").allTextContents();
    const last = checks.last().getByRole("button");
    await last.focus();
    await page.keyboard.press("Enter");
    await expect(checks).toHaveCount(titles.length - 1);
    await expect(checks.last().getByRole("button")).toBeFocused();
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(checks.locator(".check-text > p:first-child")).toHaveText(titles);
    await page.getByRole("tab", { name: "Compare" }).click();
    await page.getByRole("button", { name: "Add variant" }).click();
    await page.getByRole("button", { name: "Delete variant" }).click();
    await expect(page.getByRole("button", { name: "Add variant" })).toBeVisible();
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(page.getByLabel("Compare with")).toHaveValue("production");
  });
  await test.step("checks do not pass during a run that is stopped, nor by the result of another work", async () => {
    await page.getByRole("tab", { name: /^Checks/ }).click();
    await expect(page.locator(".check.passed").first()).toBeVisible();
    await playground.openFile("plan.yml");
    await playground.write(ENDLESS);
    await page.getByRole("button", { name: "Stop" }).click();
    await expect(page.locator(".check.open").first()).toBeVisible();
    await expect(page.locator(".check.passed")).toHaveCount(0);
    await page.evaluate(
      (hash) => {
        location.hash = hash;
      },
      writeLink(workOf({ files: [{ path: "a.yml", content: ENDLESS }] })),
    );
    await page.getByRole("button", { name: "Stop" }).click();
    await expect(playground.problems).toHaveCount(0);
    await expect(playground.output).toHaveText("");
  });
});

test("suggested checks pass: unusual names and values, standard output", { tag: "@long" }, async ({ page }) => {
  const values = [
    "plain: text",
    "dotted.name: 1",
    "'with [bracket]': 2",
    "'quo\"ted': 3",
    "sp ace: 4",
    "'': 5",
    "null_text: 'null'",
    "yes: 'yes'",
    "number: '0x10'",
    "large: 9007199254740993",
    "float: 1.0",
    "tiny: 1e-7",
    "negative: -0",
    'quote: "it\'s \\"odd\\"\\t\\u0085"',
    "colon: 'a: b # c'",
    "blank: '  '",
    "lines: |\n  a\n  b",
    'deep:\n  #@schema/default [{"c.d":"x"}]\n  a.b:\n  - c.d: x',
    "off: false",
    "#@schema/nullable\nnothing: ''",
  ];
  const work = workOf({
    files: [{ path: "schema.yml", content: `#@data/values-schema\n---\n${values.join("\n")}\n` }],
    commandLine: "--data-values-inspect",
    view: "checks",
  });
  await page.goto(`./#${writeLink(work)}`);
  const choice = page.getByLabel("Data value", { exact: true });
  // The paths are loaded after the list.
  await expect(choice.getByRole("option", { name: 'deep["a.b"][0]["c.d"]' })).toBeAttached();
  const paths = await choice.locator("option").evaluateAll((all) => all.slice(1).map((option) => option.textContent));
  expect(paths).not.toContain("large");
  for (const path of paths) {
    await choice.selectOption(path);
    await page.getByRole("button", { name: "Value is as now" }).click();
  }
  await page.getByRole("button", { name: "Output of (standard output) is as now" }).click();
  await page.getByRole("button", { name: "The run succeeds", exact: true }).click();
  await expect(page.locator(".check.passed")).toHaveCount(paths.length + 2);
});

test("a variant that never ends blocks nothing, and is ended by a newer run", { tag: "@long" }, async ({
  playground,
  page,
}) => {
  const work = workOf({
    files: [
      { path: "a.yml", content: `#@ load("@ytt:data", "data")\n#@ if data.values.loop:\n${ENDLESS}#@ end\na: 1\n` },
      { path: "values.yml", content: "#@data/values\n---\nloop: false\n" },
    ],
    variants: [{ name: "for ever", commandLine: "--data-value-yaml loop=true", env: [], without: [] }],
    view: "compare",
  });
  await page.goto(`./#${writeLink(work)}`);
  await expect(page.getByText("Running…").first()).toBeVisible();
  await playground.writeLine(1, '#@ load("@ytt:data", "data") # typed');
  await expect(playground.status).toContainText("Rendered in");
  await page.getByRole("button", { name: "Edit for ever" }).click();
  await page
    .getByRole("region", { name: /^Variant / })
    .getByLabel("Flags")
    .fill("--data-value-yaml loop=false");
  await expect(page.getByRole("region", { name: "for ever", exact: true })).toContainText("Succeeds: no problems");
  // The empty line stays while it is typed.
  await page.getByRole("textbox", { name: "Variables" }).pressSequentially("A=1\n");
  await expect(page.getByRole("textbox", { name: "Variables" })).toHaveValue("A=1\n");
  await expect
    .poll(async () => JSON.stringify((await storedWorks(page))[0]?.variants))
    .toContain('"env":[{"name":"A","value":"1"}]');
  await page
    .getByRole("region", { name: /^Variant / })
    .getByLabel("a.yml")
    .uncheck();
  await page
    .getByRole("region", { name: /^Variant / })
    .getByLabel("values.yml")
    .uncheck();
  await expect(page.locator(".result").getByRole("region", { name: "a.yml", exact: true })).toContainText(
    "only in Current",
  );
  await page.getByRole("button", { name: "Delete variant" }).click();
  await expect(page.getByLabel("Compare with")).toHaveValue("Shared version");
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByLabel("Compare with")).toContainText("for ever");
});

test("two variants are compared, and an example with its original", { tag: "@quick" }, async ({ playground, page }) => {
  await test.step("two variants are compared, with the problems of only one of them", async () => {
    await page.setViewportSize({ width: 1700, height: 1000 });
    await playground.open();
    await page.getByRole("tab", { name: "Compare" }).click();
    await page.getByRole("button", { name: "Add variant" }).click();
    const fields = page.getByRole("region", { name: /^Variant / });
    await fields.getByLabel("Name").fill("hotter");
    await fields.getByLabel("Flags").fill("--data-value-yaml kiln.peak=1500");
    await fields.getByLabel("Name").fill("current");
    await expect(fields.getByRole("alert")).toHaveText("There is a run with the name current already.");
    await expect(page.getByLabel("Compare with")).toHaveValue("hotter");
    await fields.getByLabel("Name").fill("");
    await expect(fields.getByLabel("Name")).toHaveAttribute("placeholder", "hotter");
    await fields.getByLabel("Name").blur();
    await expect(fields.getByLabel("Name")).toHaveValue("hotter");
    await expect(fields.getByRole("alert")).toHaveText("");
    const run = page.getByRole("region", { name: "hotter", exact: true });
    await expect(run).toContainText("Fails: 1 problem");
    await expect(run).toContainText("only here:");
    await expect(run).toContainText("kiln.peak");
    const output = page.locator(".result").getByRole("region", { name: "plan.yml", exact: true });
    await expect(output.getByRole("heading")).toContainText("differs");
    await expect(output.locator(".cm-content").first()).toContainText("1240");
    await expect(output.locator(".cm-content").last()).toContainText("1500");
    // Without the values file, the schema's defaults are compared.
    await fields.getByLabel("Flags").fill("");
    await fields.getByLabel("values.yml").uncheck();
    await expect(output.locator(".cm-content").last()).toContainText("1000");
    await fields.getByLabel("values.yml").check();
    await expect(output.getByRole("heading")).toContainText("identical");
    await page.reload();
    await expect(page.getByLabel("Compare with")).toHaveValue("hotter");
  });
  await test.step("in one column, removed lines begin where added ones do", async () => {
    await page.setViewportSize({ width: 1200, height: 800 });
    await page.goto(
      `./${link({ files: [{ path: "a.yml", content: `${"x: 1\n---\n".repeat(9)}a: 1\n` }], view: "compare", variants: [{ name: "other", commandLine: "-f c.yml --file-mark c.yml:path=a.yml", env: [], without: [] }] })}`,
    );
    await expect(playground.status).toContainText("Rendered in");
    await page.getByRole("button", { name: "Add file" }).click();
    await page.keyboard.type("c.yml");
    await page.keyboard.press("Enter");
    await page.keyboard.insertText(`${"x: 1\n---\n".repeat(9)}a: 2\n`);
    const output = page.locator(".result").getByRole("region", { name: "a.yml", exact: true });
    // Until the typed text is rendered, the variant's output is empty, and all lines are removed ones.
    await expect(output.locator(".cm-changedLine")).toContainText("a: 2");
    await expect(output.locator(".cm-deletedChunk")).toContainText("a: 1");
    const [removed, added] = await output.evaluate((element) => {
      const start = (line: Element | null | undefined) => {
        const walker = document.createTreeWalker(line as Element, NodeFilter.SHOW_TEXT);
        const range = document.createRange();
        range.selectNode(walker.nextNode() as Node);
        return range.getBoundingClientRect().left;
      };
      return [start(element.querySelector(".cm-deletedChunk")), start(element.querySelector(".cm-changedLine"))];
    });
    expect(removed).toBe(added);
    // The library's sign is in no font of the page.
    const sign = await output
      .locator(".cm-collapsedLines")
      .first()
      .evaluate((element) => getComputedStyle(element, "::before").content);
    expect(sign).toBe('""');
    await page.setViewportSize({ width: 1400, height: 900 });
  });
  await test.step("changes are compared with the shared playground", async () => {
    await page.goto("./#example:kiln");
    await expect(playground.status).toContainText("Rendered in");
    await playground.openFile("values.yml");
    await playground.writeLine(5, "  peak: 1111");
    await page.getByRole("tab", { name: "Compare" }).click();
    await page.getByLabel("Compare with").selectOption("Original example");
    const output = page.locator(".result").getByRole("region", { name: "plan.yml", exact: true });
    await expect(output).toContainText("1111");
    await expect(output).toContainText("1240");
  });
});
