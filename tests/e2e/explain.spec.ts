// Explanations: from a problem, from a card and from the help; a dialog with a wrong and a correct example, which can be opened.
import { readdirSync } from "node:fs";
import { expect, type Playground, test } from "./playground";

const dialog = (playground: Playground) => playground.page.locator("dialog.explanation");
const codes = readdirSync(`${__dirname}/../../web/explain`).map((name) => name.replace(/\.yml$/, ""));

test("explanations are opened from the help and from a lint, and fit wide pages and phones", async ({
  playground,
  page,
}) => {
  await test.step("from the help to the index, to a page, to the next and back", async () => {
    await playground.open();
    await page.getByRole("button", { name: "Help" }).click();
    await page.getByRole("button", { name: "Error reference" }).click();
    const entries = dialog(playground).getByRole("listitem");
    await expect(entries).toHaveCount(codes.length);
    const titles = await entries.getByRole("button").allTextContents();
    await entries.getByRole("button").nth(2).click();
    const heading = dialog(playground).getByRole("heading", { level: 2 });
    await expect(heading).toHaveText(titles[2] ?? "");
    await dialog(playground).getByRole("button", { name: /^Next/ }).click();
    await expect(heading).toHaveText(titles[3] ?? "");
    await expect(heading).toBeFocused();
    await dialog(playground)
      .getByRole("button", { name: /^Previous/ })
      .click();
    await expect(heading).toHaveText(titles[2] ?? "");
    await dialog(playground).getByRole("button", { name: "All errors" }).click();
    await expect(heading).toHaveText("Error reference");
    await dialog(playground).getByRole("button", { name: "Close", exact: true }).click();
    await expect(dialog(playground)).toBeHidden();
  });
  await test.step("a lint is explained, also from its card", async () => {
    await playground.openFile("plan.yml");
    await playground.write("a: yes\n");
    await page
      .locator(".lint")
      .first()
      .getByRole("button", { name: /^Explain/ })
      .click();
    await expect(dialog(playground)).toContainText("Unquoted word is a boolean");
    await page.keyboard.press("Escape");
    await page.mouse.move(1, 1);
    await playground.editor.focus();
    await page.keyboard.press("ControlOrMeta+Home");
    await page.keyboard.press("F8");
    await page
      .locator(".cm-insight")
      .getByRole("button", { name: /^Explain/ })
      .click();
    await expect(dialog(playground)).toContainText("Unquoted word is a boolean");
  });
  await test.step("an explanation fits, on wide pages and on phones", async () => {
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Help" }).click();
    await page.getByRole("button", { name: "Error reference" }).click();
    await expect(dialog(playground).getByRole("listitem")).toHaveCount(codes.length);
    await dialog(playground).getByRole("button", { name: "Violated validation rule" }).click();
    for (const width of [1400, 390])
      await test.step(`${width} wide`, async () => {
        await page.setViewportSize({ width, height: 844 });
        await expect(dialog(playground).getByRole("region", { name: "Wrong example" })).toBeVisible();
        const box = await dialog(playground).boundingBox();
        expect(box?.x).toBeGreaterThanOrEqual(0);
        expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(width);
      });
  });
});

test("a problem is explained, and opening its example can be undone", {
  tag: "@quick",
}, async ({ playground, page }) => {
  await test.step("explanations are loaded on demand", async () => {
    const asked: string[] = [];
    page.on("request", (request) => asked.push(new URL(request.url()).pathname));
    await playground.open();
    expect(asked.filter((path) => /explain-index|violation/.test(path))).toEqual([]);
    await playground.openExample("A bakery with violations");
    await playground.problems
      .first()
      .getByRole("button", { name: /^Explain/ })
      .click();
    await expect(dialog(playground)).toContainText("Violated validation rule");
    expect(asked.filter((path) => /\/violation-/.test(path))).toHaveLength(1);
    await page.keyboard.press("Escape");
  });
  await test.step("a problem is explained, and opening its example can be undone", async () => {
    const explain = playground.problems.first().getByRole("button", { name: /^Explain/ });
    await explain.click();
    await expect(dialog(playground)).toBeVisible();
    await expect(dialog(playground).getByRole("heading", { level: 2 })).toHaveText("Violated validation rule");
    await expect(dialog(playground)).toContainText("@schema/validation");
    const wrong = dialog(playground).getByRole("region", { name: "Wrong example" });
    await expect(wrong.locator(".differs")).toHaveText(/peak: 540/);
    await expect(dialog(playground).getByRole("region", { name: "Right example" }).locator(".differs")).toHaveText(
      /peak: 640/,
    );
    await wrong.getByRole("button", { name: "Open this example" }).click();
    await expect(dialog(playground)).toBeHidden();
    await expect(playground.status).toContainText("Opened “Violated validation rule: wrong”");
    await expect(playground.problems).toHaveCount(1);
    await expect.poll(() => playground.files()).toEqual(["values.yml", "schema.yml", "config.yml"]);
    await playground.status.getByRole("button", { name: "Undo" }).click();
    await expect(playground.problems).toHaveCount(5);
  });
});
