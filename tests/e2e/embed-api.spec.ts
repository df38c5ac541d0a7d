// <ytt-playground> for docs authors and frameworks: properties, attributes and children that change before and after Run, events, expected output,
// problems. What differs is tested in a page of the playground's origin and in one of another origin, where the view is in a frame.
import type { FrameLocator, Locator, Page } from "@playwright/test";
import type {} from "../../web/embed/embed-module.js";
import { expectAccessible } from "./accessible";
import { FIRING, GUIDE, guide, serveDocs } from "./docs-page";
import { drawn } from "./frames";
import { expect, isolated as test, watch } from "./playground";
import { DIST, serve } from "./static-server";
import { watchPolicy } from "./watch";

const SUM = '<ytt-playground><pre data-filename="sum.yml">sum: #@ 1 + 2\n</pre></ytt-playground>';
const WRONG = '<ytt-playground><pre data-filename="a.yml">a: #@ fail("too hot")\n</pre></ytt-playground>';

const expecting = (text: string) =>
  SUM.replace("</ytt-playground>", `<pre data-expected-output>${text}</pre></ytt-playground>`);

const embed = (page: Page) => page.locator("ytt-playground");
const run = (page: Page) => embed(page).getByRole("button", { name: /^Run/ }).click();
const output = (view: Locator | FrameLocator) => view.locator(".output .cm-content");

/** Changes the element, in the page. The types are those of embed-module.d.ts. */
const change = (page: Page, how: (element: HTMLElementTagNameMap["ytt-playground"]) => unknown) =>
  embed(page).evaluate(how as (element: Node) => unknown);

/** Collects the details of all events in `heard`. */
const listen = (page: Page) =>
  page.evaluate(() => {
    const heard: [string, unknown][] = [];
    Object.assign(globalThis, { heard });
    for (const type of ["ytt-ready", "ytt-rendered", "ytt-change", "ytt-mismatch", "ytt-error"] as const)
      document.addEventListener(type, (event) => heard.push([type, event.detail]));
  });
const heard = (page: Page, type: string): Promise<unknown[]> =>
  page.evaluate(
    (type) =>
      (globalThis as unknown as { heard: [string, unknown][] }).heard
        .filter(([other]) => other === type)
        .map(([, detail]) => detail),
    type,
  );

interface World {
  /** The element or frame with the view, once it runs. */
  view: (page: Page) => Locator | FrameLocator;
  open: (page: Page, content: string) => Promise<() => Promise<unknown>>;
}

/** The playground has the origin of the page. */
const here: World = {
  view: embed,
  open: async (page, content) => {
    const server = await serveDocs(content);
    const wrong = await watch(page, server.origin);
    await page.goto(server.origin + GUIDE);
    return async () => {
      expect(wrong).toEqual([]);
      await server.close();
    };
  },
};

/** In a frame, under a strict policy of the page. */
const elsewhere: World = {
  view: (page) => page.frameLocator("iframe"),
  open: async (page, content) => {
    const playground = await serve({ folders: { "/play/": DIST } });
    const policy = [
      "default-src 'none'",
      `script-src 'self' ${playground.origin}`,
      `style-src 'self' ${playground.origin}`,
      `frame-src ${playground.origin}`,
      "img-src data:",
      "base-uri 'none'",
      "form-action 'none'",
      "require-trusted-types-for 'script'",
      "trusted-types 'none'",
    ].join("; ");
    const docs = await serve({
      texts: { "/": guide(content, `${playground.origin}/play/`), "/guide.css": "" },
      headers: (path) => ({
        "content-security-policy": policy,
        ...(path.endsWith(".css") ? { "content-type": "text/css" } : {}),
      }),
    });
    const wrong: string[] = [];
    await watchPolicy(page, wrong);
    await page.goto(docs.origin);
    return async () => {
      expect(wrong).toEqual([]);
      await Promise.all([playground.close(), docs.close()]);
    };
  },
};

