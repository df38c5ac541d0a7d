// The first view: the page with the first example and its output, which the build writes into index.html, or with an example at its address. It is
// there before the page's code, is the same as what the live page shows, and is hidden where that will be something else.
import type { Locator, Page } from "@playwright/test";
import { workOf } from "../../web/src/core/work";
import { writeLink } from "../../web/src/formats/link";
import { examples } from "../../web/testing/works";
import { expectAccessible } from "./accessible";
import { boxOf } from "./box";
import { drawn } from "./frames";
import { hold } from "./held-engine";
import { observeShifts, shiftsOf } from "./layout-shift";
import { expect, isolated as test } from "./playground";
import { storeWork } from "./stored-works";
import { QUIET } from "./warm-page";

const SIZES = [
  { width: 1400, height: 900 },
  { width: 1024, height: 700 },
  { width: 390, height: 844 },
] as const;

const CODE = /\/assets\/page-[\w-]+\.js$/;
const FONT = /\.woff2$/;
/** The page's own code never comes. */
const withoutCode = (page: Page) => page.route(CODE, (route) => route.abort());
const WORKBENCH = /\/assets\/main-[\w-]+\.js$/;
const WORKER = /\/assets\/worker-/;
/** The engine never answers. */
const withoutEngine = (page: Page) => page.route(WORKER, () => {});

interface Seen {
  what: string;
  box: number[];
}

/** The visible content: texts by the positions of their elements, and the colours in lines. */
function seen(page: Page): Promise<Seen[]> {
  return page.evaluate(() => {
    const root = document.querySelector("ytterby-page")?.shadowRoot;
    const view = [...(root?.querySelectorAll(".page") ?? [])].find((one) => one.checkVisibility());
    // Not the prompt: which files it names is known with the answer.
    const parts = "header button, .view-tab, .lesson p, .lesson button, .file-tab, .file-name, .pane-tools button";
    const result = ".cm-line, .strip-tab, .output .note, .line-origin, .problem p, .problem code, .problem button";
    /** Adjacent text of one colour is one piece. */
    const coloured = (line: Element) => {
      const texts = document.createTreeWalker(line, NodeFilter.SHOW_TEXT);
      const pieces: { color: string; text: string }[] = [];
      for (let node = texts.nextNode(); node; node = texts.nextNode()) {
        const { color } = getComputedStyle(node.parentElement as Element);
        const text = node.nodeValue ?? "";
        const last = pieces.at(-1);
        if (last?.color === color) last.text += text;
        else pieces.push({ color, text });
      }
      return pieces.map(({ color, text }) => `${text} in ${color}`).join(", ");
    };
    return [...(view?.querySelectorAll(`${parts}, ${result}`) ?? [])].flatMap((element) => {
      if (!element.checkVisibility()) return [];
      const { x, y, width, height } = element.getBoundingClientRect();
      // CodeMirror renders few of the lines that are out of sight, below the window or the end of their pane.
      const end = element.closest(".file-pane, .output-pane")?.getBoundingClientRect().bottom ?? innerHeight;
      if (y > Math.min(innerHeight, end)) return [];
      if (element.matches(".cm-line")) return { what: coloured(element), box: [x, y, height] };
      const { color, fontSize } = getComputedStyle(element);
      const text = element.textContent?.replace(/\s+/g, " ").trim();
      return { what: `${text}, ${color}, ${fontSize}`, box: [x, y, width, height] };
    });
  });
}

/** Opens the page as it is before the engine has answered. */
async function openBeforeAnswer(page: Page, address: string): Promise<void> {
  await withoutEngine(page);
  await page.goto(address);
  await expect(page.locator(".file-pane.chosen .cm-content[contenteditable]")).toBeVisible();
}

/** The editor measures itself in the next frame, and may continue to parse its text. */
async function expectSame(page: Page, built: Seen[], what: string): Promise<void> {
  const near = (one: Seen) => (other: Seen) =>
    one.what === other.what && one.box.every((side, which) => Math.abs(side - (other.box[which] ?? 0)) <= 1);
  const different = async () => {
    const now = await seen(page);
    return [
      ...built.filter((one) => !now.some(near(one))).map((one) => ({ built: one })),
      ...now.filter((one) => !built.some(near(one))).map((one) => ({ live: one })),
    ];
  };
  await expect.poll(different, { message: what }).toEqual([]);
}

