// Opening links: what they contain, their addresses, and the user's own work beside them.
import { toBase64url } from "../../web/src/core/base64url";
import { workOf } from "../../web/src/core/work";
import { crc32 } from "../../web/src/formats/crc32";
import { writeLink } from "../../web/src/formats/link";
import { examples } from "../../web/testing/works";
import { link } from "./axe-visits";
import { expect, type Playground, test } from "./playground";
import { bar, follow, lake, named } from "./shared-playground";
import { waitUntilStored } from "./stored-works";

const stored = ({ page }: Playground, text: string) => waitUntilStored(page, text);

test("a link opens files, flags, environment, checks and view, and names the browser's tab; the user's own work is not changed", {
  tag: "@quick",
}, async ({ playground, page }) => {
  await test.step("a link opens files, flags, environment, checks and view; the user's own work is not changed", async () => {
    await playground.open();
    await playground.openFile("plan.yml");
    await playground.write("mine: true\n");
    await expect(playground.output).toContainText("mine: true");
    await follow(playground, `#${writeLink(lake)}`);
    await page.reload();
    await expect(bar(playground)).toContainText("Shared: A lake");
    await expect.poll(() => playground.files()).toEqual(["lake.yml", "values.yml"]);
    await expect(page.locator(".file-pane.chosen .file-name")).toHaveText("values.yml");
    await expect(playground.flags).toHaveValue("--data-value-yaml depth=40");
    await expect(page.getByRole("tab", { name: "Data values" })).toHaveAttribute("aria-selected", "true");
    await expect(page.getByRole("button", { name: "Environment 1" })).toBeVisible();
    await expect(page.getByRole("tab", { name: /^Checks/ })).toContainText("1");
    await page.getByRole("button", { name: "Back to my playground" }).click();
    await expect(playground.editor).toContainText("mine: true");
    await expect(bar(playground)).toBeHidden();
    expect(new URL(page.url()).hash).toBe("");
  });
  await test.step("links to the official playground's examples open the corresponding ones", async () => {
    await follow(playground, "#example:example-if");
    await expect(bar(playground)).toContainText("Example: ");
    await follow(playground, "#example:no-such");
    await playground.page.reload();
    await expect(bar(playground).getByRole("alert")).toContainText("There is no example");
  });
  await test.step("the title of the browser's tab is that of the playground", async () => {
    await page.goto("./#example:bakery-violations");
    await expect(page).toHaveTitle("A bakery with violations · Ytterby");
    await page.goto(`./${link({ title: "Kettles", files: [{ path: "a.yml", content: "a: 1\n" }] })}`);
    await expect(page).toHaveTitle("Kettles · Ytterby");
    await page.goto(`./${link({ files: [{ path: "a.yml", content: "a: 1\n" }] })}`);
    await expect(page).toHaveTitle("Shared: untitled playground · Ytterby");
    await page.goto("./");
    await expect(page).toHaveTitle(/^(?!Shared)/);
  });
});

test("changes to a shared playground are stored under its address, and can be discarded or become the user's own work", {
  tag: "@long",
}, async ({ playground, page }) => {
  await follow(playground, `#${writeLink(lake)}`);
  await playground.write("#@data/values\n---\ndepth: 13\nmore: 1\n");
  await expect(bar(playground)).toContainText("edited");
  await page.reload();
  await expect(playground.editor).toContainText("depth: 13");
  await expect(bar(playground)).toContainText("edited");
  await page.getByRole("button", { name: "Reset" }).click();
  await expect(playground.editor).toContainText("depth: 12");
  await page.getByRole("button", { name: "Save as my playground" }).click();
  await expect(bar(playground)).toBeHidden();
  expect(new URL(page.url()).hash).toBe("");
  await page.reload();
  await expect.poll(() => playground.files()).toEqual(["lake.yml", "values.yml"]);
});

