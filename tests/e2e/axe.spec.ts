// Accessibility: axe finds no violations in any view of the page, light or dark, wide or narrow. Errors are in axe-trouble.spec.ts, embeds in
// axe-embeds.spec.ts. A new view must be added here.
import type { Locator } from "@playwright/test";
import { goTo, kiln, link, testWithAxe, type Visit, type Visitor, values } from "./axe-visits";
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

const NEAR_MISS = [
  { path: "config.yml", content: "kilns:\n- name: hestia\n  peak: 1\n- name: vesta\n  peak: 2\n" },
  {
    path: "overlay.yml",
    content:
      '#@ load("@ytt:overlay", "overlay")\n#@overlay/match by=overlay.all\n---\nkilns:\n#@overlay/match by="name"\n- name: hestja\n  peak: 3\n',
  },
];

/** All highlighting colours. */
const COLOURS = `#! A comment, and # another.
#@ load("@ytt:data", "data")
#@ def fired(name, heat=1.5):
kiln: #@ "{} {}".format(name, heat + 1)
#@ end
#@ if True and data.values:
a: &b [1, "two", 'three', null] # four
c: *b
d: |
  five
#@ end
(@ text @): ~
`;

const JSON_SCHEMA =
  '{"type": "object", "required": ["name"], "properties": {"name": {"type": "string", "format": "hostname"}, "next": {"$ref": "#"}}}';

const LESSON = `A *lesson* on \`a.yml\`, **strong**, with \`code\`.

# One

- a list, and [a page](https://carvel.dev/ytt)
- [another example](#example:hello)

1. a list with numbers

> quoted

\`\`\`
a: 1 # one
\`\`\`
`;

/** More rows than are rendered. */
const MANY = Array.from({ length: 320 }, (_, at) => `key_${at}: ${at}`).join("\n");

const card = ({ page }: Visitor): Locator => page.locator(".cm-insight");
const editorLine = ({ playground }: Visitor, text: string): Locator =>
  playground.editor.getByText(text, { exact: true });
const outputLine = ({ playground }: Visitor, text: string): Locator =>
  playground.output.locator(".cm-line").filter({ hasText: text }).first();
const dialog = ({ page }: Visitor): Locator => page.getByRole("dialog");
const note = ({ page }: Visitor): Locator => page.locator(".line-origin");
/** The pointer is over nothing. */
const gone = ({ page }: Visitor) => page.mouse.move(1, 1);

