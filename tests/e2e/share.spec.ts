// Sharing: opening links, keeping the user's own work, exporting and importing.
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname } from "node:path";
import { toBase64url } from "../../web/src/core/base64url";
import { type Work, workOf } from "../../web/src/core/work";
import { crc32 } from "../../web/src/formats/crc32";
import { writeLink } from "../../web/src/formats/link";
import { readZip, writeZip } from "../../web/src/formats/zip";
import { examples } from "../../web/testing/works";
import { expect, type Playground, test } from "./playground";
import { storedWorks, waitUntilStored } from "./stored-works";

const lake = workOf({
  title: "A lake",
  files: [
    { path: "lake.yml", content: "#@ load('@ytt:data', 'data')\ndepth: #@ data.values.depth\n" },
    { path: "values.yml", content: "#@data/values\n---\ndepth: 12\n" },
  ],
  open: 1,
  commandLine: "--data-value-yaml depth=40",
  env: [{ name: "LAKE", value: "deep" }],
  checks: [{ output: "lake.yml", at: "depth", is: 40 }],
  view: "values",
});
const bar = ({ page }: Playground) => page.getByRole("region", { name: "What was opened" });
/** Bars about the open work, and about an address that could not be opened. */
const named = ({ page }: Playground) => page.getByRole("region", { name: "What the address names" });
const sharing = ({ page }: Playground) => page.getByRole("dialog", { name: "Share" });

/** Opens the page at an address, like a link. */
async function follow({ page }: Playground, hash: string): Promise<void> {
  await page.goto(`./${hash}`);
  await expect(page.locator("footer .verdict")).toBeAttached();
}

async function openShare(playground: Playground): Promise<void> {
  await playground.page.getByRole("button", { name: "Share", exact: true }).click();
  await expect(sharing(playground)).toBeVisible();
}

test("a link opens files, flags, environment, checks and view; the user's own work is not changed", {
  tag: "@quick",
}, async ({ playground, page }) => {
  await playground.open();
  await playground.openFile("plan.yml");
  await playground.write("mine: true\n");
  await expect(playground.output).toContainText("mine: true");
  await follow(playground, `#${writeLink(lake)}`);
  await page.reload();
  await expect(bar(playground)).toContainText("Shared: A lake");
  await expect.poll(() => playground.files()).toEqual(["lake.yml", "values.yml"]);
  await expect(page.locator(".open-file")).toHaveText("values.yml");
  await expect(playground.flags).toHaveValue("--data-value-yaml depth=40");
  await expect(page.getByRole("tab", { name: "Data values" })).toHaveAttribute("aria-selected", "true");
  await expect(page.getByRole("button", { name: "Environment 1" })).toBeVisible();
  await expect(page.getByRole("tab", { name: /^Checks/ })).toContainText("1");
  await page.getByRole("button", { name: "Back to my work" }).click();
  await expect(playground.editor).toContainText("mine: true");
  await expect(bar(playground)).toBeHidden();
  expect(new URL(page.url()).hash).toBe("");
});

test("changes to a shared playground are stored under its address, and can be discarded or become the user's own work", {
  tag: "@long",
}, async ({ playground, page }) => {
  await follow(playground, `#${writeLink(lake)}`);
  await playground.write("#@data/values\n---\ndepth: 13\nmore: 1\n");
  await expect(bar(playground)).toContainText("with your changes");
  await page.reload();
  await expect(playground.editor).toContainText("depth: 13");
  await expect(bar(playground)).toContainText("with your changes");
  await page.getByRole("button", { name: "Start over" }).click();
  await expect(playground.editor).toContainText("depth: 12");
  await page.getByRole("button", { name: "Keep as my work" }).click();
  await expect(bar(playground)).toBeHidden();
  expect(new URL(page.url()).hash).toBe("");
  await page.reload();
  await expect.poll(() => playground.files()).toEqual(["lake.yml", "values.yml"]);
});

