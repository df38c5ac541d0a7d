// <ytt-playground>. Shows its files as static text, and loads the editor and the engine only when the reader presses Run, or sees it where the page
// says so. A few kilobytes without a library: it must not cost the page anything. Safe to import where there is no DOM.
//
// Workers start only from a page's own origin. If the loader comes from another one, the element shows the /embed/ page of that origin in a frame.
import type { ErrorDetail, HandledFailure, YttPlaygroundElement } from "../../embed/embed-module.js";
import { contentOf, valuesFile, withFile } from "./content";
import { type Callbacks, type Mounted, VIEW, type View } from "./contract";
import { FramedView } from "./framed-view";
import { follow, unfollow } from "./page-theme";
import { type Files, isView, levelIn, linesOf, type Scheme, type Start } from "./start";
import { type StaticView, staticView } from "./static-view";
import style from "./static-view.css?inline";

/** The folder of the built playground, from which everything is loaded. */
let page: URL;

export function locate(address: string | URL): void {
  // Without a document, nothing is loaded.
  page = new URL(String(address).replace(/\/?$/, "/"), globalThis.document?.baseURI ?? "http://localhost");
}

let shared: CSSStyleSheet | undefined;
function staticStyle(): CSSStyleSheet {
  if (!shared) {
    shared = new CSSStyleSheet();
    shared.replaceSync(style);
  }
  return shared;
}

let view: Promise<View> | undefined;
let tries = 0;
/** One for all elements. Tries once more under another address: browsers remember modules that failed, and a cached view may name scripts of an
    earlier deployment. */
function loadView(): Promise<View> {
  const attempt = (): Promise<View> => {
    const { href } = new URL(VIEW, page);
    return import(/* @vite-ignore */ tries++ ? `${href}?${Date.now()}` : href);
  };
  view ??= attempt().catch(attempt);
  view.catch(() => {
    view = undefined;
  });
  return view;
}

/** If there are more failures, the oldest are dropped. */
const MOST_FAILURES = 100;

/** One try to load the view. */
interface Attempt {
  abort: AbortController;
  mounted: Promise<Mounted>;
  failed: boolean;
}

// Without a DOM, the class is never used.
const Base = (globalThis.HTMLElement ?? Object) as typeof HTMLElement;

class YttPlayground extends Base implements YttPlaygroundElement {
  static observedAttributes = ["label", "active", "args", "env", "view", "run", "theme", "height", "src", "readonly"];
  #root = this.attachShadow({ mode: "open" });
  /** Variables of the other style sheets. In the `style` attribute they would disturb frameworks that compare the document with their own. */
  #own = new CSSStyleSheet();
  /** Aborted when the element is removed from the document for good. */
  #life: AbortController | undefined;
  #static: StaticView | undefined;
  #attempt: Attempt | undefined;
  #mounted: Mounted | undefined;
  #seen: IntersectionObserver | undefined;
  #scheme: Scheme = "light";
  #files: Files | undefined;
  #values: Readonly<Record<string, unknown>> | null = null;
  #edited: Files | undefined;
  /** The input of the static view or the editor, to find out what changed. */
  #start: Start | undefined;
  /** The same and more of the static view, as a text. */
  #key = "";
  #queued = false;
  readonly failures: HandledFailure[] = [];

  get files(): Files {
    return this.#edited ?? this.#read().start.files;
  }

  set files(files: Files | null) {
    const valid = !files || (Array.isArray(files) && files.every((file) => typeof file?.path === "string"));
    if (!valid) throw new TypeError("files: not a list of {path, content}");
    this.#files = files?.map(({ path, content }) => ({ path, content: String(content) }));
    this.#changed();
  }

  get args(): string | null {
    return this.getAttribute("args");
  }

  set args(args: string | null) {
    if (args == null) this.removeAttribute("args");
    else this.setAttribute("args", args);
  }

  get values(): Readonly<Record<string, unknown>> | null {
    return this.#values;
  }

  set values(values: Readonly<Record<string, unknown>> | null) {
    if (values && (typeof values !== "object" || Array.isArray(values))) throw new TypeError("values: not a map");
    this.#values = values ?? null;
    this.#changed();
  }

