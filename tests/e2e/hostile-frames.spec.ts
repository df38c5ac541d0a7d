// Embeds between strangers: messages that are not of the protocol, or from another window than the page that the frame's address names, are ignored;
// the frame sends only what docs/embedding.md documents; and everything in a <ytt-playground> is text.
import type { Page } from "@playwright/test";
import { writeLink } from "../../web/src/formats/link";
import { GUIDE, guide, PLAYGROUND, serveDocs } from "./docs-page";
import { drawn } from "./frames";
import { count, expectUnharmed, groups, guard, hostileWork, MARKUP, pathsOf, remember, sayCount } from "./hostile";
import { expect, isolated as test, watch } from "./playground";
import { DIST, serve } from "./static-server";

// The machine may be busy.
test.describe.configure({ timeout: 180_000 });
test.afterEach(() => sayCount());

/** Records the messages from frames, and can post to the first of them. */
const SCRIPT = `
globalThis.heard = [];
addEventListener("message", ({ data, origin, source }) => heard.push({ data, origin, mine: source === document.querySelector("iframe")?.contentWindow }));
`;
type Heard = { data: Record<string, unknown>; origin: string; mine: boolean };
const heard = (page: Page) => page.evaluate(() => (globalThis as unknown as { heard: Heard[] }).heard);
const frame = (query: string, hash = "#example:kiln") =>
  `<script src="guide.js"></script><iframe title="frame" src="${PLAYGROUND}embed/?${query}${hash}"></iframe>`;

const FILES = [{ path: "a.yml", content: "said: #@ 1 + 2\n" }];

/** Messages to the frame; made in the page, because not all of them can be serialized. */
const NONSENSE = `[
  undefined, null, 0, 1, NaN, true, "", "load", "x".repeat(5_000_000), [], [1], {}, new Date(), /x/, new Map([["ytterby", 1]]), new Set([1]),
  new ArrayBuffer(8), new Uint8Array(1e6), new Error("x"), 10n, new Blob(["x"]), new ImageData(1, 1),
  { ytterby: 1 }, { ytterby: "1", type: "load", files }, { ytterby: 2, type: "load", files }, { ytterby: true, type: "load", files }, { ytterby: [1], type: "load", files },
  { type: "load", files }, { ytterby: 1, type: "Load", files }, { ytterby: 1, type: ["load"], files }, { ytterby: 1, type: { toString: 1 }, files },
  ...["__proto__", "constructor", "toString", "hasOwnProperty", "ready", "result", "resize", "change", "eval", "", null, 1].map((type) => ({ ytterby: 1, type, files })),
  ...["x", 1, null, {}, { length: 1, 0: files[0] }, new Map(), [null], [1], ["a"], [[]], [{}], [{ path: "a.yml" }], [{ content: "x" }], [{ path: "", content: "x" }],
    [{ path: 1, content: "x" }], [{ path: "a.yml", content: 1 }], [{ path: "a.yml", content: null }], [{ path: ["a.yml"], content: ["x"] }], [...files, null], new Array(3),
    Array.from({ length: 201 }, (_, at) => ({ path: "f" + at, content: "" })), Array(1e6).fill(files[0]), [{ path: "a.yml", content: "x".repeat(2_000_001) }], [{ path: "x".repeat(2_000_001), content: "" }],
  ].map((files) => ({ ytterby: 1, type: "load", files })),
  ...[1, null, {}, [], "red", "Light", "__proto__", "constructor", "url(//evil.test)", "dark;x:y"].map((theme) => ({ ytterby: 1, type: "set-theme", theme })),
  { ytterby: 1, type: "load", label: "x".repeat(2_000_001) }, { ytterby: 1, type: "load", args: "x".repeat(1_500_000), env: "x".repeat(1_500_000) },
  (() => { const round = { ytterby: 1, type: "load" }; round.files = [round]; return round; })(),
  (() => { let deep = []; for (let at = 0; at < 5000; at++) deep = [deep]; return { ytterby: 1, type: "load", files: deep }; })(),
  JSON.parse('{"__proto__": {"ytterby": 1, "type": "load", "polluted": 1}}'),
  JSON.parse('{"constructor": {"prototype": {"polluted": 1}}}'),
]`;

