// All output is saved: one file as itself, several as a zip.
import { readFileSync } from "node:fs";
import { readZip } from "../../web/src/formats/zip";
import { expect, test } from "./playground";

test("the output is downloaded as a file, as a zip, or as a preview", { tag: "@quick" }, async ({
  playground,
  page,
  context,
}) => {
  await test.step("the output is downloaded as a file, or as a zip if there are several", async () => {
    await playground.open();
    const one = page.waitForEvent("download");
    await page.getByRole("button", { name: "Download plan.yml" }).click();
    const saved = await one;
    expect(saved.suggestedFilename()).toBe("plan.yml");
    expect(readFileSync(await saved.path(), "utf8")).toContain("kiln: HESTIA\n");
    await expect(playground.status).toContainText("Saved plan.yml.");

    await page.getByRole("button", { name: "Add file" }).click();
    await page.keyboard.type("config/more.yml");
    await page.keyboard.press("Enter");
    await page.keyboard.insertText("more: #@ 6 * 7\n");
    await expect(playground.output).toContainText("more: 42");
    const several = page.waitForEvent("download");
    await page.getByRole("button", { name: "Download all 2 output files" }).click();
    const zip = await several;
    expect(zip.suggestedFilename()).toBe("output.zip");
    const { work, saved: isPlayground } = readZip(readFileSync(await zip.path()));
    expect(isPlayground).toBe(false);
    expect(work.files.map(({ path }) => path)).toEqual(["config/more.yml", "plan.yml"]);
    expect(work.files[0]?.content).toBe("more: 42\n");
  });
  await test.step("a preview is saved and copied as one", async () => {
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    await playground.loadKiln();
    await playground.flags.fill("--data-value-yaml kiln.peak=1400");
    await expect(page.locator(".code.invalid")).toBeVisible();
    const one = page.waitForEvent("download");
    await page.getByRole("button", { name: "Download plan.yml" }).click();
    expect((await one).suggestedFilename()).toBe("plan-preview.yml");
    await expect(playground.status).toContainText("Saved plan-preview.yml, a preview that ytt does not print.");
    await page.getByRole("button", { name: "Copy plan.yml" }).click();
    await expect(playground.status).toContainText("Copied the output, a preview that ytt does not print.");
    await page.getByRole("button", { name: "Add file" }).click();
    await page.keyboard.type("more.yml");
    await page.keyboard.press("Enter");
    await page.keyboard.insertText("more: #@ 6 * 7\n");
    await expect(playground.output).toContainText("more: 42");
    const several = page.waitForEvent("download");
    await page.getByRole("button", { name: "Download all 2 output files" }).click();
    expect((await several).suggestedFilename()).toBe("output-preview.zip");
  });
});
