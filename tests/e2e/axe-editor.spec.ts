// Accessibility: axe finds no violations in the editor, its cards and lists, nor in the list of problems. See axe-page.spec.ts.
import { card, editorLine, kiln, link, movePointerAway, note, outputLine, testWithAxe, type Visit } from "./axe-visits";
import { expect } from "./playground";

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

const visits: Visit[] = [
  {
    name: "the editor with violations",
    at: link({ files: kiln("kiln:\n  peak: 1400\n  fuel: wod\n"), open: 1 }),
    views: [
      [
        "a card of a problem",
        async (visit) => {
          await expect(visit.playground.problems).toHaveCount(2);
          await visit.playground.editor.click();
          await movePointerAway(visit);
          await visit.page.keyboard.press("F8");
          await expect(card(visit).first()).toBeVisible();
        },
      ],
      [
        "a card at a mark in the margin",
        async ({ page }) => {
          await page.keyboard.press("Escape");
          await page.locator(".file-pane.chosen .cm-lint-marker").first().hover();
          await expect(page.locator(".cm-tooltip-lint")).toContainText("must be");
        },
      ],
      [
        "a card of a word",
        async (visit) => {
          await movePointerAway(visit);
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
          await movePointerAway(visit);
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
          await page.keyboard.press("Control+g");
          await expect(page.getByRole("textbox", { name: "Go to line" })).toBeFocused();
        },
      ],
      [
        "find in all files",
        async ({ page }) => {
          await page.keyboard.press("Escape");
          await page.keyboard.press("ControlOrMeta+Shift+F");
          await page.getByRole("textbox", { name: "Find in all files" }).fill("peak");
          await expect(page.locator(".found-line").first()).toBeVisible();
        },
      ],
      [
        "everything selected",
        async ({ playground, page }) => {
          await page.keyboard.press("Escape");
          await playground.write(COLOURS);
          await page.keyboard.press("ControlOrMeta+a");
          await expect(page.locator(".file-pane.chosen .cm-selectionBackground").first()).toBeAttached();
        },
      ],
      [
        "folded",
        async (visit) => {
          await visit.playground.openFile("schema.yml");
          await visit.page.locator('.file-pane.chosen .cm-foldGutter [title="Fold line"]').first().click();
          await movePointerAway(visit);
          await expect(visit.page.locator(".cm-foldPlaceholder")).toBeVisible();
        },
      ],
    ],
  },
  {
    name: "lints, fixes and printed lines",
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
            .getByRole("button", { name: /^Disable rule/ })
            .first()
            .click();
          await page.getByText(/disabled\)/).click();
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
          await expect(page.getByRole("menu", { name: "Fixes" }).getByRole("menuitem").first()).toBeFocused();
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
          if (!visit.narrow) await expect(visit.page.locator(".file-pane.chosen .cm-jump-target")).toBeVisible();
        },
      ],
      [
        "the output line of a template line",
        async ({ playground, page, pane }) => {
          await pane("Input");
          // Only lines near the visible ones are rendered.
          await playground.editor.click();
          await page.keyboard.press("ControlOrMeta+End");
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
          await movePointerAway(visit);
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
    name: "renaming a data value",
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
          await movePointerAway(visit);
          await visit.page.keyboard.press("F2");
          await expect(visit.page.locator("#rename-extent")).toContainText("occurrences in 3 files");
          await expect(visit.page.locator("#rename-missed")).toBeVisible();
        },
      ],
      [
        "refused",
        async ({ page }) => {
          await page.keyboard.type("name");
          await expect(page.locator("#rename-extent")).toContainText("kiln has name already");
        },
      ],
    ],
  },
];

testWithAxe("the editor", visits);
