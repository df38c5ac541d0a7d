// Pasted text that is a saved playground, several files, or a command line.
import type { Page } from "@playwright/test";
import { paste } from "./pasting";
import { expect, type Playground, test } from "./playground";
import { chooseOpen } from "./stored-works";

const BUNDLE = "ytterby: 1\ntitle: A pool\nfiles:\n  - path: pool.yml\n    content: |\n      depth: #@ 6 * 7\n";
const MARKDOWN = `Two files:

\`pool.yml\`

\`\`\`yaml
depth: #@ 6 * 7
\`\`\`

\`\`\`yaml title="more.yml"
more: true
\`\`\`
`;

async function pasteInEditor({ page, editor }: Playground, text: string): Promise<void> {
  await editor.click();
  await page.keyboard.press("ControlOrMeta+a");
  await paste(page, text);
}

const offer = (page: Page) => page.getByRole("region", { name: "Pasted text" });
const action = (page: Page, name: string) => offer(page).getByRole("button", { name });

test("a bundle, files and a command line that are pasted are recognised, in the editor, as flags and in the Open menu", {
  tag: "@quick",
}, async ({ playground, page }) => {
  await test.step("a bundle that is pasted into the editor is opened with one click", async () => {
    await playground.open();
    await pasteInEditor(playground, BUNDLE);
    await expect(offer(page)).toContainText("This looks like a saved playground");
    await expect(playground.editor).toContainText("ytterby: 1");
    await action(page, "Open playground").click();
    await expect.poll(() => playground.files()).toEqual(["pool.yml"]);
    await expect(playground.output).toContainText("depth: 42");
    await expect(offer(page)).toHaveCount(0);
    await expect(playground.editor).toBeFocused();
    await page.getByRole("button", { name: "Undo" }).click();
    await expect.poll(() => playground.files()).toEqual(["schema.yml", "values.yml", "plan.yml"]);
  });
  await test.step("Paste in the Open menu says what a text is, and opens it", async () => {
    await chooseOpen(playground, "Paste");
    const dialog = page.getByRole("dialog", { name: "Paste" });
    const text = dialog.getByRole("textbox", { name: "Files, a saved playground or a ytt command" });
    await expect(text).toBeFocused();
    await text.fill("a: #@ 1 + 1\n");
    await expect(dialog.getByRole("status")).toHaveText("This looks like one file.");
    // A click beside the dialog would lose the text; without text it closes it.
    await page.mouse.click(5, 5);
    await expect(text).toHaveValue("a: #@ 1 + 1\n");
    await text.fill("");
    await page.mouse.click(5, 5);
    await expect(dialog).toBeHidden();
    await chooseOpen(playground, "Paste");
    await text.fill("a: #@ 1 + 1\n");
    await dialog.getByLabel("Name").fill("../a.yml");
    await dialog.getByRole("button", { name: "Open" }).click();
    await expect(dialog.getByRole("alert")).toContainText("inside the playground");
    await text.fill(MARKDOWN);
    await expect(dialog.getByRole("status")).toContainText("2 files: pool.yml and more.yml");
    await dialog.getByRole("button", { name: "Open as 2 files" }).click();
    await expect.poll(() => playground.files()).toEqual(["pool.yml", "more.yml"]);
    await expect(playground.output).toContainText("depth: 42");
    await expect(playground.editor).toBeFocused();
  });
  await test.step("a command line that is pasted as flags loses its prompt and program", async () => {
    await playground.loadKiln();
    await playground.flags.click();
    await paste(page, "$ ytt -f . \\\n  --data-value kiln.name=Vesta");
    await expect(playground.flags).toHaveValue("--data-value kiln.name=Vesta");
    await expect(playground.output).toContainText("kiln: VESTA");
  });
});
