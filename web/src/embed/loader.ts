// The script that a docs page loads: defines <ytt-playground>. Shows the files that stand in the element as static text, and brings the editor
// and the engine only when somebody presses Run, or sees it where the page says so. A plain script of a few kilobytes: it must not cost the page anything.
//
// Workers run only from the page's own origin. Where this script comes from another one, the element shows the /embed/ page of that origin in a
// frame, and talks to it (protocol.ts).

import { inWords } from "../core/unseen";
import { follow, unfollow } from "./page-theme";
import type { Incoming, Outgoing } from "./protocol";
import { isView, linesOf, type Scheme, type Start } from "./start";
import { make, type StaticView, staticView } from "./static-view";
import style from "./static-view.css?inline";
import type { Mounted, mount } from "./view";

/** Addresses of the view and of what it imports, from this script's; filled in by the build. */
declare const __VIEW__: string[];

const script = (document.currentScript ?? document.querySelector('script[src*="embed.js"]')) as HTMLScriptElement;
const here = new URL(script.src);
const foreign = here.origin !== location.origin;

const sheet = new CSSStyleSheet();
sheet.replaceSync(style);

let view: Promise<{ mount: typeof mount }> | undefined;
/** One for all elements. After a failure it is asked for again under another name: browsers remember a module that failed. */
let tries = 0;
function loadView(): Promise<{ mount: typeof mount }> {
  if (!view) {
    const [entry = "", ...parts] = __VIEW__.map((path) => new URL(path, here).href);
    for (const href of parts) document.head.append(make("link", { rel: "modulepreload", href }));
    view = import(/* @vite-ignore */ tries++ ? `${entry}?${tries}` : entry);
    view.catch(() => {
      view = undefined;
    });
  }
  return view;
}

/** Content that is indented with the page's markup, or begins on a line of its own, is meant without that. */
function unindented(text: string): string {
  const lines = text
    .replace(/^[ \t]*\r?\n/, "")
    .replace(/\n[ \t]*$/, "\n")
    .split("\n");
  const indent = lines.reduce(
    (least, line) => (line.trim() ? Math.min(least, line.length - line.trimStart().length) : least),
    1000,
  );
  return lines.map((line) => line.slice(indent)).join("\n");
}

/** The files of one text: each begins with a line `-- NAME --`. Without such a line the text is one file. */
function filesIn(text: string): Start["files"] {
  const [before = "", ...parts] = text.split(/^-- (.+) --[ \t]*\r?\n/m);
  const files = before.trim() ? [{ path: "config.yml", content: before }] : [];
  for (let at = 0; at < parts.length; at += 2) files.push({ path: parts[at] ?? "", content: parts[at + 1] ?? "" });
  return files;
}

class YttPlayground extends HTMLElement {
  static observedAttributes = ["theme"];
  #root = this.attachShadow({ mode: "open" });
  #static: StaticView | undefined;
  #mounted: Mounted | undefined;
  #starting: Promise<void> | undefined;
  #frame: HTMLIFrameElement | undefined;
  #seen: IntersectionObserver | undefined;
  #scheme: Scheme = "light";

