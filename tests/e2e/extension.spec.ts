// The schema proposal in the menu of settings adds its flag to the command line. A playground with the flag is marked as not portable to ytt after reloads, and
// in links, bundles, text and embeds.
import type { Page } from "@playwright/test";
import { portable } from "../../web/src/core/extension";
import { workOf } from "../../web/src/core/work";
import { examples } from "../../web/testing/works";
import { YTT_VERSION } from "../../web/testing/ytt-version";
import { link } from "./axe-visits";
import { GUIDE, PLAYGROUND, serveDocs } from "./docs-page";
import { expect, isolated, type Playground, test, watch } from "./playground";
import { storedWorks } from "./stored-works";

const FLAG = "--enable-extension schema-proposal";
const MARK = "Not portable to ytt";

const mark = (page: Page) => page.locator(".command .not-portable");
const item = (page: Page) => page.getByRole("menuitemcheckbox", { name: "Schema proposal" });
const sharing = ({ page }: Playground) => page.getByRole("dialog", { name: "Share" });
const settings = (page: Page) => page.getByRole("button", { name: "Settings" });

async function turn(page: Page): Promise<void> {
  await settings(page).click();
  await item(page).click();
}

/** Checks the item in the menu of settings. */
async function expectSwitched(page: Page, on: boolean): Promise<void> {
  await settings(page).click();
  await expect(item(page)).toBeChecked({ checked: on });
  await page.keyboard.press("Escape");
}

const clay = workOf({ title: "Clay", files: [{ path: "clay.yml", content: "clay: red\n" }] });

test("enabling adds the flag and a label, disabling removes both: in the menu, by typing and by keyboard", {
  tag: "@quick",
}, async ({ playground, page }) => {
  await test.step("enabling adds the flag and a label, disabling removes both", async () => {
    await playground.open();
    await playground.flags.fill("--debug");
    await expect(mark(page)).toHaveCount(0);
    await expectSwitched(page, false);
    await turn(page);
    await expect(playground.flags).toHaveValue(`${FLAG} --debug`);
    await expect(mark(page)).toHaveText(MARK);
    await expect(mark(page)).toHaveAttribute("title", /schema proposal/);
    await expect(playground.flags).toHaveAccessibleDescription(/^Not portable to ytt\. .*schema proposal/);
    await expect(playground.status).toContainText(`ytt ${YTT_VERSION} with the schema proposal`);

    await playground.status.getByRole("button", { name: "Undo" }).click();
    await expect(playground.flags).toHaveValue("--debug");
    await expectSwitched(page, false);
    await turn(page);

    await expect.poll(async () => (await storedWorks(page))[0]?.commandLine).toBe(`${FLAG} --debug`);
    await page.reload();
    await expect(mark(page)).toBeVisible();
    await expect(playground.flags).toHaveValue(`${FLAG} --debug`);
    await expectSwitched(page, true);
    await turn(page);
    await expect(playground.flags).toHaveValue("--debug");
    await expect(mark(page)).toHaveCount(0);
    await expect(playground.status).not.toContainText("with the schema proposal");
  });
  await test.step("typing the flag enables it", async () => {
    await playground.flags.fill("");
    await playground.flags.pressSequentially("--enable-extension=schema-proposal");
    await expect(mark(page)).toBeVisible();
    await expectSwitched(page, true);
    await playground.flags.press("End");
    await playground.flags.press("Backspace");
    await expect(mark(page)).toHaveCount(0);
    await expectSwitched(page, false);
  });
  await test.step("it is enabled and disabled by keyboard", async () => {
    await playground.flags.fill("");
    await settings(page).focus();
    for (const on of [true, false]) {
      await page.keyboard.press("ArrowUp");
      await expect(item(page)).toBeFocused();
      await page.keyboard.press("Space");
      await expect(mark(page)).toHaveCount(on ? 1 : 0);
      await expect(settings(page)).toBeFocused();
    }
    await expect(playground.flags).toHaveValue("");
  });
});

