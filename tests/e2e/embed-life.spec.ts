// The life of an embed: moved, removed while it loads, attached again, in a frame that never answers. One view, one engine, and no leaks.
import type { CDPSession, Page } from "@playwright/test";
import { FIRING, GUIDE, guide, serveDocs } from "./docs-page";
import { drawn } from "./frames";
import { hold } from "./held-engine";
import { expect, isolated as test, watch } from "./playground";
import { DIST, serve } from "./static-server";

const embed = (page: Page) => page.locator("ytt-playground");
const run = (page: Page) => embed(page).getByRole("button", { name: /^Run/ }).click();
const output = (page: Page) => embed(page).locator(".output .cm-content");

interface Counts {
  listeners: number;
  nodes: number;
  heap: number;
}

/** The objects of the page after garbage collection. */
async function counts(session: CDPSession): Promise<Counts> {
  for (let times = 0; times < 3; times++) await session.send("HeapProfiler.collectGarbage");
  const { metrics } = await session.send("Performance.getMetrics");
  const of = (name: string) => metrics.find((metric) => metric.name === name)?.value ?? 0;
  return { listeners: of("JSEventListeners"), nodes: of("Nodes"), heap: of("JSHeapUsedSize") };
}

/** The objects once listeners and nodes have not changed for a second. */
async function steadyCounts(session: CDPSession): Promise<Counts> {
  let last: Counts | undefined;
  await expect
    .poll(
      async () => {
        const now = await counts(session);
        const isSteady = last?.listeners === now.listeners && last.nodes === now.nodes;
        last = now;
        return isSteady;
      },
      { intervals: [1_000] },
    )
    .toBe(true);
  return counts(session);
}

async function opened(page: Page, content = FIRING) {
  const server = await serveDocs(content);
  const wrong = await watch(page, server.origin);
  await page.goto(server.origin + GUIDE);
  const session = await page.context().newCDPSession(page);
  await session.send("Performance.enable");
  return { server, wrong, session };
}

/** Moves the element back and forth, at once or with a task in between. */
const move = (page: Page, times: number) =>
  embed(page).evaluate(async (element, times) => {
    const places = [document.querySelector("main"), document.body];
    for (let time = 0; time < times; time++) {
      places[time % 2]?.append(element);
      if (time % 10 === 0) await new Promise((resolve) => setTimeout(resolve));
    }
  }, times);

/** Removes the element, and attaches it again once it has ended. With `runs`, Run is pressed at the moment of the removal. */
const reattach = (page: Page, { runs = false } = {}) =>
  embed(page).evaluate(async (element, runs) => {
    const main = element.parentElement;
    if (runs) element.shadowRoot?.querySelector<HTMLElement>("button.run")?.click();
    element.remove();
    // Timers run in order, so this one comes after the element's own, which ends it. Frames may come before that.
    await new Promise((resolve) => setTimeout(resolve));
    main?.append(element);
  }, runs);

test("moved a hundred times, an embed keeps its view, its text and its engine; attached again, its text", async ({
  page,
}) => {
  const workers: string[] = [];
  page.on("worker", (worker) => workers.push(worker.url()));
  const { server, wrong, session } = await opened(page);
  await move(page, 100);
  await run(page);
  await expect(output(page)).toContainText("heat: 1400");
  const editor = embed(page).getByRole("textbox", { name: /^Contents of/ });
  await editor.click();
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.insertText("#@data/values\n---\nkiln:\n  peak: 1250\n");
  await expect(output(page)).toContainText("heat: 1250");

  await move(page, 20);
  // The editor adds listeners for a moment after an edit.
  const before = await steadyCounts(session);
  await move(page, 100);
  const after = await steadyCounts(session);
  console.log(`moved: ${JSON.stringify(before)} -> ${JSON.stringify(after)}`);
  expect(after.listeners).toBeLessThanOrEqual(before.listeners);
  expect(after.nodes).toBeLessThanOrEqual(before.nodes + 20);
  expect(after.heap).toBeLessThan(before.heap + 300_000);
  await expect(embed(page).locator(".embed")).toHaveCount(1);
  await expect(editor).toContainText("peak: 1250");
  expect(workers).toHaveLength(1);
  expect(page.workers()).toHaveLength(1);

  await reattach(page);
  await expect(embed(page).getByRole("tabpanel")).toContainText("peak: 1250");
  await run(page);
  await expect(output(page)).toContainText("heat: 1250");
  await embed(page).getByRole("button", { name: "Reset" }).click();
  await expect(output(page)).toContainText("heat: 1400");
  expect(wrong).toEqual([]);
  await server.close();
});

