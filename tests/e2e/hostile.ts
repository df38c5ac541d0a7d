// Shared by the tests of hostile input: the texts, a playground with all of them in every text field, and assertions: nothing has run or was
// requested, no prototype has changed, no text has become markup, and no invisible character is unmarked.
import { type Page, test } from "@playwright/test";
import { UNSEEN } from "../../web/src/core/unseen";
import { type Work, workOf } from "../../web/src/core/work";
import { GROUPS, pathsOf } from "../../web/testing/hostile-texts";
import { expect } from "./playground";

export * from "../../web/testing/hostile-texts";

/** All of them at the level `all` of scripts/test. */
export const groups = Object.entries(GROUPS).filter(
  ([group]) => process.env.TEST_LEVEL === "all" || group === "markup",
);

let tried = 0;
/** Counts inputs; `sayCount` prints their number in this test. */
export function count(inputs: number): void {
  tried += inputs;
}
export function sayCount(): void {
  console.log(`hostile inputs tried: ${tried}`);
  test.info().annotations.push({ type: "hostile inputs tried", description: String(tried) });
  tried = 0;
}

/** In a YAML string with double quotes. */
const quoted = (text: string): string =>
  `"${[...text]
    .map((char) => {
      const code = char.codePointAt(0) ?? 0;
      if (char === '"' || char === "\\") return `\\${char}`;
      if (code >= 0x20 && code < 0x7f) return char;
      return code < 0x10000 ? `\\u${code.toString(16).padStart(4, "0")}` : `\\U${code.toString(16).padStart(8, "0")}`;
    })
    .join("")}"`;

/** In a Starlark string: as bytes, if it is not ASCII. */
const starlark = (text: string): string =>
  `"${[...new TextEncoder().encode(text)]
    .map((byte) => {
      const char = String.fromCharCode(byte);
      if (byte < 0x20 || byte >= 0x7f) return `\\x${byte.toString(16).padStart(2, "0")}`;
      return char === '"' || char === "\\" ? `\\${char}` : char;
    })
    .join("")}"`;

/** In a YAML string with single quotes: anything but control characters may be unescaped. */
const single = (text: string): string => `'${text.replaceAll("'", "''")}'`;
const isRaw = (text: string) => !/[\p{Cc}\p{Cs}\ufeff\u2028\u2029]/u.test(text);

const LINKS = [
  "javascript:globalThis.hacked=1",
  "JaVaScRiPt:globalThis.hacked=1",
  " javascript:globalThis.hacked=1",
  "java\tscript:globalThis.hacked=1",
  "data:text/html,<script>opener.hacked=1</script>",
  "vbscript:hacked",
  "//evil.test/",
  "https:javascript:globalThis.hacked=1",
  "#y1:d.AAAA.AAAAAA",
  "blob:null/1",
];

/** A playground with the texts in every text field. */
export function hostileWork(texts: readonly string[]): Work {
  // ytt takes the text after a CR in a schema's key for code, and stops at a NUL.
  const keys = texts.map((text) => (isRaw(text) ? single(text) : quoted(text.replaceAll(/[\r\0]/g, ""))));
  const schema = texts.flatMap((text, at) => [
    `#@schema/title ${starlark(text)}`,
    `#@schema/desc ${starlark(text)}`,
    `#@schema/examples (${starlark(text)}, ${starlark(text)})`,
    ...(at % 3 === 1 ? [`#@schema/deprecated ${starlark(text)}`] : []),
    `#@schema/validation (${starlark(text)}, lambda value: fail(${starlark(text)}) if value else True)`,
    `${keys[at]}: ${quoted(text)}`,
  ]);
  const values = texts.flatMap((text, at) => (at % 2 ? [`${keys[at]}: ${quoted(`${text} set`)}`] : []));
  const template = [
    '#@ load("@ytt:data", "data")',
    ...texts.map((text) => `#@ print(${starlark(text)})`),
    ...texts.map((text, at) => `${keys[at]}: ${quoted(text)}`),
    "all: #@ data.values",
  ];
  const paths = pathsOf(texts);
  const lesson = [
    ...texts.map((text) => `- ${text} \`${text}\` **${text}** [${text}](${text})`),
    ...LINKS.map((link) => `- [${link}](${link}) <${link}>`),
    "```",
    ...texts,
    "```",
  ].join("\n");
  const env = texts.map((text) => ({ name: text, value: text }));
  const line = texts
    .filter((text) => !text.includes("\0"))
    .map((text) => `--data-value ${shell(`x=${text}`)}`)
    .join(" ");
  return workOf({
    title: texts.join(" "),
    description: texts.join(" "),
    lesson,
    files: [
      { path: "schema.yml", content: `#@data/values-schema\n---\n${schema.join("\n")}\nx: ""\n` },
      { path: "values.yml", content: `#@data/values\n---\n${values.join("\n")}\n` },
      { path: "all.yml", content: `${template.join("\n")}\n` },
      ...paths.map((path, at) => ({
        path,
        content: `#! ${texts[at % texts.length]?.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\ufeff]/gu, "")}\nfile: ${quoted(path)}\n`,
      })),
    ],
    commandLine: line,
    env,
    checks: texts.flatMap((text) => [
      { title: text, output: `${text}.yml`, contains: text },
      { value: text, is: text },
      { violation: text, says: text },
    ]),
    variants: texts.slice(0, 12).map((text) => ({ name: text, commandLine: line, env, without: [`${text}.yml`] })),
    view: texts[0] ?? "",
  });
}

