// Users' flows, in each browser. The browser tests in tests/e2e cover the page in Chromium; these find where another browser differs.
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test as base, expect } from "@playwright/test";
import { Key } from "selenium-webdriver";
import { YTT_VERSION } from "../../web/testing/ytt-version";
import { FIRING, GUIDE, guide, PLAYGROUND } from "../e2e/docs-page";
import { rebuild, SAID, SAYS } from "../e2e/other-build";
import { DIST, type StaticServer, serve } from "../e2e/static-server";
import { type BrowserName, Driver } from "./drivers";
import { Tab } from "./tab";

const test = base.extend<
  { site: StaticServer; tab: Tab; another: () => Promise<Tab> },
  { browserUsed: BrowserName; driver: Driver }
>({
  browserUsed: ["Chromium", { option: true, scope: "worker" }],
  driver: [
    async ({ browserUsed }, use) => {
      const driver = await Driver.start(browserUsed);
      await use(driver);
      driver.stop();
    },
    { scope: "worker", timeout: 60_000 },
  ],
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs out of this pattern.
  site: async ({}, use) => {
    const server = await serve({ folders: { [PLAYGROUND]: DIST }, texts: { [GUIDE]: guide(FIRING) } });
    await use(server);
    await server.close();
  },
  // Browsers with empty profiles.
  another: async ({ driver, site }, use) => {
    const open: Tab[] = [];
    await use(async () => {
      const tab = new Tab(await driver.session(), site.origin + PLAYGROUND);
      open.push(tab);
      return tab;
    });
    for (const tab of open) await tab.close();
  },
  tab: async ({ another }, use) => use(await another()),
});

const FILES = '`pool.yml`\n\n```yaml\ndepth: #@ 6 * 7\n```\n\n```yaml title="more.yml"\nmore: true\n```\n';
const SMALL = "a: #@ 1 + 2\n";

test("open: the first example is rendered, with its violation", async ({ tab }) => {
  await tab.open();
  await tab.waitForOutput("kind: Deployment");
  await tab.waitForText(".problem", "replicas");
  expect(await tab.status()).toContain("1 violation");
});

test("type: each key changes the output", async ({ tab }) => {
  await tab.open("#example:hello");
  await tab.write("a: 1\n");
  await tab.waitForOutput("a: 1");
  await tab.clickOn(".file-pane.chosen .cm-line");
  await tab.press(Key.END, "2", "3");
  await tab.waitForOutput("a: 123");
});

test("type: the suggestions of a data value are inserted with Enter", async ({ tab }) => {
  await tab.open("#example:deployment");
  await tab.openFile("app.yml");
  await tab.write('#@ load("@ytt:data", "data")\na: #@ data.values.\n');
  await tab.chord(Key.CONTROL, Key.HOME);
  await tab.press(Key.ARROW_DOWN, Key.END, "r", "e");
  await tab.waitForText(".cm-tooltip-autocomplete", "replicas");
  // A list that has just been opened does not take keys yet, because they could be meant for the text.
  await tab.driver.sleep(200);
  await tab.press(Key.ENTER);
  await expect.poll(() => tab.editor()).toContain("data.values.replicas");
});

test("type: Undo and Redo", async ({ tab }) => {
  await tab.open("#example:hello");
  const before = await tab.editor();
  await tab.write(SMALL);
  await tab.waitForOutput("a: 3");
  await tab.chord(Key.CONTROL, "z");
  await expect.poll(() => tab.editor()).toBe(before);
  await tab.chord(Key.CONTROL, "y");
  await tab.waitForOutput("a: 3");
});

test("violation: an edit that breaks a rule is listed beside the output", async ({ tab }) => {
  await tab.open("#example:deployment");
  await tab.openFile("values.yml");
  await tab.write("#@data/values\n---\nname: shop\nport: 80\n");
  await tab.waitForText(".problem", "port");
  await tab.waitForOutput("containerPort: 80");
});

test("violation: its links go to the value and to the rule", async ({ tab }) => {
  await tab.open("#example:deployment");
  await tab.click("button", "values.yml:", ".problem");
  await tab.waitForText(".file-pane.chosen .cm-jump-target", "replicas: 20");
  await tab.click("button", "schema.yml:", ".problem");
  await tab.waitForText(".file-pane.chosen .cm-jump-target", "#@schema/validation min=1, max=10");
});

test("fix: its button repairs the value, and Undo restores it", async ({ tab }) => {
  await tab.open("#example:deployment");
  await tab.click("button", "Set to 10", ".problem");
  await tab.waitForText("footer", "No problems");
  await tab.waitForOutput("replicas: 10");
  await tab.click("button", "Undo", "footer");
  await tab.waitForText(".problem", "replicas");
});

