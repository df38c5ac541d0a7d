// The steps of the overlays above the output: after the templates, after each overlay, and the final output.
import { readFileSync } from "node:fs";
import type { Locator, Page } from "@playwright/test";
import { expectAccessible, inPlayground } from "./accessible";
import { expect, type Playground, test } from "./playground";

const overlay = (match: string, items: string) =>
  `#@ load("@ytt:overlay", "overlay")\n#@overlay/match by=overlay.subset({"name": "${match}"})\n---\n${items}`;
const added = (item: string) => `#@overlay/match missing_ok=True\n${item}\n`;

const FILES = {
  "kiln.yml": "name: kiln\nheat: 900\nfuel: wood\n",
  "shelf.yml": "name: shelf\nwidth: 30\n",
  "base.yml": overlay("kiln", added("cone: 6")),
  "prod.yml": `${overlay("kiln", "heat: 1200\n#@overlay/remove\nfuel:\n")}#@overlay/match by=overlay.subset({"name": "shelf"})\n---\nwidth: 40\n`,
};

const open = ({ playground }: { playground: Playground }, files: object = FILES) =>
  playground.load({ files: Object.entries(files).map(([path, content]) => ({ path, content })) });

const button = (page: Page) => page.getByRole("button", { name: "Overlay steps" });
const slider = (page: Page) => page.getByRole("slider", { name: "Step" });
const bar = (page: Page) => page.getByRole("group", { name: "Overlay steps" });
const next = (page: Page) => page.getByRole("button", { name: "Next step" });
const previous = (page: Page) => page.getByRole("button", { name: "Previous step" });
const outputTab = (page: Page, name: string) =>
  page.getByRole("tablist", { name: "Output files" }).getByRole("tab", { name, exact: true });
const text = async ({ output }: Playground) => (await output.locator(".cm-line").allTextContents()).join("\n");

