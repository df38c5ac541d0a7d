// Accessibility: axe finds no violations in the page around the panes, its menus and dialogs, light or dark, wide or narrow. The panes are in
// axe-editor.spec.ts and axe-result.spec.ts, errors in axe-trouble.spec.ts, embeds in axe-embeds.spec.ts. A new view must be added to one of them.
import { dialog, kiln, link, outputLine, testWithAxe, type Visit } from "./axe-visits";
import { paste } from "./pasting";
import { expect, FILES } from "./playground";

/** Two files, of which one may exist. */
const PASTED = '`pool.yml`\n\n```yaml\ndepth: 2\n```\n\n```yaml title="more.yml"\nmore: true\n```\n';

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

const around: Visit[] = [
  {
    name: "the page, its examples and its help",
    at: "#example:kiln",
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
          await expect(visit.page.locator(".all-well")).toHaveText("No problems");
          await visit.page.getByText(/^Lint rules/).click();
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
          await visit.press("Help");
          await expect(dialog(visit).getByText("search the examples")).toBeVisible();
        },
      ],
      [
        "the error reference",
        async (visit) => {
          await dialog(visit).getByRole("button", { name: "Error reference" }).click();
          await expect(dialog(visit).getByRole("listitem").first()).toBeVisible();
        },
      ],
      [
        "an explanation",
        async (visit) => {
          await dialog(visit).getByRole("button", { name: "Violated validation rule" }).click();
          await expect(dialog(visit).getByRole("region", { name: "Wrong example" })).toBeVisible();
        },
      ],
      [
        "the page about the version",
        async (visit) => {
          await visit.closeDialog();
          await visit.press("Help");
          await dialog(visit)
            .getByRole("button", { name: /^ytt .*differences$/ })
            .click();
          await expect(dialog(visit)).toContainText("Known differences");
        },
      ],
    ],
  },
  {
    name: "menus and their dialogs",
    narrow: true,
    views: [
      [
        "the menu of settings",
        async ({ page }) => {
          await page.getByRole("button", { name: "Settings" }).click();
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
          await expect(dialog(visit).getByRole("alert")).toContainText("Enter the URL of a gist");
        },
      ],
      [
        "no earlier work",
        async (visit) => {
          await visit.closeDialog();
          await visit.press("Open");
          await visit.page.getByRole("menuitem", { name: "Recent playgrounds" }).click();
          await expect(dialog(visit)).toContainText("Nothing yet.");
        },
      ],
      [
        "an earlier work",
        async (visit) => {
          await visit.closeDialog();
          await visit.pane("Input");
          await visit.playground.write("mine: true\n");
          await visit.press("Open");
          await visit.page.getByRole("menuitem", { name: "Blank" }).click();
          await visit.press("Open");
          await visit.page.getByRole("menuitem", { name: "Recent playgrounds" }).click();
          await expect(dialog(visit).getByRole("listitem")).toHaveCount(1);
        },
      ],
    ],
  },
];

