// Every lesson of the examples in the page: with Apply, and with the other solutions of tests/lessons, typed.
import { readFileSync } from "node:fs";
import { load } from "js-yaml";
import { applied, solved, stepped } from "../../web/src/core/steps";
import type { Work } from "../../web/src/core/work";
import { stepOf, type WrittenEdit } from "../../web/src/formats/written-bundle";
import { examples } from "../../web/testing/works";
import { expect, test } from "./playground";

type Solutions = Record<string, Record<number, WrittenEdit[][]>>;
const solutions = load(readFileSync(`${__dirname}/../lessons/other-solutions.yml`, "utf8")) as Solutions;
const lessons = examples.filter(({ whole }) => whole.steps.length > 0);

test("Apply leads through every lesson", { tag: "@long" }, async ({ page }) => {
  test.setTimeout(600_000);
  const done = page.locator(".step-done");
  let count = 0;
  for (const { id, whole } of lessons) {
    await page.goto(`./#example:${id}`);
    await expect(page.locator(".lesson-next"), id).toContainText(`Step 1 of ${whole.steps.length}`);
    for (const [at, { edits }] of whole.steps.entries()) {
      const label = edits.length > 0 ? "Apply" : "Got it";
      await page.getByRole("button", { name: `${label}: step ${at + 1}`, exact: true }).click();
      await expect(done, `${id}, step ${at + 1}`).toHaveCount(at + 1);
      count++;
    }
    await expect(page.locator(".lesson-next"), id).toContainText("All steps are done.");
  }
  expect(count).toBeGreaterThan(200);
});

test("other solutions are recognised when they are typed", {
  tag: "@long",
}, async ({ playground, page }) => {
  test.setTimeout(600_000);
  const done = page.locator(".step-done");
  /** Types what differs between two works. */
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
  for (const { id, whole } of lessons) {
    const others = solutions[id];
    if (!others) continue;
    await page.goto(`./#example:${id}`);
    await expect(page.locator(".lesson-next"), id).toContainText(`Step 1 of ${whole.steps.length}`);
    let [now, before] = [whole, whole];
    for (const [at, { edits }] of whole.steps.entries()) {
      const [first] = others[at + 1] ?? [];
      const next = first
        ? stepped(now, stepOf({ text: "", edits: first }).edits).work
        : (applied(now, before, edits) ?? solved(now, before, edits, "changed"));
      if (edits.length > 0) await type(now, next);
      else await page.getByRole("button", { name: `Got it: step ${at + 1}` }).click();
      await expect(done, `${id}, step ${at + 1}`).toHaveCount(at + 1);
      [now, before] = [next, stepped(before, edits).work];
    }
  }
});
