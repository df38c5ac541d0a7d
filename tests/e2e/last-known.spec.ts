// Offers from data values, schema and output come from the last response that knows them, and wait for the first one: also while a flag
// is half typed, and if the engine answers late.
import type { Page } from "@playwright/test";
import { workOf } from "../../web/src/core/work";
import { writeLink } from "../../web/src/formats/link";
import { holdEngine, withSlowFirstRun } from "./held-engine";
import { expect, type Playground, test } from "./playground";

const HALF_TYPED = "--data-value ";

const completions = (page: Page) => page.getByRole("listbox", { name: "Completions" });
const option = (page: Page, text: string) => completions(page).getByRole("option").filter({ hasText: text });

/** The kiln before the engine has answered. */
async function openHeld({ playground, page }: { playground: Playground; page: Page }): Promise<() => void> {
  const release = await holdEngine(page);
  await playground.storeKiln({ lesson: false });
  await page.goto("./");
  await expect(page.locator(".file-pane.chosen .cm-content[contenteditable]")).toBeVisible();
  return release;
}

/** A flag is half typed, and the engine has answered that. */
async function breakFlags({ flags, problems }: Playground): Promise<void> {
  await flags.fill(HALF_TYPED);
  await expect(problems.first()).toContainText("--data-value");
}

test("data values are completed, and their tab waits for them, where the first answer is late", async ({
  playground,
  page,
}) => {
  await test.step("data values are completed that were typed for before the first answer", async () => {
    const release = await openHeld({ playground, page });
    await playground.flags.click();
    await playground.flags.pressSequentially(HALF_TYPED);
    release();
    await expect(option(page, "kiln.peak=")).toBeVisible();
  });
  await test.step("data values are completed where typing has ended the first run", async () => {
    await page.goto("about:blank");
    await withSlowFirstRun(page);
    await playground.storeKiln({ lesson: false });
    await page.goto("./");
    await expect(page.getByRole("button", { name: "Stop" })).toBeVisible();
    await playground.flags.click();
    await playground.flags.pressSequentially(HALF_TYPED);
    await expect(option(page, "kiln.peak=")).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(completions(page)).toBeHidden();
  });
  await test.step("the tab of the data values waits for the first answer, also while a flag is half typed", async () => {
    await page.goto("about:blank");
    const release = await holdEngine(page);
    // The tab is part of the work.
    const files = [
      { path: "s.yml", content: "#@data/values-schema\n---\nkiln:\n  peak: 1\n" },
      { path: "a.yml", content: "a: 1\n" },
    ];
    await page.goto(`./#${writeLink(workOf({ files, view: "values" }))}`);
    await expect(page.getByRole("tab", { name: "Data values", exact: true })).toHaveAttribute("aria-selected", "true");
    const shown = page.locator(".result-content:visible");
    await expect(shown).toContainText("Loading the engine…");
    await expect(shown).not.toContainText("No data values.");
    await playground.flags.fill(HALF_TYPED);
    release();
    await expect(playground.problems.first()).toContainText("--data-value");
    await expect(page.locator('th[title="kiln.peak"]')).toBeVisible();
  });
});