for (const [name, { open, view }] of Object.entries({ "the same origin": here, "another origin": elsewhere })) {
  test.describe(`a playground of ${name}`, () => {
    test("takes changes after Run, and keeps what the reader typed in the rest", async ({ page }) => {
      const close = await open(
        page,
        '<ytt-playground args=""><pre data-filename="a.yml">#@ load("@ytt:data", "data")\na: #@ data.values.a\n</pre></ytt-playground>',
      );
      await change(page, (element) => element.setAttribute("args", "--data-value-yaml a=1"));
      await run(page);
      await expect(output(view(page))).toHaveText("a: 1");
      const editor = view(page).getByRole("textbox", { name: "Contents of a.yml" });
      await editor.click();
      await page.keyboard.press("ControlOrMeta+End");
      await page.keyboard.type("b: 2");
      await expect(output(view(page))).toContainText("b: 2");
      expect(await change(page, (element) => element.files[0]?.content)).toContain("b: 2");

      // Like a framework that renders the same again.
      await change(page, (element) => {
        element.args = "--data-value-yaml a=1";
        element.values = null;
      });
      await change(page, (element) => {
        element.args = "--data-value-yaml a=5";
        element.setAttribute("label", "Five");
      });
      await expect(output(view(page))).toContainText("a: 5");
      await expect(output(view(page))).toContainText("b: 2");
      await expect(view(page).getByText("Five", { exact: true })).toBeVisible();

      await change(page, (element) => element.toggleAttribute("readonly", true));
      await expect(output(view(page))).toContainText("b: 2");
      await editor.click();
      await page.keyboard.type("c");
      await expect(editor).toContainText("b: 2");
      await expect(editor).not.toContainText("cb: 2");

      await change(page, (element) => {
        element.files = [{ path: "z.yml", content: "z: #@ 1 + 1\n" }];
      });
      await expect(output(view(page))).toHaveText("z: 2");
      // Also when all children are replaced, which may be more than the files.
      await change(page, (element) => {
        const pre = document.createElement("pre");
        pre.textContent = "w: #@ 1 + 4\n";
        element.files = null;
        element.replaceChildren(pre);
      });
      await expect(output(view(page))).toHaveText("w: 5");
      await change(page, (element) => element.setAttribute("view", "problems"));
      await expect(view(page).getByRole("tab", { name: "Problems", selected: true })).toBeVisible();
      await close();
    });

    test("tells of results, edits, problems, and failures that were handled", async ({ page }) => {
      const close = await open(page, FIRING);
      await listen(page);
      await run(page);
      await expect.poll(() => heard(page, "ytt-rendered")).toHaveLength(1);
      const [detail] = (await heard(page, "ytt-rendered")) as HTMLElementEventMap["ytt-rendered"]["detail"][];
      expect(detail).toMatchObject({
        exitStatus: 1,
        files: [{ path: "config.yml", content: "heat: 1400\nname: Hestia\n" }],
        problems: [{ severity: "error", code: "violation", file: "values.yml", line: 4 }],
      });
      expect(detail?.report).toContain("must be: a value <= 1300");
      expect(await heard(page, "ytt-ready")).toEqual([null]);
      await change(page, (element) => element.load({ files: [{ path: "a.yml", content: "a: 1\n" }] }));
      await expect(output(view(page))).toHaveText("a: 1");
      await view(page)
        .getByRole("textbox", { name: /^Contents/ })
        .click();
      await page.keyboard.press("ControlOrMeta+End");
      await page.keyboard.type("b");
      await expect
        .poll(async () => (await heard(page, "ytt-change")).at(-1))
        .toEqual({ files: [{ path: "a.yml", content: "a: 1\nb" }] });
      expect(await heard(page, "ytt-error")).toEqual([]);
      await change(page, (element) => element.setAttribute("src", "#y1:d.abc.def"));
      await expect.poll(() => heard(page, "ytt-error")).toMatchObject([{ kind: "src" }]);

      const rest = /ytterby_rest[^/]*\.wasm$/;
      await page.route(rest, (route) => route.fulfill({ contentType: "application/wasm", body: "not wasm" }));
      await page.reload();
      await run(page);
      await expect(output(view(page))).toContainText("heat: 1400");
      await expect
        .poll(() => change(page, (element) => element.failures.map(({ action }) => action)))
        .toContain("loading the rest of the engine");
      await close();
    });

    test("after Run by keyboard the focus is in the view; a reader who went elsewhere meanwhile is left there", async ({
      context,
    }) => {
      await test.step("after Run by keyboard the focus is in the view, and Tab goes on from there", async () => {
        const page = await context.newPage();
        const close = await open(page, SUM);
        await embed(page).getByRole("button", { name: /^Run/ }).focus();
        await page.keyboard.press("Enter");
        await expect(view(page).getByRole("tab", { name: "Output" })).toBeFocused();
        expect(await page.evaluate(() => document.activeElement?.localName)).toMatch(/^(ytt-playground|iframe)$/);
        await page.keyboard.press("ArrowRight");
        await expect(view(page).getByRole("tab", { name: /^Problems/ })).toBeFocused();
        await close();
        await page.close();
      });
      await test.step("a reader who went elsewhere meanwhile is left there", async () => {
        const page = await context.newPage();
        const close = await open(page, `${SUM}<input aria-label="Elsewhere">`);
        await run(page);
        await page.getByLabel("Elsewhere").focus();
        await expect(output(view(page))).toHaveText("sum: 3");
        await drawn(page);
        await expect(page.getByLabel("Elsewhere")).toBeFocused();
        await close();
        await page.close();
      });
    });
  });
}