/** The frame has received and drawn every message that was sent before: messages of a page arrive in order. */
async function received(page: Page): Promise<void> {
  const frame = page.frames()[1];
  const last = frame?.evaluate(
    () =>
      new Promise<void>((resolve) =>
        addEventListener("message", ({ data }) => data === "the last one" && resolve(), { capture: true }),
      ),
  );
  // `last` may listen after a message that is sent at once.
  await expect(async () => {
    await page.evaluate(() => document.querySelector("iframe")?.contentWindow?.postMessage("the last one", "*"));
    expect(await Promise.race([last?.then(() => true), drawn(page).then(() => false)])).toBe(true);
  }).toPass();
  await drawn(page);
}

test("invalid messages and fields are ignored, valid ones are taken as text, and the frame keeps working", async ({
  page,
}) => {
  const server = await serveDocs(frame(`origin=%origin%`), SCRIPT);
  const wrong = await watch(page, server.origin);
  await guard(page);
  await page.goto(server.origin + GUIDE);
  const inside = page.frameLocator("iframe");
  const output = inside.locator(".output .cm-content");
  await expect(output).toContainText("kiln: HESTIA");
  await expect.poll(async () => (await heard(page)).some(({ data }) => data.type === "result")).toBe(true);
  await page.evaluate(() => {
    (globalThis as unknown as { heard: unknown[] }).heard = [];
  });
  // Outside of Playwright's own evaluation, to which the page's policy does not apply.
  const sent = (await page.evaluate(
    `(() => { const files = ${JSON.stringify(FILES)}; let sent = 0; for (const message of ${NONSENSE}) try { document.querySelector("iframe").contentWindow.postMessage(message, "*"); sent++ } catch {} return sent })()`,
  )) as number;
  expect(sent).toBeGreaterThan(75);
  count(sent);
  await received(page);
  // Files are shown before they are rendered.
  await expect(page.frameLocator("iframe").getByText("said")).toHaveCount(0);
  await expect(output).toContainText("kiln: HESTIA");
  expect(await heard(page)).toEqual([]);
  const state = await page.frames()[1]?.evaluate(() => ({
    changed: (globalThis as unknown as { prototypesChanged(): boolean }).prototypesChanged(),
    polluted: ({} as { polluted?: number }).polluted,
    scheme: document.documentElement.style.colorScheme,
  }));
  expect(state).toEqual({ changed: false, polluted: undefined, scheme: "light dark" });
  // Fields of the wrong type are left out, and the rest is taken as text.
  const names = ["__proto__", "constructor", "toString", "__proto__/x", ...pathsOf(MARKUP)];
  const odd = [
    { args: { toString: "x" }, env: 1, view: "constructor", active: {}, label: [], readonly: "yes", src: 0 },
    { args: "'", env: "'", view: "__proto__", active: "__proto__", label: MARKUP.join(" ") },
    {
      args: MARKUP.map((text) => `--data-value 'x=${text.replaceAll("'", "")}'`).join(" "),
      env: "__proto__=1 constructor=2 'a b'=3 =4 ==",
    },
    { files: names.map((path) => ({ path, content: `a: 1\n`, __proto__: { path: "x" } })) },
    {
      files: ["../up", "/abs", "C:/x", "a\\b", "a\0b", "a\u001bb", "", "same", "same"]
        .filter(Boolean)
        .map((path) => ({ path, content: "" })),
    },
    { src: "javascript:globalThis.hacked=1" },
    { src: "#gist:https://gist.github.com/x/0123456789abcdef0123" },
    { src: "https://evil.test/#y1:d.AAAA.AAAAAA" },
    { src: "example:__proto__" },
    { src: "#explain:constructor/wrong" },
    { src: `#${writeLink(hostileWork(MARKUP))}` },
  ];
  for (const part of odd) {
    await page.evaluate(
      (part) =>
        document.querySelector("iframe")?.contentWindow?.postMessage({ ytterby: 1, type: "load", ...part }, "*"),
      part,
    );
    await received(page);
    count(1);
    const inside = page.frames()[1];
    const found = await inside?.evaluate(() => {
      const root = document.querySelector("#embed > div")?.shadowRoot;
      return {
        hacked: "hacked" in globalThis,
        inherited: Object.keys(Object.getPrototypeOf({})),
        made: [
          ...(root?.querySelectorAll(
            "script, iframe, object, embed, base, form[action], style, img:not(.cm-widgetBuffer), [onload], [onerror], [onclick], a[href^='javascript']",
          ) ?? []),
        ].map((one) => one.outerHTML.slice(0, 80)),
      };
    });
    expect(found, JSON.stringify(part).slice(0, 80)).toEqual({ hacked: false, inherited: [], made: [] });
  }
  // A valid message still works.
  await page.evaluate(
    (files) =>
      document
        .querySelector("iframe")
        ?.contentWindow?.postMessage({ ytterby: 1, type: "load", files, args: "", env: "", more: { of: "it" } }, "*"),
    FILES,
  );
  await expect(output).toContainText("said: 3");
  expect(wrong).toEqual([]);
  await server.close();
});