const visits: Visit[] = [
  {
    name: "the page, its examples and its help",
    narrow: true,
    views: [
      ["at first", ({ playground }) => expect(playground.editor).toBeVisible()],
      [
        "an environment without variables",
        async ({ page, press }) => {
          await press(/^Env/);
          await expect(page.getByText("No variables.")).toBeVisible();
        },
      ],
      [
        "an output line and its data values",
        async (visit) => {
          await visit.press(/^Env/);
          await visit.pane("Output");
          await outputLine(visit, "HESTIA").hover();
          await expect(visit.page.locator(".used-value").first()).toBeVisible();
        },
      ],
      [
        "no problems, with a search",
        async (visit) => {
          await visit.pane("Problems");
          await expect(visit.page.getByText("Nothing is wrong.")).toBeVisible();
          await visit.page.getByText(/^What is looked for/).click();
          await expect(visit.page.getByRole("checkbox").first()).toBeVisible();
        },
      ],
      [
        "examples",
        async (visit) => {
          await visit.press("Examples");
          await expect(dialog(visit).locator(".example-card").first()).toBeVisible();
        },
      ],
      [
        "search among the examples of a topic",
        async (visit) => {
          await dialog(visit).getByRole("button", { name: "overlay" }).first().click();
          await visit.page.getByLabel("Search the examples").fill("array");
          await expect(dialog(visit).locator(".example-card.next")).toBeVisible();
        },
      ],
      [
        "no example found",
        async (visit) => {
          await visit.page.getByLabel("Search the examples").fill("xyzzy");
          await expect(dialog(visit)).toContainText("No example");
        },
      ],
      [
        "keys",
        async (visit) => {
          await visit.closeDialog();
          await visit.press("Keys");
          await expect(dialog(visit).getByText("look for an example")).toBeVisible();
        },
      ],
      [
        "all explanations",
        async (visit) => {
          await dialog(visit)
            .getByRole("button", { name: /all explanations/ })
            .click();
          await expect(dialog(visit).getByRole("listitem").first()).toBeVisible();
        },
      ],
      [
        "an explanation",
        async (visit) => {
          await dialog(visit).getByRole("button", { name: "A data value breaks a rule" }).click();
          await expect(dialog(visit).getByRole("region", { name: "Wrong example" })).toBeVisible();
        },
      ],
    ],
  },
  {
    name: "menus and what they open",
    narrow: true,
    views: [
      [
        "the theme menu",
        async ({ page }) => {
          await page.getByRole("button", { name: /^Theme/ }).click();
          await expect(page.getByRole("menuitemradio").first()).toBeVisible();
        },
      ],
      [
        "the Open menu",
        async ({ page, press }) => {
          await page.keyboard.press("Escape");
          await press("Open");
          await expect(page.getByRole("menuitem").first()).toBeVisible();
        },
      ],
      [
        "an invalid gist",
        async (visit) => {
          await visit.page.getByRole("menuitem", { name: "Gist" }).click();
          await dialog(visit).getByRole("button", { name: "Load" }).click();
          await expect(dialog(visit).getByRole("alert")).toContainText("not the address of a gist");
        },
      ],
      [
        "no earlier work",
        async (visit) => {
          await visit.closeDialog();
          await visit.press("Open");
          await visit.page.getByRole("menuitem", { name: "Earlier work" }).click();
          await expect(dialog(visit)).toContainText("There is none");
        },
      ],
      [
        "an earlier work",
        async (visit) => {
          await visit.closeDialog();
          await visit.pane("Input");
          await visit.playground.write("mine: true\n");
          await visit.press("Open");
          await visit.page.getByRole("menuitem", { name: "New, empty" }).click();
          await visit.press("Open");
          await visit.page.getByRole("menuitem", { name: "Earlier work" }).click();
          await expect(dialog(visit).getByRole("listitem")).toHaveCount(1);
        },
      ],
    ],
  },
  {
    name: "a lesson, violations and tabs of the result",
    at: "#example:bakery-violations",
    narrow: true,
    views: [
      [
        "a lesson",
        async ({ page, narrow }) => {
          if (narrow) await page.locator(".lesson summary").click();
          await expect(page.getByText("Every rule is in")).toBeVisible();
        },
      ],
      [
        "invalid output",
        async ({ page, pane }) => {
          await pane("Output");
          await expect(page.getByText("Not valid.")).toBeVisible();
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
      [
        "failing checks",
        async ({ page, result }) => {
          await result(/^Checks/);
          await expect(page.locator(".check.failed dl").first()).toBeVisible();
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
          await expect(page.getByText("Checks say what this playground should give")).toBeVisible();
        },
      ],
      [
        "that pass",
        async ({ page, press }) => {
          await press("The run succeeds");
          await page.getByLabel("Data value", { exact: true }).selectOption("kiln.peak");
          await press("The data value as it is");
          await expect(page.locator(".check.passed")).toHaveCount(2);
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
    narrow: true,
    views: [
      [
        "nothing to compare with",
        async ({ page, result }) => {
          await result("Compare");
          await expect(page.getByRole("button", { name: "Add an environment" })).toBeVisible();
        },
      ],
      [
        "the same",
        async ({ page, press }) => {
          await press("Add an environment");
          await expect(page.getByRole("region", { name: /^Environment / }).getByLabel("Name")).toBeFocused();
          await expect(page.locator(".compared h2")).toContainText("the same");
        },
      ],
      [
        "with an environment that fails",
        async ({ page }) => {
          const fields = page.getByRole("region", { name: /^Environment / });
          await fields.getByLabel("Flags").fill("--data-value-yaml kiln.peak=1500");
          await expect(page.getByRole("region", { name: "production", exact: true })).toContainText("1 problem, fails");
        },
      ],
      [
        "with output that differs",
        async ({ page }) => {
          const fields = page.getByRole("region", { name: /^Environment / });
          await fields.getByLabel("Flags").fill("--data-value-yaml kiln.peak=1111");
          await expect(page.getByRole("region", { name: "plan.yml", exact: true })).toContainText("1111");
        },
      ],
    ],
  },
  {
    name: "a comparison where there is room",
    at: link({ files: kiln("kiln:\n  peak: 1240\n") }),
    views: [
      [
        "side by side",
        async ({ page, press, result }) => {
          await page.setViewportSize({ width: 1700, height: 900 });
          await result("Compare");
          await press("Add another");
          await page.getByLabel("Flags", { exact: true }).fill("--data-value-yaml kiln.peak=1111");
          await expect(page.locator(".cm-mergeView")).toContainText("1111");
        },
      ],
    ],
  },
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
          await page.getByText("1 rule in words only").click();
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
          await dialog(visit).getByRole("button", { name: "Import", exact: true }).click();
          await expect(dialog(visit).getByRole("alert")).toContainText("nothing to import yet");
        },
      ],
      [
        "imported, with losses",
        async (visit) => {
          await dialog(visit).getByRole("textbox").fill(JSON_SCHEMA);
          await dialog(visit).getByRole("radio", { name: "Keep it" }).check();
          await dialog(visit).getByRole("button", { name: "Import", exact: true }).click();
          await expect(dialog(visit)).toContainText("The schema is now in imported-schema.yml");
          await expect(dialog(visit).getByRole("group", { name: "Not carried over" })).toBeVisible();
        },
      ],
    ],
  },
  {
    name: "data values that are to be set, that were others, and that are looked for",
    at: link({ files: MISSING, view: "values" }),
    narrow: true,
    views: [
      [
        "all",
        async ({ page, pane }) => {
          await pane("Output");
          await expect(page.locator(".missing-note")).toContainText("token");
          await expect(page.locator(".overrode").first()).toContainText("instead of 7");
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
      ["data values", ({ page }) => expect(page.locator(".values.long")).toContainText("key_0")],
      [
        "the schema, and what was printed",
        async ({ page, result }) => {
          await result("Schema");
          await expect(page.locator(".facts.long")).toContainText("key_0");
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
  {
    name: "the editor with violations",
    at: link({ files: kiln("kiln:\n  peak: 1400\n  fuel: wod\n"), open: 1 }),
    views: [
      [
        "a card of a problem",
        async (visit) => {
          await expect(visit.playground.problems).toHaveCount(2);
          await visit.playground.editor.click();
          await gone(visit);
          await visit.page.keyboard.press("F8");
          await expect(card(visit).first()).toBeVisible();
        },
      ],
      [
        "a card at a mark in the margin",
        async ({ page }) => {
          await page.keyboard.press("Escape");
          await page.locator(".editor-pane .cm-lint-marker").first().hover();
          await expect(page.locator(".cm-tooltip-lint")).toContainText("must be");
        },
      ],
      [
        "a card of a word",
        async (visit) => {
          await visit.playground.openFile("plan.yml");
          await editorLine(visit, "peak").last().hover();
          await expect(card(visit)).toContainText("Peak temperature");
        },
      ],
      [
        "completion",
        async (visit) => {
          await visit.page.keyboard.press("Escape");
          await visit.playground.write('#@ load("@ytt:data", "data")\npeak: #@ data.values.kiln');
          await gone(visit);
          await visit.page.keyboard.type(".");
          await expect(visit.page.locator(".cm-tooltip-autocomplete li")).toHaveCount(4);
          await expect(visit.page.locator(".cm-completionInfo")).toContainText("Peak temperature");
        },
      ],
      [
        "find and replace",
        async ({ page }) => {
          await page.keyboard.press("Escape");
          await page.keyboard.press("ControlOrMeta+f");
          await expect(page.locator(".cm-search")).toBeVisible();
          await page.keyboard.type("data");
          await page.keyboard.press("Enter");
          await expect(page.locator(".cm-searchMatch-selected")).toBeVisible();
        },
      ],
      [
        "go to a line",
        async ({ playground, page }) => {
          await page.keyboard.press("Escape");
          await playground.editor.click();
          await page.keyboard.press("ControlOrMeta+Alt+g");
          await expect(page.locator(".cm-dialog")).toBeVisible();
        },
      ],
      [
        "everything selected",
        async ({ playground, page }) => {
          await page.keyboard.press("Escape");
          await playground.write(COLOURS);
          await page.keyboard.press("ControlOrMeta+a");
          await expect(page.locator(".editor-pane .cm-selectionBackground").first()).toBeAttached();
        },
      ],
      [
        "folded",
        async (visit) => {
          await visit.playground.openFile("schema.yml");
          await visit.page.locator('.editor-pane .cm-foldGutter [title="Fold line"]').first().click();
          await gone(visit);
          await expect(visit.page.locator(".cm-foldPlaceholder")).toBeVisible();
        },
      ],
    ],
  },
  {
    name: "remarks, fixes and what templates print",
    at: link({
      files: [{ path: "a.yml", content: 'a: off\nb: yes\n#@ print("seen")\n#@ print("seen")\nc: #@data.values\n' }],
    }),
    narrow: true,
    views: [
      [
        "in the list",
        async ({ page, pane }) => {
          await pane("Problems");
          await expect(page.locator(".lint").first()).toBeVisible();
          await expect(page.locator(".printed")).toContainText("seen");
        },
      ],
      [
        "one disabled",
        async ({ page }) => {
          await page
            .getByRole("button", { name: /^Switch off/ })
            .first()
            .click();
          await page.getByText(/switched off\)/).click();
          await expect(page.getByRole("checkbox", { checked: false }).first()).toBeVisible();
        },
      ],
      [
        "the menu of fixes",
        async ({ playground, page, pane }) => {
          await page.getByRole("checkbox", { checked: false }).first().check();
          await pane("Input");
          await playground.editor.click();
          await page.keyboard.press("ControlOrMeta+Home");
          await page.keyboard.press("ControlOrMeta+.");
          await expect(page.getByRole("menu", { name: "Fixes" }).locator("[data-highlighted]")).toBeVisible();
        },
      ],
      [
        "an applied fix, and printed lines in the report",
        async ({ playground, page, result }) => {
          await page.keyboard.press("Enter");
          await expect(playground.status.getByRole("button", { name: "Undo" })).toBeVisible();
          await result("ytt’s report");
          await expect(page.getByLabel("Printed by templates", { exact: true })).toBeVisible();
        },
      ],
    ],
  },
  {
    name: "overlays",
    at: "#example:observatory-overlays",
    narrow: true,
    views: [
      [
        "a line of an overlay, with the replaced one",
        async (visit) => {
          await visit.playground.openFile("upgrade.yml");
          await visit.pane("Output");
          await outputLine(visit, "nm: 656").click();
          await visit.pane("Output");
          await expect(note(visit)).toContainText("in place of");
          if (!visit.narrow) await expect(visit.page.locator(".editor-pane .cm-jump-target")).toBeVisible();
        },
      ],
      [
        "the output line of a template line",
        async ({ playground, page, pane }) => {
          await pane("Input");
          await playground.editor.locator(".cm-line").filter({ hasText: "shutter: motor" }).first().click();
          await page.keyboard.press("Alt+Enter");
          await expect(page.locator(".output .cm-jump-target")).toHaveText("shutter: motor");
        },
      ],
      [
        "near misses of an overlay, on its card",
        async (visit) => {
          await visit.page.evaluate(
            (hash) => {
              location.hash = hash;
            },
            link({ files: NEAR_MISS, open: 1 }),
          );
          await expect(visit.playground.problems).toHaveCount(1);
          await visit.pane("Input");
          await visit.playground.editor.click();
          await gone(visit);
          await visit.page.keyboard.press("ControlOrMeta+Home");
          await visit.page.keyboard.press("F8");
          await expect(card(visit).locator(".related-list li").first()).toContainText(/near miss/);
        },
      ],
      [
        "and in the list",
        async (visit) => {
          await visit.page.keyboard.press("Escape");
          await visit.pane("Problems");
          await expect(visit.playground.problems.locator(".related-list li").first()).toBeVisible();
        },
      ],
    ],
  },
  {
    name: "another name for a data value",
    at: link({
      files: kiln(
        "kiln:\n  peak: 1240\n",
        '#@ load("@ytt:data", "data")\n#@ key = "pe" + "ak"\nkiln: #@ data.values.kiln[key]\npeak: #@ data.values.kiln.peak\n',
      ),
      open: 2,
    }),
    narrow: true,
    views: [
      [
        "typed, with positions to check",
        async (visit) => {
          await editorLine(visit, "peak").last().click();
          await gone(visit);
          await visit.page.keyboard.press("F2");
          await expect(visit.page.locator("#rename-extent")).toContainText("places in 3 files");
          await expect(visit.page.locator("#rename-missed")).toBeVisible();
        },
      ],
      [
        "refused",
        async ({ page }) => {
          await page.keyboard.type("name");
          await expect(page.locator("#rename-extent")).toContainText("kiln has a name already");
        },
      ],
    ],
  },
  {
    name: "files, flags and environment",
    at: link({
      files: [
        ...kiln("kiln:\n  peak: 1240\n"),
        { path: "bytes.bin", content: new Uint8Array([0, 159, 1]) },
        { path: "tricky\u202elmy.txt", content: "a: '\u200b'\n" },
      ],
      commandLine: "--data-value",
      env: [{ name: "KILN\u200b", value: "1" }],
    }),
    narrow: true,
    views: [
      [
        "a wrong flag, and variables with invisible characters",
        async ({ playground, page, press }) => {
          await press(/^Env/);
          await expect(playground.flags).toHaveAttribute("aria-invalid", "true");
          await expect(page.getByText("With what is not seen in the variables")).toBeVisible();
        },
      ],
      [
        "an existing name",
        async ({ page, press }) => {
          await press(/^Env/);
          await press("Rename schema.yml");
          await page.getByLabel("New name of schema.yml").fill("values.yml");
          await expect(page.locator("#name-objection")).not.toBeEmpty();
        },
      ],
      [
        "a file that is not text",
        async ({ playground, page }) => {
          await page.keyboard.press("Escape");
          await playground.file("bytes.bin").click();
          await expect(page.getByText("bytes that are not text")).toBeVisible();
        },
      ],
      [
        "a deleted file, with an undo",
        async ({ playground, press }) => {
          await press("Delete bytes.bin");
          await expect(playground.status).toContainText("Deleted bytes.bin.");
        },
      ],
      [
        "a text with invisible characters, and a rejection",
        async ({ playground, page }) => {
          await playground.file("tricky").click();
          await expect(playground.editor.locator(".unseen")).toBeVisible();
          await playground.editor.click();
          await page.keyboard.press("Shift+Alt+F");
          await expect(playground.status.locator(".notice.refused")).toBeVisible();
        },
      ],
      [
        "files dragged over the page",
        async ({ page }) => {
          await page.locator("ytterby-page").evaluate((element) => {
            const dataTransfer = new DataTransfer();
            dataTransfer.items.add(new File(["a: 1"], "a.yml"));
            element.dispatchEvent(new DragEvent("dragover", { dataTransfer, bubbles: true, cancelable: true }));
          });
          await expect(page.locator("ytterby-page")).toHaveAttribute("dropping", "");
        },
      ],
    ],
  },
  {
    name: "the schema proposal, which ytt does not have",
    at: link({ files: kiln("{}\n") }),
    narrow: true,
    views: [
      [
        "switched off",
        async ({ page, press }) => {
          await press("Extensions");
          await expect(page.getByRole("switch", { name: "Schema proposal" })).toBeVisible();
        },
      ],
      [
        "switched on",
        async ({ page }) => {
          await page.getByRole("switch", { name: "Schema proposal" }).check();
          await expect(page.locator(".command .not-portable")).toBeVisible();
        },
      ],
      [
        "shared",
        async (visit) => {
          await visit.press("Share");
          await expect(dialog(visit).locator(".not-portable")).toBeVisible();
        },
      ],
      [
        "its schema, compared with the opened one",
        async (visit) => {
          await visit.closeDialog();
          await visit.playground.write("#@data/values-schema\n---\nkiln:\n  peak: warm\n  cone: 6\n");
          await visit.result("Schema");
          await visit.press("Compare…");
          await expect(visit.page.locator(".change").first()).toBeVisible();
        },
      ],
      [
        "compared with an invalid one",
        async ({ page }) => {
          await page.getByText("Another", { exact: true }).click();
          await page.getByLabel("The schema as it was before").fill("#@data/values-schema\n---\na: #@ nobody\n");
          await expect(page.locator(".changes .report")).toBeVisible();
        },
      ],
    ],
  },
  {
    name: "sharing, and what is shared",
    at: link({ title: "A kiln", lesson: LESSON, files: kiln("{}\n"), open: 1 }),
    narrow: true,
    views: [
      [
        "opened from a link, with a full lesson",
        async ({ page, narrow }) => {
          await expect(page.getByRole("region", { name: "What was opened" })).toContainText("A kiln");
          if (narrow) await page.locator(".lesson summary").click();
          await expect(page.getByText("quoted")).toBeVisible();
        },
      ],
      [
        "the dialog",
        async (visit) => {
          await visit.press("Share");
          await expect(dialog(visit).getByLabel("Title")).toBeVisible();
        },
      ],
      [
        "the link copied",
        async (visit) => {
          await dialog(visit).getByRole("button", { name: "Copy", exact: true }).click();
          await expect(dialog(visit).getByRole("status")).toHaveText("Copied the link.");
        },
      ],
      [
        "without its lesson, and with changes",
        async (visit) => {
          await visit.closeDialog();
          if (visit.narrow) await visit.page.locator(".lesson summary").click();
          else {
            await visit.press("Close the lesson");
            await expect(visit.page.getByRole("button", { name: "Lesson", exact: true })).toBeVisible();
          }
          const noise = Array.from({ length: 900 }, (_, at) => `k${at}: ${Math.imul(at + 1, 2654435761) >>> 0}`);
          await visit.playground.write(`${noise.join("\n")}\n`);
          await expect(visit.page.getByRole("button", { name: "Start over" })).toBeVisible();
        },
      ],
      [
        "a long link",
        async (visit) => {
          await visit.press("Share");
          await expect(visit.page.locator("#share-size")).toContainText("would cut it off");
        },
      ],
    ],
  },
  {
    name: "a new version of the page",
    narrow: true,
    // offline.spec.ts has a real one.
    before: ({ page }) =>
      page.addInitScript(() => {
        const waiting = { state: "installed" };
        const registration = { waiting, installing: null, addEventListener() {} };
        const serviceWorker = { controller: {}, addEventListener() {}, register: async () => registration };
        Object.defineProperty(navigator, "serviceWorker", { value: serviceWorker });
      }),
    views: [
      [
        "is ready",
        async ({ playground }) => {
          await expect(playground.status.getByText("A new version is ready.")).toBeVisible();
          await expect(playground.status.getByRole("button", { name: "Reload" })).toBeVisible();
        },
      ],
    ],
  },
];

testWithAxe(visits);