const PHASES = ["pressed", "moved", "released"] as const;

/** Drags over the lines with the name and the replicas, from their start to their end. */
async function selectByMouse(page: Page, lines: Locator, after = async (_phase: (typeof PHASES)[number]) => {}) {
  const [first, last] = [await boxOf(lines.getByText("name: shop")), await boxOf(lines.getByText("replicas: 20"))];
  await page.mouse.move(first.x + 1, first.y + 8);
  await page.mouse.down();
  await after("pressed");
  await page.mouse.move(first.x + 20, first.y + 8, { steps: 5 });
  await page.mouse.move(last.x + last.width - 1, last.y + 8, { steps: 5 });
  await after("moved");
  await page.mouse.up();
  await after("released");
}

/** The texts of the view that the build has written. */
async function seenWithoutCode(page: Page, address: string): Promise<Seen[]> {
  await withoutCode(page);
  await page.goto(address);
  await expect(page.locator(".all-widths .cm-line").first()).toBeVisible();
  return seen(page);
}

/** The numbers of lines in the first view are not among its texts. */
const heightsOfNumbers = (page: Page) =>
  page.evaluate(() => {
    const lines = document.querySelector("ytterby-page")?.shadowRoot?.querySelectorAll(".all-widths .cm-line") ?? [];
    const heights = [...lines].map((line) => Number.parseFloat(getComputedStyle(line, "::before").height));
    return [...new Set(heights.filter((height) => height > 0))];
  });

test("the first example, and another at its address, are what the engine's answer is shown in", {
  tag: "@quick",
}, async ({ browser, baseURL }) => {
  test.setTimeout(90_000);
  const [wide, middle, narrow] = SIZES;
  for (const [what, address, size] of [
    ["the first example", "./", wide],
    ["the first example", "./", narrow],
    ["an example at its address", "./#example:kiln", middle],
    ["an example at its address", "./#example:kiln", narrow],
  ] as const)
    await test.step(`${what}, ${size.width} pixels wide`, async () => {
      const context = await browser.newContext({ viewport: size, ...(baseURL ? { baseURL } : {}) });
      const [page, other] = [await context.newPage(), await context.newPage()];
      const built = await seenWithoutCode(other, address);
      expect(built.length).toBeGreaterThan(size.width < 820 ? 20 : 40);
      await openBeforeAnswer(page, address);
      await expectSame(page, built, what);
      expect(await heightsOfNumbers(other)).toHaveLength(1);
      const text = await other.locator(".output .cm-line:visible").allTextContents();
      // It would own the work of this browser.
      await page.close();

      await other.unrouteAll();
      await other.reload();
      await expect(other.locator("footer")).toContainText("Rendered in");
      if (size.width < 820) await other.getByRole("tab", { name: "Output" }).click();
      else expect(await other.locator(".output .cm-line").allTextContents()).toEqual(text);
      await expect(other.locator(".output .cm-content")).toContainText(address === "./" ? "Deployment" : "HESTIA");
      await context.close();
    });
});

test("every example at its address is what the engine's answer is shown in", { tag: "@long" }, async ({
  page,
  browser,
  baseURL,
}) => {
  test.setTimeout(600_000);
  const viewport = { width: 1400, height: 900 };
  await page.setViewportSize(viewport);
  const context = await browser.newContext({ viewport, ...(baseURL ? { baseURL } : {}) });
  const other = await context.newPage();
  let views = 0;
  for (const { id } of examples) {
    const address = `./#example:${id}`;
    // Another fragment alone would not load the page.
    await Promise.all([page.goto("about:blank"), other.goto("about:blank")]);
    await openBeforeAnswer(page, address);
    const live = page.locator("ytterby-page");
    expect(await live.evaluate((element) => (element as unknown as { failures: unknown }).failures)).toEqual([]);
    const tab = page.getByRole("tab", { name: "Output", exact: true });
    if ((await tab.getAttribute("aria-selected")) !== "true") continue;
    await expectSame(page, await seenWithoutCode(other, address), id);
    views++;
  }
  expect(views).toBeGreaterThan(examples.length / 2);
  await context.close();
});