const files: Visit[] = [
  {
    name: "pasted text, and files that are opened",
    at: link({ files: [{ path: "pool.yml", content: "depth: 1\n" }] }),
    narrow: true,
    views: [
      [
        "the offer to open a pasted text",
        async ({ page, playground }) => {
          await playground.editor.click();
          await paste(page, PASTED);
          await expect(page.getByRole("region", { name: "Pasted text" })).toBeVisible();
        },
      ],
      [
        "the dialog for pasted text",
        async (visit) => {
          await visit.press("Keep as text");
          await visit.playground.write("depth: 1\n");
          await visit.press("Open");
          await visit.page.getByRole("menuitem", { name: "Paste" }).click();
          await expect(dialog(visit).getByRole("textbox")).toBeFocused();
        },
      ],
      [
        "one file without a valid name",
        async (visit) => {
          await dialog(visit).getByLabel("Files, a saved playground or a ytt command").fill("a: 1\n");
          await dialog(visit).getByLabel("Name").fill("../up.yml");
          await dialog(visit).getByRole("button", { name: "Open", exact: true }).click();
          await expect(dialog(visit).getByRole("alert")).not.toBeEmpty();
        },
      ],
      [
        "several files",
        async (visit) => {
          await dialog(visit).getByLabel("Files, a saved playground or a ytt command").fill(PASTED);
          await expect(dialog(visit).getByRole("button", { name: "Open as 2 files" })).toBeVisible();
        },
      ],
      [
        "the question whether they replace the playground, with existing names",
        async (visit) => {
          await dialog(visit).getByRole("button", { name: "Open as 2 files" }).click();
          await expect(dialog(visit).getByRole("button", { name: "Replace" })).toBeVisible();
          await expect(dialog(visit).getByRole("radio", { name: "Keep both" })).toBeChecked();
        },
      ],
      [
        "the opened files",
        async (visit) => {
          await dialog(visit).getByRole("button", { name: "Add" }).click();
          await expect(visit.playground.status).toContainText("Opened 2 files.");
        },
      ],
      [
        "the output, saved as a zip",
        async (visit) => {
          await visit.pane("Output");
          await visit.press(/^Download all \d output files/);
          await expect(visit.playground.status).toContainText("Saved output.zip.");
        },
      ],
    ],
  },
  {
    name: "files in folders",
    at: link({
      files: ["config/app/values.yml", "config/schema.yml", "a.yml", "b.yml", "main.yml"].map((path) => ({
        path,
        content: "a: 1\n",
      })),
    }),
    narrow: true,
    views: [
      [
        "a tree",
        async ({ page, narrow }) => {
          await expect(page.locator(".file-row.folder")).toHaveCount(narrow ? 0 : 2);
          await expect(page.locator(FILES)).toHaveCount(5);
        },
      ],
      [
        "collapsed",
        async ({ page, narrow }) => {
          if (narrow) return;
          await page.getByRole("button", { name: "Collapse all folders" }).click();
          await expect(page.getByRole("button", { name: "Expand all folders" })).toBeVisible();
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
          await expect(page.getByText("Invisible characters in the variables")).toBeVisible();
        },
      ],
      [
        "completions in the command bar",
        async ({ playground, page }) => {
          await playground.flags.fill("--data");
          await expect(page.getByRole("listbox", { name: "Completions" })).toBeVisible();
        },
      ],
      [
        "an existing name",
        async ({ playground, page, press }) => {
          await press(/^Env/);
          await playground.fileAction("schema.yml", "Rename");
          await page.getByLabel("New name of schema.yml").fill("values.yml");
          await expect(page.locator("#name-objection")).not.toBeEmpty();
        },
      ],
      [
        "a file that is not text",
        async ({ playground, page }) => {
          await page.keyboard.press("Escape");
          await playground.file("bytes.bin").click();
          await expect(page.getByText("Binary file,")).toBeVisible();
        },
      ],
      [
        "a deleted file, with an undo",
        async ({ playground }) => {
          await playground.fileAction("bytes.bin", "Delete");
          await expect(playground.status).toContainText("Deleted bytes.bin.");
        },
      ],
      [
        "a text with invisible characters, and a rejection",
        async ({ playground, page }) => {
          await page.locator(FILES).filter({ hasText: "tricky" }).click();
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
          await press("Settings");
          await expect(page.getByRole("menuitemcheckbox", { name: "Schema proposal" })).toBeVisible();
        },
      ],
      [
        "switched on",
        async ({ page }) => {
          await page.getByRole("menuitemcheckbox", { name: "Schema proposal" }).click();
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
          await visit.press("Compare");
          await expect(visit.page.locator(".change").first()).toBeVisible();
        },
      ],
      [
        "compared with an invalid one",
        async ({ page }) => {
          await page.getByText("Other schema", { exact: true }).click();
          await page.getByLabel("Paste the earlier schema").fill("#@data/values-schema\n---\na: #@ nobody\n");
          await expect(page.locator(".changes .report")).toBeVisible();
        },
      ],
    ],
  },
  {
    name: "sharing, and shared works",
    at: link({ title: "A kiln", lesson: LESSON, files: kiln("{}\n"), open: 1 }),
    narrow: true,
    views: [
      [
        "opened from a link, with a full lesson",
        async ({ page }) => {
          await expect(page.getByRole("region", { name: "Open playground" })).toContainText("A kiln");
          await page.locator(".lesson-toggle").click();
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
          await visit.page.locator(".lesson-toggle").click();
          await expect(visit.page.locator(".lesson-text")).toBeHidden();
          const noise = Array.from({ length: 900 }, (_, at) => `k${at}: ${Math.imul(at + 1, 2654435761) >>> 0}`);
          await visit.playground.write(`${noise.join("\n")}\n`);
          await expect(visit.page.getByRole("button", { name: "Reset" })).toBeVisible();
        },
      ],
      [
        "a long link",
        async (visit) => {
          await visit.press("Share");
          await expect(visit.page.locator("#share-size")).toContainText("too long for");
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
          await expect(playground.status.getByText("A new version is available.")).toBeVisible();
          await expect(playground.status.getByRole("button", { name: "Reload" })).toBeVisible();
        },
      ],
    ],
  },
];

testWithAxe("the page, its menus and dialogs", around);
testWithAxe("files, flags and sharing", files);