test("while a flag is half typed, what the last response knows is there", async ({ playground, page }) => {
  await test.step("the list of completions keeps its selection when a run ends", async () => {
    await playground.open();
    await playground.flags.fill(HALF_TYPED);
    await expect(option(page, "kiln.peak=")).toBeVisible();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowDown");
    const selected = completions(page).locator('[aria-selected="true"]');
    const text = await selected.textContent();
    // Another run, without the focus or a key in the field.
    const runs = () =>
      page.evaluate(() =>
        (document.querySelector("ytterby-page") as unknown as { renders: Map<string, number> }).renders.get("status"),
      );
    const before = (await runs()) ?? 0;
    await page.locator("ytterby-page").dispatchEvent("keydown", { key: "Enter", ctrlKey: true });
    await expect.poll(runs).toBeGreaterThan(before);
    await expect(playground.status).toContainText("Failed in");
    await expect(selected).toHaveText(text ?? "");
  });
  await test.step("exports of the schema stay while a flag is half typed", async () => {
    await page.keyboard.press("Escape");
    await playground.flags.fill("");
    await page.getByRole("tab", { name: "Schema", exact: true }).click();
    await breakFlags(playground);
    await page.getByText("JSON Schema", { exact: true }).click();
    await expect(page.locator(".export")).toContainText('"peak"');
    await playground.flags.fill("--data-value 'a=");
    await expect(page.locator(".export")).toContainText('"peak"');
  });
  await test.step("checks of data values and output are offered while a flag is half typed", async () => {
    await breakFlags(playground);
    await page.keyboard.press("Escape");
    await page.getByRole("tab", { name: /^Checks/ }).click();
    await expect(page.getByRole("heading", { name: "Add a check from the last result" })).toBeVisible();
    await page.getByRole("button", { name: "Output of plan.yml is as now" }).click();
    await page.getByLabel("Data value", { exact: true }).selectOption("kiln.peak");
    await page.getByRole("button", { name: "Value is as now" }).click();
    await playground.flags.fill("");
    await expect(page.locator(".check.passed")).toHaveCount(2);
  });
  await test.step("a line's output is found while something else is broken", async () => {
    await playground.showResult("Output");
    await playground.openFile("plan.yml");
    await breakFlags(playground);
    await playground.editor.locator(".cm-line").filter({ hasText: "watched_by" }).click();
    await expect(page.locator(".output .cm-linked")).toHaveText([/watched_by: /]);
    await page.keyboard.press("Alt+Enter");
    await expect(page.locator(".output .cm-jump-target")).toContainText("watched_by");
    const note = page.locator(".line-origin");
    await expect(note).toContainText("plan.yml:");
    await expect(note).toContainText("kiln.keeper");
    // The lines of a text that was edited since are other lines.
    await playground.write("a: #@ nobody\n");
    await page.keyboard.press("Alt+Enter");
    await expect(playground.status).toContainText("The output of plan.yml is not known: the input has an error.");
    await expect(note).toContainText("from an earlier version of the input");
  });
  await test.step("compared outputs stay while a flag is half typed", async () => {
    const { files } = workOf({ files: [{ path: "a.yml", content: 'a: 1\nb: #@ "x"\n' }] });
    const variants = [{ name: "other", commandLine: "-f b.yml", env: [], without: [] }];
    const all = [...files, { path: "b.yml", content: "a: 2\n" }];
    await page.goto(`./#${writeLink(workOf({ files: all, variants, view: "compare" }))}`);
    const compared = page.locator(".result").getByRole("region", { name: "a.yml" });
    await expect(compared).toContainText("only in Current");
    const verdict = page.getByRole("region", { name: "Current" });
    await expect(verdict).toContainText("Succeeds");
    await playground.flags.fill(HALF_TYPED);
    await expect(verdict).toContainText("Fails");
    await expect(verdict).toContainText("Showing its previous output.");
    await expect(compared).toContainText("only in Current");
  });
});

test("a line's output, the text for an issue and fixes wait for the first answer", async ({
  playground,
  page,
  context,
}) => {
  await test.step("a line's output is found that is not rendered yet", async () => {
    const release = await openHeld({ playground, page });
    await playground.openFile("plan.yml");
    await playground.editor.locator(".cm-line").filter({ hasText: "watched_by" }).click();
    await page.keyboard.press("Alt+Enter");
    await expect(playground.status).not.toContainText("prints nothing itself");
    release();
    await expect(page.locator(".output .cm-jump-target")).toContainText("watched_by");
  });
  await test.step("text for an issue has the output, also before the first answer", async () => {
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    await page.goto("about:blank");
    const release = await openHeld({ playground, page });
    await page.getByRole("button", { name: "Share" }).click();
    await page.getByRole("button", { name: "Copy Markdown for an issue" }).click();
    release();
    await expect(page.getByRole("dialog", { name: "Share" }).getByRole("status")).toContainText("Copied the Markdown");
    expect(await page.evaluate(() => navigator.clipboard.readText())).toContain("kiln: HESTIA");
  });
  await test.step("fixes are listed that were asked for before the first answer", async () => {
    await page.goto("about:blank");
    const release = await holdEngine(page);
    const files = [{ path: "a.yml", content: "#@ tru = 1\na: #@ tur\n" }];
    await page.goto(`./#${writeLink(workOf({ files }))}`);
    await expect(page.locator(".file-pane.chosen .cm-content[contenteditable]")).toBeVisible();
    await playground.editor.locator(".cm-line").nth(1).click();
    await page.keyboard.press("ControlOrMeta+.");
    release();
    await expect(page.getByRole("menu").getByRole("menuitem").first()).toBeVisible();
  });
});
