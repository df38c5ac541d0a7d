// A tab of a browser with the playground, as a user sees it.
import { expect } from "@playwright/test";
import { error, Key, type WebDriver, type WebElement } from "selenium-webdriver";

const ROLES = {
  button: "button, [role=button]",
  tab: "[role=tab]",
  menuitem: "[role=menuitem], [role=menuitemradio], [role=menuitemcheckbox]",
  link: "a[href]",
  textbox: "input, textarea, [role=textbox]",
} as const;

type Role = keyof typeof ROLES;

/** All elements of a selector, also those in shadow roots. */
type All = (selector: string, root?: ParentNode) => HTMLElement[];

/** Runs in the page. */
const all: All = (selector, root = document) => [
  ...root.querySelectorAll<HTMLElement>(selector),
  ...[...root.querySelectorAll("*")].flatMap(({ shadowRoot }) => (shadowRoot ? all(selector, shadowRoot) : [])),
];

/** Runs in the page: the text of an element, with the lines of an editor. */
const textOf = (all: All, selector: string): string => {
  const [element] = all(selector);
  const lines = element ? [...element.querySelectorAll(".cm-line")] : [];
  return lines.length ? lines.map((line) => line.textContent).join("\n") : (element?.textContent ?? "");
};

/** Runs in the page: a visible element of a selector, in an element of the selector `within`, with this in its accessible name. */
const named = (all: All, selector: string, name: string, within: string): HTMLElement | undefined => {
  const nameOf = (element: HTMLElement) => {
    const root = element.getRootNode() as Document | ShadowRoot;
    const by = element.getAttribute("aria-labelledby")?.split(/\s+/) ?? [];
    const labels = "labels" in element ? [...((element.labels as NodeListOf<Element> | null) ?? [])] : [];
    const texts = [...by.map((id) => root.getElementById(id)), ...labels].map((label) => label?.textContent ?? "");
    return (
      [element.getAttribute("aria-label") ?? "", ...texts, element.textContent ?? ""].find((text) => text.trim()) ?? ""
    );
  };
  const scopes = within ? all(within) : [undefined];
  return scopes
    .flatMap((scope) => (scope ? [...all(selector, scope)] : all(selector)))
    .filter((element) => element.getClientRects().length > 0)
    .find((element) => nameOf(element).replace(/\s+/g, " ").includes(name));
};

export class Tab {
  readonly driver: WebDriver;
  readonly #base: string;
  #closed = false;

  constructor(driver: WebDriver, base: string) {
    this.driver = driver;
    this.#base = base;
  }

  /** Opens an address relative to the playground, and waits for the first result. */
  async open(address = ""): Promise<void> {
    // A change of only the fragment would not load the page.
    await this.driver.get("about:blank");
    await this.driver.get(this.#base + address);
    await this.waitForText("footer", "Rendered in");
  }

  /** Ends the browser. */
  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    await this.driver.quit();
  }

  async reload(): Promise<void> {
    // Firefox's driver reloads past the service worker.
    await this.inPage(() => {
      Object.assign(globalThis, { isOld: true });
      location.reload();
    });
    await this.waitUntil(() => !("isOld" in globalThis));
    await this.waitForText("footer", "Rendered in");
  }

  /** Calls a function in the page. */
  inPage<T, Args extends unknown[]>(run: (all: All, ...args: Args) => T, ...args: Args): Promise<T> {
    return this.driver.executeScript(`const all = ${all}; return (${run})(all, ...arguments);`, ...args);
  }

  /** The text of the first element of a selector; empty if there is none. */
  text(selector: string): Promise<string> {
    return this.inPage(textOf, selector);
  }

  output(): Promise<string> {
    return this.text(".output .cm-content");
  }

  editor(): Promise<string> {
    return this.text(".file-pane.chosen .cm-content");
  }

  status(): Promise<string> {
    return this.text("footer");
  }

  async waitForText(selector: string, expected: string | RegExp): Promise<void> {
    const poll = expect.poll(() => this.text(selector).catch(() => ""), { message: selector, timeout: 20_000 });
    await (typeof expected === "string" ? poll.toContain(expected) : poll.toMatch(expected));
  }