  connectedCallback(): void {
    this.#followTheme();
    if (this.#mounted || this.#frame) return;
    this.#root.adoptedStyleSheets = [sheet];
    // While the page is still being read, the files are not all there.
    if (document.readyState === "loading") addEventListener("DOMContentLoaded", () => this.#show(), { once: true });
    else this.#show();
  }

  disconnectedCallback(): void {
    unfollow(this);
    this.#seen?.disconnect();
    // Moved in the page, it comes back at once.
    setTimeout(() => {
      if (this.isConnected) return;
      this.#mounted?.end();
      this.#mounted = this.#starting = this.#frame = this.#static = undefined;
    });
  }

  attributeChangedCallback(): void {
    if (this.isConnected) this.#followTheme();
  }

  /** Brings the editor, if it is not there, and runs. (Not `run`: frameworks would take the attribute of that name for this.) */
  async execute(): Promise<void> {
    await this.#start(false);
    this.#post({ type: "run" });
    this.#mounted?.run();
  }

  /** Replaces the files, and what else is given: `args`, `env`, `view`, `active`. */
  async load(work: Partial<Start>): Promise<void> {
    await this.#start(false);
    this.#post({ type: "load", ...work });
    this.#mounted?.load(work);
  }

  #attribute = (name: string): string => this.getAttribute(name) ?? "";

  #read(): Start {
    const files = [...this.querySelectorAll("pre, script, template")].flatMap((child) => {
      const text = unindented((child instanceof HTMLTemplateElement ? child.content : child).textContent ?? "");
      const path = child.getAttribute("filename") ?? child.getAttribute("data-filename");
      return path ? [{ path, content: text }] : filesIn(text);
    });
    const view = this.#attribute("view");
    return {
      label: this.#attribute("label"),
      files,
      src: this.#attribute("src"),
      args: this.getAttribute("args"),
      env: this.#attribute("env"),
      view: isView(view) ? view : "split",
      active: this.#attribute("active"),
      readonly: this.hasAttribute("readonly"),
    };
  }

  #show(): void {
    if (!this.isConnected || this.#static) return;
    const start = this.#read();
    this.#static = staticView(start, () => this.#start(true));
    const height = this.#attribute("height");
    if (/^\d+$/.test(height)) this.style.setProperty("--height", `${height}px`);
    else if (height && height !== "auto") this.style.setProperty("--height", height);
    this.style.setProperty("--lines", String(linesOf(start.files)));
    this.#root.replaceChildren(this.#static.element);
    if (this.#attribute("run") !== "visible") return;
    this.#seen = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) void this.#start(false);
      },
      { rootMargin: "200px" },
    );
    this.#seen.observe(this);
  }

  #start(focus: boolean): Promise<void> {
    this.#show();
    this.#seen?.disconnect();
    this.#starting ??= (foreign ? this.#startFrame() : this.#startHere(focus)).catch((error) => {
      this.#starting = undefined;
      this.#static?.say(`The playground could not be loaded; reload the page. (${error})`, false);
    });
    return this.#starting;
  }

  async #startHere(focus: boolean): Promise<void> {
    this.#static?.say("Loading …", true);
    const { mount } = await loadView();
    this.#mounted = await mount({
      host: this,
      root: this.#root,
      start: this.#read(),
      page: new URL(".", here).href,
      focus,
      told: (result) => this.#tell("ytt-render", result),
      changed: (files) => this.#tell("ytt-change", { files }),
    });
    this.#tell("ytt-ready", undefined);
  }

  /** The page of the script's own origin, in a frame. It says when it is ready, and then gets the files. */
  #startFrame(): Promise<void> {
    this.#static?.say("Loading …", true);
    const address = new URL(`embed/?origin=${encodeURIComponent(location.origin)}`, here);
    const label = this.#attribute("label") || "ytt playground";
    const frame = make("iframe", { src: address.href, title: inWords(label), allow: "clipboard-write" });
    this.#frame = frame;
    this.#root.append(frame);
    return new Promise((resolve) => {
      addEventListener("message", ({ source, origin, data }: MessageEvent<Outgoing & { ytterby: number }>) => {
        if (source !== frame.contentWindow || origin !== here.origin || data?.ytterby !== 1) return;
        const { type } = data;
        if (type === "ready") {
          this.#post({ type: "load", ...this.#read() });
          this.#post({ type: "set-theme", theme: this.#scheme });
          this.#static?.element.remove();
          this.#tell("ytt-ready", undefined);
          resolve();
        } else if (type === "resize") frame.style.height = `${data.height}px`;
        else {
          const { ytterby: _, type: __, ...detail } = data;
          this.#tell(type === "result" ? "ytt-render" : "ytt-change", detail);
        }
      });
    });
  }

  #post(message: Incoming): void {
    this.#frame?.contentWindow?.postMessage({ ytterby: 1, ...message }, here.origin);
  }

  #tell(type: string, detail: unknown): void {
    this.dispatchEvent(new CustomEvent(type, { bubbles: true, detail }));
  }

  #followTheme(): void {
    const theme = this.#attribute("theme");
    unfollow(this);
    if (theme === "light" || theme === "dark") this.#paint(theme);
    else follow(this, (scheme) => this.#paint(scheme));
  }

  #paint(scheme: Scheme): void {
    this.#scheme = scheme;
    // Inherited by everything in the element; each colour is written as it is in light and in dark.
    this.style.colorScheme = scheme;
    this.#post({ type: "set-theme", theme: scheme });
  }
}

if (!customElements.get("ytt-playground")) customElements.define("ytt-playground", YttPlayground);
