// Malformed input: a message with a position, nothing that was typed is lost, and the page stays usable.
import { drop } from "./dropping";
import { expect, test } from "./playground";
import { storedWorks } from "./stored-works";

const BROKEN = [
  ["broken YAML", "a: 1\nb: [1, 2\nc: }\n", "did not find expected", /plan\.yml/],
  ["broken Starlark", "a: 1\nb: #@ 1 +\n", "want primary expression", /plan\.yml:2/],
  ["a tab as indentation", "a:\n\tb: 1\n", "found character that cannot start any token", /plan\.yml/],
] as const;

test("broken input and wrong flags are reported with their places, and nothing is lost", {
  tag: "@quick",
}, async ({ playground, page }) => {
  await test.step("broken input is reported with its line, and nothing is lost", async () => {
    await playground.open();
    for (const [name, text, message, place] of BROKEN)
      await test.step(name, async () => {
        await playground.openFile("plan.yml");
        await playground.write(text);
        await expect(playground.problems.first()).toContainText(message);
        await expect(playground.problems.first()).toContainText(place);
        await expect(playground.output).toContainText("kiln: HESTIA");
        await expect(page.locator(".code.stale")).toBeVisible();
        await expect.poll(async () => (await storedWorks(page))[0]?.files["plan.yml"]).toBe(text);
      });
    const [, last, message] = BROKEN[BROKEN.length - 1] ?? [];
    await page.reload();
    await expect(playground.problems.first()).toContainText(message ?? "");
    const [kept] = await storedWorks(page);
    expect(kept?.files["plan.yml"]).toBe(last);
    await playground.write("after: #@ 1 + 1\n");
    await expect(playground.output).toContainText("after: 2");
  });
  await test.step("a wrong flag is reported and marked, and no input is lost", async () => {
    await playground.loadKiln();
    await playground.flags.fill("--data-value kiln.name=Vesta --no-such-flag");
    await expect(playground.problems).toHaveText(/unknown flag: --no-such-flag/);
    await expect(playground.flags).toHaveAttribute("aria-invalid", "true");
    await expect(playground.output).toContainText("kiln: HESTIA");
    await expect(page.locator(".code.stale")).toBeVisible();
    await page.reload();
    await expect(playground.flags).toHaveValue("--data-value kiln.name=Vesta --no-such-flag");

    await playground.flags.fill("--data-value 'kiln.name=Vesta");
    await expect(playground.problems).toHaveText(/a quote is never closed/);
    await expect(playground.flags).toHaveAttribute("aria-invalid", "true");
    await expect(page.getByText("The engine crashed")).toHaveCount(0);
    await playground.flags.fill("--data-value kiln.name=Vesta");
    await expect(playground.output).toContainText("kiln: VESTA");
    await expect(playground.flags).toHaveAttribute("aria-invalid", "false");
  });
});

const ODD = [
  ["nothing at all", ""],
  ["control characters", "a: \u0000\u0007\n"],
  ["lone surrogates", "a: \ud800 b\n"],
  ["a very long line", `a: ${"x".repeat(200_000)}\n`],
  ["very deep nesting", `a: ${"[".repeat(2_000)}\n`],
  ["nesting too deep for the editor", `a: ${"[".repeat(40_000)}\n`],
  ["very deep code", `a: #@ ${"(".repeat(20_000)}\n`],
] as const;

test("odd input leaves the page usable", async ({ playground, page }) => {
  await playground.open();
  await playground.openFile("plan.yml");
  for (const [at, [name, text]] of ODD.entries())
    await test.step(name, async () => {
      await playground.write(text);
      // Each of these changes the output or has a problem.
      await expect
        .poll(
          async () =>
            (await playground.problems.count()) > 0 ||
            !/HESTIA|after: /.test((await playground.output.textContent()) ?? ""),
        )
        .toBe(true);
      await expect(page.getByText("The engine crashed")).toHaveCount(0);
      await playground.write(`after: #@ 1 + ${at}\n`);
      await expect(playground.output).toContainText(`after: ${at + 1}`);
      await expect(playground.problems).toHaveCount(0);
    });
});

const text = (name: string, content: string) => ({
  name,
  mimeType: "application/octet-stream",
  buffer: Buffer.from(content),
});

test("files of the user's machine are opened and dropped, replace others, and need not be text", {
  tag: "@quick",
}, async ({ playground, page }) => {
  await test.step("files of the user's machine are opened, also those that are not text", async () => {
    await playground.open();
    await page
      .getByLabel("Open files")
      .setInputFiles([
        text("extra.yml", "extra: #@ 'from ' + 'disk'\r\n"),
        { name: "photo.png", mimeType: "image/png", buffer: Buffer.from([0x89, 0x50, 0x4e, 0x47, 0xff, 0x00]) },
      ]);
    await expect(page.getByText("Opened 2 files.")).toBeVisible();
    await expect.poll(() => playground.files()).toEqual(["extra.yml", "photo.png"]);
    await expect(playground.output).toContainText("extra: from disk");
    await playground.openFile("photo.png");
    await expect(page.getByText("Binary file, 6 bytes")).toBeVisible();
  });
  await test.step("files can be dropped anywhere on the page", async () => {
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(playground.output).toContainText("kiln: HESTIA");
    const files = { "dropped.yml": "dropped: #@ 6 * 7\n", "bytes.bin": Uint8Array.of(0xff, 0xfe, 0) };
    await drop(page, files, playground.editor);
    await expect(page.getByText("Opened 2 files.")).toBeVisible();
    await expect(playground.editor).toContainText("dropped: #@ 6 * 7");
    await expect(playground.output).toContainText("dropped: 42");
  });
  await test.step("a file with an existing name replaces it, and that can be undone", async () => {
    await playground.loadKiln();
    await playground.writeLine(1, "#! mine");
    await page.getByLabel("Open files").setInputFiles(text("plan.yml", "other: true\n"));
    await page.getByLabel("Overwrite the existing file").check();
    await page.getByRole("button", { name: "Add to the playground" }).click();
    await expect(playground.output).toContainText("other: true");
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(playground.output).toContainText("kiln: HESTIA");
  });
});
