// Accessibility: axe finds no violations in the tabs of the result. See axe-page.spec.ts.
import { dialog, goTo, kiln, link, testWithAxe, type Visit, values } from "./axe-visits";
import { expect } from "./playground";

const WITH_LIBRARY = [
  { path: "_ytt_lib/mill/schema.yml", content: "#@data/values-schema\n---\nstones: 2\nwheel:\n  wide: 1\n" },
  {
    path: "mills.yml",
    content:
      '#@ load("@ytt:library", "library")\n#@ mill = library.get("mill")\n---\na: #@ mill.with_data_values({"stones": 1}).data_values().stones\nb: #@ mill.data_values().stones\n',
  },
];

const MISSING = [
  {
    path: "schema.yml",
    content:
      "#@data/values-schema\n---\n#@schema/nullable\n#@schema/validation not_null=True\ntoken: secret\n#@schema/validation min=1\nheat: 7\nstages:\n- name: bisque\n",
  },
  values("heat: 8\nstages:\n- name: glaze\n"),
];

const JSON_SCHEMA =
  '{"type": "object", "required": ["name"], "properties": {"name": {"type": "string", "format": "hostname"}, "next": {"$ref": "#"}}}';

/** More rows than are rendered. */
const MANY = Array.from({ length: 320 }, (_, at) => `key_${at}: ${at}`).join("\n");

const checked: Visit[] = [
  {
    name: "a lesson, violations and tabs of the result",
    at: "#example:bakery-violations",
    narrow: true,
    views: [
      [
        "a lesson",
        async ({ page }) => {
          await expect(page.locator(".lesson-next")).toContainText("Step 1 of");
        },
      ],
      [
        "the whole text of a lesson",
        async ({ page }) => {
          await page.locator(".lesson-toggle").click();
          await expect(page.getByText("All rules are in")).toBeVisible();
        },
      ],
      [
        "a lesson again",
        async ({ page }) => {
          await page.locator(".lesson-toggle").click();
          await expect(page.locator(".lesson-text")).toBeHidden();
        },
      ],
      [
        "invalid output",
        async ({ page, pane }) => {
          await pane("Output");
          await expect(page.getByText("Preview:")).toBeVisible();
        },
      ],
      [
        "violations",
        async ({ playground, pane }) => {
          await pane("Problems");
          await expect(playground.problems.first()).toContainText("closes after it opens");
        },
      ],
      [
        "the report",
        async ({ page, result }) => {
          await result("ytt’s report");
          await expect(page.locator(".report")).toContainText("closes after it opens");
        },
      ],
      [
        "data values",
        async ({ playground, page, result }) => {
          await result("Data values");
          await playground.flags.fill("--data-value oven.kind=wood");
          await expect(page.locator(".values")).toContainText("flag");
        },
      ],
      [
        "the schema",
        async ({ page, result }) => {
          await result("Schema");
          await expect(page.getByRole("row", { name: /^celsius/ })).toBeVisible();
        },
      ],
    ],
  },
  {
    name: "checks",
    at: link({ files: kiln("kiln:\n  peak: 1240\n"), view: "checks" }),
    narrow: true,
    views: [
      [
        "none",
        async ({ page, pane }) => {
          await pane("Output");
          await expect(page.getByText("Checks assert what the result should be")).toBeVisible();
        },
      ],
      [
        "that pass",
        async ({ page, press }) => {
          await press("The run succeeds");
          await page.getByLabel("Data value", { exact: true }).selectOption("kiln.peak");
          await press("Value is as now");
          await expect(page.locator(".check.passed")).toHaveCount(2);
        },
      ],
      [
        "that fail",
        async ({ page, pane }) => {
          const checks = [{ value: "kiln.peak", is: 1 }];
          await goTo(page, link({ files: kiln("{}\n"), checks, view: "checks" }));
          await pane("Output");
          await expect(page.locator(".check.failed dl").first()).toBeVisible();
        },
      ],
      [
        "without a response",
        async ({ page, pane }) => {
          const checks = [{ value: "kiln[", is: 1 }];
          await goTo(page, link({ files: kiln("{}\n"), checks, view: "checks" }));
          await pane("Output");
          await expect(page.locator(".check .problem-text")).toBeVisible();
        },
      ],
    ],
  },
  {
    name: "a comparison",
    at: link({ files: kiln("kiln:\n  peak: 1240\n") }),
    narrow: true,
    views: [
      [
        "nothing to compare with",
        async ({ page, result }) => {
          await result("Compare");
          await expect(page.getByRole("button", { name: "Add variant" })).toBeVisible();
        },
      ],
      [
        "identical",
        async ({ page, press }) => {
          await press("Add variant");
          await expect(page.getByRole("region", { name: /^Variant / }).getByLabel("Name")).toBeFocused();
          await expect(page.locator(".compared h2")).toContainText("identical");
        },
      ],
      [
        "with a variant that fails",
        async ({ page }) => {
          const fields = page.getByRole("region", { name: /^Variant / });
          await fields.getByLabel("Flags").fill("--data-value-yaml kiln.peak=1500");
          await expect(page.getByRole("region", { name: "production", exact: true })).toContainText("Fails: 1 problem");
        },
      ],
      [
        "with output that differs",
        async ({ page }) => {
          const fields = page.getByRole("region", { name: /^Variant / });
          await fields.getByLabel("Flags").fill("--data-value-yaml kiln.peak=1111");
          await expect(page.locator(".result").getByRole("region", { name: "plan.yml", exact: true })).toContainText(
            "1111",
          );
        },
      ],
    ],
  },
  {
    name: "a comparison on a wide page",
    at: link({ files: kiln("kiln:\n  peak: 1240\n") }),
    views: [
      [
        "side by side",
        async ({ page, press, result }) => {
          await page.setViewportSize({ width: 1700, height: 900 });
          await result("Compare");
          await press("Add variant");
          await page.getByLabel("Flags", { exact: true }).fill("--data-value-yaml kiln.peak=1111");
          await expect(page.locator(".cm-mergeView")).toContainText("1111");
        },
      ],
    ],
  },
];