test("little moves when the fonts arrive, and nothing while the live page takes over", async ({ page }) => {
  await observeShifts(page);
  for (const size of [SIZES[0], SIZES[2]])
    await test.step(`${size.width} pixels wide`, async () => {
      await page.setViewportSize(size);
      const [fonts, code, answer] = [await hold(page, FONT), await hold(page, CODE), await hold(page, WORKER)];
      await page.goto("about:blank");
      await page.goto("./", { waitUntil: "commit" });
      await page.waitForFunction(() => performance.getEntriesByType("paint").length > 0);
      let before = 0;
      /** Since the last call. */
      const expectShifts = async (limit: number) => {
        const shifts = (await shiftsOf(page)).slice(before);
        before += shifts.length;
        const sum = shifts.reduce((sum, { value }) => sum + value, 0);
        expect(sum, JSON.stringify(shifts)).toBeLessThan(limit);
      };
      // The font of the system until then has its size and nearly its widths.
      fonts();
      await page.evaluate(() => document.fonts.ready);
      await drawn(page);
      await expectShifts(0.01);
      code();
      await expect(page.locator(".file-pane.chosen .cm-content[contenteditable]")).toBeVisible();
      await expect(page.locator(".all-widths")).toHaveCount(0);
      await drawn(page);
      // Only words of other widths in the status may move what is beside them.
      await expectShifts(0.001);
      answer();
      await expect(page.locator("footer")).toContainText("Rendered in");
      // With all that is loaded afterwards.
      await page.waitForLoadState("networkidle");
      await drawn(page);
      await expectShifts(0.001);
    });
});

const VISITORS = [
  ["a link", async () => {}, `./#${writeLink(workOf({ files: [{ path: "a.yml", content: "a: 1\n" }] }))}`],
  ["a visitor with work of their own", (page: Page) => storeWork(page, { title: "", files: [] }), "./"],
  ["such a visitor of an example", (page: Page) => storeWork(page, { title: "", files: [] }), "./#example:kiln"],
  [
    "a visitor who has moved panes",
    async (page: Page) => {
      await page.goto(QUIET);
      await page.evaluate(() => localStorage.setItem("ytterby.settings.v1", '{"panes":{"main":[30,70]}}'));
    },
    "./",
  ],
] as const;

test("only the frame of the page is visible until it is loaded, for links and for visitors who were here before", async ({
  browser,
  baseURL,
}) => {
  for (const [what, prepare, path] of VISITORS)
    await test.step(what, async () => {
      const context = await browser.newContext(baseURL ? { baseURL } : {});
      const page = await context.newPage();
      await prepare(page);
      await withoutCode(page);
      await page.goto(path);
      await expect(page.getByRole("button", { name: "Examples" }).first()).toBeVisible();
      await expect(page.locator(".all-widths .output .cm-line").first()).toBeHidden();
      await expect(page.locator(".all-widths .lesson")).toBeHidden();
      await page.unrouteAll();
      await page.reload();
      await expect(page.locator("footer")).toContainText("Rendered in");
      await expect(page.locator(".all-widths, .cm-static")).toHaveCount(0);
      await context.close();
    });
  await test.step("where an example cannot be loaded, its view goes", async () => {
    const context = await browser.newContext(baseURL ? { baseURL } : {});
    const page = await context.newPage();
    await page.route(/\/assets\/kiln-[\w-]+\.js$/, (route) => route.abort());
    await page.goto("./#example:kiln");
    await expect(page.getByText("Could not load the playground")).toBeVisible();
    await expect(page.locator("footer")).toContainText("Rendered in");
    await expect(page.locator(".all-widths, .cm-static")).toHaveCount(0);
    await expect(page.locator(".output .cm-content")).toContainText("kind: Deployment");
    await context.close();
  });
});