test("the frame sends its page only documented messages", async ({ page }) => {
  const server = await serveDocs(frame(`origin=%origin%`), SCRIPT);
  await page.goto(server.origin + GUIDE);
  const inside = page.frameLocator("iframe");
  await expect(inside.locator(".output .cm-content")).toContainText("kiln: HESTIA");
  await page.evaluate(
    (files) =>
      document
        .querySelector("iframe")
        ?.contentWindow?.postMessage(
          { ytterby: 1, type: "load", files, args: "--data-value secret=1", env: "TOKEN=secret" },
          "*",
        ),
    FILES,
  );
  await expect(inside.locator(".output .cm-content")).toContainText("said: 3");
  await inside
    .getByRole("tab", { name: /Input|a.yml/ })
    .first()
    .click();
  await inside.getByRole("textbox", { name: /^Contents/ }).click();
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.insertText("b: 1\n");
  await expect
    .poll(async () => (await heard(page)).filter(({ data }) => data.type === "change").length)
    .toBeGreaterThan(0);
  const documented: Record<string, string[]> = {
    ready: ["type", "ytterby"],
    resize: ["height", "type", "ytterby"],
    change: ["files", "type", "ytterby"],
    result: ["exitStatus", "files", "problems", "report", "type", "ytterby"],
  };
  const all = await heard(page);
  expect(new Set(all.map(({ data }) => data.type))).toEqual(new Set(Object.keys(documented)));
  for (const { data, origin, mine } of all) {
    expect({ origin, mine }).toEqual({ origin: server.origin, mine: true });
    expect(Object.keys(data).sort()).toEqual(documented[String(data.type)]);
    for (const file of (data.files ?? []) as object[]) expect(Object.keys(file).sort()).toEqual(["content", "path"]);
    if (data.type === "resize") expect(typeof data.height).toBe("number");
  }
  // Only the parts of variables and flags that ytt itself prints.
  expect(JSON.stringify(all)).not.toContain("TOKEN");
  count(all.length);
  await server.close();
});

const expectDeaf = async (page: Page, query: string): Promise<void> => {
  const server = await serveDocs(frame(query), SCRIPT);
  await page.goto(server.origin + GUIDE);
  const output = page.frameLocator("iframe").locator(".output .cm-content");
  await expect(output).toContainText("kiln: HESTIA");
  await page.evaluate((files) => {
    const target = document.querySelector("iframe")?.contentWindow;
    for (const to of ["*", location.origin]) {
      target?.postMessage({ ytterby: 1, type: "load", files }, to);
      target?.postMessage({ ytterby: 1, type: "set-theme", theme: "dark" }, to);
      target?.postMessage({ ytterby: 1, type: "run" }, to);
    }
  }, FILES);
  await received(page);
  // Files are shown before they are rendered.
  await expect(page.frameLocator("iframe").getByText("said")).toHaveCount(0);
  await expect(output).toContainText("kiln: HESTIA");
  expect(await heard(page)).toEqual([]);
  expect(await page.frames()[1]?.evaluate(() => document.documentElement.style.colorScheme)).toBe("light dark");
  count(6);
  await server.close();
};

