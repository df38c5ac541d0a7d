// The whole workflow by keyboard: open an example, edit, find a violation, go to it and to its rule, look at every result, share. Without a pointer,
// and without setting the focus in the test. At every stop the browser's accessibility tree has what a screen reader reads, and the focus is visible
// and not covered; events are announced in live regions.
import type { CDPSession, Page } from "@playwright/test";
import { FIRING, GUIDE, serveDocs } from "./docs-page";
import { ENDLESS, expect, fresh as test, watch } from "./playground";

/** A page as a screen reader reads it. */
interface Read {
  role: string;
  name: string;
  /** Such as `selected`, `expanded`, `invalid`, with their values. */
  states: Record<string, unknown>;
}

/** The focused element, through shadow roots. */
const ACTIVE = `(() => {
  let active = document.activeElement;
  while (active?.shadowRoot?.activeElement) active = active.shadowRoot.activeElement;
  return active;
})()`;

/** Why the focus is not visible; empty if it is: by an outline, the accent as border or background, or the cursor of an editor. */
const UNSEEN = `(() => {
  const active = ${ACTIVE};
  if (!active || active === document.body) return "nothing has the focus";
  const { x, y, width, height } = active.getBoundingClientRect();
  if (x + width <= 0 || y + height <= 0 || x >= innerWidth || y >= innerHeight) return "out of the window";
  const probe = active.parentNode.appendChild(document.createElement("i"));
  probe.style.color = "var(--accent)";
  const accent = getComputedStyle(probe).color;
  probe.remove();
  const marked = (element) => {
    const { outlineStyle, outlineWidth, borderTopColor, borderTopWidth, backgroundColor } = getComputedStyle(element);
    return (
      (outlineStyle !== "none" && parseFloat(outlineWidth) > 0) ||
      (borderTopColor === accent && parseFloat(borderTopWidth) > 0) ||
      backgroundColor === accent
    );
  };
  const editor = active.closest(".cm-editor.cm-focused");
  const caret = editor?.querySelector(".cm-cursor");
  const near = [active, active.nextElementSibling, active.parentElement, active.parentElement?.parentElement];
  if (!near.some((element) => element && marked(element)) && !(caret && getComputedStyle(caret).display !== "none")) return "not marked";
  if (editor || width * height === 0 || getComputedStyle(active).clipPath !== "none" || width <= 1) return "";
  const middle = [Math.min(Math.max(x + width / 2, 0), innerWidth - 1), Math.min(Math.max(y + Math.min(height, innerHeight - y) / 2, 0), innerHeight - 1)];
  const top = active.getRootNode().elementFromPoint(...middle);
  return !top || active.contains(top) || top.contains(active) || top.closest("label")?.contains(active) ? "" : "covered by " + top.outerHTML.slice(0, 120);
})()`;

class Hands {
  readonly page: Page;
  stops = 0;
  /** Number of announcements that have been checked. */
  #heard = 0;
  #session: CDPSession;

  static async on(page: Page): Promise<Hands> {
    return new Hands(page, await page.context().newCDPSession(page));
  }

  private constructor(page: Page, session: CDPSession) {
    this.page = page;
    this.#session = session;
  }

