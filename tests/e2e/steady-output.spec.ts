// The output stays where it is while the user types: half a line is an error in most places, and is not shown before a pause.
import type { Page } from "@playwright/test";
import { workOf } from "../../web/src/core/work";
import { writeLink } from "../../web/src/formats/link";
import { drawn } from "./frames";
import { expect, fresh, test } from "./playground";

interface Sample {
  top: number;
  height: number;
  left: number;
}

/**
 * Samples the text of the output in every frame from now on, until a pause between two keys: a busy machine may make pauses that are long enough for
 * errors to be shown. The returned function returns the different samples.
 */
async function sampleOutput(page: Page): Promise<() => Promise<Sample[]>> {
  await page.evaluate(() => {
    const samples: Sample[] = [];
    Object.assign(globalThis, { samples });
    const LONGEST = 400;
    let last: number | undefined;
    let paused = false;
    const isTyping = () => last === undefined || performance.now() - last < LONGEST;
    const pressed = () => {
      paused ||= !isTyping();
      last = performance.now();
    };
    addEventListener("keydown", pressed, true);
    const root = document.querySelector("ytterby-page")?.shadowRoot;
    const sample = () => {
      const text = root?.querySelector(".output .cm-scroller")?.getBoundingClientRect();
      const line = root?.querySelector(".output .cm-line")?.getBoundingClientRect();
      paused ||= !isTyping();
      if (text && line && !paused) samples.push({ top: line.top, height: text.height, left: line.left });
      requestAnimationFrame(sample);
    };
    sample();
  });
  return () =>
    page.evaluate(() => {
      const all = (globalThis as unknown as { samples: Sample[] }).samples;
      return [...new Set(all.map((one) => JSON.stringify(one)))].map((text) => JSON.parse(text));
    });
}

fresh(
  "two valid lines do not move the output, with 60 and with 150 ms between the keys",
  async ({ playground, page }) => {
    await playground.openPage();
    // The suggestions for the first example.
    await expect(page.locator("#lint-rules")).toBeAttached();
    await playground.pane("values.yml").locator(".cm-content").click();
    await page.keyboard.press("ControlOrMeta+End");
    const samples = await sampleOutput(page);
    await page.keyboard.type("image: nginx:1.28", { delay: 60 });
    // Completions have Enter.
    await page.keyboard.press("Escape");
    await page.keyboard.press("Enter", { delay: 60 });
    await page.keyboard.type("port: 9000", { delay: 150 });
    await expect(playground.output).toContainText("image: nginx:1.28");
    await expect(playground.output).toContainText("containerPort: 9000");
    await drawn(page);
    expect(await samples()).toHaveLength(1);
  },
);

test("errors and half-typed flags wait for a pause, and neither they nor the notes about them move the output", async ({
  playground,
  page,
}) => {
  await test.step("the problems keep their height for a while", async () => {
    await playground.open();
    const height = () => page.locator(".problems-pane").evaluate((pane) => pane.getBoundingClientRect().height);
    const empty = await height();
    await playground.flags.fill("--nothing");
    await playground.flags.press("Enter");
    await expect(playground.problems).toHaveCount(1);
    const one = await height();
    expect(one).toBeGreaterThan(empty + 20);
    await playground.flags.fill("");
    await expect(playground.problems).toHaveCount(0);
    expect(await height()).toBe(one);
    await expect.poll(height).toBe(empty);
  });
  await test.step("a half-typed flag is not run before Enter, a pause, or the end of typing", async () => {
    const text = await playground.output.textContent();
    // session.test.ts has the length of the pause.
    const typed = async () => {
      await drawn(page);
      await expect(playground.problems).toHaveCount(0);
      expect(await playground.output.textContent()).toBe(text);
      await expect(page.locator(".code.stale")).toHaveCount(0);
    };
    await playground.flags.pressSequentially("--data-val", { delay: 30 });
    await typed();
    await page.keyboard.press("Escape");
    await page.keyboard.press("Enter");
    await expect(playground.problems).toHaveCount(1, { timeout: 500 });
    await playground.flags.fill("");
    await expect(playground.problems).toHaveCount(0);
    await playground.flags.pressSequentially("--data-value ", { delay: 30 });
    await typed();
    await playground.flags.blur();
    await expect(playground.problems).toHaveCount(1, { timeout: 500 });
    await playground.flags.fill("");
    await expect(playground.problems).toHaveCount(0);
    await playground.flags.pressSequentially("--data-value kiln.name=Vesta", { delay: 30 });
    // A slow engine would skip this text if the next keys came at once.
    await expect(playground.output).toContainText("kiln: VESTA");
    await playground.flags.pressSequentially(" --str", { delay: 30 });
    await expect(playground.problems).toHaveCount(0);
    await expect(playground.problems).toHaveCount(1, { timeout: 3_000 });
  });
  await test.step("an error in the line with the cursor is shown after a pause, or when the cursor leaves the line", async () => {
    await playground.flags.fill("");
    await playground.openFile("values.yml");
    await playground.editor.click();
    await page.keyboard.press("ControlOrMeta+End");
    await page.keyboard.type("half");
    // session.test.ts has the length of the pause.
    expect(await playground.problems.count()).toBe(0);
    await expect(playground.problems).toHaveCount(1);
    await expect(page.locator(".output-state")).toHaveText("Showing the previous output; the input has an error.");
    for (let key = 0; key < 4; key++) await page.keyboard.press("Backspace");
    await expect(playground.problems).toHaveCount(0);
    await page.keyboard.type("half");
    await page.keyboard.press("ArrowUp");
    // session.test.ts asserts that this does not wait.
    await expect(playground.problems).toHaveCount(1);
  });
  await test.step("the note above the output and the bar beside it do not move the text", async () => {
    await playground.loadKiln();
    const first = () =>
      page
        .locator(".output .cm-line")
        .first()
        .evaluate((line) => {
          const { left, top } = line.getBoundingClientRect();
          return { left, top };
        });
    const before = await first();
    await playground.openFile("values.yml");
    await playground.write("#@data/values\n---\nkiln:\n  peak: 1400\n");
    await expect(page.locator(".output-state")).toHaveText(
      "Preview: ytt prints nothing until these 2 violations are fixed.",
    );
    expect(await first()).toEqual(before);
    await playground.write("#@data/values\n---\nkiln\n");
    await expect(page.locator(".output-state")).toHaveText("Showing the previous preview; the input has an error.");
    expect(await first()).toEqual(before);
  });
});