test("a frame whose address names no origin, any or that of another page neither accepts messages of its page nor sends any", async ({
  page,
}) => {
  for (const query of ["", "origin=*", "origin=null", "origin=//", "origin=https://docs.example"])
    await test.step(query || "no origin", () => expectDeaf(page, query));
});

test("messages of other windows are ignored: a sibling of the frame, of another origin or of its own, and the frame itself", async ({
  page,
}) => {
  const say = `for (const at of [0, 1, 2]) parent.frames[at].postMessage({ ytterby: 1, type: "load", files: ${JSON.stringify(FILES)} }, "*"); parent.postMessage("said", "*");`;
  const whenAsked = (act: string) =>
    `<!doctype html><script>addEventListener("message", ({ data }) => { if (data === "now") { ${act} } })</script>`;
  const stranger = await serve({
    texts: {
      "/": whenAsked(`${say} parent.postMessage({ ytterby: 1, type: "resize", height: 9999 }, "*");`),
    },
  });
  const siblings = `<iframe title="own" src="sibling"></iframe><iframe title="other" src="${stranger.origin}/"></iframe>`;
  // Without a policy, which would not allow the stranger's frame.
  const docs = await serve({
    folders: { [PLAYGROUND]: DIST },
    texts: {
      [GUIDE]: guide(frame(`origin=%origin%`) + siblings),
      [`${GUIDE}guide.css`]: "",
      [`${GUIDE}guide.js`]: SCRIPT,
      [`${GUIDE}sibling`]: whenAsked(say),
    },
    headers: (path): Record<string, string> => (path.endsWith("guide.js") ? { "content-type": "text/javascript" } : {}),
  });
  await page.goto(docs.origin + GUIDE);
  const output = page.frameLocator("iframe[title=frame]").locator(".output .cm-content");
  await expect(output).toContainText("kiln: HESTIA");
  await page.evaluate(() => {
    for (const at of [1, 2]) globalThis.frames[at]?.postMessage("now", "*");
  });
  await page.frames()[1]?.evaluate((files) => postMessage({ ytterby: 1, type: "load", files }, "*"), FILES);
  await expect.poll(async () => (await heard(page)).filter(({ data }) => String(data) === "said").length).toBe(2);
  await drawn(page);
  // Files are shown before they are rendered.
  await expect(page.frameLocator("iframe[title=frame]").getByText("said")).toHaveCount(0);
  await expect(output).toContainText("kiln: HESTIA");
  count(7);
  await docs.close();
  await stranger.close();
});

test("an element with a frame of another origin accepts messages of that frame only", async ({ page }) => {
  const play = await serve({
    folders: { "/": DIST },
    headers: () => ({ "access-control-allow-origin": "*", "cross-origin-resource-policy": "cross-origin" }),
  });
  const docs = await serve({
    texts: {
      "/": `<!doctype html><title>Docs</title><script defer src="${play.origin}/embed.js"></script><ytt-playground id="one"><pre data-filename="a.yml">a: 1</pre></ytt-playground>`,
    },
  });
  await page.goto(docs.origin);
  await page.evaluate(() => {
    Object.assign(globalThis, { events: [] });
    for (const type of ["ytt-ready", "ytt-rendered", "ytt-change"])
      document.addEventListener(type, () => (globalThis as unknown as { events: string[] }).events.push(type));
  });
  await page.getByRole("button", { name: "Run" }).click();
  await expect(page.frameLocator("iframe").locator(".output .cm-content")).toContainText("a: 1");
  const height = () => page.locator("iframe").evaluate((one) => (one as HTMLElement).style.height);
  await expect.poll(height).toMatch(/^\d+px$/);
  const before = await height();
  const events = () => page.evaluate(() => (globalThis as unknown as { events: string[] }).events.length);
  const told = await events();
  await page.evaluate(() => {
    for (const data of [
      null,
      1,
      { ytterby: 1 },
      { ytterby: 1, type: "resize", height: "1px; background: url(//evil.test)" },
      { ytterby: 1, type: "resize", height: 1 },
      { ytterby: 1, type: "result", files: [] },
      { ytterby: 1, type: "ready" },
      { ytterby: 1, type: "__proto__" },
    ])
      postMessage(data, "*");
  });
  await drawn(page);
  expect(await height()).toBe(before);
  expect(await events()).toBe(told);
  count(8);
  await docs.close();
  await play.close();
});