test("an opened link can be undone, and the browser's back and forward go between the two", async ({
  playground,
  page,
}) => {
  await playground.open();
  await playground.write("mine: true\n");
  await playground.openExample("An orchard of functions");
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(playground.editor).toContainText("mine: true");
  await page.goBack();
  await expect(bar(playground)).toContainText("An orchard of functions");
  await page.goForward();
  await expect(playground.editor).toContainText("mine: true");
});

const stored = ({ page }: Playground, text: string) => waitUntilStored(page, text);

test("undoing a playground that replaced the user's own work restores that", {
  tag: "@long",
}, async ({ playground, page }) => {
  await playground.open();
  await playground.write("mine: true\n");
  await stored(playground, "mine: true");
  await playground.openExample("An orchard of functions");
  await page.getByRole("button", { name: "Keep as my work" }).click();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(bar(playground)).toContainText("An orchard of functions");
  await stored(playground, "mine: true");
  await page.getByRole("button", { name: "Open", exact: true }).click();
  await page.getByRole("menuitem", { name: "New, empty" }).click();
  await expect(bar(playground)).toBeHidden();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(bar(playground)).toContainText("An orchard of functions");
  await page.getByRole("button", { name: "Back to my work" }).click();
  await expect(playground.editor).toContainText("mine: true");
});

