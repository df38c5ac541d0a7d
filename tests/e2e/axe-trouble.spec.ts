// Accessibility of errors: axe finds no violations in views of an engine that does not answer, of addresses that cannot be opened, of a browser that
// stores nothing. axe-page.spec.ts and others have the other views.
import type { Page } from "@playwright/test";
import { goTo, kiln, link, testWithAxe, type Visit } from "./axe-visits";
import { ENDLESS, expect } from "./playground";
import { TRAPPED } from "./worker-stubs";

const CALLS = `#@ def two(x):
#@   return x + ""
#@ end
#@ def one(x):
#@   return two(x)
#@ end
a: #@ one(1)
`;

const GIST = "#gist:https://gist.github.com/someone/0123456789abcdef0123456789abcdef";

/** Lazy parts get another response. */
const broken = (page: Page, part: string, body = 'throw new Error("broken");') =>
  page.route(part, (route) => route.fulfill({ contentType: "text/javascript", body }));

/** They never finish loading. */
const onItsWay = (page: Page, part: string) => page.route(part, () => new Promise(() => {}));

const visits: Visit[] = [
  {
    name: "errors, and no files",
    at: link({ files: [{ path: "a.yml", content: CALLS }] }),
    narrow: true,
    views: [
      [
        "an error in a function of a function",
        async ({ playground, page, pane }) => {
          await pane("Problems");
          await expect(playground.problems).toHaveCount(1);
          await page.getByText(/^\d calls$/).click();
          await expect(page.locator(".frames li").first()).toBeVisible();
        },
      ],
      [
        "no output",
        async ({ page, pane }) => {
          await pane("Output");
          await expect(page.getByText("No output, because of 1 problem.")).toBeVisible();
        },
      ],
      [
        "no schema",
        async ({ page, result }) => {
          await result("Schema");
          await expect(page.getByText("No schema yet. Make one")).toBeVisible();
        },
      ],
      [
        "the last good output",
        async ({ playground, page, pane, result }) => {
          await pane("Input");
          await playground.write("a: 1\n");
          await expect(playground.output).toContainText("a: 1");
          await playground.write("a: #@ nobody\n");
          await result("Output");
          await expect(page.getByText("Showing the previous output")).toBeVisible();
        },
      ],
      [
        "no files",
        async ({ playground, page, pane }) => {
          await pane("Input");
          await playground.fileAction("a.yml", "Delete");
          await expect(page.getByText("No files. Add a file or open an example.")).toBeVisible();
          await expect(playground.editor).toBeHidden();
        },
      ],
      [
        "no output",
        async ({ playground, page, pane }) => {
          await pane("Output");
          await expect(page.getByText("No output: none of these files is a template.")).toBeVisible();
          await expect(playground.output).toBeHidden();
        },
      ],
    ],
  },
  {
    name: "addresses of what is elsewhere",
    at: "#nonsense",
    narrow: true,
    views: [
      [
        "without a target",
        ({ page }) =>
          expect(page.getByRole("alert").filter({ hasText: "This is not a valid playground link" })).toBeVisible(),
      ],
      [
        "a truncated link",
        async ({ page }) => {
          await goTo(page, link({ files: kiln("kiln:\n  peak: 1240\n") }).slice(0, -20));
          await expect(page.getByRole("button", { name: "Open what could be recovered" })).toBeVisible();
        },
      ],
      [
        "its readable part",
        async ({ page, press }) => {
          await press("Open what could be recovered");
          await expect(page.getByRole("region", { name: "Open playground" })).toContainText(
            "Recovered from a corrupted link",
          );
          await expect(page.getByRole("region", { name: "Requested link" })).toBeVisible();
        },
      ],
      [
        "a gist before its confirmation",
        async ({ page }) => {
          await goTo(page, GIST);
          await expect(page.getByRole("button", { name: "Load the gist" })).toBeVisible();
        },
      ],
    ],
  },
  {
    name: "an example on its way",
    at: "#example:hello",
    narrow: true,
    before: ({ page }) => onItsWay(page, "**/hello-*.js"),
    views: [["is opened", ({ page }) => expect(page.getByText("Opening…")).toBeVisible()]],
  },
  {
    name: "a template that never ends",
    at: link({ files: [{ path: "plan.yml", content: "a: 1\n" }] }),
    narrow: true,
    views: [
      [
        "running, with the previous output",
        async ({ playground, page, pane }) => {
          await playground.write(ENDLESS);
          await expect(page.getByRole("button", { name: "Stop" })).toBeVisible();
          await pane("Output");
          await expect(page.getByText("Running… showing the previous output")).toBeVisible();
        },
      ],
      [
        "stopped",
        async ({ playground, page, pane, press }) => {
          // If axe takes long, the previous render has reached the time limit meanwhile.
          await pane("Input");
          await playground.write(`${ENDLESS}#! once more\n`);
          await press("Stop");
          await pane("Problems");
          await expect(page.getByText("Stopped. Your files").first()).toBeVisible();
        },
      ],
      [
        "at the time limit",
        async ({ playground, pane }) => {
          await pane("Input");
          await playground.write(`${ENDLESS}#! and again\n`);
          await pane("Problems");
          await expect(playground.problems.first()).toContainText("stopped after 10000 ms", { timeout: 30_000 });
        },
      ],
    ],
  },
  {
    name: "an engine on its way",
    // Not the first example, as its output is part of the page.
    at: link({ files: [{ path: "a.yml", content: "a: 1\n" }] }),
    unanswered: true,
    narrow: true,
    before: ({ page }) => onItsWay(page, "**/ytterby_bg-*.wasm"),
    views: [
      [
        "loading",
        async ({ page, pane }) => {
          await pane("Output");
          await expect(page.locator(".output .note")).toHaveText("Loading the engine…");
        },
      ],
    ],
  },
  {
    name: "an engine that does not load",
    unanswered: true,
    narrow: true,
    before: ({ page }) =>
      page.route("**/ytterby_bg-*.wasm", (route) => route.fulfill({ contentType: "application/wasm", body: "broken" })),
    views: [
      [
        "is reported",
        async ({ page, pane }) => {
          await pane("Problems");
          await expect(page.locator(".trouble")).toContainText("Could not load the engine");
        },
      ],
    ],
  },
  {
    name: "an engine that breaks down",
    unanswered: true,
    before: ({ page }) => broken(page, "**/worker-*.js", TRAPPED),
    views: [["is reported", ({ page }) => expect(page.locator(".trouble")).toContainText("The engine crashed")]],
  },
  {
    name: "explanations that do not load",
    at: link({ files: [{ path: "a.yml", content: CALLS }] }),
    before: ({ page }) => broken(page, "**/explain-index-*.js"),
    views: [
      [
        "in the dialog",
        async ({ page, press }) => {
          await press(/^Explain/);
          await expect(page.getByRole("dialog").getByRole("alert")).toContainText("Could not load the error reference");
        },
      ],
    ],
  },
  {
    name: "parts of the page that do not load",
    before: ({ page }) => broken(page, "**/lazy-part-modules-*.js"),
    views: [
      [
        "in the status bar",
        async ({ playground, press }) => {
          await press("Examples");
          await expect(playground.status.locator(".notice.refused")).toContainText(
            "Could not load this part of the page",
          );
        },
      ],
      [
        "in the result",
        async ({ page, result }) => {
          await result("Compare");
          await expect(page.locator(".result-content:visible")).toHaveText("Loading…");
        },
      ],
    ],
  },
  {
    name: "a browser that has no room",
    narrow: true,
    before: async ({ page }, baseURL) => {
      const session = await page.context().newCDPSession(page);
      await session.send("Storage.overrideQuotaForOrigin", { origin: new URL(baseURL).origin, quotaSize: 1 });
    },
    views: [
      [
        "is reported",
        async ({ playground, page }) => {
          await playground.write("refused: true\n");
          await expect(page.getByRole("region", { name: "Not saved" })).toBeVisible();
        },
      ],
    ],
  },
];

testWithAxe("errors", visits);
