// Accessibility of embeds: axe finds no violations in a docs page with embeds, nor in the page for frames, light or dark, wide or narrow. As
// axe-page.spec.ts for the playground.
import type { Page } from "@playwright/test";
import { expectAccessible } from "./accessible";
import { FIRING, FLAGS, GALLERY, GUIDE, PLAYGROUND, STACKED, serveDocs } from "./docs-page";
import { ENDLESS, expect, isolated as test, watch } from "./playground";

const embed = (page: Page, id: string) => page.locator(`ytt-playground#${id}`);
const run = (page: Page, id: string) => embed(page, id).getByRole("button", { name: /^Run/ }).click();

const FRAME = `<iframe title="An example" src="${PLAYGROUND}embed/#example:bakery-violations"></iframe>`;
const NO_EXAMPLE = '<ytt-playground id="nothing" label="Nothing" src="example:xyzzy"></ytt-playground>';
const READ_ONLY = '<ytt-playground id="readonly" readonly><pre data-filename="a.yml">a: 1\n</pre></ytt-playground>';

for (const width of [1200, 360]) {
  test(`axe finds no violations, ${width} wide: embeds, stacked files, and the page for frames`, {
    tag: "@long",
  }, async ({ page }) => {
    test.setTimeout(120_000);
    await page.setViewportSize({ width, height: 900 });
    const stacked = `${STACKED}<h2>Details</h2>${STACKED.replace(/id="\w+"/, 'id="second" height="250"')}`;
    const server = await serveDocs(FIRING + FLAGS + GALLERY + FRAME + stacked);
    const wrong = await watch(page, server.origin);
    await page.goto(server.origin + GUIDE);
    const firing = embed(page, "firing");
    const framed = page.frameLocator("iframe");
    await expect(framed.locator(".foot")).toContainText("violation");
    await expect(firing.getByRole("button", { name: /^Run/ })).toBeVisible();
    await expect(embed(page, "stacked").getByRole("heading", { name: "config.yml", level: 2 })).toBeVisible();
    await expect(embed(page, "second").getByRole("heading", { name: "config.yml", level: 3 })).toBeVisible();
    await expectAccessible(page, "not run yet, and a frame");

    for (const id of ["firing", "flags", "gallery"]) await run(page, id);
    await expect(firing.locator(".foot")).toContainText("1 violation");
    await expect(embed(page, "gallery").locator(".output .cm-content")).toContainText("kiln: HESTIA");
    await firing.getByRole("tab", { name: "Output" }).click();
    await expect(firing.getByText("Preview:")).toBeVisible();
    await expectAccessible(page, "output");

    await firing.getByRole("tab", { name: /^Problems/ }).click();
    await framed.getByRole("tab", { name: /^Problems/ }).click();
    await expect(firing.getByText("must be: a value <= 1300")).toBeVisible();
    await expect(framed.locator(".problem").first()).toBeVisible();
    await expectAccessible(page, "problems");

    await firing.getByRole("button", { name: /^Explain/ }).click();
    await expect(firing.getByRole("dialog")).toBeVisible();
    await expectAccessible(page, "explained");
    await page.keyboard.press("Escape");

    for (const id of ["stacked", "second"]) {
      await run(page, id);
      await expect(embed(page, id).getByText("must be: a value <= 1300")).toBeVisible();
    }
    await expectAccessible(page, "stacked files with a problem");
    expect(wrong, "what a docs page must never see").toEqual([]);
    await server.close();
  });
}

test("axe finds no violations in embeds that are empty, read-only, endless, or do not load, and in the page for frames on its own", {
  tag: "@long",
}, async ({ page, baseURL }) => {
  test.setTimeout(120_000);
  const server = await serveDocs(NO_EXAMPLE + READ_ONLY);
  const wrong = await watch(page, server.origin);
  await page.goto(server.origin + GUIDE);
  await run(page, "nothing");
  await expect(embed(page, "nothing").getByRole("alert")).toContainText("There is no example");
  await run(page, "readonly");
  const readonly = embed(page, "readonly");
  await expect(readonly.locator(".output .cm-content")).toContainText("a: 1");
  await expectAccessible(page, "no example, and one that cannot be changed");

  await readonly.evaluate((element, content) => {
    void (element as HTMLElement & { load(work: object): Promise<void> }).load({ files: [{ path: "a.yml", content }] });
  }, ENDLESS);
  await readonly.getByRole("button", { name: "Stop" }).click();
  await readonly.getByRole("tab", { name: /^Problems/ }).click();
  await expect(readonly.locator(".trouble")).toContainText("Stopped");
  await expectAccessible(page, "stopped");
  await readonly.evaluate((element) => (element as HTMLElement & { execute(): Promise<void> }).execute());
  await expect(readonly.getByRole("button", { name: "Stop" })).toBeVisible();
  await expectAccessible(page, "running");
  expect(wrong, "what a docs page must never see").toEqual([]);

  await page.route("**/embed-view-*.js", (route) =>
    route.fulfill({ contentType: "text/javascript", body: 'throw new Error("broken");' }),
  );
  await page.reload();
  await run(page, "readonly");
  await expect(readonly.getByRole("status")).toContainText("Could not load the playground");
  await expectAccessible(page, "not loaded");
  await server.close();

  await page.unrouteAll();
  await page.goto(`${baseURL}embed/#example:bakery-violations`);
  await expect(page.locator(".foot")).toContainText("violation");
  await expectAccessible(page, "the page for frames on its own");
});