test("hostile texts in <ytt-playground>: before it is used, while it is, and by its methods", async ({ browser }) => {
  for (const [group, texts] of groups)
    await test.step(group, async () => {
      const page = await browser.newPage();
      const server = await serveDocs(`<ytt-playground id="one"><pre data-filename="a.yml">a: 1</pre></ytt-playground>`);
      const wrong = await watch(page, server.origin);
      const dialogs = await guard(page);
      await page.goto(server.origin + GUIDE);
      await page.getByRole("button", { name: /^Run/ }).click();
      await expect(page.locator("#one .output .cm-content")).toContainText("a: 1");
      await remember(page);
      const work = hostileWork(texts);
      await page.evaluate(
        ([texts, files]) => {
          const element = document.createElement("ytt-playground");
          element.id = "two";
          const words = texts.join(" ").replaceAll(/['"]/g, "");
          for (const [name, value] of Object.entries({
            label: texts.join(" "),
            args: words,
            env: words,
            active: texts[0] ?? "",
            src: "",
            height: texts[1] ?? "",
            theme: texts[2] ?? "",
            view: texts[3] ?? "",
            run: texts[4] ?? "",
          }))
            element.setAttribute(name, value);
          for (const { path, content } of files) {
            const pre = document.createElement("pre");
            pre.setAttribute("data-filename", path);
            pre.textContent = content;
            element.append(pre);
          }
          const bare = document.createElement("pre");
          bare.textContent = texts.map((text) => `-- ${text} --\n${text}\n`).join("");
          element.append(bare);
          // A page contains the words of the files unchanged: the elements that show them are checked.
          document.querySelector("main")?.append(element);
          for (const child of element.querySelectorAll("pre"))
            child.textContent = child.textContent?.replaceAll(/[^\n -~]/gu, "") ?? "";
        },
        [[...texts], work.files] as [string[], { path: string; content: string }[]],
      );
      count(texts.length * 8);
      const two = page.locator("#two");
      await expect(two.getByRole("button", { name: /^Run/ })).toBeVisible();
      await expectUnharmed(page, `${group}: static`);
      for (const tab of (await two.getByRole("tab").all()).slice(0, 6)) await tab.click();
      await expectUnharmed(page, `${group}: static, tabs`);
      await two.getByRole("button", { name: /^Run/ }).click();
      await expect(two.locator(".foot")).toContainText(/problem|wrong|violation/);
      await expectUnharmed(page, `${group}: in use`);
      await two.evaluate(
        (element, files) =>
          (element as HTMLElement & { load(work: object): Promise<void> }).load({
            files,
            args: "",
            env: "",
            label: "x",
            active: "",
          }),
        work.files as { path: string; content: string }[],
      );
      count(texts.length * 4);
      await expect(two.locator(".foot")).toContainText(/violation/);
      await expectUnharmed(page, `${group}: loaded`);
      await two.getByRole("tab", { name: /^Problems/ }).click();
      await expectUnharmed(page, `${group}: problems`);
      await two.getByRole("tab", { name: "Output" }).click();
      for (const tab of (await two.locator(".strip-tab").all()).slice(0, 5)) await tab.click();
      await expectUnharmed(page, `${group}: outputs`);
      expect(dialogs).toEqual([]);
      expect(wrong).toEqual([]);
      await server.close();
      await page.close();
    });
});