test("the slider shows the output before the overlays and after each, marks the tabs of changed files, and stays while the user types", {
  tag: "@quick",
}, async ({ playground, page }) => {
  await test.step("the slider shows the output before the overlays and after each", async () => {
    await open({ playground });
    await expect(playground.output).toContainText("cone: 6");
    await expect(slider(page)).toHaveCount(0);
    await button(page).click();
    await expect(slider(page)).toHaveAttribute("aria-valuetext", "3 of 3: final output, after overlay prod.yml:8");
    await slider(page).focus();
    await page.keyboard.press("Home");
    await expect(slider(page)).toHaveAttribute("aria-valuetext", "0 of 3: after the templates");
    await expect.poll(() => text(playground)).toBe("name: kiln\nheat: 900\nfuel: wood\n");
    await page.keyboard.press("ArrowRight");
    await expect(bar(page)).toContainText("1 of 3");
    await expect(slider(page)).toHaveAttribute("aria-valuetext", "1 of 3: after overlay base.yml:3");
    await expect.poll(() => text(playground)).toBe("name: kiln\nheat: 900\nfuel: wood\ncone: 6\n");
    await expect(page.locator(".output .cm-changedLine")).toHaveText(["cone: 6"]);
    await expect(page.locator(".code.phase")).toBeVisible();
    await next(page).click();
    await expect(page.locator(".output .cm-changedLine")).toHaveText(["heat: 1200"]);
    await expect(page.locator(".output .cm-deletedLine")).toHaveText(["heat: 900", "fuel: wood"]);
    await page.keyboard.press("Enter");
    await expect(bar(page)).toContainText("final output");
    await expect(page.locator(".code.phase")).toHaveCount(0);
    await expect(next(page)).toHaveAttribute("aria-disabled", "true");
    await expect(next(page)).toBeFocused();
    await previous(page).click();
    await expect(bar(page)).toContainText("2 of 3");
    await button(page).click();
    await expect(slider(page)).toHaveCount(0);
    await expect.poll(() => text(playground)).toBe("name: kiln\nheat: 1200\ncone: 6\n");
    await expect(page.locator(".output .cm-changedLine")).toHaveCount(0);
  });
  await test.step("the tabs of the files that a step changes are marked, and a link leads to its overlay", async () => {
    await button(page).click();
    // The final output is that of the last overlay.
    await expect(outputTab(page, "kiln.yml")).toHaveAttribute("aria-selected", "true");
    await outputTab(page, "shelf.yml, changed in this step").click();
    await expect(page.locator(".output .cm-changedLine")).toHaveText(["width: 40"]);
    await expect(page.locator(".output .cm-deletedLine")).toHaveText(["width: 30"]);
    await bar(page).getByRole("button", { name: "Overlay: go to prod.yml:8" }).click();
    await expect(page.locator(".file-pane.chosen .file-name")).toHaveText("prod.yml");
    await expect(page.locator(".file-pane.chosen .cm-jump-target")).toHaveText("---");
    await expect(page.locator(".file-pane.chosen .cm-content")).toBeFocused();
  });
  await test.step("while the user types, the step of the same overlay stays", async () => {
    await open({ playground });
    await outputTab(page, "kiln.yml").click();
    await button(page).click();
    await slider(page).focus();
    await page.keyboard.press("ArrowLeft");
    await page.keyboard.press("ArrowLeft");
    await expect(bar(page)).toContainText("after overlay base.yml:3");
    await playground.openFile("base.yml");
    await playground.editor.click();
    await page.keyboard.press("ControlOrMeta+End");
    await page.keyboard.type("#@overlay/match missing_ok=True");
    await page.keyboard.press("Enter");
    await page.keyboard.type("glaze: blue");
    await expect(playground.output).toContainText("glaze: blue");
    await expect(playground.output).toContainText("heat: 900");
    await expect(page.locator(".output .cm-changedLine")).toHaveText(["cone: 6", "glaze: blue"]);
    // An overlay before it.
    await playground.openFile("kiln.yml");
    await page.getByRole("button", { name: "Add file" }).click();
    await page.keyboard.type("a.yml");
    await page.keyboard.press("Enter");
    await playground.openFile("a.yml");
    await playground.write(overlay("kiln", added("first: 1")));
    await expect(slider(page)).toHaveAttribute("max", "4");
    await expect(bar(page)).toContainText("after overlay base.yml:3");
    await expect(bar(page)).toContainText(/[12] of 4/);
  });
  await test.step("what the user types is not marked as a change of the step until the step is known", async () => {
    await open({ playground });
    await outputTab(page, "kiln.yml").click();
    await button(page).click();
    await expect(bar(page)).toContainText("final output");
    await page.evaluate(() => {
      const output = document.querySelector("ytterby-page")?.shadowRoot?.querySelector(".output");
      if (!output) throw new Error("no output");
      const look = () =>
        output.toggleAttribute("data-flashed", output.matches("[data-flashed], :has(.cm-changedLine)"));
      new MutationObserver(look).observe(output, { subtree: true, childList: true });
    });
    await playground.openFile("kiln.yml");
    await playground.editor.click();
    await page.keyboard.press("ControlOrMeta+End");
    await page.keyboard.type("glaze: blue");
    await expect(playground.output).toContainText("glaze: blue");
    await expect(page.locator(".output")).not.toHaveAttribute("data-flashed");
  });
});

