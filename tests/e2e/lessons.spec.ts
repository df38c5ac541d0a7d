// Every lesson of the examples in the page: with the other solutions of tests/lessons, typed, and otherwise with Apply.
import { readFileSync } from "node:fs";
import { load } from "js-yaml";
import { stepped } from "../../web/src/core/step-edits";
import { applied, solved } from "../../web/src/core/steps";
import type { Work } from "../../web/src/core/work";
import { stepOf, type WrittenEdit } from "../../web/src/formats/written-bundle";
import { examples } from "../../web/testing/works";
import { expect, test } from "./playground";

type Solutions = Record<string, Record<number, WrittenEdit[][]>>;
const solutions = load(readFileSync(`${__dirname}/../lessons/other-solutions.yml`, "utf8")) as Solutions;
const lessons = examples.filter(({ whole }) => whole.steps.length > 0);

test("every lesson can be done, and other solutions are recognised when they are typed", {
  tag: "@long",
}, async ({ playground, page }) => {
  test.setTimeout(600_000);
  const done = page.locator(".step-done");
  /** Types the differences between two works. */
  const type = async (before: Work, now: Work) => {
    for (const { path, content } of now.files) {
      const old = before.files.find((file) => file.path === path);
      if (typeof content !== "string" || content === old?.content) continue;
      if (old) await playground.openFile(path);
      else {
        await page.getByRole("button", { name: "Add file" }).click();
        await page.getByLabel("Name of the new file").fill(path);
        await page.keyboard.press("Enter");
      }
      await playground.write(content);
    }
    if (now.commandLine !== before.commandLine) {
      await playground.flags.fill(now.commandLine);
      // Closes the completions, which may cover a file.
      await playground.flags.press("Escape");
    }
  };
  let count = 0;
  for (const { id, whole } of lessons) {
    await page.goto(`./#example:${id}`);
    await expect(page.locator(".lesson-next"), id).toContainText(`Step 1 of ${whole.steps.length}`);
    let [now, before] = [whole, whole];
    const others = solutions[id];
    for (const [at, { edits }] of whole.steps.entries()) {
      const [other] = others?.[at + 1] ?? [];
      const next = other
        ? stepped(now, stepOf({ text: "", edits: other }).edits).work
        : (applied(now, before, edits) ?? solved(now, before, edits, "changed"));
      const label = edits.length > 0 ? "Apply" : "Got it";
      if (others && edits.length > 0) await type(now, next);
      else await page.getByRole("button", { name: `${label}: step ${at + 1}`, exact: true }).click();
      await expect(done, `${id}, step ${at + 1}`).toHaveCount(at + 1);
      const isRead = await page.getByRole("button", { name: "Next step", exact: true }).isVisible();
      if (isRead) await page.getByRole("button", { name: "Next step", exact: true }).click();
      [now, before] = [next, stepped(before, edits).work];
      count++;
    }
    await expect(page.locator(".lesson-next"), id).toContainText("All steps are done.");
  }
  expect(count).toBeGreaterThan(200);
});