test("changes belong to the open work, even if the address is another meanwhile", { tag: "@long" }, async ({
  playground,
  page,
}) => {
  await playground.open();
  await playground.openExample("An orchard of functions");
  for (const hash of ["#example:no-such", "#gist:0123456789abcdef0123", "#nonsense"]) {
    await page.evaluate((hash) => {
      location.hash = hash;
    }, hash);
    await expect(named(playground)).toBeVisible();
    await playground.write(`at: "${hash}"\n`);
    await page.goBack();
    await expect(bar(playground)).toContainText("An orchard of functions with your changes");
    await expect(playground.editor).toContainText(`at: "${hash}"`);
  }
  await page.goForward();
  await expect(named(playground).getByRole("alert")).toBeVisible();
  await page.getByRole("button", { name: "Close" }).first().click();
  expect(new URL(page.url()).hash).toMatch(/^#example:/);
});

test("a playground that is still loading when the user goes back is not shown", { tag: "@long" }, async ({
  playground,
  page,
}) => {
  let answer = () => {};
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  let asked = 0;
  await page.route(/assets\/orchard-functions/, async (route) => {
    asked++;
    await held;
    await route.continue();
  });
  await playground.open();
  await playground.write("mine: true\n");
  await page.evaluate(() => {
    location.hash = "#example:orchard-functions";
  });
  await expect(bar(playground)).toContainText("Opening");
  await page.keyboard.insertText("typed: meanwhile\n");
  await page.goBack();
  await expect(bar(playground)).toBeHidden();
  expect(asked).toBe(1);
  const done = page.waitForResponse(/assets\/orchard-functions/);
  answer();
  await done;
  await page.evaluate(() => new Promise(requestAnimationFrame));
  await expect(bar(playground)).toBeHidden();
  // Now it is there at once; what was typed before is stored all the same.
  await page.goForward();
  await expect(bar(playground)).toContainText("Example: An orchard of functions");
  await page.getByRole("button", { name: "Back to my work" }).click();
  await expect(playground.editor).toContainText("typed: meanwhile");
});

test("a damaged link is reported and opened in part; a newer one is reported", { tag: "@long" }, async ({
  playground,
  page,
}) => {
  await playground.open();
  await playground.write("mine: true\n");
  const link = writeLink(lake);
  await follow(playground, `#${link.slice(0, -20)}`);
  await expect(bar(playground).getByRole("alert")).toContainText("This link is damaged: its end is missing");
  await expect(playground.editor).toContainText("mine: true");
  await page.getByRole("button", { name: "Show what could be read" }).click();
  await expect.poll(() => playground.files()).toEqual(["lake.yml", "values.yml"]);
  await page.getByRole("button", { name: "Close" }).first().click();
  await page.getByRole("button", { name: "Back to my work" }).click();
  await expect(playground.editor).toContainText("mine: true");

  await page.evaluate((hash) => {
    location.hash = hash;
  }, "#y7:d.AAAA.BBBBBB");
  await expect(bar(playground).getByRole("alert")).toContainText("version 7");
  await page.evaluate(() => {
    location.hash = "#nonsense";
  });
  await expect(bar(playground).getByRole("alert")).toContainText("names nothing");
  await page.getByRole("button", { name: "Back to my work" }).click();
  await expect(playground.editor).toContainText("mine: true");
});

test("only templates of a shared playground run, and no text becomes markup", async ({ playground, page }) => {
  const script = "<img src=x onerror=alert(1)><script>alert(1)</script>";
  page.on("dialog", (dialog) => {
    throw new Error(`a script ran: ${dialog.message()}`);
  });
  const hostile = workOf({
    title: script,
    description: script,
    lesson: `# ${script}\n\n[x](javascript:alert(1)) [y](data:text/html,x) ${script}\n\n\`\`\`\n${script}\n\`\`\``,
    files: [{ path: `${script.replaceAll("/", "-")}.yml`, content: `a: "${script}"\n` }],
    commandLine: "",
    checks: [{ title: script, passes: false }],
    variants: [{ name: script, commandLine: "", env: [], without: [] }],
    view: "checks",
  });
  await follow(playground, `#${writeLink(hostile)}`);
  await expect(page.locator(".lesson")).toContainText("onerror");
  await expect(page.locator(".check")).toContainText("onerror");
  await page.getByRole("tab", { name: "Compare" }).click();
  await expect(page.locator(".compare-verdicts")).toContainText("onerror");
  expect(await page.locator('.lesson a[href^="javascript"], .lesson a[href^="data"], img[src="x"]').count()).toBe(0);
});

test("mutated links never break the page", { tag: "@long" }, async ({ playground, page }) => {
  await playground.open();
  const link = writeLink(lake);
  const sealed = (before: string) => {
    const sum = crc32(new TextEncoder().encode(before));
    return `${before}.${toBase64url(Uint8Array.of(sum >>> 24, sum >>> 16, sum >>> 8, sum))}`;
  };
  const body = link.slice(0, link.lastIndexOf("."));
  const links = Array.from({ length: 40 }, (_, at) => {
    const place = 5 + ((at * 37) % (body.length - 6));
    const changed = `${body.slice(0, place)}${at % 2 ? "_Z" : ""}${body.slice(place + 1)}`;
    return at % 3 === 0 ? changed : sealed(changed);
  });
  for (const hash of links) {
    await page.evaluate((hash) => {
      location.hash = hash;
    }, hash);
    await expect(bar(playground)).toBeVisible();
  }
  await page.getByRole("button", { name: "Back to my work" }).click();
  await expect(playground.status).toContainText("Rendered in");
});

test("the link of the share dialog opens the same playground", { tag: "@quick" }, async ({
  playground,
  page,
  context,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await playground.open();
  await playground.openFile("plan.yml");
  await playground.write("shared: #@ 40 + 2\n");
  await openShare(playground);
  await page.getByLabel("Title").fill("Forty-two");
  await sharing(playground).getByRole("button", { name: "Copy", exact: true }).click();
  await expect(sharing(playground).getByRole("status")).toHaveText("Copied the link.");
  const link = await page.evaluate(() => navigator.clipboard.readText());
  expect(link).toContain("#y1:d.");
  await page.keyboard.press("Escape");
  const other = await context.newPage();
  await other.goto(link);
  await expect(other.getByRole("region", { name: "What was opened" })).toContainText("Shared: Forty-two");
  await expect(other.locator(".output .cm-content")).toContainText("shared: 42");
});

test("an example is shared by its name, and a changed one as a change to it", async ({ playground, page }) => {
  await playground.open();
  await playground.openExample("A bakery with violations");
  await openShare(playground);
  await expect(page.locator("#share-link")).toHaveValue(/#example:bakery-violations$/);
  await page.keyboard.press("Escape");
  await playground.write("#! Mine.\n#@data/values\n---\n{}\n");
  await openShare(playground);
  const link = await page.locator("#share-link").inputValue();
  expect(link).toContain("#y1:bakery-violations~");
  expect(link.length).toBeLessThan(160);
  await expect(page.locator("#share-size")).toContainText("short enough");
});

test("a long link is reported, with alternatives", async ({ playground, page }) => {
  await playground.open();
  const noise = Array.from({ length: 700 }, (_, at) => `k${at}: ${Math.imul(at + 1, 2654435761) >>> 0}`).join("\n");
  await playground.write(`${noise}\n`);
  await openShare(playground);
  await expect(page.locator("#share-size")).toContainText("Discord and Slack would cut it off");
});

test("bundle and zip are saved, and restore everything when they are dropped", { tag: "@quick" }, async ({
  playground,
  page,
}) => {
  await follow(playground, `#${writeLink(lake)}`);
  for (const kind of ["Bundle", "Zip"]) {
    await openShare(playground);
    const download = page.waitForEvent("download");
    await sharing(playground)
      .getByRole("button", { name: `Save ${kind.toLowerCase()}` })
      .click();
    const saved = await download;
    expect(saved.suggestedFilename()).toBe(kind === "Bundle" ? "a-lake.yml" : "a-lake.zip");
    const bytes = readFileSync(await saved.path());
    await page.keyboard.press("Escape");
    if (kind === "Zip") expect(readZip(bytes).work).toEqual(lake);
    else expect(String(bytes)).toMatch(/^ytterby: 1\ntitle: A lake\n/);

    await page.getByRole("button", { name: "Open", exact: true }).click();
    const chooser = page.waitForEvent("filechooser");
    await page.getByRole("menuitem", { name: "Bundle or zip" }).click();
    await (await chooser).setFiles({ name: saved.suggestedFilename(), mimeType: "", buffer: bytes });
    await expect(playground.status).toContainText(`Opened ${saved.suggestedFilename()}`);
    await expect(bar(playground)).toBeHidden();
    await expect.poll(() => playground.files()).toEqual(["lake.yml", "values.yml"]);
    await expect(playground.flags).toHaveValue("--data-value-yaml depth=40");
    await expect(page.getByRole("tab", { name: "Data values" })).toHaveAttribute("aria-selected", "true");
  }
});

test("an invalid bundle is reported with its line, and nothing is lost", async ({ playground, page }) => {
  await playground.open();
  await playground.write("mine: true\n");
  await page.getByRole("button", { name: "Open", exact: true }).click();
  const chooser = page.waitForEvent("filechooser");
  await page.getByRole("menuitem", { name: "Bundle or zip" }).click();
  await (await chooser).setFiles({ name: "bad.yml", mimeType: "", buffer: Buffer.from("ytterby: 1\nfils: []\n") });
  await expect(playground.status).toContainText("bad.yml: line 2");
  await expect(playground.status).toContainText("fils");
  await expect(playground.editor).toContainText("mine: true");
});

test("a replaced work becomes an earlier work", async ({ playground, page }) => {
  await playground.open();
  await playground.write("mine: true\n");
  await page.getByRole("button", { name: "Open", exact: true }).click();
  await page.getByRole("menuitem", { name: "New, empty" }).click();
  await expect.poll(() => playground.files()).toEqual(["config.yml"]);
  await page.getByRole("button", { name: "Open", exact: true }).click();
  await page.getByRole("menuitem", { name: "Earlier work" }).click();
  const dialog = page.getByRole("dialog", { name: "Earlier work" });
  await dialog
    .getByRole("button", { name: /A kiln’s firing plan|schema.yml/ })
    .first()
    .click();
  await expect(playground.editor).toContainText("mine: true");
});

test("CRLF and files that are not text are not changed", async ({ playground, page }) => {
  const dos = workOf({
    files: [
      { path: "a.yml", content: "#@ x = 1\r\na: #@ x\r\nb: #@ nobody\r\n" },
      { path: "raw.bin", content: Uint8Array.from([255, 254, 0, 1]) },
    ],
  });
  await follow(playground, `#${writeLink(dos)}`);
  await expect(playground.problems).toHaveCount(1);
  await playground.problems.getByRole("button", { name: /a.yml:3/ }).click();
  await expect(page.locator(".cm-jump-target")).toHaveText("b: #@ nobody");
  await expect(page.locator(".editor-pane .cm-lintRange-error")).toHaveText("nobody");
  await playground.openFile("raw.bin");
  await expect(page.getByText("4 bytes that are not text")).toBeVisible();
  await playground.openFile("a.yml");
  await playground.writeLine(3, "b: #@ x + 1");
  await expect(playground.output).toContainText("b: 2");
  await openShare(playground);
  const download = page.waitForEvent("download");
  await sharing(playground).getByRole("button", { name: "Save zip" }).click();
  const { work } = readZip(readFileSync(await (await download).path()));
  expect(work.files).toEqual([
    { path: "a.yml", content: "#@ x = 1\r\na: #@ x\r\nb: #@ x + 1\r\n" },
    { path: "raw.bin", content: Uint8Array.from([255, 254, 0, 1]) },
  ]);
});

test("in a CRLF file data values are completed, found and renamed, and other files keep theirs", async ({
  playground,
  page,
}) => {
  const crlf = (...lines: string[]) => lines.join("\r\n");
  const dos = workOf({
    files: [
      { path: "a.yml", content: crlf("#@ load('@ytt:data', 'data')", "---", "a: #@ data.values.pool.depth", "") },
      { path: "schema.yml", content: crlf("#@data/values-schema", "---", "pool:", "  depth: 1", "") },
      { path: "values.yml", content: "#@data/values\n---\npool:\n  #! näme\n  depth: 3\n" },
    ],
  });
  await follow(playground, `#${writeLink(dos)}`);
  await expect(playground.output).toContainText("a: 3");
  const name = playground.editor
    .locator(".cm-line")
    .nth(2)
    .locator("span", { hasText: /^depth$/ });
  await name.click();
  await page.keyboard.press("F2");
  await expect(page.locator("input:focus")).toHaveValue("depth");
  await page.keyboard.type("deep");
  await page.keyboard.press("Enter");
  await expect(playground.status).toContainText("Renamed pool.depth to deep: 3 places in 3 files");
  await expect(playground.output).toContainText("a: 3");
  await expect
    .poll(async () => (await storedWorks(page))[0]?.files["schema.yml"])
    .toBe(String(dos.files[1]?.content).replace("depth", "deep"));
  await page.keyboard.press("End");
  await page.keyboard.press("ControlOrMeta+Backspace");
  await page.keyboard.type("de");
  await expect(page.locator(".cm-tooltip-autocomplete li").first()).toContainText("deep");
});

test("large files do not block the page, and a work that is too large for a link is reported", {
  tag: "@long",
}, async ({ playground, page }) => {
  await playground.open();
  await playground.openExample("An orchard of functions");
  const large = Buffer.alloc(1_900_000, 255);
  const files = [1, 2, 3, 4, 5].map((at) => ({ name: `raw-${at}.bin`, mimeType: "", buffer: large }));
  await page.locator("#open-files").setInputFiles(files);
  await expect(playground.status).toContainText("Opened 5 files");
  await page.evaluate(() => {
    const seen = globalThis as unknown as { longest: number };
    seen.longest = 0;
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) seen.longest = Math.max(seen.longest, duration);
    }).observe({ entryTypes: ["longtask"] });
  });
  await openShare(playground);
  await expect(page.locator("#share-size")).toContainText("No link holds more than 8 MB");
  expect(await page.evaluate(() => (globalThis as unknown as { longest: number }).longest)).toBeLessThan(6_000);
});

