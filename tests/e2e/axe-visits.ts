// Visits of the page for tests that apply to every view: each opens an address and goes through views one after another. The tables are in
// axe*.spec.ts.
import { type Browser, type Locator, type Page, test } from "@playwright/test";
import { type Work, workOf } from "../../web/src/core/work";
import { writeLink } from "../../web/src/formats/link";
import { expectAccessible } from "./accessible";
import { expect, PAGE_MUST_NEVER, Playground, watch } from "./playground";

const WIDE = 1400;
/** The narrowest phones. */
const NARROW = 360;

export interface Visitor {
  playground: Playground;
  page: Page;
  narrow: boolean;
  /** Shows a pane, on a narrow page; on a wide one all are visible. */
  pane: (name: "Input" | "Output" | "Problems") => Promise<void>;
  /** A tab of the result. */
  result: (name: string | RegExp) => Promise<void>;
  press: (button: string | RegExp) => Promise<void>;
  closeDialog: () => Promise<void>;
}

/** A view, and how to get there from the previous one; resolves when it is visible. */
export type View = readonly [name: string, go: (visitor: Visitor) => Promise<unknown>];

export interface Visit {
  name: string;
  /** The fragment of the page's URL. */
  at?: string;
  /** On a narrow page, too. */
  narrow?: boolean;
  /** Called before the page is opened. */
  before?: (visitor: Visitor, baseURL: string) => Promise<unknown>;
  /** The engine does not answer. */
  unanswered?: boolean;
  views: View[];
}

export const link = (part: Partial<Work>): string => `#${writeLink(workOf(part))}`;

/** Opens another address in the open page. */
export const goTo = (page: Page, hash: string): Promise<void> =>
  page.evaluate((hash) => {
    location.hash = hash;
  }, hash);

export const card = ({ page }: Visitor): Locator => page.locator(".cm-insight");
export const editorLine = ({ playground }: Visitor, text: string): Locator =>
  playground.editor.getByText(text, { exact: true });
export const outputLine = ({ playground }: Visitor, text: string): Locator =>
  playground.output.locator(".cm-line").filter({ hasText: text }).first();
export const dialog = ({ page }: Visitor): Locator => page.getByRole("dialog");
export const note = ({ page }: Visitor): Locator => page.locator(".line-origin");
/** The pointer is over nothing. */
export const movePointerAway = ({ page }: Visitor) => page.mouse.move(1, 1);

/** A file with data values. */
export const values = (text: string) => ({ path: "values.yml", content: `#@data/values\n---\n${text}` });

const SCHEMA = `#@data/values-schema
---
#@schema/title "Kiln"
#@schema/desc "Where pots are fired"
kiln:
  #@schema/desc "Peak temperature in °C"
  #@schema/validation min=900, max=1300
  peak: 1000
  #@schema/nullable
  #@schema/examples ("Slow", "wood")
  #@schema/validation ("a fuel we have", lambda v: v in ["gas", "wood"])
  fuel: ""
  #@schema/deprecated "use peak"
  celsius: 0
  name: hestia
`;
const PLAN = `#@ load("@ytt:data", "data")
kiln: #@ data.values.kiln.name
peak: #@ data.values.kiln.peak
`;

/** A schema, data values and a template. */
export const kiln = (text: string, plan = PLAN) => [
  { path: "schema.yml", content: SCHEMA },
  values(text),
  { path: "plan.yml", content: plan },
];

/** A test for each width: axe finds no violations in any view of these visits. Each view is set up once, and checked in both themes. */
export function testWithAxe(what: string, visits: Visit[]): void {
  for (const width of [WIDE, NARROW])
    test(`axe finds no violations, ${width} wide: ${what}`, { tag: "@long" }, async ({ browser, baseURL }) => {
      test.setTimeout(300_000);
      for (const visit of visits)
        if (width === WIDE || visit.narrow)
          await test.step(visit.name, () => check(browser, baseURL ?? "", visit, width));
    });
}

/** In a context of its own: records and permissions of a visit are not there in the next. */
async function check(browser: Browser, baseURL: string, visit: Visit, width: number): Promise<void> {
  const context = await browser.newContext({
    colorScheme: "light",
    reducedMotion: "reduce",
    viewport: { width, height: 900 },
    permissions: ["clipboard-read", "clipboard-write"],
  });
  const page = await context.newPage();
  const wrong = await watch(page, new URL(baseURL).origin);
  const visitor = visitorOf(new Playground(page), width === NARROW);
  await visit.before?.(visitor, baseURL);
  await page.goto(`./${visit.at ?? ""}`);
  if (!visit.unanswered) await expect(page.locator("footer .verdict")).toBeAttached();
  for (const [view, go] of visit.views)
    await test.step(view, async () => {
      await go(visitor);
      await expectAccessible(page, `${visit.name}: ${view}`);
    });
  expect(wrong, `${visit.name}: ${PAGE_MUST_NEVER}`).toEqual([]);
  await context.close();
}

function visitorOf(playground: Playground, narrow: boolean): Visitor {
  const { page } = playground;
  const tab = (list: string, name: string | RegExp) =>
    page.getByRole("tablist", { name: list }).getByRole("tab", { name }).click();
  const pane: Visitor["pane"] = async (name) => {
    if (narrow) await tab("Panes", name);
  };
  return {
    playground,
    page,
    narrow,
    pane,
    result: async (name) => {
      await pane("Output");
      await playground.showResult(name);
    },
    press: (name) => page.getByRole("button", { name, exact: typeof name === "string" }).click(),
    closeDialog: async () => {
      await page.keyboard.press("Escape");
      await expect(page.getByRole("dialog")).toBeHidden();
    },
  };
}