test("it is in the page's own fonts, as a browser that searches for others paints later, and has the visitor's theme", async ({
  page,
}) => {
  await test.step("its texts are in the page's own fonts: a browser that searches for others paints later", async () => {
    await withoutCode(page);
    const devtools = await page.context().newCDPSession(page);
    await devtools.send("DOM.enable");
    await devtools.send("CSS.enable");
    for (const size of SIZES) {
      await page.setViewportSize(size);
      await page.goto("./");
      await expect(page.locator(".all-widths .cm-line:visible").first()).toBeVisible();
      await page.evaluate(() => document.fonts.ready);
      const { nodes } = await devtools.send("DOM.getFlattenedDocument", { depth: -1, pierce: true });
      // All questions at once: one after the other, they take longer than everything else.
      const used = await Promise.all(
        nodes
          .filter(({ nodeType }) => nodeType === 1)
          .map(({ nodeId }) => devtools.send("CSS.getPlatformFontsForNode", { nodeId })),
      );
      const families = used.flatMap(({ fonts }) =>
        fonts.map(({ familyName, isCustomFont }) => `${familyName}${isCustomFont ? "" : " (system)"}`),
      );
      expect([...new Set(families)].sort()).toEqual(["Geist", "Geist Mono"]);
    }
  });
  await test.step("it has the visitor's theme", async () => {
    await page.setViewportSize({ width: 1400, height: 900 });
    await page.goto(QUIET);
    await page.evaluate(() => localStorage.setItem("ytterby.settings.v1", '{"theme":"dark"}'));
    await page.goto("./");
    await expect(page.locator(".all-widths .output .cm-line").first()).toBeVisible();
    expect(await page.evaluate(() => getComputedStyle(document.documentElement).colorScheme)).toBe("dark");
  });
});

test("its result can be used before there is an answer; a click on the live page before its first frame takes effect", async ({
  page,
}) => {
  await withoutEngine(page);
  await page.goto("./");
  await expect(page.locator(".file-pane.chosen .cm-content[contenteditable]")).toBeVisible();
  await expect(page.locator(".output .cm-content")).toContainText("kind: Deployment");
  await page.locator(".file-pane.chosen .cm-content").click();
  await page.keyboard.press("ControlOrMeta+Home");
  await page.keyboard.type("#! typed");
  await expect(page.locator(".file-pane.chosen .cm-line").first()).toContainText("#! typed");
  await expect(page.locator(".output .cm-content")).toContainText("kind: Deployment");
  await page.getByRole("tab", { name: "ytt’s report" }).click();
  await expect(page.getByRole("tab", { name: "ytt’s report" })).toHaveAttribute("aria-selected", "true");
  await expect(page.getByRole("tabpanel", { name: "ytt’s report" })).toContainText(
    "Error: Validating final data values",
  );
  await expect(page.locator("footer")).toContainText("Loading the engine");

  // Without the response of the build, too.
  await page.route(/\.answer\.json$/, (route) => route.abort());
  await page.goto("./");
  await expect(page.locator(".file-pane.chosen .cm-content[contenteditable]")).toBeVisible();
  await expect(page.locator("footer")).toContainText("Loading the engine");

  await page.unrouteAll();
  await page.addInitScript(() => {
    globalThis.requestAnimationFrame = () => 0;
  });
  await page.goto("./");
  await expect(page.locator(".file-pane.chosen .cm-content[contenteditable]")).toBeAttached();
  await page.getByTitle("values.yml", { exact: true }).click();
  await expect(page.locator(".file-pane.chosen .file-name")).toHaveText("values.yml");
  await expect(page.locator(".file-pane.chosen .cm-content")).toContainText("#@data/values");
});

