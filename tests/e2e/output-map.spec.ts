// From an output line to its template line, and back: by pointer and by keyboard.
import { expect, type Playground, test } from "./playground";

const line = (playground: Playground, text: string) => playground.output.locator(".cm-line").filter({ hasText: text });
const inEditor = ({ page }: Playground) => page.locator(".file-pane.chosen .cm-linked");
const inOutput = ({ page }: Playground) => page.locator(".output .cm-linked");
const note = ({ page }: Playground) => page.locator(".line-origin");

test("an output line and its template line mark each other: by pointer, at the cursor, in loops, with keys and clicks", {
  tag: "@quick",
}, async ({ playground, page }) => {
  await test.step("pointing at an output line marks its template line, and the other way round", async () => {
    await playground.open();
    await playground.openFile("plan.yml");
    await line(playground, "watched_by").hover();
    await expect(inEditor(playground)).toHaveText(["watched_by: #@ kiln.keeper"]);
    await expect(note(playground)).toContainText("plan.yml:");

    await playground.editor.locator(".cm-line").filter({ hasText: "watched_by" }).hover();
    await expect(inOutput(playground)).toHaveText([/watched_by: /]);
    await playground.status.hover();
    await expect(inEditor(playground)).toHaveCount(0);
    // No line was selected.
    await expect(note(playground)).toHaveText("Select a line to see where it comes from.");
  });
  await test.step("the output of the cursor's line is marked, for each iteration of a loop", async () => {
    await playground.openFile("plan.yml");
    await playground.write("levels:\n#@ for i in range(3):\n- level: #@ i\n#@ end\nlast: 1\n");
    await expect(playground.output).toContainText("last: 1");
    await playground.page.keyboard.press("ControlOrMeta+Home");
    await playground.page.keyboard.press("ArrowDown");
    await expect(inOutput(playground)).toHaveCount(0);
    await playground.page.keyboard.press("ArrowDown");
    await expect(inOutput(playground)).toHaveText(["- level: 0", "- level: 1", "- level: 2"]);
    await playground.page.keyboard.type("#");
    await playground.page.keyboard.press("Backspace");
    await expect(inOutput(playground)).toHaveText(["- level: 0", "- level: 1", "- level: 2"]);
  });
  await test.step("a key goes from a template line to its output, and Enter back", async () => {
    await playground.openFile("plan.yml");
    const rows = Array.from({ length: 80 }, (_, i) => `row${i}: ${i}`).join("\n");
    await playground.write(`${rows}\nsought: here\n`);
    await expect(playground.output).toContainText("row0: 0");
    await page.keyboard.press("ControlOrMeta+End");
    await page.keyboard.press("ArrowUp");
    await page.keyboard.press("Alt+Enter");
    await expect(playground.output).toBeFocused();
    await expect(page.locator(".output .cm-jump-target")).toHaveText("sought: here");
    await expect(page.locator(".output .cm-jump-target")).toBeInViewport();
    await expect(note(playground)).toContainText("Line 81: from plan.yml:81");

    await page.keyboard.press("ArrowUp");
    await expect(note(playground)).toContainText("plan.yml:80");
    await expect(inEditor(playground)).toHaveText(["row79: 79"]);
    await page.keyboard.press("Enter");
    await expect(playground.editor).toBeFocused();
    await expect(page.locator(".file-pane.chosen .cm-jump-target")).toHaveText("row79: 79");
  });
  await test.step("a click selects the line under the pointer, also before the editor knows of a scroll to the top", async () => {
    await playground.openFile("plan.yml");
    await playground.write(Array.from({ length: 80 }, (_, i) => `row${i}: ${i}`).join("\n"));
    await page.keyboard.press("ControlOrMeta+End");
    await expect(playground.editor.getByText("row79")).toBeInViewport();
    await playground.flags.focus();
    await page.locator(".file-pane.chosen .cm-scroller").evaluate((scroller) => {
      scroller.scrollTop = 0;
      // The first lines may not be in the document yet.
      const content = scroller.querySelector(".cm-content") as HTMLElement;
      const line = scroller.querySelector(".cm-line") as HTMLElement;
      const { left, top } = content.getBoundingClientRect();
      const inside =
        Number.parseFloat(getComputedStyle(content).paddingTop) + 2.5 * line.getBoundingClientRect().height;
      const at = { bubbles: true, composed: true, clientX: left + 20, clientY: top + inside, detail: 1 };
      const target = scroller.querySelectorAll(".cm-line")[2] ?? scroller;
      target.dispatchEvent(new MouseEvent("mousedown", at));
      target.dispatchEvent(new MouseEvent("mouseup", at));
    });
    await expect(page.locator(".file-pane.chosen .cm-activeLine")).toHaveText("row2: 2");
    expect(await page.locator(".file-pane.chosen .cm-scroller").evaluate(({ scrollTop }) => scrollTop)).toBe(0);
  });
});

test("overlaid lines name the overlays; a button and a click go to the output, also into another file", async ({
  playground,
  page,
}) => {
  await test.step("overlaid lines name the overlays and the replaced lines", async () => {
    await playground.open();
    await playground.openExample("An observatory patched by overlays");
    await line(playground, "nm: 656").first().click();
    await expect(note(playground)).toContainText("upgrade.yml:13, an overlay");
    await expect(note(playground)).toContainText("in place of instruments.yml:7");
    await note(playground).getByRole("button", { name: "Replaced line: go to instruments.yml:7" }).click();
    await expect(page.locator(".file-pane.chosen .cm-jump-target")).toContainText("nm: 650");

    await line(playground, "filters:").first().hover();
    await expect(note(playground)).toContainText("overlaid by upgrade.yml:9 upgrade.yml:18");
    await line(playground, "pixels: 4096").first().hover();
    await expect(note(playground)).toContainText("from upgrade.yml:8");
  });
  await test.step("a button and a click do the same, also into another output file", async () => {
    await page.getByRole("button", { name: "Add file" }).click();
    await page.keyboard.press("Enter");
    await playground.write("fresh: true\n");
    await expect(playground.output).toContainText("fresh: true");
    await page.getByRole("tablist", { name: "Output files" }).getByRole("tab", { name: "instruments.yml" }).click();
    await expect(playground.output).toContainText("mirror_mm");
    await playground.editor.locator(".cm-line").first().click();
    await playground.fileAction("new.yml", "Show in output");
    await expect(page.locator(".output .cm-jump-target")).toHaveText("fresh: true");

    await playground.openFile("upgrade.yml");
    await playground.editor.focus();
    await page.keyboard.press("ControlOrMeta+End");
    await playground.editor
      .locator(".cm-line")
      .filter({ hasText: "shutter: motor" })
      .first()
      .click({ modifiers: ["ControlOrMeta", "Alt"] });
    await expect(page.locator(".output .cm-jump-target")).toHaveText("shutter: motor");

    await playground.editor.click();
    await page.keyboard.press("ControlOrMeta+Home");
    await playground.editor.locator(".cm-line").filter({ hasText: "Every telescope" }).click();
    await playground.fileAction("upgrade.yml", "Show in output");
    await expect(playground.status).toContainText("prints nothing itself");
  });
});