test("before Run, the element shows changes of children, attributes and properties", async ({ page }) => {
  const close = await here.open(page, SUM);
  const shown = embed(page).getByRole("tabpanel");
  await expect(shown).toHaveText("sum: #@ 1 + 2\n");
  await change(page, (element) => {
    const pre = element.querySelector("pre");
    if (pre?.firstChild) pre.firstChild.nodeValue = "sum: #@ 40 + 2\n";
    element.setAttribute("label", "A sum");
    element.setAttribute("args", "--data-value a=1");
  });
  await expect(shown).toHaveText("sum: #@ 40 + 2\n");
  await expect(embed(page).locator(".label")).toHaveText("A sum");
  await expect(embed(page).locator(".command")).toContainText("ytt -f . --data-value a=1");
  await change(page, (element) => {
    const files = ["b.yml", "c.yml"].map((path) => {
      const pre = document.createElement("pre");
      pre.dataset.filename = path;
      pre.textContent = `${path[0]}: 1\n`;
      return pre;
    });
    element.replaceChildren(...files);
    element.setAttribute("active", "c.yml");
    element.args = null;
  });
  await expect(embed(page).getByRole("tab", { selected: true })).toHaveText("c.yml");
  await expect(embed(page).locator(".command")).toHaveCount(0);
  await change(page, (element) => {
    element.files = [{ path: "d.yml", content: "d: #@ 40 + 2\n" }];
  });
  await expect(shown).toHaveText("d: #@ 40 + 2\n");
  await run(page);
  await expect(output(here.view(page))).toHaveText("d: 42");
  await close();
});