const tables: Visit[] = [
  {
    name: "the schema in its formats",
    at: link({ files: kiln("{}\n"), view: "schema" }),
    narrow: true,
    views: [
      [
        "as a reference",
        async ({ page, pane }) => {
          await pane("Output");
          await expect(page.getByRole("row", { name: /^fuel/ })).toContainText("Slow: wood");
        },
      ],
      [
        "as OpenAPI",
        async ({ page }) => {
          await page.getByText("OpenAPI", { exact: true }).click();
          await expect(page.locator(".export")).toContainText("openapi: 3.0.0");
        },
      ],
      [
        "as JSON Schema, with losses",
        async ({ page }) => {
          await page.getByText("JSON Schema", { exact: true }).click();
          await page.getByText("1 rule exported as text only").click();
          await expect(page.locator(".losses")).toContainText("kiln.fuel");
        },
      ],
      [
        "as Markdown",
        async ({ page }) => {
          await page.getByText("Markdown", { exact: true }).click();
          await expect(page.locator(".export")).toContainText("| ");
        },
      ],
      [
        "nothing to import",
        async (visit) => {
          await visit.press("Import a schema");
          await dialog(visit)
            .getByRole("button", { name: /^(Add as|Replace|Open as a new) / })
            .click();
          await expect(dialog(visit).getByRole("alert")).toContainText("Paste a document or choose a file first");
        },
      ],
      [
        "imported, with losses",
        async (visit) => {
          await dialog(visit).getByRole("textbox").fill(JSON_SCHEMA);
          await dialog(visit).getByRole("radio", { name: "Keep it" }).check();
          await dialog(visit)
            .getByRole("button", { name: /^(Add as|Replace|Open as a new) / })
            .click();
          await expect(dialog(visit)).toContainText("The schema is now in imported-schema.yml");
          await expect(dialog(visit).getByRole("group", { name: "Not carried over" })).toBeVisible();
        },
      ],
      [
        "plain values, recognised",
        async (visit) => {
          await dialog(visit).getByRole("button", { name: "Done" }).click();
          await visit.press("Import a schema");
          await dialog(visit).getByRole("textbox").fill("replicas: 1\ntag:\nresources: {}\n");
          await expect(dialog(visit)).toContainText("Plain values. 2 types are guesses");
          await dialog(visit).getByRole("checkbox").check();
        },
      ],
      [
        "plain values, imported with guesses",
        async (visit) => {
          await dialog(visit)
            .getByRole("button", { name: /^(Add as|Replace|Open as a new) / })
            .click();
          await expect(dialog(visit).getByRole("group", { name: "Guesses" })).toBeVisible();
        },
      ],
      [
        "an import in place of an example without edits",
        async (visit) => {
          await visit.closeDialog();
          await goTo(visit.page, "#example:kiln");
          await expect(visit.page.getByRole("region", { name: "Open playground" })).toContainText("A kiln");
          await visit.result("Schema");
          await visit.press("Import a schema");
          await dialog(visit).getByRole("textbox").fill("replicas: 1\ntag:\nresources: {}\n");
          await expect(dialog(visit).getByRole("radio", { name: "Open a new playground" })).toBeChecked();
          await expect(dialog(visit).getByRole("checkbox")).toBeChecked();
        },
      ],
      [
        "guesses with links to the schema and the values",
        async (visit) => {
          await dialog(visit).getByRole("button", { name: "Open as a new playground" }).click();
          await expect(
            dialog(visit)
              .getByRole("button", { name: /go to values.yml/ })
              .first(),
          ).toBeVisible();
        },
      ],
    ],
  },
  {
    name: "data values: missing, replaced, searched",
    at: link({ files: MISSING, view: "values" }),
    narrow: true,
    views: [
      [
        "all",
        async ({ page, pane }) => {
          await pane("Output");
          await expect(page.locator(".missing-note")).toContainText("token");
          await expect(page.locator(".overrode").first()).toContainText("overrides 7");
          await expect(page.locator(".rule.holds").first()).toBeVisible();
        },
      ],
      [
        "with a search",
        async ({ page }) => {
          await page.getByLabel("Filter data values").fill("glaze");
          await expect(page.locator(".values-count")).toHaveText("1 of 3");
        },
      ],
    ],
  },
  {
    name: "data values of libraries",
    at: link({ files: WITH_LIBRARY, view: "values" }),
    views: [
      [
        "one instance folded",
        async ({ page }) => {
          const mills = page.locator(".values tbody").filter({ has: page.locator("tr.library") });
          await expect(mills).toHaveCount(2);
          await mills.first().locator("button.fold").click();
          await expect(mills.first().locator("[aria-expanded=false]")).toBeVisible();
        },
      ],
    ],
  },
  {
    name: "long tables and lists",
    at: link({
      files: [
        { path: "schema.yml", content: `#@data/values-schema\n---\n${MANY}\n` },
        { path: "print.yml", content: "#@ for at in range(300):\n#@ print(at)\n#@ end\na: 1\n" },
      ],
      view: "values",
    }),
    views: [
      ["data values", ({ page }) => expect(page.locator(".values[aria-rowcount]")).toContainText("key_0")],
      [
        "the schema, and what was printed",
        async ({ page, result }) => {
          await result("Schema");
          await expect(page.locator(".facts[aria-rowcount]")).toContainText("key_0");
          await expect(page.locator(".printed li.gap").first()).toBeAttached();
        },
      ],
      [
        "a data value for a check",
        async ({ page, result }) => {
          await result(/^Checks/);
          await page.getByPlaceholder("Name of a data value").fill("key_31");
          await expect(page.locator("#check-values option")).toHaveCount(11);
        },
      ],
    ],
  },
];

testWithAxe("a lesson, checks and comparisons", checked);
testWithAxe("schemas and data values", tables);