test("links, environments and examples with the flag are marked; a value for a deprecated key is a warning", async ({
  playground,
  page,
  browser,
}) => {
  await test.step("an environment with the flag is marked, and so is everything that contains it", async () => {
    const variant = { name: "beyond", commandLine: FLAG, env: [], without: [] };
    await page.goto(`./${link({ ...clay, variants: [variant], view: "compare" })}`);
    await page.getByRole("button", { name: "Edit beyond" }).click();
    await expect(page.locator(".variant-editor .not-portable")).toHaveText(MARK);
    await expect(mark(page)).toHaveCount(0);
    await page.getByRole("button", { name: "Share", exact: true }).click();
    await expect(sharing(playground)).toContainText("A variant in the link and bundle uses the schema proposal");
  });
  await test.step("exactly the examples that use it are marked in the gallery", async () => {
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Examples" }).click();
    const cards = page.locator(".example-card");
    await expect(cards).toHaveCount(examples.length);
    const marked = cards.filter({ has: page.locator(".not-portable") }).locator("strong:first-child");
    const beyond = examples.filter(({ work }) => !portable(work)).map(({ whole }) => whole.title);
    await expect.poll(async () => (await marked.allTextContents()).toSorted()).toEqual(beyond.toSorted());
  });
  await test.step("links contain the flag, and the share dialog shows the label", async () => {
    await page.keyboard.press("Escape");
    await page.goto(`./${link(clay)}`);
    await expect(page.locator("footer .verdict")).toBeAttached();
    const share = page.getByRole("button", { name: "Share", exact: true });
    await share.click();
    await expect(sharing(playground)).toContainText("The script reproduces the run with ytt");
    await expect(sharing(playground).locator(".not-portable")).toHaveCount(0);
    await page.keyboard.press("Escape");

    await turn(page);
    await share.click();
    await expect(sharing(playground).locator(".not-portable")).toHaveText(MARK);
    await expect(sharing(playground)).toContainText("The link, bundle, script and Markdown use the schema proposal");
    await expect(sharing(playground)).toContainText("The script reproduces the run with ytterby");
    const shared = await page.getByRole("textbox", { name: "Link", exact: true }).inputValue();

    const context = await browser.newContext({ serviceWorkers: "block" });
    const other = await context.newPage();
    await other.goto(shared);
    await expect(other.getByRole("region", { name: "Open playground" })).toContainText("Shared: Clay");
    await expect(mark(other)).toHaveText(MARK);
    await expect(other.getByLabel("Flags after")).toHaveValue(FLAG);
    await context.close();
  });
  await test.step("a value for a deprecated key is a warning, with advice and links to both positions", async () => {
    await page.keyboard.press("Escape");
    await playground.openExample("Required values of a platform");
    await expect(playground.status).toContainText("8 violations, 1 warning");
    const warning = playground.problems.filter({ hasText: "remove_limits" });
    await expect(warning).toContainText("Replaced by quotas in version 2");
    await warning.getByRole("button", { name: "values.yml:13" }).click();
    await expect(page.locator(".file-pane.chosen .cm-jump-target")).toContainText("remove_limits: true");
    await warning.getByRole("button", { name: "Explain" }).click();
    await expect(page.getByRole("dialog")).toContainText("Deprecated data value");
  });
});

isolated("embeds are marked before they run, in use, and in a frame", async ({ page }) => {
  const file = '<pre data-filename="clay.yml">clay: red\n</pre>';
  const frame = `<iframe title="Clay" src="${PLAYGROUND}embed/${link({ ...clay, commandLine: FLAG })}"></iframe>`;
  const server = await serveDocs(
    `<ytt-playground id="beyond" args="${FLAG}">${file}</ytt-playground><ytt-playground id="plain" args="--debug">${file}</ytt-playground>${frame}`,
  );
  const wrong = await watch(page, server.origin);
  await page.goto(server.origin + GUIDE);
  const [beyond, plain] = [page.locator("#beyond"), page.locator("#plain")];
  await expect(beyond.locator(".not-portable")).toHaveText(MARK);
  await expect(plain.locator(".command")).toBeVisible();
  await expect(plain.locator(".not-portable")).toHaveCount(0);
  const before = (await beyond.boundingBox())?.height;
  for (const embed of [beyond, plain]) await embed.getByRole("button", { name: "Run" }).click();
  await expect(beyond.getByLabel("Flags after")).toHaveAccessibleDescription(/^Not portable to ytt\./);
  await expect(beyond.locator(".not-portable")).toHaveText(MARK);
  expect((await beyond.boundingBox())?.height).toBe(before);
  await expect(plain.getByLabel("Flags after")).toHaveValue("--debug");
  await expect(plain.locator(".not-portable")).toHaveCount(0);
  await expect(page.frameLocator("iframe").locator(".not-portable")).toHaveText(MARK);
  expect(wrong, "what a docs page must never see").toEqual([]);
  await server.close();
});
