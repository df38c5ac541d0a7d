// Import of plain values, such as the values.yaml of a Helm chart, as a schema.
import type { Locator } from "@playwright/test";
import { expect, type Playground, test } from "./playground";

const VALUES = `# Number of replicas
replicas: 2
image:
  repository: nginx
  tag:   # the version of the chart
resources: {}
  # limits:
  #   cpu: 100m
hosts:
  - name: a
    port: 80
  - name: b
`;

async function openImport({ page }: Playground): Promise<Locator> {
  await page.getByRole("tab", { name: "Schema", exact: true }).click();
  await page.getByRole("button", { name: "Import a schema" }).click();
  return page.getByRole("dialog", { name: "Import a schema" });
}

test("plain values are recognised, and become a schema with a list of guesses, or a new playground", {
  tag: "@quick",
}, async ({ playground, page }) => {
  await test.step("a file can be dropped on the dialog", async () => {
    await playground.open();
    const before = await playground.files();
    const dialog = await openImport(playground);
    await dialog.evaluate((element) => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File(["dropped: 1\n"], "values.yaml", { type: "text/yaml" }));
      for (const type of ["dragover", "drop"])
        element.dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, composed: true, cancelable: true }));
    });
    await expect(dialog.getByRole("textbox")).toHaveValue("dropped: 1\n");
    await expect(dialog.getByRole("status")).toContainText("Plain values. They determine all types.");
    await page.keyboard.press("Escape");
    expect(await playground.files()).toEqual(before);
  });
  await test.step("in place of an example without edits, an import is a new playground with values and a template", async () => {
    const dialog = await openImport(playground);
    await dialog.getByRole("textbox").fill(VALUES);
    await expect(dialog.getByRole("radio", { name: "Open a new playground" })).toBeChecked();
    await expect(dialog.getByRole("checkbox")).toBeChecked();
    await dialog.getByRole("button", { name: "Open as a new playground" }).click();
    await expect(dialog).toContainText("The schema is now in schema.yml, the values in values.yml.");
    await expect.poll(() => playground.files()).toEqual(["schema.yml", "values.yml", "config.yml"]);
    const guesses = dialog.getByRole("group", { name: "Guesses" }).getByRole("listitem");
    await guesses.nth(1).getByRole("button", { name: "resources: go to values.yml:8" }).click();
    await expect(playground.editor.locator(".cm-activeLine")).toHaveText("resources: {}");
    await expect(playground.output).toContainText("repository: nginx");
    await expect(playground.problems).toHaveCount(0);
    await page.getByRole("button", { name: "Undo" }).click();
    await expect.poll(() => playground.files()).toEqual(["schema.yml", "values.yml", "plan.yml"]);

    // The user's own files stay where they are.
    await playground.openFile("plan.yml");
    await playground.write("mine: 1\n");
    await page.getByRole("button", { name: "Import a schema" }).click();
    await expect(dialog.getByRole("radio", { name: "Replace schema.yml" })).toBeChecked();
    await expect(dialog.getByRole("checkbox")).toHaveCount(0);
  });
  await test.step("plain values are recognised, and become a schema with a list of guesses", async () => {
    await page.keyboard.press("Escape");
    await playground.loadKiln();
    const dialog = await openImport(playground);
    await dialog.getByRole("textbox").fill(VALUES);
    await expect(dialog.getByRole("status")).toHaveText("Plain values. 3 types are guesses; you can check them next.");
    await dialog.getByRole("radio", { name: "Replace schema.yml" }).check();
    await dialog.getByRole("button", { name: "Replace schema.yml" }).click();
    await expect(dialog).toContainText("The schema is now in schema.yml. 3 types are unclear.");
    const guesses = dialog.getByRole("group", { name: "Guesses" }).getByRole("listitem");
    await expect(guesses).toHaveCount(3);
    await expect(guesses.nth(0)).toContainText("image.tag: a string or null");
    await expect(guesses.nth(1)).toContainText("resources: any value");
    await expect(guesses.nth(2)).toContainText("hosts[].port: null where it is left out");

    // A link leads to the line of the schema, and the list can be opened again.
    await guesses.nth(1).getByRole("button", { name: "resources: go to schema.yml:13" }).click();
    await expect(dialog).toBeHidden();
    await expect(playground.editor).toBeFocused();
    await expect(playground.editor.locator(".cm-activeLine")).toHaveText("resources: {}");
    await expect(playground.editor).toContainText('#@schema/desc "Number of replicas"');
    await page.getByRole("button", { name: "Import a schema" }).click();
    await dialog.getByRole("button", { name: "Show 3 guesses of the last import" }).click();
    await expect(guesses).toHaveCount(3);
  });
});