test("error: a syntax error has a position, and the last output stays", async ({ tab }) => {
  await tab.open("#example:deployment");
  await tab.openFile("app.yml");
  await tab.write("a: #@ (1\n");
  await tab.waitForText(".problems-pane .scroll", "app.yml:1");
  expect(await tab.output()).toContain("kind: Deployment");
});

test("output: a line leads to its line of the template", async ({ tab }) => {
  await tab.open("#example:deployment");
  await tab.waitForOutput("kind: Service");
  await tab.clickOn(".output .cm-line:nth-child(2)");
  await tab.press(Key.ENTER);
  await tab.waitForText(".file-pane.chosen .file-name", "app.yml");
});

test("results: data values and the schema", async ({ tab }) => {
  await tab.open("#example:deployment");
  await tab.click("tab", "Data values", '[aria-label="Result"]');
  await tab.waitForText(".result-pane, main", "nginx:1.27");
  await tab.click("tab", "Schema", '[aria-label="Result"]');
  await tab.waitForText("main", "replicas");
});

test("flags: a data value in the command line", async ({ tab }) => {
  await tab.open("#example:deployment");
  await (await tab.find("textbox", "Flags after")).sendKeys("--data-value-yaml replicas=7");
  await tab.waitForOutput("replicas: 7");
});

test("files: a file is added, typed in, and deleted with Undo", async ({ tab }) => {
  await tab.open("#example:hello");
  await tab.click("button", "Add file");
  await tab.press("added.yml", Key.ENTER);
  await tab.waitForText(".file-pane.chosen .file-name", "added.yml");
  await tab.press("b: 2");
  await tab.waitForOutput("b: 2");
});

test("files: the text is there again after a reload", async ({ tab }) => {
  await tab.open("#example:hello");
  await tab.write("stored: true\n");
  await tab.waitForOutput("stored: true");
  await tab.waitForText("footer", "Saved in this browser");
  await tab.reload();
  await tab.waitForOutput("stored: true");
});

test("examples: the search finds one, and it is opened", async ({ tab }) => {
  await tab.open();
  await tab.openExample("A bakery with violations");
  await tab.waitForText("footer", "5 violations");
});

test("lesson: a step is applied and done", async ({ tab }) => {
  await tab.open("#example:deployment");
  await tab.click("button", "Apply: step 1");
  await tab.findBy(".step-done");
  await tab.waitForOutput("replicas: 3");
});

test("link: opened in another browser, it has the same files and flags", async ({ tab, another }) => {
  await tab.open("#example:hello");
  await tab.write('#@ load("@ytt:data", "data")\nshared: #@ data.values.n\n');
  await (await tab.find("textbox", "Flags after")).sendKeys("--data-value n=5");
  await tab.click("button", "Share", "header");
  const field = await tab.findBy("#share-link");
  await expect.poll(() => field.getProperty("value")).toContain("#y1:");
  const link = await field.getProperty("value");
  const text = await tab.editor();
  // WebKit's driver has one session at a time.
  await tab.close();
  const other = await another();
  await other.open(link.slice(link.indexOf("#")));
  expect(await other.editor()).toBe(text);
  await other.waitForText("footer", `ytt ${YTT_VERSION}`);
});

test("link: an example is opened by its name", async ({ tab }) => {
  await tab.open("#example:bakery-violations");
  await tab.waitForText("footer", "5 violations");
});

test("link: a damaged one is reported", async ({ tab }) => {
  await tab.open("#y1:d.AAAA");
  await tab.waitForText(".opened-bar.bad", "link");
});

test("clipboard: the link is copied", async ({ tab }) => {
  await tab.open("#example:hello");
  await tab.click("button", "Share", "header");
  await tab.click("button", "Copy", "dialog[open]");
  await tab.waitForText("dialog[open] [role=status]", "Copied the link.");
});

test("clipboard: pasted files are recognised and opened", async ({ tab }) => {
  await tab.open("#example:hello");
  await tab.write(FILES);
  await tab.click("button", "Open as 2 files");
  await tab.waitForOutput("depth: 42");
  await tab.openFile("more.yml");
});

test("offline: a reload works without the server", async ({ tab, site }) => {
  await tab.open("#example:hello");
  await tab.driver.executeAsyncScript((done: (value: unknown) => void) => navigator.serviceWorker.ready.then(done));
  await tab.waitUntil(() => navigator.serviceWorker.controller);
  await tab.write(SMALL);
  await tab.waitForText("footer", "Saved in this browser");
  await site.close();
  await tab.reload();
  await tab.write("offline: #@ 40 + 2\n");
  await tab.waitForOutput("offline: 42");
});

