// An embed before it is used: its files as highlighted text, behind tabs or one below the other, the expected output, and a button. It has the same size as the view that
// replaces it, so that nothing moves then. Part of the loader: small, and without any library.

import { NOT_PORTABLE, WHY } from "../core/extension";
import { cutAtUnseen, inWords, unseenElement } from "../core/unseen";
import { linesOf, type Start } from "./start";

/** An element with attributes and children. Strings become text, with invisible characters marked. */
export function make<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Record<string, string>,
  ...children: (Node | string)[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  put(element, children);
  return element;
}

/** One by one: a call takes only so many arguments. */
function put(into: Element, children: (Node | string)[]): void {
  for (const child of children)
    if (typeof child !== "string") into.append(child);
    else for (const [at, piece] of cutAtUnseen(child).entries()) into.append(at % 2 ? unseenElement(piece) : piece);
}

/** Comments and annotations, keys, strings, numbers. Similar to the editor's highlighting, and less exact. */
const TOKEN =
  /(#@.*)|((?<![^\s])#.*)|^([ \t]*(?:- +)*(?:[\w./-]+|"[^"\n]*"))(?=:(?:\s|$))|("(?:[^"\\\n]|\\.)*"|'[^'\n]*')|((?<![^\s[,])(?:-?\d[\d.]*|true|false|null)(?=[\s,\]]|$))/gm;
const CLASSES = ["a", "c", "k", "s", "n"];

function coloured(text: string): (Node | string)[] {
  const pieces: (Node | string)[] = [];
  let end = 0;
  for (const match of text.matchAll(TOKEN)) {
    const kind = match.slice(1).findIndex((group) => group !== undefined);
    pieces.push(text.slice(end, match.index), make("span", { class: CLASSES[kind] ?? "" }, match[0]));
    end = match.index + match[0].length;
  }
  return [...pieces, text.slice(end)];
}

/** Simpler than the rules of core/shell-words.ts and core/extension.ts, which know the syntax of the shell. */
const NAMES_FILES = / -([hs]*f|-file[= ])/;
const EXTENDED = / --enable-extension[= ]+schema-proposal/;

const EMPTY =
  "There are no files in <ytt-playground>. Put <pre> elements inside it. (Some Markdown parsers end it before a code block.)";

export interface StaticView {
  element: HTMLElement;
  /** Shows that it is loading, and ignores the button. */
  loading: () => void;
  /** Shows why it does not run, with a link to the playground. */
  fail: (text: string, link: string) => void;
  runButton: HTMLElement;
}

/** `expected`: the expected output, if the page has it. `level`: that of headings. */
export function staticView(start: Start, expected: string, level: string, run: () => void): StaticView {
  const { label, files, active, view, args, env, src } = start;
  const div = (className: string, ...children: (Node | string)[]) => make("div", { class: className }, ...children);
  const empty = files.length === 0 && !src;
  // The files of a link are not known yet.
  const isKnown = files.length > 0;
  const stacked = isKnown && view === "stacked";
  const code = make("pre", { tabindex: "0" });
  const texts = files.map(({ content }) => content);
  const tab = (path: string, at: number) =>
    make("button", { type: "button", role: "tab", id: `tab${at}`, "aria-controls": "code" }, path);
  const tabs = files.map(({ path }, at) => tab(path, at));
  // Visible only where the output is not beside the files.
  if (expected && isKnown) {
    const other = tab("Expected output", texts.push(expected) - 1);
    other.classList.add("single");
    tabs.push(other);
  }
  const open = (at: number, focus: boolean) => {
    tabs.forEach((tab, other) => {
      tab.ariaSelected = String(other === at);
      tab.tabIndex = other === at ? 0 : -1;
    });
    code.setAttribute("aria-labelledby", `tab${at}`);
    code.replaceChildren();
    put(code, coloured(texts[at] ?? ""));
    if (focus) tabs[at]?.focus();
  };
  tabs.forEach((tab, at) => {
    tab.onclick = () => open(at, false);
    tab.onkeydown = ({ key }) => {
      const step = key === "ArrowRight" ? 1 : key === "ArrowLeft" ? -1 : 0;
      let to = at;
      do to = (to + step + tabs.length) % tabs.length;
      while (!tabs[to]?.checkVisibility());
      if (step) open(to, true);
    };
  });
  const bar = div("bar", ...tabs);
  if (isKnown && !stacked) {
    bar.role = "tablist";
    bar.ariaLabel = "Files";
    code.role = "tabpanel";
    code.id = "code";
    const first = files.findIndex(({ path }) => path === active);
    open(view === "output" && expected ? files.length : Math.max(0, first), false);
  }

  const said = make("p", { role: "status" }, "Runs ytt in this page");
  const button = make("button", { type: "button", class: "run" }, "Run");
  if (label) button.ariaLabel = `Run: ${inWords(label)}`;
  button.disabled = empty;
  const busy = (is: boolean) => {
    // Not `disabled`, which would lose the focus.
    button.ariaDisabled = String(is);
    progress.hidden = !is;
  };
  const progress = make("progress", { "aria-label": "Loading", hidden: "" });
  button.onclick = () => button.ariaDisabled !== "true" && run();

  const stack = () =>
    files.map(({ path, content }, at) => {
      const text = make("pre", { tabindex: "0", role: "group", "aria-labelledby": `name${at}` });
      put(text, coloured(content));
      return make(
        "section",
        {},
        make("div", { class: "bar", role: "heading", "aria-level": level, id: `name${at}` }, path),
        text,
      );
    });
  const result = div(
    "half",
    div("bar", ...(expected ? [make("span", {}, "Expected output")] : [])),
    expected
      ? make("pre", { tabindex: "0", "aria-label": "Expected output" }, ...coloured(expected))
      : make("p", {}, "The output appears here."),
  );
  if (stacked) result.style.setProperty("--lines", String(linesOf([{ content: expected }])));

  const flags = ` ${args ?? ""}`;
  const element = make(
    "div",
    {
      class: `embed ${isKnown || view !== "stacked" ? view : "split"}`,
      ...(label && { role: "group", "aria-label": inWords(label) }),
    },
    ...(label ? [div("label", label)] : []),
    ...(args === null && !env
      ? []
      : [
          div(
            "command",
            `$ ${env} ytt${NAMES_FILES.test(flags) ? "" : " -f ."}${flags}`.replace("  ", " "),
            ...(EXTENDED.test(flags) ? [" ", make("strong", { class: "not-portable", title: WHY }, NOT_PORTABLE)] : []),
          ),
        ]),
    div(
      "body",
      stacked
        ? div("half", ...stack())
        : div("half", bar, isKnown ? code : make("p", {}, empty ? EMPTY : "Press Run to load it.")),
      result,
    ),
    div("foot", said, progress, button),
  );
  return {
    element,
    runButton: button,
    loading: () => {
      said.textContent = "Loading …";
      busy(true);
    },
    fail: (text, link) => {
      said.replaceChildren();
      put(said, [text, " ", make("a", { href: link, target: "_blank", rel: "noopener" }, "Open the playground")]);
      busy(false);
    },
  };
}