test("data values are a file, and a line of the output leads to its template line and its data values", async ({
  context,
}) => {
  await test.step("data values are a file", async () => {
    const page = await context.newPage();
    const close = await elsewhere.open(
      page,
      '<ytt-playground><pre data-filename="a.yml">#@ load("@ytt:data", "data")\na: #@ data.values.kiln.peak\n</pre></ytt-playground>',
    );
    await change(page, (element) => {
      element.values = { kiln: { peak: 1250, names: ["a", "b"] } };
    });
    await embed(page).getByRole("tab", { name: "values.yml" }).click();
    await expect(embed(page).getByRole("tabpanel")).toContainText("peak: 1250");
    await run(page);
    await expect(output(elsewhere.view(page))).toHaveText("a: 1250");
    await change(page, (element) => {
      element.values = { kiln: { peak: 900 } };
    });
    await expect(output(elsewhere.view(page))).toHaveText("a: 900");
    await close();
    await page.close();
  });
  await test.step("a line of the output leads to its template line and its data values", async () => {
    const page = await context.newPage();
    const close = await elsewhere.open(
      page,
      '<ytt-playground><pre data-filename="a.yml">#@ load("@ytt:data", "data")\nfirst: 1\npeak: #@ data.values.peak\n</pre><pre data-filename="v.yml">#@data/values-schema\n---\npeak: 900\n</pre></ytt-playground>',
    );
    await run(page);
    await expect(output(elsewhere.view(page))).toContainText("peak: 900");
    const origin = elsewhere.view(page).locator(".line-origin");
    await expect(origin).toBeHidden();
    await output(elsewhere.view(page)).locator(".cm-line").nth(1).click();
    await expect(origin).toContainText("Line 2: from a.yml:3");
    await expect(origin).toContainText("peak 900");
    await origin.getByRole("button", { name: /v\.yml/ }).click();
    await expect(elsewhere.view(page).getByRole("tab", { name: "v.yml", selected: true })).toBeVisible();
    await close();
    await page.close();
  });
});

test("tells of a result of the unchanged example that is not the expected output, but for the last line feed", async ({
  context,
}) => {
  await test.step("tells of a result of the unchanged example that is not the expected output", async () => {
    const page = await context.newPage();
    const close = await elsewhere.open(page, expecting("sum: 4\n"));
    await listen(page);
    await run(page);
    await expect(output(elsewhere.view(page))).toHaveText("sum: 3");
    const mismatch = { expected: "sum: 4\n", actual: "sum: 3\n" };
    await expect.poll(() => heard(page, "ytt-mismatch")).toEqual([mismatch]);
    const editor = elsewhere.view(page).getByRole("textbox", { name: "Contents of sum.yml" });
    await editor.click();
    await page.keyboard.press("ControlOrMeta+a");
    await page.keyboard.insertText("sum: 5\n");
    await expect(output(elsewhere.view(page))).toHaveText("sum: 5");
    // Nothing is expected of other files.
    await change(page, (element) => element.load({ files: [{ path: "a.yml", content: "a: 1\n" }] }));
    await expect(output(elsewhere.view(page))).toHaveText("a: 1");
    expect(await heard(page, "ytt-mismatch")).toEqual([mismatch]);
    expect(await heard(page, "ytt-rendered")).toHaveLength(3);
    await close();
    await page.close();
  });
  await test.step("tells nothing of a result that is the expected output, but for the last line feed", async () => {
    const page = await context.newPage();
    const close = await here.open(page, expecting("sum: 3"));
    await listen(page);
    await run(page);
    await expect.poll(() => heard(page, "ytt-rendered")).toHaveLength(1);
    await expect(output(here.view(page))).toHaveText("sum: 3");
    expect(await heard(page, "ytt-mismatch")).toEqual([]);
    await close();
    await page.close();
  });
});

