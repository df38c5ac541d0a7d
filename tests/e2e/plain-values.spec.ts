// Plain values, such as the values.yaml of a Helm chart, that are opened, dropped or pasted: the page offers to make a schema from them, or to use them
// as data values. A lint points out those that are printed, and Helm's syntax has fixes.
import type { Page } from "@playwright/test";
import { expectAccessible, inPlayground } from "./accessible";
import { drop } from "./dropping";
import { expect, type Playground, test } from "./playground";
import { chooseOpen } from "./stored-works";

const VALUES = `# Number of replicas
replicas: 2
image:
  repository: nginx # the default
resources: {}
`;
const DEPLOYMENT = `apiVersion: apps/v1
kind: Deployment
metadata:
  name: {{ .Values.image.repository }}
spec:
  replicas: {{ .Values.replicas }}
  image: "{{ .Values.image.repository }}:latest"
`;
const SCHEMA = '#@data/values-schema\n---\nreplicas: 1\nimage:\n  repository: ""\n';
const TEMPLATE = '#@ load("@ytt:data", "data")\n---\nreplicas: #@ data.values.replicas\n';

const bar = (page: Page) => page.getByRole("region", { name: "Plain values" });

/** An empty playground of the user's own. */
async function openBlank(playground: Playground): Promise<void> {
  if (playground.page.url() === "about:blank") await playground.open();
  await chooseOpen(playground, "Blank");
  await expect.poll(() => playground.files()).toEqual(["config.yml"]);
}

test("plain values become a schema in one click, with Helm's syntax converted; beside a schema they become data values", {
  tag: "@quick",
}, async ({ playground, page }) => {
  await test.step("dropped Helm values become schema, data values and template in one click, and Undo restores the file", async () => {
    await openBlank(playground);
    await drop(page, { "values.yaml": VALUES });
    await expect(bar(page)).toContainText("values.yaml is plain YAML.");
    await expectAccessible(page, "the bar about plain values", inPlayground(".plain-values-bar"));
    await bar(page).getByRole("button", { name: "Make a schema from it" }).click();
    await expect.poll(() => playground.files()).toEqual(["values.yaml", "schema.yml", "config.yml"]);
    await expect(bar(page)).toHaveCount(0);
    await expect(playground.output).toContainText("repository: nginx");
    await expect(playground.problems).toHaveCount(0);
    await expect(page.getByRole("tab", { name: "values.yaml" })).toHaveCount(0);
    await expect(playground.status).toContainText("From values.yaml: the schema is in schema.yml");
    await playground.openFile("values.yaml");
    await expect(playground.editor).toContainText("#@data/values");
    await expect(playground.editor).toContainText("repository: nginx #! the default");

    // The guesses of the import are listed in its dialog.
    await chooseOpen(playground, "Helm values, JSON Schema, OpenAPI…");
    const dialog = page.getByRole("dialog", { name: "Import a schema" });
    await dialog.getByRole("button", { name: "Show 1 guess of the last import" }).click();
    await expect(dialog.getByRole("group", { name: "Guesses" })).toContainText("resources: any value");
    await page.keyboard.press("Escape");

    await playground.status.getByRole("button", { name: "Undo" }).click();
    await expect.poll(() => playground.files()).toEqual(["values.yaml"]);
    await expect(playground.editor).toContainText("# Number of replicas");
  });
  await test.step("a chart's values and template: schema, and all of Helm's syntax converted by one fix", async () => {
    await openBlank(playground);
    await drop(page, { "deployment.yaml": DEPLOYMENT, "values.yaml": VALUES });
    await bar(page).getByRole("button", { name: "Make a schema from it" }).click();
    // The template is that of the chart.
    await expect.poll(() => playground.files()).toEqual(["deployment.yaml", "values.yaml", "schema.yml"]);
    await playground.openFile("deployment.yaml");
    const lints = page.locator(".lint");
    await expect(lints.first()).toContainText("This is Helm's syntax");
    await lints
      .first()
      .getByRole("button", { name: /^Convert 3 lines of Helm to ytt/ })
      .click();
    await expect(playground.output).toContainText("name: nginx");
    await expect(playground.output).toContainText("image: nginx:latest");
    await expect(playground.output).toContainText("replicas: 2");
    await expect(playground.editor).toContainText("name: #@ data.values.image.repository");
    await expect(playground.problems).toHaveCount(0);
  });
  await test.step("plain values beside a schema are pointed out, with a fix in the file and one in the flags", async () => {
    await openBlank(playground);
    await drop(page, { "schema.yml": SCHEMA, "config.yml": TEMPLATE, "prod.yml": "replicas: 5\n" });
    const lint = page.locator(".lint").filter({ hasText: "prod.yml is printed as output, not used as data values" });
    await lint.getByRole("button", { name: /^Pass it with --data-values-file/ }).click();
    await expect(playground.flags).toHaveValue("--file-mark prod.yml:exclude=true --data-values-file prod.yml");
    await expect(playground.output).toContainText("replicas: 5");
    await expect(playground.status).toContainText("Changed the flags: ");
    await playground.status.getByRole("button", { name: "Undo" }).click();
    await expect(playground.flags).toHaveValue("");
    await lint.getByRole("button", { name: /^Add #@data\/values/ }).click();
    await playground.openFile("prod.yml");
    await expect(playground.editor).toContainText("#@data/values");
    await expect(playground.output).toContainText("replicas: 5");
    await expect(lint).toHaveCount(0);
  });
  await test.step("the import lists the open plain files, and its values replace the file", async () => {
    await openBlank(playground);
    await drop(page, { "values.yaml": VALUES, "config.yml": TEMPLATE });
    await bar(page).getByRole("button", { name: "Leave it as it is" }).click();
    await expect(bar(page)).toHaveCount(0);
    await chooseOpen(playground, "Helm values, JSON Schema, OpenAPI…");
    const dialog = page.getByRole("dialog", { name: "Import a schema" });
    const files = dialog.getByRole("group", { name: "Files of this playground" });
    await expect(files.getByRole("button")).toHaveText(["values.yaml"]);
    await files.getByRole("button", { name: "values.yaml" }).click();
    await expect(dialog.getByRole("status")).toHaveText("Plain values. 1 type is a guess; you can check it next.");
    await expect(dialog.getByRole("checkbox", { name: /Also add values.yaml with these values/ })).toBeChecked();
    await expectAccessible(page, "the import with files to choose from", inPlayground("dialog[open]"));
    await dialog.getByRole("button", { name: "Add as schema.yml" }).click();
    await expect(dialog).toContainText("The schema is now in schema.yml, the values in values.yaml.");
    await dialog.getByRole("button", { name: "Done" }).click();
    await expect.poll(() => playground.files()).toEqual(["values.yaml", "config.yml", "schema.yml"]);
    await expect(playground.output).toContainText("replicas: 2");
    await expect(playground.problems).toHaveCount(0);
  });
});