test("the live page has its elements", async ({ page }) => {
  await page.addInitScript(() => {
    document.addEventListener("DOMContentLoaded", () => {
      const { shadowRoot } = document.querySelector("ytterby-page") as Element;
      for (const element of shadowRoot?.querySelectorAll("*") ?? []) Object.assign(element, { isBuilt: true });
    });
  });
  for (const [width, most] of [
    [1800, 0],
    [1400, 0],
    // The heading of the file becomes a tab.
    [390, 1],
  ] as const) {
    await page.setViewportSize({ width, height: 900 });
    await page.goto("about:blank");
    await page.goto("./");
    await expect(page.locator(".all-widths")).toHaveCount(0);
    const { all, made, failures } = await page.evaluate(() => {
      const live = document.querySelector("ytterby-page") as Element & { failures: object[] };
      const elements = [...(live.shadowRoot?.querySelectorAll("*") ?? [])].filter(
        (element) =>
          !element.matches(
            "footer *, footer, .cm-editor, .cm-editor *, .lints, .lints *, .lint-rules-button, .lint-rules-button *",
          ),
      );
      const made = elements.filter((element) => !("isBuilt" in element));
      return { all: elements.length, made: made.map(({ className }) => String(className)), failures: live.failures };
    });
    expect(failures).toEqual([]);
    expect(all).toBeGreaterThan(100);
    expect(made.length, `${width} pixels wide: ${made}`).toBeLessThanOrEqual(most);
  }
});

test("its texts become editors when they are clicked or focused, if they are not yet", async ({ browser, baseURL }) => {
  const visit = async (use: (page: Page) => Promise<void>) => {
    const context = await browser.newContext(baseURL ? { baseURL } : {});
    const page = await context.newPage();
    await page.addInitScript(() => {
      const own = setTimeout;
      // The tasks in which they become editors never come.
      const isLive = () => document.querySelector("ytterby-page")?.matches(":defined");
      Object.assign(globalThis, { setTimeout: (act: () => void, ms?: number) => (ms || !isLive() ? own(act, ms) : 0) });
    });
    await page.goto("./");
    await expect(page.locator(".all-widths")).toHaveCount(0);
    await expect(page.locator(".cm-static").first()).toBeVisible();
    await use(page);
    await expect(page.locator(".cm-static")).toHaveCount(0);
    await context.close();
  };
  await visit(async (page) => {
    const line = page.locator(".editor-pane .cm-static .cm-line").getByText("name: shop");
    const { width } = await boxOf(line);
    await line.click({ position: { x: width - 1, y: 8 } });
    await page.keyboard.type("ping");
    await expect(page.locator(".file-pane.chosen .cm-content[contenteditable]")).toContainText("name: shopping");
  });
  await visit(async (page) => {
    await selectByMouse(page, page.locator(".editor-pane .cm-static .cm-line"));
    await page.keyboard.type("n: 1");
    await expect(page.locator(".file-pane.chosen .cm-content[contenteditable]")).toContainText("---n: 1");
  });
  await visit(async (page) => {
    await page.locator(".output .cm-static .cm-content").focus();
    await expect(page.locator(".output .cm-content")).toBeFocused();
  });
});

test("it takes no focus, and nothing is there twice; the engine is compiled in the worker, with what the first render needs", async ({
  page,
}) => {
  await page.addInitScript(() => {
    const focused: string[] = [];
    Object.assign(globalThis, { focused });
    addEventListener("focusin", ({ target }) => focused.push((target as Element).className), true);
  });
  const requested: string[] = [];
  page.on("request", (request) => requested.push(`${request.resourceType()} ${new URL(request.url()).pathname}`));
  await page.goto("./");
  await expect(page.locator("footer")).toContainText("Rendered in");
  const milliseconds = Number(/Rendered in ([\d.]+) ms/.exec((await page.locator("footer").textContent()) ?? "")?.[1]);
  console.log(`first render: ${milliseconds} ms`);
  expect(requested.filter((one) => one.includes("ytterby_bg"))).toHaveLength(1);
  // The worker itself requests the rest only where it cannot wait for it.
  expect(requested.filter((one) => one.includes("ytterby_rest") && one.startsWith("xhr"))).toEqual([]);
  expect(await page.evaluate(() => (globalThis as unknown as { focused: string[] }).focused)).toEqual([]);
  await expect(page.locator(".page")).toHaveCount(1);
  await expect(page.locator(".output")).toHaveCount(1);
});

