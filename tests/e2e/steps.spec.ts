// The steps of lessons.

import { workOf } from "../../web/src/core/work";
import { writeLink } from "../../web/src/formats/link";
import { expectAccessible, inPlayground } from "./accessible";
import { expect, test } from "./playground";

test("a step is applied with its button, is done when its checks hold, can be reset and undone, and links to its line", {
  tag: "@quick",
}, async ({ page }) => {
  await test.step("a step is applied with its button, is done when its checks hold, and can be reset and undone", async () => {
    await page.goto("./#example:deployment");
    const steps = page.locator(".steps > li");
    await expect(steps).toHaveCount(5);
    await expect(page.locator(".step-done")).toHaveCount(0);
    const apply = page.getByRole("button", { name: "Apply: step 1" });
    await apply.focus();
    await page.keyboard.press("Enter");
    await expect(page.locator(".step-done")).toHaveCount(1);
    await expect(page.locator(".lesson [role=status]")).toHaveText("Step 1 of 5 done.");
    // Nothing of an example's checks turns red.
    await expect(page.getByRole("tab", { name: /^Checks/ })).not.toContainText("failed");
    // Its text stays until the reader goes on.
    await expect(page.locator(".lesson-next")).toContainText("Step 1 of 5 done:");
    await expect(page.getByRole("button", { name: "Next step" })).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(page.getByRole("button", { name: "Apply: step 2" })).toBeFocused();
    await page.locator(".lesson-toggle").click();
    await expect(steps.first().locator(".step-done")).toBeVisible();
    await page.getByRole("button", { name: "Reset: step 1" }).click();
    await expect(page.locator(".step-done")).toHaveCount(0);
    // The files are no longer covered.
    await expect(page.locator(".lesson-text")).toBeHidden();
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(page.locator(".step-done")).toHaveCount(1);
  });
  await test.step("a link in a step leads to the line that the step is about", async () => {
    await page.getByRole("region", { name: "Open playground" }).getByRole("button", { name: "Reset" }).click();
    await expect(page.locator(".step-done")).toHaveCount(0);
    await page.locator(".lesson-next").getByRole("button", { name: "values.yml" }).click();
    await expect(page.locator(".file-pane.chosen .file-name")).toHaveText("values.yml");
    await expect(page.locator(".file-pane.chosen .cm-jump-target")).toHaveText("replicas: 20");
    for (const step of [1, 2]) {
      await page.getByRole("button", { name: `Apply: step ${step}` }).click();
      await page.getByRole("button", { name: "Next step" }).click();
    }
    await expect(page.locator(".lesson-next")).toContainText("Step 3 of 5");
    await page.locator(".lesson-next").getByRole("button", { name: "schema.yml" }).click();
    await expect(page.locator(".file-pane.chosen .cm-activeLine")).toHaveCount(1);
    // The end of the file, where the new line goes.
    await expect(page.locator(".file-pane.chosen .cm-line").last()).toHaveClass(/cm-jump-target/);
  });
  await test.step("the gallery marks a lesson that is done, also after a reload, and finds words of Kubernetes", async () => {
    for (const step of [3, 4, 5]) {
      await page.getByRole("button", { name: `Apply: step ${step}` }).click();
      if (step < 5) await page.getByRole("button", { name: "Next step" }).click();
    }
    await expect(page.locator(".lesson-next")).toContainText("All steps are done.");
    await page.reload();
    await page.getByRole("button", { name: "Examples", exact: true }).click();
    const dialog = page.getByRole("dialog", { name: "Examples" });
    const marked = dialog.getByRole("button", { name: /\(lesson done\)/ });
    await expect(marked).toHaveCount(1);
    await expect(marked).toContainText("A Deployment and its Service");
    await expect(dialog.getByText("Start here.")).toHaveCount(1);
    for (const word of ["ingress", "kustomize"]) {
      await dialog.getByLabel("Search the examples").fill(word);
      await expect(dialog.locator(".example-card").first()).toBeVisible();
    }
  });
});