test("update: a new build waits until the page is reloaded", async ({ driver }) => {
  const folder = mkdtempSync(join(tmpdir(), "ytterby-"));
  cpSync(DIST, folder, { recursive: true });
  const server = await serve({ folders: { [PLAYGROUND]: folder } });
  const tab = new Tab(await driver.session(), server.origin + PLAYGROUND);
  try {
    await tab.open("#example:hello");
    await tab.driver.executeAsyncScript((done: (value: unknown) => void) => navigator.serviceWorker.ready.then(done));
    await tab.waitUntil(() => navigator.serviceWorker.controller);
    await tab.write("a: #@ nobody\n");
    await tab.waitForText("footer", "Saved in this browser");
    rebuild(folder, SAID, SAYS);
    await tab.driver.executeScript(async () => (await navigator.serviceWorker.getRegistration())?.update());
    await tab.waitForText("footer", "A new version is available.");
    await tab.click("button", "Reload", "footer");
    await tab.waitUntil((all) => all("footer").some(({ textContent }) => !textContent.includes("A new version")));
    await tab.click("button", "Explain: nobody");
    await tab.waitForText("dialog[open]", SAYS);
  } finally {
    await tab.close();
    await server.close();
    rmSync(folder, { recursive: true });
  }
});

test("embed: an element runs, is edited and reports its violation", async ({ tab, site }) => {
  await tab.driver.get(site.origin + GUIDE);
  await tab.click("button", "Run");
  await tab.waitForText(".foot", "1 violation");
});

test("embed: a frame shows an example", async ({ tab, site }) => {
  await tab.driver.get(`${site.origin + PLAYGROUND}embed/?view=output#example:kiln`);
  await tab.waitForOutput("kiln: HESTIA");
});

test("keyboard: Escape then Tab leaves the editor", async ({ tab }) => {
  await tab.open("#example:hello");
  await tab.clickOn(".file-pane.chosen .cm-content");
  await tab.press(Key.ESCAPE, Key.TAB);
  await expect.poll(() => tab.isFocused(".file-pane.chosen .cm-content")).toBe(false);
});

test("keyboard: Ctrl F6 goes from pane to pane", async ({ tab }) => {
  await tab.open("#example:hello");
  await tab.clickOn(".file-pane.chosen .cm-content");
  await tab.chord(Key.CONTROL, Key.F6);
  await expect.poll(() => tab.isFocused(".file-pane.chosen .cm-content")).toBe(false);
  for (let presses = 0; presses < 6 && !(await tab.isFocused(".file-pane.chosen .cm-content")); presses++)
    await tab.chord(Key.CONTROL, Key.F6);
  expect(await tab.isFocused(".file-pane.chosen .cm-content")).toBe(true);
});

test("keyboard: Control-S shares, and Escape returns to the editor", async ({ tab }) => {
  await tab.open("#example:hello");
  await tab.clickOn(".file-pane.chosen .cm-content");
  await tab.chord(Key.CONTROL, "s");
  await expect.poll(() => tab.isFocused("#share-link")).toBe(true);
  await tab.press(Key.ESCAPE);
  await expect.poll(() => tab.isFocused(".file-pane.chosen .cm-content")).toBe(true);
});

test("keyboard: the definition of a name with F12", async ({ tab }) => {
  await tab.open("#example:hello");
  await tab.write("#@ one = 1\na: #@ one\n");
  await tab.waitForOutput("a: 1");
  await tab.chord(Key.CONTROL, Key.HOME);
  await tab.press(Key.ARROW_DOWN, Key.END, Key.ARROW_LEFT, Key.F12);
  await tab.waitForText(".file-pane.chosen .cm-jump-target", "#@ one = 1");
});

test("narrow: the panes are tabs, and nothing is wider than the screen", async ({ tab }) => {
  await tab.driver.manage().window().setRect({ width: 500, height: 844 });
  await tab.open("#example:deployment");
  await tab.click("tab", "Output", '[aria-label="Panes"]');
  await tab.waitForOutput("kind: Deployment");
  await tab.click("tab", "Problems", '[aria-label="Panes"]');
  await tab.waitForText(".problem", "replicas");
  await tab.waitUntil(() => document.documentElement.scrollWidth <= innerWidth);
});

test("limits: an endless loop can be stopped, and the page works on", async ({ tab }) => {
  await tab.open("#example:hello");
  await tab.write("#@ for a in range(1000000):\n#@   for b in range(1000000):\n#@     c = a * b\n#@   end\n#@ end\n");
  await tab.click("button", "Stop");
  await tab.waitForText(".problems-pane", "Stopped");
  await tab.write(SMALL);
  await tab.waitForOutput("a: 3");
});

test("theme: dark and light", async ({ tab }) => {
  await tab.open("#example:hello");
  for (const [theme, scheme] of [
    ["Dark", "dark"],
    ["Light", "light"],
  ] as const) {
    await tab.click("button", "Settings", "header");
    await tab.click("menuitem", theme);
    await expect.poll(() => tab.inPage(() => getComputedStyle(document.documentElement).colorScheme)).toBe(scheme);
  }
});