test("an overlay that fails is the last step; while a template fails, the step stays", async ({ playground, page }) => {
  await test.step("an overlay that fails is the last step, with the output before it", async () => {
    await open({ playground }, { ...FILES, "prod.yml": overlay("oven", "heat: 1\n"), "z.yml": FILES["base.yml"] });
    await expect(playground.problems).toHaveCount(1);
    await expect(playground.output).toBeHidden();
    await page.getByRole("button", { name: "Overlay steps" }).click();
    await expect(slider(page)).toHaveAttribute("aria-valuetext", "2 of 3: overlay prod.yml:3 failed");
    await expect(bar(page)).toContainText("this is the output before it; 1 overlay after it was not applied");
    await expect.poll(() => text(playground)).toBe("name: kiln\nheat: 900\nfuel: wood\ncone: 6\n");
    await expect(playground.problems).toHaveCount(1);
    await expectAccessible(page, "a failed overlay", inPlayground(".result-content"));
    await bar(page).getByRole("button", { name: "failed" }).click();
    await expect(page.locator(".problem").first()).toBeVisible();
    await previous(page).click();
    await expect(bar(page)).toContainText("after overlay base.yml:3");
    // The step stays while its overlay is repaired, and is the final output then.
    await next(page).click();
    await playground.openFile("prod.yml");
    await playground.write(overlay("kiln", "heat: 1\n"));
    await expect(bar(page)).toContainText("3 of 3");
    await expect(playground.output).toContainText("heat: 1");
  });
  await test.step("while a template fails, the step stays as it was", async () => {
    await open({ playground });
    await button(page).click();
    await previous(page).click();
    await expect(bar(page)).toContainText("2 of 3");
    await playground.openFile("kiln.yml");
    await playground.write("name: #@ kil\n");
    await expect(playground.problems).toHaveCount(1);
    await expect(page.locator(".code.phase.stale")).toBeVisible();
    await expect(page.locator(".output-state")).toContainText("Showing the previous step; the input has an error.");
    await expect(bar(page)).toContainText("2 of 3");
    await playground.write("name: kiln\nheat: 1\nfuel: gas\n");
    await expect(page.locator(".output .cm-deletedLine")).toHaveText(["heat: 1", "fuel: gas"]);
    await expect(page.locator(".code.stale")).toHaveCount(0);
  });
});