test("removed and attached a hundred times while in use, it leaves nothing behind", async ({ page }) => {
  test.setTimeout(120_000);
  const { server, wrong, session } = await opened(page);
  /** Each time a new view with an engine. */
  const cycle = (times: number) =>
    embed(page).evaluate(async (element, times) => {
      const main = element.parentElement;
      const playground = element as HTMLElement & { execute(): Promise<void> };
      for (let time = 0; time < times; time++) {
        const rendered = new Promise((resolve) => element.addEventListener("ytt-rendered", resolve, { once: true }));
        await playground.execute();
        await rendered;
        element.remove();
        await new Promise((resolve) => setTimeout(resolve));
        main?.append(element);
      }
    }, times);
  await cycle(20);
  const before = await counts(session);
  await cycle(100);
  await expect.poll(() => page.workers().length).toBe(0);
  const after = await counts(session);
  console.log(`attached: ${JSON.stringify(before)} -> ${JSON.stringify(after)}`);
  expect(after.listeners).toBeLessThanOrEqual(before.listeners + 5);
  expect(after.nodes).toBeLessThanOrEqual(before.nodes + 100);
  // Less than 10 kB each time; a retained view has far more.
  expect(after.heap).toBeLessThan(before.heap + 1_000_000);
  await expect(embed(page).locator(".embed")).toHaveCount(1);
  expect(wrong).toEqual([]);
  await server.close();
});

test("removed soon after Run, while it loads, and attached again: one view and one engine", async ({ page }) => {
  const { server, wrong } = await opened(page);
  for (const moment of ["at once", "later"])
    await test.step(moment, async () => {
      const release = await hold(page, "**/view-1.js");
      const loaded = page.waitForResponse("**/view-1.js");
      if (moment === "later") {
        const asked = page.waitForRequest("**/view-1.js");
        await run(page);
        await asked;
      }
      await reattach(page, { runs: moment === "at once" });
      // Nothing of the first start appears later.
      await expect(embed(page).getByRole("button", { name: /^Run/ })).toBeEnabled();
      release();
      await (await loaded).finished();
      await drawn(page);
      await expect(embed(page).getByRole("button", { name: /^Run/ })).not.toHaveAttribute("aria-disabled", "true");
      await expect(embed(page).locator(".cm-editor")).toHaveCount(0);
      expect(page.workers()).toHaveLength(0);

      await run(page);
      await expect(output(page)).toContainText("heat: 1400");
      await expect(embed(page).locator(".embed")).toHaveCount(1);
      expect(page.workers()).toHaveLength(1);
      await page.reload();
    });
  expect(wrong).toEqual([]);
  await server.close();
});

test("removed while the engine is downloaded, and attached again: it is downloaded again", async ({ page }) => {
  const { server, wrong } = await opened(page);
  let downloads = 0;
  await page.route("**/ytterby_bg-*.wasm", async (route) => {
    // The first one never ends.
    if (downloads++ > 0) await route.continue();
  });
  await run(page);
  await expect.poll(() => downloads).toBe(1);
  await reattach(page);
  await expect.poll(() => page.workers().length).toBe(0);
  await run(page);
  await expect(output(page)).toContainText("heat: 1400");
  expect(page.workers()).toHaveLength(1);
  expect(wrong).toEqual([]);
  await server.close();
});

