// Shared by the browser tests: the page as a user sees it, and checks that apply to every page (watch.ts).
import { test as base, expect, type Locator, type Page } from "@playwright/test";
import { type Work, workOf } from "../../web/src/core/work";
import { writeLink } from "../../web/src/formats/link";
import { examples } from "../../web/testing/works";
import { storeWork } from "../stored-work.mjs";
import { QUIET, WarmPage } from "./warm-page";
import { watch } from "./watch";

export { expect, watch };

/** A small playground with a schema, rules, values and a template that uses all of them. */
const kiln = () => {
  const example = examples.find(({ id }) => id === "kiln");
  if (!example) throw new Error("there is no example called kiln");
  return example.work;
};

/** The files in their list, or their names where there is no list. */
export const FILES = ".file-row:not(.folder), .file-tab, .stack:not(.listed) .file-name button";

export class Playground {
  readonly page: Page;
  readonly editor: Locator;
  readonly output: Locator;
  readonly problems: Locator;
  readonly flags: Locator;
  readonly status: Locator;
  #loaded = 0;

  constructor(page: Page) {
    this.page = page;
    // The first view also shows a result, before the page can be used.
    const live = ":not(.first *)";
    this.editor = page.locator(`.file-pane.chosen .cm-content${live}`);
    this.output = page.locator(`.output .cm-content${live}`);
    this.problems = page.locator(".problem");
    this.flags = page.getByLabel("Flags after");
    this.status = page.locator(`footer${live}`);
  }

  /** Opens the page as a new user sees it, or with the stored work. */
  async openPage(): Promise<void> {
    await this.page.goto("./");
    await this.isLive();
  }

  /** The workbench has replaced the first view, which shows the first answer before. */
  async isLive(): Promise<void> {
    await expect(this.page.locator(".all-widths")).toHaveCount(0);
    await expect(this.status).toContainText(/(Rendered|Failed) in/);
  }

  /** Makes the kiln the user's own playground, before the page is opened. Without a lesson, the page renders once when it opens. */
  async storeKiln({ lesson = true } = {}): Promise<void> {
    await storeWork(this.page, QUIET, lesson ? kiln() : { ...kiln(), example: "" });
  }

  /** Opens the page with the kiln. If the page was open before, it is opened again with the stored work. */
  async open(): Promise<void> {
    if (this.page.url() === "about:blank") await this.storeKiln();
    await this.openPage();
  }

  /** Opens a playground, as its link does: in the page that is open, if there is one, so that the steps of a test share a visit. */
  async load(part: Partial<Work>): Promise<void> {
    // A link to the same contents would open those with the edits.
    const title = `Work ${++this.#loaded}`;
    await this.page.goto(`./#${writeLink(workOf({ ...part, title }))}`);
    await expect(this.page).toHaveTitle(`${title} · Ytterby`);
    await this.isLive();
  }

  /** Opens the files of the kiln, without its lesson and edits. */
  loadKiln(): Promise<void> {
    return this.load({ files: kiln().files });
  }

  /** A file in the list of files, or its name above its pane where there is no list. */
  file(path: string): Locator {
    return this.page
      .locator(FILES)
      .and(this.page.getByTitle(path, { exact: true }))
      .filter({ visible: true });
  }

  /** The pane of a file in view. */
  pane(path: string): Locator {
    return this.page.locator(".file-pane").and(this.page.getByRole("group", { name: path, exact: true }));
  }

  /** An entry of the menu above a file. */
  async fileAction(path: string, action: string): Promise<void> {
    await this.page.getByRole("button", { name: `Actions for ${path}` }).click();
    const menu = this.page.getByRole("menu", { name: `Actions for ${path}` });
    await menu.locator("[role^=menuitem]").filter({ hasText: action }).click();
  }

  /** The paths of the files, in order. */
  async files(): Promise<string[]> {
    return this.page.locator(FILES).evaluateAll((names) => names.map((name) => name.getAttribute("title") ?? ""));
  }

  async openFile(path: string): Promise<void> {
    await this.file(path).click();
    await expect(this.page.locator(".file-pane.chosen .file-name")).toHaveText(path);
  }

  async openExample(title: string): Promise<void> {
    await this.page.getByRole("button", { name: "Examples" }).click();
    await this.page.getByLabel("Search the examples").fill(title);
    await this.page.locator(".example-card").filter({ hasText: title }).first().click();
    await expect(this.page.getByText(`Opened “${title}”`)).toBeVisible();
  }

  async showResult(name: string | RegExp): Promise<void> {
    await this.page.getByRole("tablist", { name: "Result" }).getByRole("tab", { name }).click();
  }

  /** The text of the open file, as far as it is in view. */
  text(): Promise<string> {
    return this.editor.locator(".cm-line").evaluateAll((all) => all.map((line) => line.textContent).join("\n"));
  }

  /** Replaces the open file's text in one edit. */
  async write(text: string): Promise<void> {
    await this.editor.click();
    await this.page.keyboard.press("ControlOrMeta+a");
    await this.page.keyboard.insertText(text);
  }

  /** Replaces a line of the open file; lines are counted from 1. */
  async writeLine(line: number, text: string): Promise<void> {
    await this.editor
      .locator(".cm-line")
      .nth(line - 1)
      .click();
    await this.page.keyboard.press("Home");
    await this.page.keyboard.press("Home");
    await this.page.keyboard.press("Shift+End");
    await this.page.keyboard.insertText(text);
  }
}

/** A template that runs for ever, as far as a user can tell. */
export const ENDLESS = `#@ for a in range(1000000):
#@   for b in range(1000000):
#@     c = a * b
#@   end
#@ end
done: true
`;

export const PAGE_MUST_NEVER = "what the page must never do";

/** Most tests: one page per worker, reset after each test. */
export const test = base.extend<{ playground: Playground }, { warm: WarmPage }>({
  warm: [
    async ({ browser }, use) => {
      const warm = new WarmPage(browser);
      await use(warm);
      await warm.close();
    },
    { scope: "worker" },
  ],
  context: async ({ warm, baseURL }, use, testInfo) => {
    await use(await warm.take(new URL(baseURL ?? "").origin));
    await warm.reset(testInfo.status === testInfo.expectedStatus);
  },
  page: async ({ context }, use) => {
    const [page] = context.pages();
    if (!page) throw new Error("the page of this worker was closed");
    await use(page);
  },
  playground: async ({ page, warm }, use) => {
    await use(new Playground(page));
    expect(warm.wrong, PAGE_MUST_NEVER).toEqual([]);
  },
});

/** A new context for each test: for storage, caches and permissions, for tests that control the clock, and for pages of other servers. */
export const isolated = base.extend({
  context: async ({ browser }, use) => {
    const context = await browser.newContext();
    await use(context);
    await context.close();
  },
  page: async ({ context }, use) => use(await context.newPage()),
});

/** A fresh page with the playground and the checks of watch.ts. */
export const fresh = isolated.extend<{ playground: Playground }>({
  playground: async ({ page, baseURL }, use) => {
    const wrong = await watch(page, new URL(baseURL ?? "").origin);
    await use(new Playground(page));
    expect(wrong, PAGE_MUST_NEVER).toEqual([]);
  },
});