test("a step is copied and saved as one, marks its overlay in the editor, and fits a narrow page", async ({
  playground,
  page,
  context,
}) => {
  await test.step("a step is copied and saved as one", async () => {
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    await open({ playground }, { "kiln.yml": FILES["kiln.yml"], "base.yml": FILES["base.yml"] });
    await button(page).click();
    await previous(page).click();
    await page.getByRole("button", { name: "Copy kiln.yml" }).click();
    await expect(playground.status).toContainText("Copied the output, step 0 of 1: after the templates.");
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(FILES["kiln.yml"]);
    const download = page.waitForEvent("download");
    await page.getByRole("button", { name: "Download kiln.yml" }).click();
    const saved = await download;
    expect(saved.suggestedFilename()).toBe("kiln-step-0.yml");
    expect(readFileSync(await saved.path(), "utf8")).toBe(FILES["kiln.yml"]);
    await expect(playground.status).toContainText("Saved kiln-step-0.yml, step 0 of 1: after the templates.");
  });
  await test.step("a step marks its overlay in the editor, and its lines lead to their sources", async () => {
    const filler = Array.from({ length: 40 }, (_, at) => `#! ${at}\n`).join("");
    await open(
      { playground },
      {
        "kiln.yml": FILES["kiln.yml"],
        "over.yml": `${overlay("kiln", added("cone: 6"))}${filler}#@overlay/match by=overlay.subset({"name": "kiln"})\n---\nheat: 1200\n`,
        "last.yml": overlay("kiln", "fuel: gas\n"),
      },
    );
    await button(page).click();
    const marked = playground.pane("over.yml").locator(".cm-linked");
    await previous(page).click();
    await expect(bar(page)).toContainText("2 of 3");
    await expect(marked).toHaveText([/^#@overlay\/match/, "---", "heat: 1200"]);
    await expect(marked.first()).toBeInViewport();
    const note = page.locator(".line-origin");
    // Unchanged until the end, changed by this step, changed later.
    await playground.output.getByText("name: kiln").click();
    await expect(note).toContainText("Line 1: from kiln.yml:1");
    await playground.output.getByText("heat: 1200").click();
    await expect(note).toContainText("Line 2: from over.yml:48, an overlay");
    await playground.output.getByText("fuel: wood").click();
    await expect(note).toContainText("Line 3: its source is not known at this step.");
    await previous(page).click();
    await expect(bar(page)).toContainText("1 of 3");
    await page.mouse.move(5, 5);
    await playground.editor.focus();
    await expect(marked.first()).toHaveText(/^#@overlay\/match/);
    await button(page).click();
    await expect(marked).toHaveCount(0);
  });
  await test.step("the slider fits a narrow page", async () => {
    await page.setViewportSize({ width: 360, height: 720 });
    await open({ playground });
    await page.getByRole("tab", { name: "Output", exact: true }).first().click();
    await button(page).click();
    await previous(page).click();
    await expect(bar(page)).toContainText("2 of 3");
    // The button is as high as the tabs beside it.
    const height = (one: Locator) => one.evaluate((element) => element.getBoundingClientRect().height);
    expect(
      Math.abs((await height(button(page))) - (await height(page.locator(".strip-tab").first()))),
    ).toBeLessThanOrEqual(2);
    const overflow = await bar(page).evaluate((element) => element.scrollWidth - element.clientWidth);
    expect(overflow).toBe(0);
    await expectAccessible(page, "the steps on a narrow page", inPlayground(".result-content"));
  });
});

/** The positions of the caption and the output. */
const edges = ({ page }: { page: Page }) =>
  page.evaluate(() => {
    const root = document.querySelector("ytterby-page")?.shadowRoot ?? document;
    return [".phases", ".output > .code"].map((what) => root.querySelector(what)?.getBoundingClientRect().top ?? -1);
  });

const LONG = Array.from({ length: 60 }, (_, at) => `key${at}: ${at}\n`).join("");

test("the first change of a chosen step scrolls into view, and nothing else moves", async ({ playground, page }) => {
  for (const [name, width, height] of [
    ["a phone", 400, 800],
    ["a wide page", 1400, 700],
  ] as const)
    await test.step(`on ${name}`, async () => {
      await page.setViewportSize({ width, height });
      await open(
        { playground },
        {
          "kiln.yml": `name: kiln\n${LONG}`,
          "shelf.yml": "name: shelf\nwidth: 30\n",
          "overlays/for/a/very/long/path/base.yml": overlay("kiln", "key55: 1\nkey57: 1\n"),
          "idle.yml": overlay("kiln", "key55: 1\n"),
          "shelf-overlay.yml": overlay("shelf", added("depth: 4")),
          "z.yml": overlay("kiln", `#@overlay/remove\nkey0:\n`),
        },
      );
      if (width < 800) await page.getByRole("tab", { name: "Output", exact: true }).first().click();
      await button(page).click();
      await outputTab(page, "kiln.yml, changed in this step").click();
      await slider(page).focus();
      await page.keyboard.press("Home");
      await expect(bar(page)).toContainText("after the templates");
      const before = await edges({ page });
      const inView = playground.output.locator(".cm-changedLine").first();
      await next(page).click();
      await expect(bar(page)).toContainText("+2 −2 lines");
      await expect(inView).toHaveText("key55: 1");
      await expect(inView).toBeInViewport();
      expect(await edges({ page })).toEqual(before);
      await next(page).click();
      await expect(bar(page)).toContainText("changes nothing");
      expect(await edges({ page })).toEqual(before);
      // The change is in another file.
      await next(page).click();
      await expect(bar(page)).toContainText("+1 line in shelf.yml");
      expect(await edges({ page })).toEqual(before);
      await bar(page).getByRole("button", { name: "Show shelf.yml, which this step changes" }).click();
      await expect(inView).toHaveText("depth: 4");
      await expect(bar(page)).not.toContainText("in shelf.yml");
      await outputTab(page, "kiln.yml").click();
      await next(page).click();
      await expect(bar(page)).toContainText("−1 line");
      await expect(playground.output.locator(".cm-deletedLine")).toBeInViewport();
      expect(await edges({ page })).toEqual(before);
      // The scroll position stays while the user types.
      await previous(page).click();
      await previous(page).click();
      await previous(page).click();
      await expect(inView).toBeInViewport();
    });
});