/** The playground on another origin than the docs page. */
async function acrossOrigins(content: string, policy?: string) {
  const playground = await serve({ folders: { "/play/": DIST } });
  const docs = await serve({
    texts: { "/": guide(content, `${playground.origin}/play/`), "/guide.css": "" },
    headers: (): Record<string, string> =>
      policy ? { "content-security-policy": policy.replaceAll("%playground%", playground.origin) } : {},
  });
  return { playground, docs, close: () => Promise.all([playground.close(), docs.close()]) };
}

test("a frame that is moved loads anew, with what the reader typed; removed, it leaves no listener", async ({
  page,
}) => {
  const { docs, close } = await acrossOrigins(FIRING);
  await page.goto(docs.origin);
  await run(page);
  const inside = page.frameLocator("iframe");
  await inside.getByRole("textbox", { name: /^Contents of/ }).click();
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.insertText("#@data/values\n---\nkiln:\n  peak: 1111\n");
  await expect(inside.locator(".output .cm-content")).toContainText("heat: 1111");
  await move(page, 101);
  await expect(inside.locator(".output .cm-content")).toContainText("heat: 1111");
  await expect(page.locator("iframe")).toHaveCount(1);
  expect(page.workers()).toHaveLength(1);

  const session = await page.context().newCDPSession(page);
  await session.send("Performance.enable");
  const cycle = async (times: number) => {
    for (let time = 0; time < times; time++) {
      await embed(page).evaluate((element) => (element as HTMLElement & { execute(): Promise<void> }).execute());
      await reattach(page);
    }
  };
  await cycle(3);
  const before = await counts(session);
  await cycle(10);
  const after = await counts(session);
  console.log(`frames: ${JSON.stringify(before)} -> ${JSON.stringify(after)}`);
  expect(after.listeners).toBeLessThanOrEqual(before.listeners);
  await expect(page.locator("iframe")).toHaveCount(0);
  await close();
});

test("a frame that does not respond within 15 seconds is reported, whatever the reason, and shown if it comes later", async ({
  page,
}) => {
  const isLate = async () => {
    const errors = await page.evaluateHandle(() => {
      const errors: unknown[] = [];
      document.addEventListener("ytt-error", (event) => errors.push((event as CustomEvent).detail.kind));
      return errors;
    });
    await run(page);
    await expect(embed(page).getByRole("progressbar")).toBeVisible();
    await page.clock.fastForward(14_000);
    await expect(embed(page).getByRole("status")).toContainText("Loading");
    await page.clock.fastForward(1_500);
    await expect(embed(page).getByRole("status")).toContainText("does not respond");
    expect(await errors.jsonValue()).toEqual(["timeout"]);
    await expect(embed(page).getByRole("button", { name: /^Run/ })).toBeEnabled();
    return embed(page).getByRole("link", { name: "Open the playground" });
  };
  const isShown = async () => {
    await expect(page.frameLocator("iframe").locator(".output .cm-content")).toContainText("kiln: HESTIA");
    await expect(page.locator("iframe")).toHaveCount(1);
    await expect(embed(page).getByRole("status")).toHaveCount(0);
  };
  const kiln = '<ytt-playground src="example:kiln"></ytt-playground>';
  const { docs, playground, close } = await acrossOrigins(kiln);
  await page.clock.install();
  await test.step("its host is down, and runs again", async () => {
    await page.goto(docs.origin);
    let down = true;
    await page.route("**/embed/?origin=*", (route) => (down ? new Promise(() => {}) : route.continue()));
    await expect(await isLate()).toHaveAttribute("href", `${playground.origin}/play/#example:kiln`);
    down = false;
    await run(page);
    await isShown();
    await page.unrouteAll();
  });
  await test.step("it answers later", async () => {
    await page.goto(docs.origin);
    const answer = await hold(page, "**/embed/?origin=*");
    await isLate();
    answer();
    await isShown();
    await page.unrouteAll();
  });
  await close();
  await test.step("the page's policy forbids it", async () => {
    const policy = "default-src 'none'; script-src %playground%; style-src 'self'; img-src data:";
    const { docs, playground, close } = await acrossOrigins(kiln, policy);
    await page.goto(docs.origin);
    await expect(await isLate()).toHaveAttribute("href", `${playground.origin}/play/#example:kiln`);
    await close();
  });
});