const shell = (word: string) => `'${word.replaceAll("'", `'"'"'`)}'`;

/** Number of places of `hostileWork` with such a text. */
export const PLACES = 24;

/** Before any script of the page: records prototypes. Requests nothing. */
export async function guard(page: Page): Promise<string[]> {
  const dialogs: string[] = [];
  page.on("dialog", (dialog) => {
    dialogs.push(`${dialog.type()}: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on("popup", (popup) => dialogs.push(`popup: ${popup.url()}`));
  await page.addInitScript(() => {
    const all = [Object, Array, Function, String, Number, Boolean, Map, Set, Promise, RegExp, Error, Element, Node];
    const state = () => JSON.stringify(all.map(({ prototype }) => Reflect.ownKeys(prototype).map(String)));
    Object.assign(globalThis, {
      prototypesChanged: (
        (before) => () =>
          before !== state()
      )(state()),
    });
  });
  return dialogs;
}

/** Elements that no text may become. CodeMirror has empty images of its own around widgets. */
const DANGEROUS =
  "script, iframe, object, embed, base, meta, link:not([rel=modulepreload]), style, form[action], img:not(.cm-widgetBuffer), video, audio, svg[onload], [srcdoc], [onload], [onerror], [onclick], [onfocus], [onmouseover], [autofocus]:not(input):not(button), a:not([href^='https://']):not([href^='http://']):not([href^='#example:']):not([href^='blob:'])";

async function dangerous(page: Page): Promise<string[]> {
  return page.evaluate((selector) => {
    const found: string[] = [];
    const look = (root: Document | ShadowRoot) => {
      for (const element of root.querySelectorAll(selector)) found.push(element.outerHTML.slice(0, 120));
      for (const element of root.querySelectorAll("*")) if (element.shadowRoot) look(element.shadowRoot);
    };
    look(document);
    return found.sort();
  }, DANGEROUS);
}

/** Texts and read attributes on the page with invisible characters that are not marked. */
async function unmarked(page: Page): Promise<string[]> {
  return page.evaluate((source) => {
    const unseen = new RegExp(source, "u");
    const found: string[] = [];
    const look = (root: Document | ShadowRoot) => {
      const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        const around = node.parentElement;
        if (!around || around.closest(".unseen, script, style, .cm-announced")) continue;
        // CodeMirror uses such characters in empty lines, and around widgets.
        if (around.closest(".cm-editor") && /^\u200b*$/.test(node.nodeValue ?? "")) continue;
        if (unseen.test(node.nodeValue ?? ""))
          found.push(`${around.className || around.tagName}: ${JSON.stringify(node.nodeValue)}`);
      }
      for (const element of root.querySelectorAll("*")) {
        for (const name of ["title", "aria-label", "placeholder", "alt"]) {
          const value = element.getAttribute(name) ?? "";
          if (unseen.test(value))
            found.push(`${element.className || element.tagName} ${name}: ${JSON.stringify(value)}`);
        }
        if (element.shadowRoot) look(element.shadowRoot);
      }
    };
    look(document);
    if (unseen.test(document.title)) found.push(`document title: ${document.title}`);
    return found;
  }, UNSEEN.source);
}

/** The state of each page before any hostile input. */
const before = new WeakMap<Page, string[]>();

export async function remember(page: Page): Promise<void> {
  // Dialogs are loaded after the first render.
  if ((await page.locator("ytterby-page").count()) > 0)
    await page.waitForFunction(() =>
      (document.querySelector("ytterby-page") as unknown as { renders: Map<string, number> }).renders.has(
        "dialog open-paste",
      ),
    );
  before.set(page, await dangerous(page));
}

/** Invariants. `where` is for the message. */
export async function expectUnharmed(page: Page, where: string): Promise<void> {
  const state = await page.evaluate(() => ({
    hacked: "hacked" in globalThis,
    changed: (globalThis as unknown as { prototypesChanged(): boolean }).prototypesChanged(),
    inherited: Object.keys(Object.getPrototypeOf({})),
  }));
  expect(state, where).toEqual({ hacked: false, changed: false, inherited: [] });
  expect(await dangerous(page), `${where}: elements made of text`).toEqual(before.get(page) ?? []);
  expect(await unmarked(page), `${where}: shown unmarked`).toEqual([]);
}
