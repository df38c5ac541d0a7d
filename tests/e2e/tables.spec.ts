// The tables of data values and of the schema can be read, with few rows and with thousands, from phones to wide screens.
import type { Page } from "@playwright/test";
import { link } from "./axe-visits";
import { expect, test } from "./playground";

const KEYS = [
  "image",
  "replicas",
  "terminationGracePeriod",
  "enableServiceMonitorRules",
  "service_account",
  "prometheus-operator",
];

/** A schema with about this number of data values, nested like those of a chart, with names of normal length. */
function schema(count: number): string {
  const lines = ["#@data/values-schema", "---"];
  for (let at = 0; lines.length < count; at++) {
    lines.push(`component${at}:`);
    for (const [which, key] of KEYS.entries())
      lines.push(
        "  #@schema/desc 'What this setting of the component does, in a sentence or two.'",
        `  ${key.slice(0, 24)}: ${["registry.example.org/team/app:1.27.4", 3, 30, true, '""', '"0.71.2"'][which]}`,
      );
    lines.push("  resources:", "    limits:", "      memory: 512Mi");
  }
  return `${lines.join("\n")}\n`;
}

interface Cell {
  text: string;
  /** Its text is cut, or broken inside of a word. */
  isCut: boolean;
  width: number;
}

/** The visible cells of a column. */
const cells = (page: Page, selector: string): Promise<Cell[]> =>
  page.locator(`.result-content:visible .facts tbody tr:not(.gap) > ${selector}`).evaluateAll((all) =>
    all.flatMap((cell) => {
      const walker = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT);
      const words: Cell[] = [];
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        const parent = node.parentElement as HTMLElement;
        if (parent.closest(".for-readers")) continue;
        for (const { 0: text, index } of (node.textContent ?? "").matchAll(/\S+/g)) {
          const range = document.createRange();
          range.setStart(node, index);
          range.setEnd(node, index + text.length);
          const rows = new Set(
            [...range.getClientRects()].filter(({ width }) => width > 0).map(({ top }) => Math.round(top)),
          );
          const { left, right, width } = range.getBoundingClientRect();
          const around = cell.getBoundingClientRect();
          const isOutside = left < around.left - 1 || right > around.right + 1;
          const hides = parent.scrollWidth > parent.clientWidth + 1 && getComputedStyle(parent).overflowX !== "visible";
          // Links and images may be broken at their punctuation.
          const parts = text.split(/[/:._-]/).length;
          words.push({ text, isCut: isOutside || hides || rows.size > parts, width });
        }
      }
      return words;
    }),
  );

/** The widths of the columns in percent. */
const shares = (page: Page) =>
  page
    .locator(".result-content:visible .facts")
    .evaluate((table) =>
      [...table.querySelectorAll("thead th")].map((cell) =>
        Math.round((100 * cell.getBoundingClientRect().width) / table.getBoundingClientRect().width),
      ),
    );

test("few and many data values and their schema can be read, from phones to wide screens, and filtered", async ({
  page,
}) => {
  for (const count of [10, 3_000])
    await test.step(`${count} data values`, async () => {
      await page.goto(`./${link({ files: [{ path: "schema.yml", content: schema(count) }], view: "values" })}`);
      for (const width of [390, 1024, 1400, 2560])
        await test.step(`${width} px`, async () => {
          await page.setViewportSize({ width, height: 900 });
          if (width < 820)
            await page.getByRole("tablist", { name: "Panes" }).getByRole("tab", { name: "Output" }).click();
          for (const tab of ["Data values", "Schema"]) {
            await page.getByRole("tab", { name: tab, exact: true }).click();
            await expect(page.locator(".result-content:visible .facts tbody th").first()).toBeVisible();
            for (const position of [0, 0.5]) {
              await page.locator(".result-content:visible .scroll").evaluate((list, position) => {
                list.scrollTop = list.scrollHeight * position;
              }, position);
              // Rows are rendered after a scroll.
              await expect(async () => {
                const keys = await cells(page, "th");
                expect(keys.length).toBeGreaterThan(5);
                expect(keys.filter(({ text, isCut }) => isCut || text.includes("…"))).toEqual([]);
                const others = await cells(page, "td");
                expect(others.length).toBeGreaterThan(5);
                expect(others.filter(({ isCut }) => isCut)).toEqual([]);
              }).toPass();
            }
            if (width === 1400) expect(await shares(page)).toEqual(tab === "Schema" ? [43, 27, 30] : [41, 31, 28]);
            // Nothing is beyond the edge.
            const overflow = await page
              .locator(".result-content:visible .scroll")
              .evaluate((list) => list.scrollWidth - list.clientWidth);
            expect(overflow).toBeLessThanOrEqual(0);
          }
        });
    });
  await test.step("a long schema can be filtered by names and descriptions, a short one has no filter", async () => {
    await page.goto(`./${link({ files: [{ path: "schema.yml", content: schema(40) }], view: "schema" })}`);
    const filter = page.getByLabel("Filter the schema");
    const rows = page.locator(".result-content:visible .facts tbody th");
    await filter.fill("memory component0");
    await expect(page.getByRole("status").filter({ hasText: / of / })).toContainText(/^1 of \d+$/);
    // The rows above it are shown as well.
    await expect(rows).toHaveText(["component0", "resources", "limits", "memory"]);
    await filter.fill("sentence replicas");
    await expect(rows.first()).toHaveText("component0");
    await expect(rows.nth(1)).toHaveText("replicas");
    await page.goto(`./${link({ files: [{ path: "schema.yml", content: schema(10) }], view: "schema" })}`);
    await expect(rows.first()).toHaveText("component0");
    await expect(filter).toHaveCount(0);
  });
});