  async read(): Promise<Read> {
    const { result } = await this.#session.send("Runtime.evaluate", { expression: ACTIVE });
    if (!result.objectId || result.className === "HTMLBodyElement") return { role: "", name: "", states: {} };
    const { nodes } = await this.#session.send("Accessibility.getPartialAXTree", {
      objectId: result.objectId,
      fetchRelatives: false,
    });
    const [node] = nodes;
    const states = Object.fromEntries((node?.properties ?? []).map(({ name, value }) => [name, value.value]));
    return { role: node?.role?.value ?? "", name: node?.name?.value ?? "", states };
  }

  /** The focus is here, has this role and name, and is visible. */
  async at(role: string, name: string | RegExp, states: Record<string, unknown> = {}): Promise<void> {
    const what = typeof name === "string" ? name : expect.stringMatching(name);
    const expected = { role, name: what, states: expect.objectContaining(states) };
    await expect.poll(() => this.read(), { message: `at ${role} ${name}` }).toEqual(expected);
    await expect.poll(() => this.page.evaluate(UNSEEN), { message: `${role} ${name} can be seen` }).toBe("");
    this.stops++;
  }

  press(...keys: string[]): Promise<void> {
    return keys.reduce((before, key) => before.then(() => this.page.keyboard.press(key)), Promise.resolve());
  }

  type(text: string): Promise<void> {
    return this.page.keyboard.type(text);
  }

  /** Presses Tab, or Shift Tab, until the focus is there; every stop before has a name and is visible, and none traps the focus. */
  async to(role: string, name: string | RegExp, key = "Tab"): Promise<void> {
    const fits = (read: Read) =>
      read.role === role && (typeof name === "string" ? read.name === name : name.test(read.name));
    const passed: string[] = [];
    for (let step = 0; step < 120; step++) {
      await this.page.keyboard.press(key);
      const read = await this.read();
      if (fits(read)) return this.at(role, name);
      passed.push(`${read.role} ${read.name}`);
      if (read.role === "") continue;
      expect(read.name, `${passed.join(", ")}: has a name`).not.toBe("");
      await expect.poll(() => this.page.evaluate(UNSEEN), { message: `${passed.at(-1)} can be seen` }).toBe("");
      this.stops++;
      const inEditor = read.role === "textbox" && read.name.startsWith("Contents of");
      if (inEditor) await this.page.keyboard.press("Escape");
    }
    throw new Error(`${role} ${name} is not reached with ${key}: ${passed.join(", ")}`);
  }

  /** A live region announces this, after the last checked announcement. */
  async hears(text: string | RegExp): Promise<void> {
    const fits = (said: string) => (typeof text === "string" ? said === text : text.test(said));
    let all: string[] = [];
    const at = async () => {
      all = await this.page.evaluate(() => (globalThis as unknown as { said: string[] }).said);
      return all.findIndex((said, at) => at >= this.#heard && fits(said));
    };
    await expect
      .poll(at, { message: `said: ${text}; up to now: ${all.slice(this.#heard).join(" | ")}` })
      .toBeGreaterThanOrEqual(0);
    this.#heard = (await at()) + 1;
  }
}

/** Records changes of live regions while they are displayed, and every alert that appears. */
function listen(): void {
  const said: string[] = [];
  Object.assign(globalThis, { said });
  const LIVE = "[role=status], [role=alert], [aria-live=polite], [aria-live=assertive]";
  const say = (region: Element) => {
    const text = region.textContent?.replace(/\s+/g, " ").trim();
    if (text && region.checkVisibility() && said.at(-1) !== text) said.push(text);
  };
  const observer = new MutationObserver((changes) => {
    for (const { target, addedNodes } of changes) {
      const region = (target instanceof Element ? target : target.parentElement)?.closest(LIVE);
      if (region) say(region);
      for (const node of addedNodes) {
        if (!(node instanceof Element)) continue;
        for (const alert of [node, ...node.querySelectorAll("*")]) if (alert.matches("[role=alert]")) say(alert);
      }
    }
  });
  const watch = (root: Node) => observer.observe(root, { subtree: true, childList: true, characterData: true });
  watch(document);
  // The page's root is in its HTML; it is parsed by then, and no script has run.
  const parsed = () => {
    for (const { shadowRoot } of document.querySelectorAll("*")) if (shadowRoot) watch(shadowRoot);
  };
  document.addEventListener("readystatechange", parsed, { once: true });
  const { attachShadow } = Element.prototype;
  Element.prototype.attachShadow = function (init) {
    const root = attachShadow.call(this, init);
    watch(root);
    return root;
  };
}

/** The accessible name of a dialog. */
const dialogNamed = (page: Page, name: string) => page.getByRole("dialog", { name, exact: true });

test.beforeEach(async ({ context }) => {
  test.setTimeout(90_000);
  await context.addInitScript(listen);
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
});

const KILN = "A kiln’s firing plan";