test("an opened link can be undone, a damaged one is opened in part, and no text of one becomes markup", async ({
  playground,
  page,
}) => {
  await test.step("an opened link can be undone, and the browser's back and forward go between the two", async () => {
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
  await test.step("what is before a missing character in the middle of a link is opened, and named as recovered", async () => {
    const lines = (word: string) => Array.from({ length: 200 }, (_, n) => `${word}${n * n}: ${n}\n`).join("");
    const files = ["a.yml", "b.yml"].map((path) => ({ path, content: lines(path[0] ?? "") }));
    const link = writeLink(workOf({ files }));
    const middle = Math.floor(link.length * 0.8);
    await follow(playground, `#${link.slice(0, middle)}${link.slice(middle + 1)}`);
    await expect(bar(playground).getByRole("alert")).toContainText("This link is corrupted");
    await page.getByRole("button", { name: "Open what could be recovered" }).click();
    await expect(bar(playground)).toContainText("Recovered from a corrupted link");
    await expect.poll(() => playground.files()).toEqual(["a.yml", "b.yml"]);
    await expect(playground.editor).toContainText("a400: 20");
    await playground.openFile("b.yml");
    await expect(playground.editor).toContainText("b400: 20");
  });
  await test.step("only templates of a shared playground run, and no text becomes markup", async () => {
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
});

test("undoing a playground that replaced the user's own work restores that", {
  tag: "@long",
}, async ({ playground, page }) => {
  await playground.open();
  await playground.write("mine: true\n");
  await stored(playground, "mine: true");
  await playground.openExample("An orchard of functions");
  await page.getByRole("button", { name: "Save as my playground" }).click();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(bar(playground)).toContainText("An orchard of functions");
  await stored(playground, "mine: true");
  await page.getByRole("button", { name: "Open", exact: true }).click();
  await page.getByRole("menuitem", { name: "Blank" }).click();
  await expect(bar(playground)).toBeHidden();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(bar(playground)).toContainText("An orchard of functions");
  await page.getByRole("button", { name: "Back to my playground" }).click();
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
    await expect(bar(playground)).toContainText("An orchard of functions edited");
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
  await page.getByRole("button", { name: "Back to my playground" }).click();
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
  await expect(bar(playground).getByRole("alert")).toContainText("This link is incomplete: its end is missing");
  await expect(playground.editor).toContainText("mine: true");
  await page.getByRole("button", { name: "Open what could be recovered" }).click();
  await expect.poll(() => playground.files()).toEqual(["lake.yml", "values.yml"]);
  await page.getByRole("button", { name: "Close" }).first().click();
  await page.getByRole("button", { name: "Back to my playground" }).click();
  await expect(playground.editor).toContainText("mine: true");

  await page.evaluate((hash) => {
    location.hash = hash;
  }, "#y7:d.AAAA.BBBBBB");
  await expect(bar(playground).getByRole("alert")).toContainText("version 7");
  await page.evaluate(() => {
    location.hash = "#nonsense";
  });
  await expect(bar(playground).getByRole("alert")).toContainText("This is not a valid playground link");
  await page.getByRole("button", { name: "Back to my playground" }).click();
  await expect(playground.editor).toContainText("mine: true");
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
  await page.getByRole("button", { name: "Back to my playground" }).click();
  await expect(playground.status).toContainText("Rendered in");
});

test("every example opens in the page, with problems only where it is about them", { tag: "@long" }, async ({
  playground,
  page,
}) => {
  test.setTimeout(240_000);
  await playground.open();
  for (const { id, whole } of examples) {
    await page.evaluate((id) => {
      location.hash = `#example:${id}`;
    }, id);
    await expect(bar(playground)).toContainText(whole.title);
    const fails = whole.checks.some((check) => "violation" in check || "error" in check || "passes" in check);
    const verdict = page.locator("footer .verdict");
    if (fails) await expect(verdict, id).toHaveText(/violation|error|problem/);
    else await expect(verdict, id).toHaveText("No problems");
  }
});