  waitForOutput(expected: string | RegExp): Promise<void> {
    return this.waitForText(".output .cm-content", expected);
  }

  /** Waits until a condition in the page is true. */
  async waitUntil(condition: (all: All) => unknown): Promise<void> {
    const holds = async () => Boolean(await this.inPage(condition).catch(() => false));
    await expect.poll(holds, { message: `${condition}`, timeout: 20_000 }).toBe(true);
  }

  /** Waits for a visible element with this role and accessible name. */
  async find(role: Role, name: string, within = ""): Promise<WebElement> {
    let found: unknown;
    const look = async () => {
      found = await this.inPage(named, ROLES[role], name, within).catch(() => undefined);
      return Boolean(found);
    };
    await expect.poll(look, { message: `${role} ${name}`, timeout: 20_000 }).toBe(true);
    return found as WebElement;
  }

  /** Waits for an element of a selector. */
  async findBy(selector: string): Promise<WebElement> {
    let found: unknown;
    const look = async () => {
      found = await this.inPage((all, selector: string) => all(selector)[0], selector).catch(() => undefined);
      return Boolean(found);
    };
    await expect.poll(look, { message: selector, timeout: 20_000 }).toBe(true);
    return found as WebElement;
  }

  async click(role: Role, name: string, within = ""): Promise<void> {
    await this.#clickOn(() => this.find(role, name, within));
  }

  async clickOn(selector: string): Promise<void> {
    await this.#clickOn(() => this.findBy(selector));
  }

  /** The page may replace an element just after it was found. */
  async #clickOn(find: () => Promise<WebElement>): Promise<void> {
    const clicked = async () => {
      try {
        await (await find()).click();
        return true;
      } catch (thrown) {
        if (thrown instanceof error.StaleElementReferenceError) return false;
        throw thrown;
      }
    };
    await expect.poll(clicked).toBe(true);
  }

  /** Presses keys one after the other. */
  press(...keys: string[]): Promise<void> {
    return this.driver
      .actions()
      .sendKeys(...keys)
      .perform();
  }

  chord(modifier: string, key: string): Promise<void> {
    return this.driver.actions().keyDown(modifier).sendKeys(key).keyUp(modifier).perform();
  }

  async openFile(path: string): Promise<void> {
    const names = [".file-row", ".file-tab", ".stack:not(.listed) .file-name button"];
    await this.clickOn(names.map((name) => `${name}[title="${path}"]`).join());
    await this.waitForText(".file-pane.chosen .file-name", path);
  }

  /** Replaces the text of the open file as a paste does. */
  async write(text: string): Promise<void> {
    await this.clickOn(".file-pane.chosen .cm-content");
    await this.chord(Key.CONTROL, "a");
    await this.paste(".file-pane.chosen .cm-content", text);
  }

  /** Pastes a text into an element. */
  async paste(selector: string, text: string): Promise<void> {
    await this.inPage(
      (all, selector: string, text: string) => {
        const clipboardData = new DataTransfer();
        clipboardData.setData("text/plain", text);
        const paste = new Event("paste", { bubbles: true, composed: true, cancelable: true });
        // Firefox ignores the data of a ClipboardEvent that a script makes.
        Object.assign(paste, { clipboardData });
        all(selector)[0]?.dispatchEvent(paste);
      },
      selector,
      text,
    );
  }

  async openExample(title: string): Promise<void> {
    await this.click("button", "Examples", "header");
    await (await this.find("textbox", "Search the examples")).sendKeys(title);
    await this.waitForText(".example-card", title);
    await this.clickOn(".example-card");
    await this.waitForText("footer", `Opened “${title}”`);
  }

  /** Whether the focus is in an element of a selector. */
  isFocused(selector: string): Promise<boolean> {
    return this.inPage(
      (all, selector: string) => all(selector).some((element) => element.matches(":focus-within")),
      selector,
    );
  }
}