/** Opens the kiln from the examples; the focus is in the page, before the header's buttons. */
async function openKiln(hands: Hands): Promise<void> {
  const { page } = hands;
  await hands.hears("No problems, 1 output file");
  await hands.to("button", "Examples");
  await hands.press("Enter");
  await hands.at("textbox", "Search the examples");
  await expect(dialogNamed(page, "Examples")).toBeVisible();
  await hands.type("kiln firing");
  await hands.hears(/^\d of \d+$/);
  await hands.press("ArrowDown");
  await hands.at("button", /^A kiln’s firing plan A schema with defaults/);
  // Back to the search and to the card again, as with Tab.
  await hands.press("ArrowUp");
  await hands.at("textbox", "Search the examples");
  await hands.press("ArrowDown", "Enter");
  await expect(dialogNamed(page, "Examples")).toBeHidden();
  await hands.hears(new RegExp(`Opened “${KILN}”`));
  await hands.at("button", "Examples");
}

/** With the cursor in the editor of values.yml, sets the peak to a value that violates its rule. */
async function breakPeak(hands: Hands): Promise<void> {
  await hands.press("ControlOrMeta+Home");
  // If lines wrap, a line may have several rows.
  const active = hands.page.locator(".file-pane.chosen .cm-activeLine");
  for (let row = 0; row < 10 && !(await active.textContent())?.includes("peak:"); row++) await hands.press("ArrowDown");
  await hands.press("End");
  await hands.press("ControlOrMeta+Backspace");
  await hands.type("1400");
  await expect(hands.page.locator(".file-pane.chosen .cm-activeLine")).toHaveText("  peak: 1400");
  await hands.hears("1 violation, no output");
}

test("open an example, edit, find the violation, go to it and to its rule, look at every result, share", {
  tag: "@long",
}, async ({ playground, page }) => {
  await playground.open();
  const hands = await Hands.on(page);
  await openKiln(hands);

  // To the values, past the schema.
  await hands.to("textbox", "Contents of schema.yml");
  await hands.to("textbox", "Contents of values.yml");
  await breakPeak(hands);

  // From the editor to the problem and its announcement, into its card and back.
  await hands.press("ControlOrMeta+Home", "F8");
  await hands.at("textbox", "Contents of values.yml");
  await hands.hears(/must be: a value <= 1300/);
  await expect(page.locator(".file-pane.chosen .cm-activeLine")).toHaveText("  peak: 1400");
  await hands.press("F1");
  await hands.at("button", /go to schema\.yml:\d+|^Explain/);
  await hands.press("Escape");
  await hands.at("textbox", "Contents of values.yml");

  // Through the list: to the rule, and to the value.
  await hands.press("ControlOrMeta+Shift+M");
  await hands.at("listitem", "");
  await hands.press("Escape");
  await hands.at("textbox", "Contents of values.yml");
  await hands.press("ControlOrMeta+Shift+M");
  await hands.at("listitem", "");
  await hands.to("button", "kiln.peak: go to values.yml:5");
  await hands.to("button", /^Explain/);
  await hands.press("Enter");
  await hands.at("heading", "Violated validation rule");
  await hands.press("Escape");
  await hands.at("button", /^Explain/);
  await hands.to("button", /^rule: go to schema\.yml:8$/);
  await hands.press("Enter");
  await hands.at("textbox", "Contents of schema.yml");
  await expect(page.locator(".file-pane.chosen .cm-jump-target")).toContainText(
    "#@schema/validation min=600, max=1300",
  );
  await hands.press("ControlOrMeta+Shift+M");
  await hands.to("button", "kiln.peak: go to values.yml:5");
  await hands.press("Enter");
  await hands.at("textbox", "Contents of values.yml");
  await expect(page.locator(".file-pane.chosen .cm-jump-target")).toHaveText("  peak: 1400");

  // Tab indents here; Escape and then Tab leaves, as the help and the editor say.
  await hands.press("Escape", "Tab");
  await hands.at("separator", "Height of values.yml");
  expect(await playground.editor.textContent()).toContain("  peak: 1400");

  // Every tab of the result.
  await hands.to("tab", "Output");
  await hands.at("tab", "Output", { selected: true });
  for (const tab of [/^Data values$/i, /^Schema$/, /^ytt’s report$/i, /^Checks$/, /^Compare$/]) {
    await hands.press("ArrowRight");
    await hands.at("tab", tab, { selected: true });
  }

  // Share, copy, and back to the previous focus.
  await hands.press("ControlOrMeta+s");
  await hands.at("textbox", "Link");
  await expect(dialogNamed(page, "Share")).toBeVisible();
  await hands.press("Tab");
  await hands.at("button", "Copy");
  await hands.press("Enter");
  await hands.hears("Copied the link.");
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain("#y1:kiln~");
  await hands.press("Escape");
  await hands.at("tab", "Compare");
  console.log(`stops by keyboard: ${hands.stops}`);
});

