// Nothing on a docs page moves when the loader arrives late, nor when a playground is used: measured by the browser's own count of layout shifts.
import type { Page } from "@playwright/test";
import { FIRING, GUIDE, guide, STACKED, serveDocs } from "./docs-page";
import { drawn } from "./frames";
import { hold } from "./held-engine";
import { observeShifts, shiftsOf } from "./layout-shift";
import { expect, isolated as test } from "./playground";
import { DIST, serve } from "./static-server";

const lines = (count: number) => Array.from({ length: count }, (_, at) => `key${at}: ${at}\n`).join("");
const file = (path: string, count: number) => `<pre data-filename="${path}"><code>${lines(count)}</code></pre>`;

const CONTENT = `${FIRING}
<ytt-playground id="long" args="--data-value a=1" env="A=b">${file("short.yml", 2)}${file("long.yml", 40)}</ytt-playground>
<ytt-playground id="middle" label="${"A long label that takes more than one line where there is little room. ".repeat(3)}">
  ${file("a.yml", 3)} ${file("b.yml", 11)} <pre data-expected-output>${lines(30)}</pre>
</ytt-playground>
<ytt-playground id="gallery" src="example:kiln"></ytt-playground>
<ytt-playground id="high" src="example:kiln" height="300"></ytt-playground>
${STACKED}
<ytt-playground id="lowest" view="stacked" args=""><pre filename="a.yml">a: 1</pre></ytt-playground>
<ytt-playground id="highest" label="Long files" view="stacked">
  <pre data-filename="a.yml">
    a: 1
    b: 2
  </pre>
  ${file("b.yml", 60)} <pre data-filename="c.yml">c: "${"wide ".repeat(40)}"
</pre>
</ytt-playground>
<ytt-playground id="scrolled" view="stacked" height="250">${file("a.yml", 12)}${file("b.yml", 12)}</ytt-playground>
<p id="below">Below.</p>`;
const IDS = ["firing", "long", "middle", "gallery", "high", "stacked", "lowest", "highest", "scrolled"];

const below = async (page: Page) => (await page.locator("#below").boundingBox())?.y ?? 0;

/**
 * Opens a page with all playgrounds. Their script comes once the page has been painted. `tolerance`: of each playground, in pixels. The height of a
 * frame is a whole number.
 */
async function expectStill(page: Page, address: string, tolerance: number): Promise<void> {
  const release = await hold(page, "**/embed.js");
  await page.goto(address, { waitUntil: "commit" });
  await expect(page.locator("#below")).toBeVisible();
  await drawn(page);
  const before = await below(page);
  release();
  await expect(page.getByRole("button", { name: /^Run/ })).toHaveCount(IDS.length);
  await drawn(page);
  expect(await below(page)).toBeCloseTo(before, 0);
  expect(await shiftsOf(page)).toEqual([]);
  let used = 0;
  for (const id of IDS) {
    await page.locator(`#${id}`).getByRole("button", { name: /^Run/ }).click();
    await expect(page.locator(`#${id}`).getByRole("button", { name: /^Run/ })).toHaveCount(0);
    used++;
    const moved = async () => Math.abs((await below(page)) - before);
    await expect.poll(moved, id).toBeLessThanOrEqual(used * tolerance);
  }
  await page.waitForLoadState("networkidle");
  await drawn(page);
  // The editor measures its lines after it has rendered them, within its box; 0.1 is the threshold for a good page.
  const shifts = await shiftsOf(page);
  const sum = shifts.reduce((sum, { value }) => sum + value, 0);
  console.log(`layout shift with ${IDS.length} playgrounds, loaded and run: ${sum.toFixed(5)}`);
  expect(sum, JSON.stringify(shifts)).toBeLessThan(0.001);
}

test("plain HTML does not shift, on wide and on narrow pages", async ({ page }) => {
  const server = await serveDocs(CONTENT);
  await observeShifts(page);
  for (const width of [1200, 390])
    await test.step(`${width} pixels wide`, async () => {
      await page.setViewportSize({ width, height: 9_000 });
      await expectStill(page, server.origin + GUIDE, 0.1);
      await page.unrouteAll();
    });
  await server.close();
});

test("with frames of another origin, plain HTML does not shift either", async ({ page }) => {
  await page.setViewportSize({ width: 1200, height: 9_000 });
  const playground = await serve({ folders: { "/play/": DIST } });
  const docs = await serve({ texts: { "/": guide(CONTENT, `${playground.origin}/play/`), "/guide.css": "" } });
  await observeShifts(page);
  await expectStill(page, docs.origin, 1);
  await playground.close();
  await docs.close();
});

test("files can be read if the script does not come", async ({ page }) => {
  const server = await serveDocs(CONTENT);
  await page.route("**/embed.js", (route) => route.abort());
  await page.goto(server.origin + GUIDE);
  await expect(page.locator("#firing pre").nth(1)).toBeHidden();
  await page.evaluate(() => {
    for (const animation of document.getAnimations()) animation.finish();
  });
  await expect(page.locator("#firing pre").nth(0)).toBeVisible();
  await expect(page.locator("#firing pre").nth(2)).toBeVisible();
  // With their names.
  const name = (at: number) =>
    page
      .locator("#firing pre")
      .nth(at)
      .evaluate((file) => getComputedStyle(file, "::before").content);
  expect([await name(0), await name(2)]).toEqual(['"schema.yml"', '"config.yml"']);
  const boxes = await page
    .locator("#firing pre")
    .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().top));
  expect(new Set(boxes).size).toBe(3);
  await server.close();
});
