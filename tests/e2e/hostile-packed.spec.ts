// Zips, links and gists that are invalid, hostile or huge, in the page: a message reports what was left out, and the page stays usable. The result
// for each kind of input is tested next to the code, in web/src/formats.
import { deflateRawSync } from "node:zlib";
import type { Page } from "@playwright/test";
import { crc32 } from "../../web/src/formats/crc32";
import { sealedPayload } from "../../web/testing/sealed-link";
import { zipOf } from "../../web/testing/zip-of";
import { goTo } from "./axe-visits";
import { CONTROLS, count, DISGUISES, expectUnharmed, guard, MARKUP, NAMES, remember, sayCount } from "./hostile";
import { expect, FILES, Playground, isolated as plainTest, test, watch } from "./playground";

// The machine may be busy.
plainTest.describe.configure({ timeout: 180_000 });
plainTest.afterEach(() => sayCount());

const ok = { name: "ok.yml", content: "ok: 1\n" };

async function drop(page: Page, name: string, content: Uint8Array): Promise<void> {
  await page.locator("#open-bundle").setInputFiles({ name, mimeType: "application/zip", buffer: Buffer.from(content) });
}

test("the page reports what it left out of a zip, and a link that is too large, and stays usable", {
  tag: "@long",
}, async ({ playground, page }) => {
  await guard(page);
  await playground.open();
  await remember(page);
  const zeros = Buffer.alloc(40_000_000);
  const bomb = { name: "bomb", crc: crc32(zeros), packed: deflateRawSync(zeros) };
  const notice = page.locator("footer .notice");
  await drop(page, "bomb.zip", zipOf([ok, { ...bomb, size: zeros.length }]));
  await expect(notice).toContainText("bomb.zip: The zip contains more than 20 MB.");
  await drop(page, "liar.zip", zipOf([ok, { ...bomb, size: 5 }, { name: "../up\u202e.yml", content: "x" }]));
  await expect(notice).toContainText("is corrupted and was skipped.");
  await expect(notice.locator(".unseen")).toHaveAttribute("data-number", "U+202E");
  await expect(page.locator(FILES)).toHaveCount(1);
  await drop(page, "huge.zip", new Uint8Array(21_000_000));
  await expect(notice).toContainText("huge.zip is larger than 20 MB.");
  count(3);
  await expectUnharmed(page, "zips");
  await playground.write("after: #@ 1 + 1\n");
  await expect(playground.output).toContainText("after: 2");

  await goTo(page, sealedPayload(Buffer.alloc(300_000_000)));
  await expect(page.getByText("This link contains more than 8 MB")).toBeVisible();
  await page.getByRole("button", { name: "Back to my playground" }).click();
  await playground.write("after: #@ 2 + 2\n");
  await expect(playground.output).toContainText("after: 4");
  count(1);
  await expectUnharmed(page, "link");
  sayCount();
});

const file = (filename: unknown, more: object = {}) => ({ filename, content: "a: 1\n", ...more });
const cases: [string, string, RegExp][] = [
  [
    "too large",
    `{"files":{"a.yml":${JSON.stringify(file("a.yml", { content: "x".repeat(21_000_000) }))}}}`,
    /The gist contains more than 20 MB/,
  ],
  [
    "hostile texts",
    JSON.stringify({
      description: MARKUP.join(" ") + DISGUISES.join(" ") + CONTROLS.join(" "),
      files: Object.fromEntries(
        [...MARKUP, ...DISGUISES, ...CONTROLS, ...NAMES].map((text) => [text, file(text, { content: text })]),
      ),
    }),
    /./,
  ],
];
plainTest(
  "gists that are too large or hostile texts end in a message or in their files",
  { tag: "@long" },
  async ({ page, baseURL }) => {
    const origin = new URL(baseURL ?? "").origin;
    const wrong = await watch(page, origin);
    const dialogs = await guard(page);
    for (const [what, body, expected] of cases)
      await plainTest.step(what, async () => {
        await page.route("https://api.github.com/**", (route) =>
          route.fulfill({ body, headers: { "access-control-allow-origin": "*" } }),
        );
        await page.goto(`${baseURL}`);
        await expect(new Playground(page).status).toContainText("Rendered in");
        await remember(page);
        await goTo(page, "#gist:0123456789abcdef0123");
        await page.getByRole("button", { name: "Load the gist" }).click();
        await expect(page.locator("ytterby-page .opened-bar").filter({ hasText: expected }).first()).toBeVisible();
        count(1);
        await expectUnharmed(page, what);
      });
    expect(dialogs).toEqual([]);
    const gist = "asked another origin: https://api.github.com/gists/0123456789abcdef0123";
    expect(wrong.filter((one) => !one.startsWith(gist))).toEqual([]);
  },
);