test("it is accessible", { tag: "@long" }, async ({ page }) => {
  test.setTimeout(90_000);
  await withoutCode(page);
  for (const size of SIZES)
    for (const address of ["./", "./#example:kiln"]) {
      await page.setViewportSize(size);
      await page.goto("about:blank");
      await page.goto(address);
      await expect(page.locator(".all-widths .cm-line").first()).toBeVisible();
      await expectAccessible(page, `the first view at ${address}, ${size.width} pixels wide`);
    }
});

test("the output of a link is painted before the workbench is loaded", { tag: "@quick" }, async ({ page }) => {
  const release = await hold(page, WORKBENCH);
  const files = [
    { path: "a.yml", content: "a: #@ 1 + 1\n" },
    { path: "b.yml", content: "b:\n  c: text\n" },
  ];
  await page.goto(`./#${writeLink(workOf({ files }))}`);
  const painted = page.locator(".all-widths .output-pane:visible");
  await expect(painted.locator(".cm-line")).toHaveText(["a: 2", ""]);
  await expect(painted.locator(".code-key")).toHaveText(["a"]);
  await expect(painted.locator(".strip-tab")).toHaveText(["a.yml", "b.yml"]);
  await expect(page.locator(".all-widths footer:visible")).toContainText("Rendered in");
  release();
  await expect(page.locator(".all-widths")).toHaveCount(0);
  await expect(page.locator(".output .cm-content")).toContainText("a: 2");
});