test("shows the problems of a run that fails, the output when it succeeds, and with view=problems always the problems", async ({
  context,
}) => {
  await test.step("shows the problems of a run that fails, and the output when it succeeds", async () => {
    const page = await context.newPage();
    const close = await elsewhere.open(page, WRONG);
    await run(page);
    await expect(elsewhere.view(page).locator(".problem-list")).toContainText("too hot");
    await expect(elsewhere.view(page).getByRole("tab", { name: /^Problems/, selected: true })).toBeFocused();
    const editor = elsewhere.view(page).getByRole("textbox", { name: "Contents of a.yml" });
    await editor.click();
    await page.keyboard.press("ControlOrMeta+a");
    await page.keyboard.insertText("a: 1\n");
    await expect(output(elsewhere.view(page))).toBeVisible();
    await expect(output(elsewhere.view(page))).toHaveText("a: 1");
    // While the reader types, the output stays for a moment.
    await page.keyboard.insertText('b: #@ fail("cold")\n');
    await expect(output(elsewhere.view(page))).toBeVisible();
    await expect(elsewhere.view(page).locator(".foot")).toContainText("1 problem");
    await expect(elsewhere.view(page).locator(".problem-list")).toBeVisible();
    await expect(elsewhere.view(page).locator(".problem-list")).toContainText("cold");
    await expect(elsewhere.view(page).getByRole("tab", { name: /^Problems/, selected: true })).toBeVisible();
    // A reader who has selected the output stays there.
    await elsewhere.view(page).getByRole("tab", { name: "Output" }).click();
    await editor.click();
    await page.keyboard.press("ControlOrMeta+End");
    await page.keyboard.press("ControlOrMeta+a");
    await page.keyboard.insertText('a: #@ fail("colder")\n');
    await expect(elsewhere.view(page).locator(".problem-list")).toContainText("colder");
    await expect(elsewhere.view(page).getByRole("tab", { name: "Output", selected: true })).toBeVisible();
    await close();
    await page.close();
  });
  await test.step("view=problems shows them whatever the result is", async () => {
    const page = await context.newPage();
    const close = await here.open(page, SUM.replace("<ytt-playground", '<ytt-playground view="problems"'));
    await run(page);
    await expect(here.view(page).locator(".all-well")).toBeVisible();
    await expect(here.view(page).getByRole("textbox", { name: "Contents of sum.yml" })).toBeVisible();
    await close();
    await page.close();
  });
});

test("expected output is visible before Run", async ({ page }) => {
  const content =
    '<ytt-playground id="wide"><pre data-filename="sum.yml">sum: #@ 1 + 2\n</pre><pre data-expected-output>sum: 3\n</pre></ytt-playground>' +
    '<ytt-playground id="one" view="output"><pre>-- sum.yml --\nsum: #@ 1 + 3\n-- expected output --\nsum: 4\n</pre></ytt-playground>';
  const server = await serveDocs(content);
  await page.goto(server.origin + GUIDE);
  const wide = page.locator("#wide");
  await expect(wide.getByLabel("Expected output").last()).toBeVisible();
  await expect(wide.getByLabel("Expected output").last()).toHaveText("sum: 3\n");
  await expect(wide.getByRole("tab")).toHaveText(["sum.yml"]);
  const one = page.locator("#one");
  await expect(one.getByRole("tab", { name: "Expected output" })).toHaveAttribute("aria-selected", "true");
  await expect(one.getByRole("tabpanel")).toHaveText("sum: 4\n");
  await expectAccessible(page, "expected output");

  await page.setViewportSize({ width: 390, height: 800 });
  await wide.getByRole("tab", { name: "sum.yml" }).focus();
  await page.keyboard.press("ArrowRight");
  await expect(wide.getByRole("tabpanel")).toHaveText("sum: 3\n");

  await wide.getByRole("button", { name: "Run" }).click();
  await expect(wide.locator(".output .cm-content")).toHaveText("sum: 3");
  await expect(wide.getByRole("tab", { name: "Expected output" })).toHaveCount(0);
  await server.close();
});

test("an element without files says so, until it has some; so does one with a damaged or a newer link", async ({
  page,
}) => {
  const server = await serveDocs('<script src="guide.js"></script><p><ytt-playground></p><pre>a: 1</pre>', "");
  await page.addInitScript(() => {
    addEventListener("ytt-error", (event) => Object.assign(globalThis, { kind: event.detail.kind }));
  });
  await page.goto(server.origin + GUIDE);
  await expect(embed(page).getByText("There are no files in <ytt-playground>")).toBeVisible();
  await expect(embed(page).getByRole("button", { name: "Run" })).toBeDisabled();
  expect(await page.evaluate(() => (globalThis as unknown as { kind?: string }).kind)).toBe("empty");
  await expectAccessible(page, "no files");
  await change(page, (element) => {
    element.files = [{ path: "a.yml", content: "a: #@ 1 + 1\n" }];
  });
  await run(page);
  await expect(output(embed(page))).toHaveText("a: 2");
  for (const [src, says] of [
    ["#y1:d.abc.def", "link"],
    ["#y9:x", "version 9"],
  ] as const) {
    await page.evaluate((src) => {
      const element = document.createElement("ytt-playground");
      element.setAttribute("src", src);
      document.querySelector("ytt-playground")?.replaceWith(element);
    }, src);
    await run(page);
    await expect(embed(page).getByRole("alert")).toContainText(says);
  }
  await server.close();
});