  connectedCallback(): void {
    // Set before the element was defined, they hide the accessors.
    for (const name of ["files", "args", "values"] as const) {
      if (!Object.hasOwn(this, name)) continue;
      const value = this[name] as never;
      delete (this as Partial<YttPlayground>)[name];
      this[name] = value;
    }
    this.#followTheme();
    if (this.#life) return;
    this.#life = new AbortController();
    const { signal } = this.#life;
    const observer = new MutationObserver(() => this.#changed());
    observer.observe(this, {
      subtree: true,
      childList: true,
      characterData: true,
      attributeFilter: ["filename", "data-filename", "data-expected-output"],
    });
    signal.addEventListener("abort", () => observer.disconnect());
    // While the document is parsed, some of the files may be missing.
    if (document.readyState === "loading")
      addEventListener("DOMContentLoaded", () => this.#update(), { once: true, signal });
    else this.#update();
  }

  disconnectedCallback(): void {
    unfollow(this);
    // An element that is moved is connected again at once.
    setTimeout(() => this.isConnected || this.#end());
  }

  attributeChangedCallback(name: string): void {
    if (name === "theme" && this.isConnected) this.#followTheme();
    this.#changed();
  }

  // Not `run`, which frameworks would set instead of the attribute of that name.
  async execute(): Promise<void> {
    (await this.#open(false)).run();
  }

  async load(content: Partial<Start>): Promise<void> {
    const mounted = await this.#open(false);
    if (content.files || content.src) this.#edited = content.files;
    await mounted.load(content);
  }

  #end(): void {
    this.#life?.abort();
    this.#attempt?.abort.abort();
    this.#mounted?.end();
    this.#seen?.disconnect();
    this.#root.replaceChildren();
    this.#life = this.#attempt = this.#mounted = this.#static = this.#start = undefined;
  }

  #attribute = (name: string): string => this.getAttribute(name) ?? "";

  #read(): { start: Start; expected: string } {
    const { files, expected } = contentOf(
      [...this.querySelectorAll("pre, script, template")].map((child) => ({
        name: child.getAttribute("filename") ?? child.getAttribute("data-filename"),
        text: (child instanceof HTMLTemplateElement ? child.content : child).textContent ?? "",
        expected: child.hasAttribute("data-expected-output"),
      })),
    );
    const all = this.#files ?? files;
    const view = this.#attribute("view");
    const height = this.#attribute("height");
    const start: Start = {
      label: this.#attribute("label"),
      height: /^\d+$/.test(height) ? `${height}px` : height === "auto" ? "" : height,
      files: this.#values ? withFile(all, valuesFile(this.#values)) : all,
      src: this.#attribute("src"),
      args: this.args,
      env: this.#attribute("env"),
      view: isView(view) ? view : "split",
      active: this.#attribute("active"),
      readonly: this.hasAttribute("readonly"),
    };
    return { start, expected };
  }

  /** Frameworks change several things in turn. */
  #changed(): void {
    if (!this.#life || this.#queued) return;
    this.#queued = true;
    queueMicrotask(() => {
      this.#queued = false;
      this.#update();
    });
  }

  /** Updates the view for changed attributes, properties and children. */
  #update(): void {
    if (!this.#life || document.readyState === "loading") return;
    const { start, expected } = this.#read();
    const before: Partial<Start> = this.#start ?? {};
    const names = Object.keys(start) as (keyof Start)[];
    const changed = names.filter((name) => JSON.stringify(start[name]) !== JSON.stringify(before[name]));
    if (this.#start && changed.includes("files")) this.#edited = undefined;
    this.#measure(start);
    if (this.#mounted) {
      this.#start = start;
      const part = Object.fromEntries(changed.map((name) => [name, start[name]]));
      if (changed.length > 0) void this.#mounted.load(part);
    } else if (!this.#attempt || this.#attempt.failed) this.#show(start, expected);
    // Otherwise the view is loading, and is updated when it is there.
  }

  #show(start: Start, expected: string): void {
    const when = this.#attribute("run");
    const key = JSON.stringify([start, expected, when]);
    if (this.#static && key === this.#key) return;
    this.#key = key;
    this.#start = start;
    this.#root.adoptedStyleSheets = [staticStyle(), this.#own];
    const files = this.#edited ?? start.files;
    const run = () => void this.#open(true).catch(() => {});
    this.#static = staticView({ ...start, files }, expected, levelIn(this), run);
    this.#root.replaceChildren(this.#static.element);
    if (start.files.length === 0 && !start.src) this.#failed({ kind: "empty", message: "There are no files." });
    this.#seen?.disconnect();
    if (when !== "visible") return;
    this.#seen = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) void this.#open(false).catch(() => {});
      },
      { rootMargin: "200px" },
    );
    this.#seen.observe(this);
  }

  /** Loads the view, if it is not there. `focus`: the reader pressed Run, and continues in the view. */
  #open(focus: boolean): Promise<Mounted> {
    if (!this.#life) return Promise.reject(new Error("<ytt-playground> is not in a document"));
    this.#update();
    if (!this.#start) {
      const { start, expected } = this.#read();
      this.#show(start, expected);
    }
    if (this.#attempt && !this.#attempt.failed) return this.#attempt.mounted;
    this.#attempt?.abort.abort();
    this.#seen?.disconnect();
    this.#static?.loading();
    const abort = new AbortController();
    const attempt: Attempt = { abort, failed: false, mounted: this.#mount(abort.signal, focus) };
    this.#attempt = attempt;
    attempt.mounted.catch((error) => {
      attempt.failed = true;
      if (abort.signal.aborted) return;
      const { message, kind = "load" } =
        error instanceof Late ? error : { message: `Could not load the playground. (${error})` };
      const { src = "" } = this.#start ?? {};
      this.#static?.fail(message, new URL(src && `#${src.slice(src.indexOf("#") + 1)}`, page).href);
      this.#failed({ kind, message });
    });
    return attempt.mounted;
  }

  #mount(signal: AbortSignal, focus: boolean): Promise<Mounted> {
    const { expected } = this.#read();
    const start = { ...(this.#start as Start), expected, ...(this.#edited ? { edited: this.#edited } : {}) };
    const root = this.#root;
    const callbacks: Callbacks = {
      rendered: (detail) => this.#dispatch("ytt-rendered", detail),
      changed: (detail) => {
        this.#edited = detail.files;
        this.#dispatch("ytt-change", detail);
      },
      failed: (detail) => this.#failed(detail),
      mismatched: (detail) => this.#dispatch("ytt-mismatch", detail),
      handled: (failure) => {
        if (this.failures.push(failure) > MOST_FAILURES) this.failures.shift();
      },
    };
    const ready = (mounted: Mounted): Mounted => {
      this.#mounted = mounted;
      this.#dispatch("ytt-ready", null);
      this.#update();
      return mounted;
    };
    if (page.origin === location.origin)
      return loadView()
        .then(({ mount }) => {
          signal.throwIfAborted();
          return mount({ ...callbacks, host: this, root, start, page: page.href, focus, sheets: [this.#own], signal });
        })
        .then((mounted) => {
          if (!signal.aborted) return ready(mounted);
          mounted.end();
          throw signal.reason;
        });
    return new Promise((resolve, reject) => {
      const framed = new FramedView({
        ...callbacks,
        root,
        start,
        page,
        scheme: () => this.#scheme,
        ready: () => {
          // Another element of the page may have the focus now.
          if (focus && (root.activeElement || document.activeElement === document.body)) framed.focus();
          this.#static?.element.remove();
          if (this.#attempt) Object.assign(this.#attempt, { failed: false, mounted: Promise.resolve(framed) });
          resolve(ready(framed));
        },
        late: () => reject(new Late()),
      });
      signal.addEventListener("abort", () => framed.end());
    });
  }

  #dispatch(type: string, detail: unknown): void {
    this.dispatchEvent(new CustomEvent(type, { bubbles: true, composed: true, detail }));
  }

  #failed(detail: ErrorDetail): void {
    this.#dispatch("ytt-error", detail);
  }

  #followTheme(): void {
    const theme = this.#attribute("theme");
    unfollow(this);
    if (theme === "light" || theme === "dark") this.#paint(theme);
    else follow(this, (scheme) => this.#paint(scheme));
  }

  #variable(name: string, value: string): void {
    if (this.#own.cssRules.length === 0) this.#own.insertRule(":host {}");
    const [rule] = this.#own.cssRules;
    (rule as CSSStyleRule).style.setProperty(name, value);
  }

  #paint(scheme: Scheme): void {
    this.#scheme = scheme;
    // Each colour is declared for light and for dark.
    this.#variable("color-scheme", scheme);
    if (this.#mounted instanceof FramedView) this.#mounted.paint(scheme);
  }

  #measure({ files, height }: Start): void {
    this.#variable("--height", height);
    this.#variable("--lines", String(linesOf(files)));
  }
}

class Late extends Error {
  readonly kind = "timeout";

  constructor() {
    super(`${page.host} does not respond, or this page's Content-Security-Policy forbids its frame (frame-src).`);
  }
}

/** Once for a document, however often it is loaded. */
export function define(): void {
  if (!customElements.get("ytt-playground")) customElements.define("ytt-playground", YttPlayground);
}
