// The worker that runs the engine: it can be stopped, it is ended at the time limit, and after a trap it is never asked again.
import { ENDLESS, expect, fresh as test } from "./playground";

/** Replaces the engine's worker: makes the page wait for ever, or reports a trap. */
import { STUCK, TRAPPED } from "./worker-stubs";

test("an endless template can be stopped, or ended by an edit, and nothing is lost", { tag: "@quick" }, async ({
  playground,
  page,
}) => {
  const downloads: string[] = [];
  page.on("request", (request) => {
    if (request.url().endsWith(".wasm")) downloads.push(request.url());
  });
  await page.addInitScript(() => {
    const compiled: string[] = [];
    Object.assign(globalThis, { compiled });
    const { compileStreaming } = WebAssembly;
    WebAssembly.compileStreaming = async (source) => {
      const module = await compileStreaming(source);
      compiled.push((await source).url);
      return module;
    };
  });
  await playground.open();
  // A worker that needs the second module before the page has sent it requests it itself.
  await page.waitForFunction(() =>
    (globalThis as unknown as { compiled: string[] }).compiled.some((url) => url.includes("ytterby_rest")),
  );
  await playground.openFile("plan.yml");
  await playground.write(ENDLESS);
  await page.getByRole("button", { name: "Stop" }).click();
  await expect(page.getByText("Stopped. Your files are unchanged").first()).toBeVisible();
  await expect(playground.editor).toContainText("for b in range(1000000)");
  await expect(page.getByRole("button", { name: "Stop" })).toHaveCount(0);

  await playground.write(`${ENDLESS}again: true\n`);
  await expect(page.getByRole("button", { name: "Stop" })).toBeVisible();
  await playground.write("after: #@ 1 + 1\n");
  await expect(playground.output).toContainText("after: 2", { timeout: 4_000 });
  // The next workers got the compiled modules from the page.
  expect(downloads.filter((url) => url.includes("ytterby_bg"))).toHaveLength(1);
  expect(downloads.filter((url) => url.includes("ytterby_rest"))).toHaveLength(1);
});

test("a worker that does not answer is ended at the page's time limit", async ({ playground, page }) => {
  await page.clock.install();
  let stuck = true;
  await page.route("**/worker-*.js", (route) =>
    stuck ? route.fulfill({ contentType: "text/javascript", body: STUCK }) : route.continue(),
  );
  const started = page.waitForEvent("worker");
  // The checks of a lesson would be a second request.
  await playground.storeKiln({ lesson: false });
  await page.goto("./");
  await started;
  await page.clock.runFor(1_000);
  await expect(page.getByRole("button", { name: "Stop" })).toBeVisible();
  stuck = false;
  await page.clock.runFor(12_000);
  await expect(page.getByText("Stopped after 10 s:").first()).toBeVisible();
  await page.getByRole("button", { name: "Run again" }).click();
  await page.clock.runFor(100);
  await expect(playground.output).toContainText("kiln: HESTIA");
});

test("after a trap the worker is replaced and the files are untouched", async ({ playground, page }) => {
  let workers = 0;
  await page.route("**/worker-*.js", (route) =>
    workers++ === 0 ? route.fulfill({ contentType: "text/javascript", body: TRAPPED }) : route.continue(),
  );
  const ended = new Promise((resolve) => page.once("worker", (first) => first.once("close", resolve)));
  await playground.storeKiln({ lesson: false });
  await page.goto("./");
  await expect(
    page.getByText("The engine crashed on this input. It was restarted; your files are unchanged").first(),
  ).toBeVisible();
  await expect(playground.editor).toContainText("#@data/values-schema");
  await page.getByRole("button", { name: "Run again" }).click();
  await expect(playground.output).toContainText("kiln: HESTIA");
  await ended;
  // Only once; questions have a worker of their own.
  expect(workers).toBeLessThanOrEqual(3);
});

test("an engine that cannot be downloaded is reported, and downloaded again on demand", async ({ page }) => {
  for (const when of ["after", "before"])
    await test.step(`it fails ${when} the page is rendered`, async () => {
      await page.route("**/*.wasm", (route) => route.abort());
      if (when === "before")
        await page.addInitScript(() => {
          // The page renders itself in a task after the one with the first request.
          const original = window.setTimeout.bind(window);
          Object.assign(window, {
            setTimeout: (act: () => void, delay?: number) => original(act, delay ?? 400),
          });
        });
      await page.goto("./");
      await expect(page.getByText("Could not load the engine").first()).toBeVisible();
      await page.unroute("**/*.wasm");
      await page.getByRole("button", { name: "Run again" }).click();
      await expect(page.locator(".output .cm-content")).toContainText("kind: Deployment");
    });
});