test("flags before a half-typed one count at once; an output file that changes unseen has a mark until it is shown", async ({
  playground,
  page,
}) => {
  await test.step("a playground that is opened with a half-typed flag has the data values of the flags before it", async () => {
    const files = [
      { path: "s.yml", content: "#@data/values-schema\n---\nheat: 1\nfuel: gas\n" },
      { path: "a.yml", content: '#@ load("@ytt:data", "data")\na: #@ data.values.heat\n' },
    ];
    for (const half of ["--data-val", "--data-value", "--data-value 'fuel=", "-o"]) {
      const commandLine = `--data-value-yaml heat=7 ${half}`;
      await page.goto("./licenses.txt");
      await page.goto(`./#${writeLink({ ...workOf({ files, view: "values" }), commandLine })}`);
      const heat = page.locator(".values tr").filter({ has: page.locator('th[title="heat"]') });
      await expect(heat.locator("code").first()).toHaveText("7");
      await expect(playground.problems).toHaveCount(1);
      await page.getByRole("tab", { name: "Schema", exact: true }).click();
      await expect(page.locator('th[title="fuel"]:visible')).toBeVisible();
    }
  });
  await test.step("an output file that changes while another one is shown has a mark until it is shown", async () => {
    const files = ["a", "b"].map((name) => ({ path: `${name}.yml`, content: `${name}: #@ 1\n` }));
    await playground.load({ files });
    const changed = page.locator(".strip-tab.changed");
    const tab = (path: string) => page.locator(".strip-tab").filter({ hasText: path });
    const type = async (text: string) => {
      await page.keyboard.press("ControlOrMeta+a");
      await page.keyboard.type(text);
    };
    await playground.pane("a.yml").locator(".cm-content").click();
    await tab("b.yml").click();
    await expect(playground.output).toHaveText("b: 1");
    await expect(changed).toHaveCount(0);
    await playground.pane("a.yml").locator(".cm-content").focus();
    await type("a: 2");
    await expect(changed).toHaveText(["a.yml"]);
    await expect(changed).toHaveAccessibleName("a.yml, changed");
    // It is the text that was shown.
    await type("a: 1");
    await expect(changed).toHaveCount(0);
    await type("a: 3");
    await expect(changed).toHaveText(["a.yml"]);
    await tab("a.yml").click();
    await expect(playground.output).toHaveText("a: 3");
    await expect(changed).toHaveCount(0);
    await tab("b.yml").click();
    await expect(playground.output).toHaveText("b: 1");
    await expect(changed).toHaveCount(0);
    // Another work has other outputs.
    await playground.load({ files: files.map((file) => ({ ...file, content: "c: 1\n" })) });
    await expect(playground.output).toHaveText("c: 1");
    await expect(changed).toHaveCount(0);
  });
});
