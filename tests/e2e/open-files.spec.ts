// Saving and opening bundles, zips, folders and files.
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname } from "node:path";
import { workOf } from "../../web/src/core/work";
import { writeLink } from "../../web/src/formats/link";
import { readZip } from "../../web/src/formats/zip";
import { expect, test } from "./playground";
import { bar, follow, lake, openShare, sharing } from "./shared-playground";
import { storedWorks } from "./stored-works";

test("bundles and zips are saved and restore everything, and files of a folder are sorted", {
  tag: "@quick",
}, async ({ playground, page }) => {
  await test.step("bundle and zip are saved, and restore everything when they are dropped", async () => {
    await follow(playground, `#${writeLink(lake)}`);
    await expect(bar(playground)).toContainText("Shared: A lake");
    for (const kind of ["Bundle", "Zip"]) {
      await openShare(playground);
      const download = page.waitForEvent("download");
      await sharing(playground)
        .getByRole("button", { name: `Save ${kind.toLowerCase()}` })
        .click();
      const saved = await download;
      expect(saved.suggestedFilename()).toBe(kind === "Bundle" ? "a-lake.yml" : "a-lake.zip");
      const bytes = readFileSync(await saved.path());
      await page.keyboard.press("Escape");
      if (kind === "Zip") expect(readZip(bytes).work).toEqual(lake);
      else expect(String(bytes)).toMatch(/^ytterby: 1\ntitle: A lake\n/);

      await page.getByRole("button", { name: "Open", exact: true }).click();
      const chooser = page.waitForEvent("filechooser");
      await page.getByRole("menuitem", { name: "Bundle or zip" }).click();
      await (await chooser).setFiles({ name: saved.suggestedFilename(), mimeType: "", buffer: bytes });
      await expect(playground.status).toContainText(`Opened ${saved.suggestedFilename()}`);
      await expect(bar(playground)).toBeHidden();
      await expect.poll(() => playground.files()).toEqual(["lake.yml", "values.yml"]);
      await expect(playground.flags).toHaveValue("--data-value-yaml depth=40");
      await expect(page.getByRole("tab", { name: "Data values" })).toHaveAttribute("aria-selected", "true");
    }
  });
  await test.step("files of a folder are sorted by name, without hidden ones", async () => {
    const folder = `${mkdtempSync(`${tmpdir()}/ytterby-folder-`)}/pool`;
    for (const [path, content] of [
      ["z.yml", "z: 1\n"],
      ["deep/er/b.yml", "b: 1\n"],
      ["a.yml", "a: 1\n"],
      [".git/config", "never"],
      ["deep/.hidden.yml", "never: 1\n"],
      ["raw.bin", "\0"],
    ] as const) {
      mkdirSync(dirname(`${folder}/${path}`), { recursive: true });
      writeFileSync(`${folder}/${path}`, content);
    }
    await playground.loadKiln();
    await page.locator("#open-folder").setInputFiles(folder);
    await page.getByRole("button", { name: "Replace the playground" }).click();
    await expect(playground.status).toContainText("Opened 4 files");
    await expect.poll(() => playground.files()).toEqual(["a.yml", "deep/er/b.yml", "raw.bin", "z.yml"]);
  });
});

test("in a CRLF file data values are completed, found and renamed, and line ends stay", async ({
  playground,
  page,
}) => {
  const crlf = (...lines: string[]) => lines.join("\r\n");
  const dos = workOf({
    files: [
      { path: "a.yml", content: crlf("#@ load('@ytt:data', 'data')", "---", "a: #@ data.values.pool.depth", "") },
      { path: "schema.yml", content: crlf("#@data/values-schema", "---", "pool:", "  depth: 1", "") },
      { path: "values.yml", content: "#@data/values\n---\npool:\n  #! näme\n  depth: 3\n" },
    ],
  });
  await follow(playground, `#${writeLink(dos)}`);
  await expect(playground.output).toContainText("a: 3");
  const name = playground.editor
    .locator(".cm-line")
    .nth(2)
    .locator("span", { hasText: /^depth$/ });
  await name.click();
  await page.keyboard.press("F2");
  await expect(page.locator("input:focus")).toHaveValue("depth");
  await page.keyboard.type("deep");
  await page.keyboard.press("Enter");
  await expect(playground.status).toContainText("Renamed pool.depth to deep: 3 occurrences in 3 files");
  await expect(playground.output).toContainText("a: 3");
  await expect
    .poll(async () => (await storedWorks(page))[0]?.files["schema.yml"])
    .toBe(String(dos.files[1]?.content).replace("depth", "deep"));
  await page.keyboard.press("End");
  await page.keyboard.press("ControlOrMeta+Backspace");
  await page.keyboard.type("de");
  await expect(page.locator(".cm-tooltip-autocomplete li").first()).toContainText("deep");
});

test("large files do not block the page, and a work that is too large for a link is reported", {
  tag: "@long",
}, async ({ playground, page }) => {
  await playground.open();
  await playground.openExample("An orchard of functions");
  const large = Buffer.alloc(1_900_000, 255);
  const files = [1, 2, 3, 4, 5].map((at) => ({ name: `raw-${at}.bin`, mimeType: "", buffer: large }));
  await page.locator("#open-files").setInputFiles(files);
  await expect(playground.status).toContainText("Opened 5 files");
  await page.evaluate(() => {
    const seen = globalThis as unknown as { longest: number };
    seen.longest = 0;
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) seen.longest = Math.max(seen.longest, duration);
    }).observe({ entryTypes: ["longtask"] });
  });
  await openShare(playground);
  await expect(page.locator("#share-size")).toContainText("Too large for a link (more than 8 MB)");
  expect(await page.evaluate(() => (globalThis as unknown as { longest: number }).longest)).toBeLessThan(6_000);
});