test("dropped folders and other zips keep their paths", async ({ playground, page }) => {
  await playground.open();
  const zip = writeZip(lake);
  await page.locator("ytterby-page").evaluate(
    (target, bytes) => {
      const data = new DataTransfer();
      data.items.add(new File([Uint8Array.from(bytes)], "lake.zip"));
      target.dispatchEvent(
        new DragEvent("drop", { dataTransfer: data, bubbles: true, composed: true, cancelable: true }),
      );
    },
    [...zip],
  );
  await expect(playground.status).toContainText("Opened lake.zip");
  await expect.poll(() => playground.files()).toEqual(["lake.yml", "values.yml"]);
});

test("files of a folder are sorted by name, without hidden ones", async ({ playground, page }) => {
  const folder = `${mkdtempSync(`${tmpdir()}/ytterby-folder-`)}/pool`;
  for (const [path, content] of [
    ["z.yml", "z: 1\n"],
    ["deep/er/b.yml", "b: 1\n"],
    ["a.yml", "a: 1\n"],
    [".git/config", "never"],
    ["deep/.hidden.yml", "never: 1\n"],
    ["raw.bin", "\0"],
  ] as const) {
    mkdirSync(dirname(`${folder}/${path}`), { recursive: true });
    writeFileSync(`${folder}/${path}`, content);
  }
  await playground.open();
  const before = await playground.files();
  await page.locator("#open-folder").setInputFiles(folder);
  await expect(playground.status).toContainText("Opened 4 files");
  await expect
    .poll(() => playground.files())
    .toEqual([...before, "pool/a.yml", "pool/deep/er/b.yml", "pool/raw.bin", "pool/z.yml"]);
});