test("clicks, keys and a pasted text take effect although they come before the workbench", {
  tag: "@quick",
}, async ({ page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const release = await hold(page, WORKBENCH);
  await page.goto("./");
  const line = page.locator(".all-widths .editor-pane .cm-line:visible").getByText("name: shop");
  const { width } = await boxOf(line);
  await line.click({ position: { x: width - 1, y: 8 } });
  await page.keyboard.type("ping");
  await page.keyboard.press("Enter");
  await page.evaluate(() => navigator.clipboard.writeText("port: 9000"));
  await page.keyboard.press("ControlOrMeta+v");
  await page.keyboard.type("9");
  release();
  const editor = page.locator(".file-pane.chosen .cm-content[contenteditable]");
  await expect(editor).toContainText("name: shopping");
  await expect(editor).toContainText("port: 90009");
  await expect(editor).toBeFocused();
  await expect(page.locator(".output .cm-content")).toContainText("name: shopping");
});

test("before the workbench is there, a double click selects a word, a drag text, keys go to an opened dialog, a button acts once, and the focus stays", async ({
  page,
  browser,
  baseURL,
}) => {
  test.setTimeout(60_000);
  for (const loads of PHASES)
    await test.step(`a drag selects text, if the workbench is loaded when the button is ${loads}`, async () => {
      const context = await browser.newContext(baseURL ? { baseURL } : {});
      const page = await context.newPage();
      const release = await hold(page, WORKBENCH);
      await page.goto("./");
      const editor = page.locator(".file-pane.chosen .cm-content[contenteditable]");
      await selectByMouse(page, page.locator(".all-widths .editor-pane .cm-line:visible"), async (phase) => {
        if (phase !== loads) return;
        release();
        await expect(editor).toBeFocused();
      });
      await page.keyboard.type("n: 1");
      await expect(editor).toContainText("---n: 1");
      await context.close();
    });
  await test.step("a double click selects a word", async () => {
    const release = await hold(page, WORKBENCH);
    await page.goto("./");
    const line = page.locator(".all-widths .editor-pane .cm-line:visible").getByText("replicas: 20");
    const { width } = await boxOf(line);
    await line.dblclick({ position: { x: width - 4, y: 8 } });
    await page.keyboard.type("5");
    release();
    await expect(page.locator(".file-pane.chosen .cm-content[contenteditable]")).toContainText("replicas: 5");
    await expect(page.locator("footer")).toContainText("No problems");
  });
  await test.step("what is typed after a dialog is opened is for it", async () => {
    const release = await hold(page, WORKBENCH);
    await page.goto("./");
    await page.locator(".all-widths header button:visible").getByText("Examples").focus();
    await page.keyboard.press("Enter");
    await page.keyboard.type("overlay");
    release();
    await expect(page.getByLabel("Search the examples")).toHaveValue("overlay");
  });
  await test.step("the focus stays where it is when the live page takes over", async () => {
    const release = await hold(page, WORKBENCH);
    await page.goto("./");
    await page.locator(".all-widths .output .cm-content:visible").focus();
    release();
    await expect(page.locator(".all-widths")).toHaveCount(0);
    await expect(page.locator(".output .cm-content")).toBeFocused();
  });
  await test.step("a button that is clicked before the workbench is loaded acts once", async () => {
    const release = await hold(page, WORKBENCH);
    await page.goto("./");
    await page.locator(".all-widths header button:visible").getByText("Examples").click();
    release();
    await expect(page.getByLabel("Search the examples")).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(page.getByLabel("Search the examples")).toBeHidden();
  });
  await test.step("so does one that is focused when Enter is pressed, although the focus moves on", async () => {
    const release = await hold(page, WORKBENCH);
    await page.goto("./");
    await page.locator(".all-widths header button:visible").getByText("Examples").focus();
    await page.keyboard.press("Enter");
    await page.keyboard.press("Tab");
    release();
    await expect(page.getByLabel("Search the examples")).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(page.getByLabel("Search the examples")).toBeHidden();
    await expect(page.locator(".all-widths")).toHaveCount(0);
  });
});

test("what is done before the engine has answered waits for it, and for the control of that name", async ({
  browser,
  baseURL,
}) => {
  const step = (
    name: string,
    act: (page: Page) => Promise<void>,
    expectDone: (page: Page) => Promise<void>,
    isLive = false,
  ) =>
    test.step(name, async () => {
      const context = await browser.newContext(baseURL ? { baseURL } : {});
      const page = await context.newPage();
      const [workbench, answer] = [await hold(page, WORKBENCH), await hold(page, WORKER)];
      await page.goto("./");
      await expect(page.locator(".all-widths .cm-line").first()).toBeVisible();
      if (isLive) workbench();
      await act(page);
      workbench();
      await expect(page.locator(".all-widths")).toHaveCount(0);
      answer();
      await expect(page.locator("footer")).toContainText("Rendered in");
      await expectDone(page);
      await context.close();
    });
  await step(
    "a fix, and a tab that has another place by then",
    async (page) => {
      await page.getByRole("button", { name: "Set to 10" }).click();
      await page.getByRole("tab", { name: "Data values" }).click();
    },
    async (page) => {
      await expect(page.locator("footer")).toContainText("replicas is now 10");
      await expect(page.getByRole("tab", { name: "Data values" })).toHaveAttribute("aria-selected", "true");
    },
  );
  await step(
    "a fix that is clicked when the page is live",
    async (page) => {
      await expect(page.locator(".all-widths")).toHaveCount(0);
      await page.getByRole("button", { name: "Set to 10" }).click();
    },
    (page) => expect(page.locator("footer")).toContainText("replicas is now 10"),
    true,
  );
  await test.step("a tab beside painted output, with another number than that of the first example", async () => {
    const context = await browser.newContext(baseURL ? { baseURL } : {});
    const page = await context.newPage();
    const workbench = await hold(page, WORKBENCH);
    const checks = [{ output: "a.yml", is: "a: 1\n" }];
    await page.goto(`./#${writeLink(workOf({ files: [{ path: "a.yml", content: "a: 1\n" }], checks }))}`);
    await expect(page.locator(".all-widths .output-pane.painted")).toBeVisible();
    const tab = page.getByRole("tab", { name: /^Checks/ });
    await tab.click();
    workbench();
    await expect(page.locator(".all-widths")).toHaveCount(0);
    await expect(tab).toHaveAttribute("aria-selected", "true");
    await context.close();
  });
  await step(
    "the focus moves through the buttons, and stays",
    async (page) => {
      for (let count = 0; count < 2; count++) await page.keyboard.press("Tab");
      await expect(page.locator("header button").filter({ hasText: "Examples" })).toBeFocused();
    },
    (page) => expect(page.locator("header button").filter({ hasText: "Examples" })).toBeFocused(),
  );
});