test("the same workflow on a narrow screen", { tag: "@long" }, async ({ playground, page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await playground.open();
  const hands = await Hands.on(page);
  await openKiln(hands);
  await hands.to("tab", "Input");
  await hands.to("tab", "schema.yml");
  await hands.press("ArrowRight");
  await hands.at("tab", "values.yml", { selected: true });
  await hands.to("textbox", "Contents of values.yml");
  await breakPeak(hands);

  await hands.press("ControlOrMeta+Shift+M");
  await hands.at("listitem", "");
  await hands.to("button", /^rule: go to schema\.yml:8$/);
  await hands.press("Enter");
  await hands.at("textbox", "Contents of schema.yml");
  await hands.press("F8");
  await hands.at("textbox", /^Contents of/);
  await hands.press("Escape", "Escape", "Shift+Tab");
  await hands.to("tab", "Input", "Shift+Tab");
  await hands.press("ArrowRight");
  await hands.at("tab", "Output", { selected: true });
  await hands.to("tab", "Output");
  for (const tab of [/^Data values$/i, /^Schema$/, /^ytt’s report$/i, /^Checks/, /^Compare$/]) {
    await hands.press("ArrowRight");
    await hands.at("tab", tab, { selected: true });
  }
  await expect(page.getByRole("tab", { name: "Compare" })).toBeInViewport({ ratio: 0.99 });
  await hands.to("button", "Add variant");
  await hands.to("button", "Share", "Shift+Tab");
  await hands.press("Enter");
  await hands.at("textbox", "Link");
  await hands.press("Tab", "Enter");
  await hands.hears("Copied the link.");
  await hands.press("Escape");
  await hands.at("button", "Share");
  console.log(`stops by keyboard: ${hands.stops}`);
});

test("errors and stopping are announced, and the focus moves on when the pressed button is removed", {
  tag: "@long",
}, async ({ playground, page }) => {
  await playground.open();
  const hands = await Hands.on(page);
  await hands.to("textbox", "Contents of plan.yml");
  await hands.press("ControlOrMeta+a");
  await page.keyboard.insertText("broken: #@ nobody\n");
  await hands.hears("1 problem, no output");
  await hands.press("ControlOrMeta+a");
  await page.keyboard.insertText(ENDLESS);
  await hands.hears("Running…");
  await hands.press("Escape");
  await hands.to("button", "Stop");
  await hands.press("Enter");
  await hands.hears(/^Stopped/);
  await hands.at("button", "Run again");
  await hands.press("ControlOrMeta+k");
  await hands.at("textbox", "Search the examples");
  await hands.press("Escape");
  await hands.at("button", "Run again");

  await hands.to("textbox", "Contents of plan.yml");
  await hands.press("ControlOrMeta+a");
  await page.keyboard.insertText("mended: true\n");
  await hands.hears("No problems, 1 output file");
  await hands.press("Escape");

  // An undo disappears once it is used.
  await hands.to("button", "schema.yml", "Shift+Tab");
  await hands.press("Delete");
  await hands.hears(/^Deleted schema\.yml\./);
  await hands.at("button", /^values\.yml/);
  await hands.to("button", "Undo");
  await hands.press("Enter");
  await expect(playground.file("schema.yml")).toBeVisible();
  await hands.at("textbox", /^Contents of .*\.yml/);
  console.log(`stops by keyboard: ${hands.stops}`);
});

test("an embed: run it, break it, find the problem, and leave it", async ({ page }) => {
  const server = await serveDocs(`${FIRING}<p><a id="next" href="#next">What follows</a></p>`);
  const wrong = await watch(page, server.origin);
  await page.goto(server.origin + GUIDE);
  const hands = await Hands.on(page);
  await hands.to("tab", "values.yml");
  await hands.press("ArrowLeft");
  await hands.at("tab", "schema.yml", { selected: true });
  await hands.press("Tab");
  await hands.at("tabpanel", "schema.yml");
  await hands.press("Tab");
  await hands.at("button", "Run: A firing plan");
  await hands.press("Enter");
  await hands.hears("1 violation, no output");
  // A run that fails shows its problems.
  await hands.at("tab", /^Problems ?1$/, { selected: true });
  await hands.press("ArrowLeft");
  await hands.at("tab", "Output", { selected: true });
  await hands.press("ArrowRight");
  await hands.at("tab", /^Problems ?1$/, { selected: true });
  await hands.to("button", /go to values\.yml:4$/);
  await hands.press("Enter");
  await hands.at("textbox", "Contents of values.yml");
  await hands.press("End", "ControlOrMeta+Backspace");
  await hands.type("1200");
  await hands.hears("No problems, 1 output file");
  await hands.press("Escape", "Tab");
  await hands.to("button", "Reset");
  await hands.press("Enter");
  await hands.hears("1 violation, no output");
  // The problems replace the output after a pause. Meanwhile, Tab may reach the output.
  await expect(page.getByRole("tab", { name: /^Problems/ })).toHaveAttribute("aria-selected", "true");
  await hands.to("link", "Open in the playground");
  await hands.to("link", "What follows");
  await hands.to("link", "Open in the playground", "Shift+Tab");
  console.log(`stops by keyboard: ${hands.stops}`);
  expect(wrong, "what a docs page must never see").toEqual([]);
  await server.close();
});

test("in the page for frames, the focus stays in a panel that appears, leaves a pane that is hidden, and is not trapped", async ({
  page,
  playground,
}) => {
  await test.step("a panel that is focused when it appears keeps the focus", async () => {
    // No key press is fast enough to hit that moment reliably.
    await page.goto("./embed/#example:bakery-violations");
    await expect(page.locator(".foot")).toContainText("violation");
    const kept = await page.locator("#embed > div").evaluate(async ({ shadowRoot }) => {
      const frame = () => new Promise(requestAnimationFrame);
      const tab = [...(shadowRoot?.querySelectorAll<HTMLElement>("[role=tab]") ?? [])].at(-1);
      tab?.focus();
      tab?.click();
      const panel = shadowRoot?.querySelector<HTMLElement>(".pane.problems");
      while (panel?.hidden) await Promise.resolve();
      panel?.focus();
      const had = shadowRoot?.activeElement === panel;
      for (let at = 0; at < 6; at++) await frame();
      return [had, shadowRoot?.activeElement === panel];
    });
    expect(kept).toEqual([true, true]);
  });
  await test.step("when the pane around the focused button is hidden, the focus moves on", async () => {
    await page.getByRole("tab", { name: "Output" }).click();
    await page.getByRole("button", { name: "these 5 violations" }).focus();
    // Like at the end of a run, nothing else takes the focus.
    const focused = await page.locator("#embed > div").evaluate(async ({ shadowRoot }) => {
      const tabs = [...(shadowRoot?.querySelectorAll<HTMLElement>("[role=tab]") ?? [])];
      tabs.at(-1)?.click();
      for (let at = 0; at < 6; at++) await new Promise(requestAnimationFrame);
      return shadowRoot?.activeElement?.checkVisibility();
    });
    expect(focused).toBe(true);
  });
  await test.step("the page for frames does not trap the focus", async () => {
    const hands = await Hands.on(page);
    await hands.to("textbox", "Contents of values.yml");
    await hands.press("F8");
    await hands.hears(/must be/);
    await hands.press("Escape", "Escape", "Tab");
    await hands.to("tab", /^Problems/);
    await hands.press("ArrowLeft");
    await hands.at("tab", "Output", { selected: true });
    await hands.press("ArrowRight");
    await hands.at("tab", /^Problems/, { selected: true });
    await hands.to("button", /go to schema\.yml/);
    await hands.to("link", "Open in the playground");
    await hands.to("tab", /^values\.yml/);
    await expect(playground.page.locator(".foot")).toContainText("violation");
    console.log(`stops by keyboard: ${hands.stops}`);
  });
});