test("Markdown for an issue has the files, the command and its result", async ({ playground, page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await follow(playground, `#${writeLink({ ...lake, view: "" } satisfies Work)}`);
  await openShare(playground);
  await page.getByRole("button", { name: "Markdown for an issue" }).click();
  const text = await page.evaluate(() => navigator.clipboard.readText());
  for (const part of [
    "## A lake",
    "`lake.yml`",
    "depth: 12",
    "LAKE=deep ytt -f . --data-value-yaml depth=40",
    "depth: 40",
    "[Open in the playground](http",
  ])
    expect(text).toContain(part);
});

test.describe("gists", () => {
  // The only request to another server, which is intercepted here.
  test("are loaded only after a confirmation", { tag: "@quick" }, async ({ page, baseURL }) => {
    const asked: string[] = [];
    await page.route("https://api.github.com/**", (route) => {
      asked.push(route.request().url());
      return route.fulfill({
        json: {
          description: "From a gist",
          files: {
            "b.yml": { filename: "b.yml", content: "b: #@ 1 + 1\n" },
            "a.yml": { filename: "a.yml", content: "a: 1\n" },
          },
        },
        headers: { "access-control-allow-origin": "*" },
      });
    });
    await page.goto(`${baseURL}#gist:https://gist.github.com/somebody/0123456789abcdef0123`);
    await expect(page.getByText("This address names a gist")).toBeVisible();
    expect(asked).toEqual([]);
    await page.getByRole("button", { name: "Load the gist" }).click();
    await expect(page.getByRole("region", { name: "What was opened" })).toContainText("Gist: From a gist");
    expect(asked).toEqual(["https://api.github.com/gists/0123456789abcdef0123"]);
    await expect(page.getByRole("tablist", { name: "Input files" }).getByRole("tab")).toHaveText(["a.yml", "b.yml"]);
  });

  test("with a bundle open as its playground", async ({ page, baseURL }) => {
    const content = "ytterby: 1\ntitle: In a gist\nfiles:\n- path: a.yml\n  content: |\n    a: 1\nargs: -o json\n";
    await page.route("https://api.github.com/**", (route) =>
      route.fulfill({
        json: { description: "x", files: { "a-lake.yml": { filename: "a-lake.yml", content } } },
        headers: { "access-control-allow-origin": "*" },
      }),
    );
    await page.goto(`${baseURL}#gist:https://gist.github.com/somebody/0123456789abcdef0123#file-a-lake-yml`);
    await page.getByRole("button", { name: "Load the gist" }).click();
    await expect(page.getByRole("region", { name: "What was opened" })).toContainText("Gist: In a gist");
    await expect(page.getByLabel("Flags after")).toHaveValue("-o json");
  });

  test("that do not exist are reported", async ({ page, baseURL }) => {
    await page.route("https://api.github.com/**", (route) =>
      route.fulfill({ status: 404, headers: { "access-control-allow-origin": "*" } }),
    );
    await page.goto(`${baseURL}`);
    await page.getByRole("button", { name: "Open", exact: true }).click();
    await page.getByRole("menuitem", { name: "Gist" }).click();
    await page.getByLabel("Address of the gist").fill("https://example.org/x");
    await page.getByRole("button", { name: "Load", exact: true }).click();
    await expect(page.getByText("That is not the address of a gist")).toBeVisible();
    await page.getByLabel("Address of the gist").fill("0123456789abcdef0123");
    await page.getByRole("button", { name: "Load", exact: true }).click();
    await expect(page.getByRole("alert").filter({ hasText: "GitHub has no such gist" })).toBeVisible();
  });
});

test("links to the official playground's examples open the corresponding ones", async ({ playground }) => {
  await follow(playground, "#example:example-if");
  await expect(bar(playground)).toContainText("Example: ");
  await follow(playground, "#example:no-such");
  await playground.page.reload();
  await expect(bar(playground).getByRole("alert")).toContainText("There is no example");
});

test("a menu opens although its button is pressed while it starts", async ({ page }) => {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const start = await (await page.request.get("./")).text();
  await page.route("**/dist-*.js", async (route) => {
    // The library of menus loads after the scripts that the document names.
    const name = new URL(route.request().url()).pathname.split("/").at(-1) ?? "";
    if (!start.includes(name)) await released;
    await route.continue();
  });
  await page.goto("./");
  const open = page.getByRole("button", { name: "Open", exact: true });
  await expect(open).toBeVisible();
  // Pressed as soon as the menu has its elements.
  await open.evaluate((button) => {
    const watch = new MutationObserver(() => {
      if (!button.parentElement?.querySelector(".menu-item")) return;
      watch.disconnect();
      (button as HTMLElement).click();
    });
    watch.observe(button.getRootNode(), { childList: true, subtree: true });
  });
  release();
  await expect(page.getByRole("menuitem", { name: "Gist" })).toBeVisible();
});

test("dialogs close with Escape, and restore the focus", async ({ playground, page }) => {
  await playground.open();
  const open = page.getByRole("button", { name: "Open", exact: true });
  const share = page.getByRole("button", { name: "Share", exact: true });
  await share.focus();
  await page.keyboard.press("Enter");
  await expect(page.locator("#share-link")).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(sharing(playground)).toBeHidden();
  await expect(share).toBeFocused();
  for (const [way, focused] of [
    ["Gist", "#gist-url"],
    ["Earlier work", "dialog.open-earlier .icon-button"],
  ] as const) {
    await open.focus();
    await page.keyboard.press("Enter");
    await page.getByRole("menuitem", { name: way }).hover();
    await page.keyboard.press("Enter");
    await expect(page.locator(focused)).toBeFocused();
    await page.keyboard.press("Escape");
    await expect(page.locator(focused)).toBeHidden();
    await expect(open).toBeFocused();
  }
  await playground.editor.click();
  await page.keyboard.press("ControlOrMeta+s");
  await expect(page.locator("#share-link")).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(playground.editor).toBeFocused();
});

test("actions on the open work move the focus to its files", async ({ playground, page }) => {
  await follow(playground, `#${writeLink(lake)}`);
  await playground.write("#@data/values\n---\ndepth: 13\n");
  for (const [name, file] of [
    ["Start over", "values.yml"],
    ["Back to my work", "schema.yml"],
  ] as const) {
    await page.getByRole("button", { name }).focus();
    await page.keyboard.press("Enter");
    await expect(page.getByRole("button", { name })).toBeHidden();
    await expect(playground.file(file)).toBeFocused();
  }
});

for (const width of [1440, 1024, 820, 390, 360]) {
  test(`nothing scrolls sideways or is clipped, ${width} wide`, {
    tag: width === 360 ? [] : "@long",
  }, async ({ playground, page }) => {
    await page.setViewportSize({ width, height: 844 });
    const selectors = [
      ".opened-bar button",
      "header button",
      "dialog[open] .dialog-head *",
      ".topics button",
      ".notice button",
    ];
    const fits = async () => {
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
      for (const selector of selectors) {
        // In one call: a call for each of hundreds of elements takes too long.
        const boxes = await page.locator(selector).evaluateAll((elements) =>
          elements
            .filter((element) => element.checkVisibility({ visibilityProperty: true }))
            .map((element) => element.getBoundingClientRect())
            .filter((box) => box.width > 0 && box.height > 0)
            .map(({ x, right, width, height }) => ({ x, right, width, height })),
        );
        if (selector === "header button") expect(boxes).not.toEqual([]);
        for (const box of boxes) {
          // The size of a finger.
          if (width < 820 && selector.endsWith("button"))
            expect(Math.min(box.width, box.height), selector).toBeGreaterThanOrEqual(24);
          expect(box.x, selector).toBeGreaterThanOrEqual(0);
          expect(box.right, selector).toBeLessThanOrEqual(width);
        }
      }
    };
    const name = "a-long-name-of-a-file-".repeat(6);
    const long = workOf({
      ...lake,
      title: "A lake with quite a long title that tells everything there is to tell of it",
      lesson: "A lesson.",
      files: [...lake.files, { path: `${name}.yml`, content: "a: 1\n" }],
      variants: [{ name, commandLine: "", env: [], without: [] }],
      checks: [{ output: "lake.yml", at: "depth", is: name }],
    });
    for (const hash of [
      "",
      "#example:rules-numbers",
      `#${writeLink(long)}`,
      `#${writeLink({ ...long, view: "checks" })}`,
      `#${writeLink({ ...long, view: "compare" })}`,
      `#${writeLink(long).slice(0, -20)}`,
      "#gist:https://gist.github.com/someone/0123456789abcdef0123456789abcdef",
    ]) {
      await page.goto("about:blank");
      await follow(playground, hash);
      await expect(playground.status).toContainText("Rendered in");
      if (hash !== "") await expect(bar(playground)).toBeVisible();
      await fits();
    }
    await page.keyboard.press("ControlOrMeta+k");
    await expect(page.locator(".topics button").first()).toBeVisible();
    await fits();
    await page.keyboard.press("Escape");
    await page.keyboard.press("ControlOrMeta+s");
    await expect(page.locator("#share-link")).toBeFocused();
    await fits();
  });
}

test("every example opens in the page and its checks pass", { tag: "@long" }, async ({ playground, page }) => {
  test.setTimeout(240_000);
  await playground.open();
  for (const { id, work } of examples) {
    await page.evaluate((id) => {
      location.hash = `#example:${id}`;
    }, id);
    await expect(bar(playground)).toContainText(work.title);
    await expect(page.locator(".result-tab .count"), id).toHaveText(`, passed:${work.checks.length}`);
  }
});