test("a step is done by another solution that the reader types; where it cannot be merged, its solution is shown as a difference first", {
  tag: "@quick",
}, async ({ playground, page }) => {
  await test.step("a step is done when the reader types another solution and pauses, and stays done", async () => {
    await page.goto("./#example:deployment");
    const next = page.locator(".lesson-next");
    const done = page.locator(".step-done");
    await playground.openFile("values.yml");
    await playground.writeLine(5, "replicas: ");
    // Its condition holds at the 7.
    await page.keyboard.type("7x", { delay: 100 });
    await expect(playground.problems).toHaveCount(1);
    await expect(next).toContainText("Step 1 of 5: ");
    await page.keyboard.press("Backspace");
    await expect(next).toContainText("Step 1 of 5 done:");
    await page.getByRole("button", { name: "Next step" }).click();
    await expect(next).toContainText("Step 2 of 5");
    await page.reload();
    await expect(next).toContainText("Step 2 of 5");
    await expect(done).toHaveCount(1);
    await page.locator(".lesson-toggle").click();
    await page.getByRole("button", { name: "Reset: step 1" }).click();
    await expect(done).toHaveCount(0);
    await expect(next).toContainText("Step 1 of 5");
  });
  await test.step("where a step cannot be merged, its solution is shown as a difference first", async () => {
    await expect(page.locator(".step-done")).toHaveCount(0);
    await playground.openFile("values.yml");
    await playground.write("#@data/values\n---\n#@ if True:\nname: own\n'replicas': 40\n#@ end\n");
    await page.getByRole("button", { name: "Apply: step 1" }).click();
    // The bar has no space for it.
    const solution = page.getByRole("alert").filter({ hasText: "cannot be merged with this step" });
    await expect(solution).toBeVisible();
    const changes = solution.getByRole("group", { name: "Changes in values.yml" });
    await expect(changes.locator(".removed").filter({ hasText: "name: own" })).toHaveCount(1);
    await expect(changes.locator(".added").filter({ hasText: "replicas: 3" })).toHaveCount(1);
    await expectAccessible(page, "the solution of a step", inPlayground(".lesson"));
    await solution.getByRole("button", { name: /^Cancel/ }).click();
    await expect(solution).toHaveCount(0);
    await expect(page.locator(".lesson-text")).toBeHidden();
    await page.getByRole("button", { name: "Apply: step 1" }).click();
    await solution.getByRole("button", { name: /^Apply the solution/ }).click();
    await expect(page.locator(".lesson-next")).toContainText("Step 1 of 5 done:");
    await expect(playground.output).toContainText("replicas: 3");
  });
});

test("a step scrolls to what it changes, and the focus stays; steps of one and of two lines have the same height", async ({
  page,
}) => {
  await test.step("a step scrolls to what it changes, and the focus stays", async () => {
    const content = `${Array.from({ length: 200 }, (_, at) => `key${at}: ${at}\n`).join("")}last: 1\n`;
    const work = workOf({
      lesson: "Look.",
      files: [
        { path: "a.yml", content: "a: 1\n" },
        { path: "b.yml", content },
      ],
      steps: [
        {
          text: "Make it 2.",
          edits: [{ file: "b.yml", replace: "last: 1", with: "last: 2" }],
          done: [{ output: "b.yml", at: "last", is: 2 }],
        },
      ],
    });
    await page.goto(`./#${writeLink(work)}`);
    await page.getByRole("button", { name: "Apply: step 1" }).focus();
    await page.keyboard.press("Enter");
    await expect(page.locator(".file-pane.chosen .file-name")).toHaveText("b.yml");
    await expect(page.locator(".file-pane.chosen .cm-jump-target")).toHaveText("last: 2");
    await expect(page.locator(".file-pane.chosen .cm-jump-target")).toBeInViewport();
    await expect(page.locator(".lesson-next")).toContainText("All steps are done.");
    await expect(page.locator(".file-pane.chosen .cm-content")).not.toBeFocused();
  });
  await test.step("steps of one and of two lines have the same height", async () => {
    for (const width of [1024, 1400]) {
      await page.setViewportSize({ width, height: 800 });
      // Another lesson: the progress of this one is stored.
      await page.goto(`./#${writeLink({ ...uneven, title: `At ${width}` })}`);
      await expect(page).toHaveTitle(new RegExp(`^At ${width}`));
      const bar = page.locator(".lesson-head");
      const before = await bar.boundingBox();
      await page.getByRole("button", { name: "Apply: step 1" }).click();
      await expect(page.locator(".lesson-next")).toContainText("Step 1 of 2 done");
      expect((await bar.boundingBox())?.height, `${width}`).toBe(before?.height);
      await page.getByRole("button", { name: "Next step" }).click();
      await expect(page.locator(".lesson-next")).toContainText("Step 2 of 2");
      expect((await bar.boundingBox())?.height, `${width}`).toBe(before?.height);
      await page.getByRole("button", { name: "Apply: step 2" }).click();
      await expect(page.locator(".lesson-next")).toContainText("All steps are done.");
      expect((await bar.boundingBox())?.height, `${width}`).toBe(before?.height);
    }
  });
});

/** A lesson with a short step and one that needs a second line. */
const uneven = workOf({
  title: "Uneven",
  lesson: "Look.",
  files: [{ path: "a.yml", content: "a: 1\n---\nb: 1\n" }],
  steps: [
    {
      text: "Make it 2.",
      edits: [{ file: "a.yml", replace: "a: 1", with: "a: 2" }],
      done: [{ output: "a.yml", at: "a", is: 2 }],
    },
    {
      text: `Add a key to the first document of \`a.yml\`: ${"a long text that needs another line ".repeat(4)}`,
      edits: [{ file: "a.yml", replace: "\n---", with: "\nc: 3\n---" }],
      done: [{ output: "a.yml", at: "c", is: 3 }],
    },
  ],
});