test("progress is visible while the view and the engine load", async ({ page }) => {
  const expected = "<pre data-expected-output>sum: 3\n</pre></ytt-playground>";
  const server = await serveDocs(SUM.replace("</ytt-playground>", expected));
  await page.goto(server.origin + GUIDE);
  let release = () => {};
  const hold = (pattern: RegExp) =>
    page.route(pattern, async (route) => {
      await new Promise<void>((resolve) => {
        release = resolve;
      });
      await route.continue();
    });
  await hold(/view-1\.js/);
  await run(page);
  await expect(embed(page).getByRole("progressbar", { name: "Loading" })).toBeVisible();
  await expect(embed(page).getByRole("button", { name: "Run" })).toBeFocused();
  await expectAccessible(page, "loading");
  await hold(/ytterby_bg/);
  release();
  await expect(embed(page).getByRole("progressbar", { name: "Loading the engine" })).toBeVisible();
  await expect(embed(page).getByLabel("Expected output")).toHaveText("sum: 3\n");
  await expectAccessible(page, "loading the engine");
  release();
  await expect(output(embed(page))).toHaveText("sum: 3");
  await expect(embed(page).getByRole("progressbar")).toHaveCount(0);
  await expect(embed(page).getByLabel("Expected output")).toHaveCount(0);
  await server.close();
});

test("a view that cannot be loaded says so, and can be tried again", async ({ page }) => {
  const server = await serveDocs(SUM);
  await page.goto(server.origin + GUIDE);
  await listen(page);
  let broken = true;
  await page.route("**/view-1.js*", (route) => (broken ? route.abort() : route.continue()));
  await run(page);
  await expect(embed(page).getByRole("status")).toContainText("Could not load the playground");
  await expect(embed(page).getByRole("link", { name: "Open the playground" })).toBeVisible();
  expect(await heard(page, "ytt-error")).toMatchObject([{ kind: "load" }]);
  broken = false;
  await run(page);
  await expect(output(embed(page))).toHaveText("sum: 3");
  await server.close();
});

test("properties that are set before the element is defined are kept; events cross shadow roots", async ({ page }) => {
  const server = await serveDocs(
    '<div id="host"></div><script src="guide.js"></script>',
    `const element = document.createElement("ytt-playground");
     element.files = [{ path: "early.yml", content: "early: #@ 1 + 1\\n" }];
     element.args = "--data-value a=1";
     document.querySelector("#host").attachShadow({ mode: "open" }).append(element);`,
  );
  await page.goto(server.origin + GUIDE);
  await listen(page);
  await expect(embed(page).getByRole("tabpanel")).toHaveText("early: #@ 1 + 1\n");
  await expect(embed(page).locator(".command")).toContainText("a=1");
  const objections = await change(page, (element) => {
    const wrong = [() => Object.assign(element, { files: "a" }), () => Object.assign(element, { values: [1] })];
    return wrong.map((set) => {
      try {
        set();
        return "";
      } catch (error) {
        return String(error);
      }
    });
  });
  expect(objections).toEqual(["TypeError: files: not a list of {path, content}", "TypeError: values: not a map"]);
  await run(page);
  await expect.poll(() => heard(page, "ytt-rendered")).toHaveLength(1);
  await server.close();
});
