// A wasm that traps on demand (`cargo wasm faults`): the page shows an error, starts a new engine at once, and keeps the files.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { expect, fresh as test } from "./playground";

const pkg = (name: string) => join(__dirname, "../../web", name);
const isBuilt = existsSync(pkg("pkg-faults/ytterby_bg.wasm"));

test.skip(!isBuilt && process.env.TEST_LEVEL !== "all", "web/pkg-faults is not built: cargo wasm faults");

/** Serves the wasm with faults in place of the built one. */
async function breakable(page: Page): Promise<void> {
  const read = (name: string) => readFileSync(pkg(name));
  // The JavaScript of both is the same.
  expect(read("pkg-faults/ytterby.js").equals(read("pkg/ytterby.js"))).toBe(true);
  for (const part of ["bg", "rest"])
    await page.route(`**/ytterby_${part}-*.wasm`, (route) =>
      route.fulfill({ contentType: "application/wasm", body: read(`pkg-faults/ytterby_${part}.wasm`) }),
    );
  // Sends a small question to each worker that follows a trap, and records the time of its answer.
  await page.addInitScript(() => {
    const seen = globalThis as unknown as { trapped?: number; fresh?: number };
    globalThis.Worker = class extends Worker {
      constructor(url: string | URL, options?: WorkerOptions) {
        super(url, options);
        const ask = seen.trapped === undefined ? 0 : -1;
        this.addEventListener("message", ({ data }) => {
          if ("trap" in data) seen.trapped = performance.now();
          if (data.ask === -1) seen.fresh ??= performance.now();
        });
        if (ask === -1)
          queueMicrotask(() =>
            setTimeout(() =>
              this.postMessage({ ask, question: { kind: "part", of: -1, tree: "", from: 0, count: 0 } }),
            ),
          );
      }
    };
  });
}

test("after a trap there is a message, a new engine, and the same files; an engine that does not answer is stopped by the button", {
  tag: "@long",
}, async ({ playground, page }) => {
  test.setTimeout(120_000);
  await breakable(page);
  await playground.open();
  await playground.openFile("plan.yml");
  await expect(playground.output).toContainText("kiln: HESTIA");
  for (const [kind, message] of [
    ["unreachable", "The engine crashed on this input"],
    ["stack", "This input is nested too deeply for the browser’s stack"],
    ["memory", "The engine ran out of memory on this input"],
  ] as const)
    await test.step(kind, async () => {
      const before = (await playground.output.textContent()) ?? "";
      await playground.write(`#! fault: ${kind}\na: 1\n`);
      await expect(page.getByText(message).first()).toBeVisible({ timeout: 30_000 });
      await expect(playground.editor).toHaveText(`#! fault: ${kind}a: 1`);
      // The previous output is still visible.
      await expect(playground.output).toHaveText(before);
      await page.waitForFunction(() => "fresh" in globalThis);
      const milliseconds = await page.evaluate(() => {
        const { trapped = 0, fresh = 0 } = globalThis as unknown as { trapped?: number; fresh?: number };
        return fresh - trapped;
      });
      console.log(`a fresh engine after a trap (${kind}): ${milliseconds.toFixed(0)} ms`);

      await page.reload();
      await expect(page.getByText(message).first()).toBeVisible({ timeout: 30_000 });
      await expect(playground.editor).toHaveText(`#! fault: ${kind}a: 1`);
      await playground.write(`after: #@ "${kind}" + "."\n`);
      await expect(playground.output).toContainText(`after: ${kind}.`);
      await expect(page.getByText(message)).toHaveCount(0);
    });
  await test.step("neither an answer nor a trap", async () => {
    await playground.write("#! fault: forever\na: 1\n");
    await page.getByRole("button", { name: "Stop" }).click();
    await expect(page.getByText("Stopped. Your files are unchanged").first()).toBeVisible();
    await playground.write("after: #@ 1 + 1\n");
    await expect(playground.output).toContainText("after: 2");
  });
});
