// The page shows the state of the current input: nothing of another kind of run, of deleted files or of a run before the latest.
import { link } from "./axe-visits";
import { ENDLESS, expect, test } from "./playground";

const files = [
  { path: "one.yml", content: "one: 1\n" },
  { path: "two.yml", content: "two: 2\n" },
];

test("the page shows the state of the current input: nothing of another kind of run, of deleted files or of a run before the latest", async ({
  playground,
  page,
}) => {
  await test.step("the last output is only shown for the same kind of run and for files that still exist", async () => {
    await page.goto(`./${link({ files })}`);
    const outputs = page.getByRole("tablist", { name: "Output files" }).getByRole("tab");
    await expect(outputs).toHaveText(["one.yml", "two.yml"]);
    await playground.openFile("two.yml");
    await playground.write("two: #@ missing\n");
    await expect(page.getByText("Showing the previous output")).toBeVisible();
    await expect(outputs).toHaveText(["one.yml", "two.yml"]);
    await playground.file("one.yml").focus();
    await page.keyboard.press("Delete");
    await expect(outputs).toHaveText(["two.yml"]);

    await playground.flags.fill("--data-values-inspect");
    await expect(page.locator(".output .stale-note")).toHaveCount(0);
    await playground.flags.fill("--help");
    await expect(playground.output).toContainText("Usage:");
    // The output that is shown while the user types does not remain.
    await playground.flags.press("Escape");
    await playground.flags.fill("");
    await expect(page.getByText("No output, because of 1 problem.")).toBeVisible();
    await expect(page.locator(".output .code")).toBeHidden();
    // Its completions cover the editor.
    await playground.flags.press("Escape");
  });
  await test.step("a playground that never had output says so", async () => {
    await page.goto(`./${link({ files: [{ path: "a.yml", content: "a: #@ missing\n" }] })}`);
    await expect(page.getByText("No output, because of 1 problem.")).toBeVisible();
    await expect(page.getByText("Showing the previous output")).toHaveCount(0);
  });
  await test.step("while a run goes on and after Stop no problem of the run before remains", async () => {
    await page.goto(`./${link({ files: [{ path: "a.yml", content: "a: #@ missing\n" }] })}`);
    await expect(playground.problems).toHaveCount(1);
    const marks = page.locator(
      ".file-heading .mark, .file-pane.chosen .cm-lint-marker, .file-pane.chosen .cm-lintRange",
    );
    await expect(marks).not.toHaveCount(0);
    await playground.write(ENDLESS);
    await expect(page.getByRole("button", { name: "Stop" })).toBeVisible();
    await expect(playground.problems).toHaveCount(0);
    await expect(marks).toHaveCount(0);
    await expect(page.locator("footer.bad")).toHaveCount(0);
    await page.getByRole("button", { name: "Stop" }).click();
    // The status announces it, too.
    await expect(page.getByText("Stopped. Your files are unchanged").first()).toBeVisible();
    await expect(playground.problems).toHaveCount(0);
    await expect(marks).toHaveCount(0);
    await expect(playground.status).toContainText("Stopped");
  });
});
