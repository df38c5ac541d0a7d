// Dialogs, menus and bars about the open work: focus, keys and layout.
import { workOf } from "../../web/src/core/work";
import { writeLink } from "../../web/src/formats/link";
import { drawn } from "./frames";
import { expect, test } from "./playground";
import { bar, follow, lake, sharing } from "./shared-playground";

test("dialogs and actions on the open work restore or move the focus; a long dialog on a phone has its title and Close in view", async ({
  playground,
  page,
}) => {
  await test.step("dialogs close with Escape, and restore the focus", async () => {
    await playground.open();
    const open = page.getByRole("button", { name: "Open", exact: true });
    const share = page.getByRole("button", { name: "Share", exact: true });
    await share.focus();
    await page.keyboard.press("Enter");
    await expect(page.getByRole("textbox", { name: "Link", exact: true })).toBeFocused();
    await page.keyboard.press("Escape");
    await expect(sharing(playground)).toBeHidden();
    await expect(share).toBeFocused();
    for (const [way, focused] of [
      ["Gist", "#gist-url"],
      ["Recent playgrounds", "dialog.open-earlier .icon-button"],
    ] as const) {
      await open.focus();
      await page.keyboard.press("Enter");
      await page.getByRole("menuitem", { name: way }).hover();
      await page.keyboard.press("Enter");
      await expect(page.locator(focused)).toBeFocused();
      await page.keyboard.press("Escape");
      await expect(page.locator(focused)).toBeHidden();
      await expect(open).toBeFocused();
    }
    await playground.editor.click();
    await page.keyboard.press("ControlOrMeta+s");
    await expect(page.getByRole("textbox", { name: "Link", exact: true })).toBeFocused();
    await page.keyboard.press("Escape");
    await expect(playground.editor).toBeFocused();
  });
  await test.step("actions on the open work move the focus to its open file, where the user can go on typing", async () => {
    await follow(playground, `#${writeLink(lake)}`);
    await expect(playground.editor).toContainText("depth: 12");
    await playground.write("#@data/values\n---\ndepth: 13\n");
    for (const [name, file] of [
      ["Reset", "values.yml"],
      ["Back to my playground", "schema.yml"],
    ] as const) {
      await page.getByRole("button", { name }).focus();
      await page.keyboard.press("Enter");
      await expect(page.getByRole("button", { name })).toBeHidden();
      await expect(page.getByRole("textbox", { name: `Contents of ${file}` })).toBeFocused();
      if (name !== "Reset") continue;
      // The text has nothing to undo: this is the undo of the reset.
      await page.keyboard.press("ControlOrMeta+z");
      await expect(playground.editor).toContainText("depth: 13");
      await expect(playground.editor).toBeFocused();
      await page.keyboard.press("ControlOrMeta+z");
      await page.getByRole("button", { name }).click();
    }
  });
  await test.step("browser Back and Forward leave the focus in an editor", async () => {
    await page.goBack();
    await expect(playground.editor).toContainText("depth: 12");
    await expect(page.getByRole("textbox", { name: "Contents of values.yml" })).toBeFocused();
    await page.goForward();
    await expect(page.getByRole("textbox", { name: "Contents of schema.yml" })).toBeFocused();
  });
  await test.step("the title and Close stay in view when a long dialog is scrolled on a phone", async () => {
    await page.setViewportSize({ width: 390, height: 600 });
    await page.getByRole("button", { name: "Help" }).click();
    const help = page.getByRole("dialog", { name: "Help" });
    await help.getByRole("link", { name: "Open-source licences" }).focus();
    expect(await help.evaluate((dialog) => dialog.scrollTop)).toBeGreaterThan(100);
    await expect(help.getByRole("heading", { name: "Help" })).toBeInViewport({ ratio: 1 });
    // Tab backwards: the head does not cover the focused element.
    for (let at = 0; at < 6; at++) {
      await page.keyboard.press("Shift+Tab");
      const isVisible = await page.evaluate(() => {
        let active = document.activeElement;
        while (active?.shadowRoot?.activeElement) active = active.shadowRoot.activeElement;
        const box = active?.getBoundingClientRect();
        const root = active?.getRootNode() as ShadowRoot;
        return !box || active?.contains(root.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2));
      });
      expect(isVisible).toBe(true);
    }
    await help.getByRole("button", { name: "Close" }).click();
    await expect(help).toBeHidden();
  });
});

test("nothing scrolls sideways or is clipped, from wide screens to phones", async ({ playground, page }) => {
  const selectors = [
    ".opened-bar button",
    "header button",
    "dialog[open] .dialog-head *",
    ".topics button",
    ".notice button",
  ];
  const fits = async () => {
    for (const width of [1440, 1024, 820, 390, 360]) {
      await page.setViewportSize({ width, height: 844 });
      await drawn(page);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
      for (const selector of selectors) {
        // In one call: a call for each of hundreds of elements takes too long.
        const boxes = await page.locator(selector).evaluateAll((elements) =>
          elements
            .filter((element) => element.checkVisibility({ visibilityProperty: true }))
            .map((element) => element.getBoundingClientRect())
            // One pixel is for screen readers, or for a button that is visible with the focus.
            .filter((box) => box.width > 1 && box.height > 1)
            .map(({ x, right, width, height }) => ({ x, right, width, height })),
        );
        if (selector === "header button") expect(boxes).not.toEqual([]);
        for (const box of boxes) {
          // The size of a finger.
          if (width < 820 && selector.endsWith("button"))
            expect(Math.min(box.width, box.height), `${selector}, ${width} wide`).toBeGreaterThanOrEqual(24);
          expect(box.x, `${selector}, ${width} wide`).toBeGreaterThanOrEqual(0);
          expect(box.right, `${selector}, ${width} wide`).toBeLessThanOrEqual(width);
        }
      }
    }
  };
  const name = "a-long-name-of-a-file-".repeat(6);
  const long = workOf({
    ...lake,
    title: "A lake with quite a long title that tells everything there is to tell of it",
    lesson: "A lesson.",
    files: [...lake.files, { path: `${name}.yml`, content: "a: 1\n" }],
    variants: [{ name, commandLine: "", env: [], without: [] }],
    checks: [{ output: "lake.yml", at: "depth", is: name }],
  });
  for (const hash of [
    "",
    "#example:rules-numbers",
    `#${writeLink(long)}`,
    `#${writeLink({ ...long, view: "checks" })}`,
    `#${writeLink({ ...long, view: "compare" })}`,
    `#${writeLink(long).slice(0, -20)}`,
    "#gist:https://gist.github.com/someone/0123456789abcdef0123456789abcdef",
  ]) {
    await page.goto("about:blank");
    await follow(playground, hash);
    await expect(playground.status).toContainText("Rendered in");
    if (hash !== "") await expect(bar(playground)).toBeVisible();
    await fits();
  }
  await page.keyboard.press("ControlOrMeta+k");
  await expect(page.locator(".topics button").first()).toBeVisible();
  await fits();
  await page.keyboard.press("Escape");
  await page.keyboard.press("ControlOrMeta+s");
  await expect(page.getByRole("textbox", { name: "Link", exact: true })).toBeFocused();
  await fits();
});
