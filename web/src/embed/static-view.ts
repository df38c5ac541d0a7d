// An embed before it is used: its files as coloured text behind tabs, and a button. It has the measures of what comes in its place, so that
// nothing moves when it does. Part of the loader: small, and without any library.

import { extended, NOT_PORTABLE, WHY } from "../core/extension";
import { cutAtUnseen, inWords, unseenElement } from "../core/unseen";
import type { Start } from "./start";

/** An element with properties, attributes (those in quotes) and children; text goes in as text, with what nobody would see marked. */
export function make<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Record<string, string>,
  ...children: (Node | string)[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  // One by one: a long text has more pieces than a call may have arguments.
  for (const child of children) put(element, child);
  return element;
}

function put(into: Element, child: Node | string): void {
  if (typeof child !== "string") into.append(child);
  else for (const [at, piece] of cutAtUnseen(child).entries()) into.append(at % 2 ? unseenElement(piece) : piece);
}

/** Comments and annotations, keys, strings, numbers. Less exact than the editor's colours, and alike. */
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

export interface StaticView {
  element: HTMLElement;
  /** What is said in place of the output: that it loads, or why it does not. */
  say: (text: string, busy: boolean) => void;
}

export function staticView({ label, files, active, view, args, env }: Start, run: () => void): StaticView {
  const code = make("pre", { tabindex: "0" });
  const tabs = files.map(({ path }, at) =>
    make("button", { type: "button", role: "tab", id: `tab${at}`, "aria-controls": "code" }, path),
  );
  const open = (at: number, focus: boolean) => {
    tabs.forEach((tab, other) => {
      tab.ariaSelected = String(other === at);
      tab.tabIndex = other === at ? 0 : -1;
    });
    code.setAttribute("aria-labelledby", `tab${at}`);
    code.replaceChildren();
    for (const piece of coloured(files[at]?.content ?? "")) put(code, piece);
    if (focus) tabs[at]?.focus();
  };
  tabs.forEach((tab, at) => {
    tab.onclick = () => open(at, false);
    tab.onkeydown = ({ key }) => {
      const step = key === "ArrowRight" ? 1 : key === "ArrowLeft" ? -1 : 0;
      if (step) open((at + step + tabs.length) % tabs.length, true);
    };
  });
  const bar = make("div", { class: "bar" }, ...tabs);
  // Of files that come from a link nothing is known yet.
  if (files.length > 0) {
    bar.role = "tablist";
    bar.ariaLabel = "Files";
    code.role = "tabpanel";
    code.id = "code";
    open(
      Math.max(
        0,
        files.findIndex(({ path }) => path === active),
      ),
      false,
    );
  }
  const said = make("p", { role: "status" }, "Runs ytt in this page");
  const button = make("button", { type: "button", class: "run" }, "Run");
  if (label) button.ariaLabel = `Run: ${inWords(label)}`;
  button.onclick = run;
  const half = (...inside: Node[]) => make("div", { class: "half" }, ...inside);
  const element = make(
    "div",
    { class: `embed ${view}` },
    ...(label ? [make("div", { class: "label" }, label)] : []),
    ...(args === null && !env
      ? []
      : [
          make(
            "div",
            { class: "command" },
            `$ ${env} ytt -f . ${args ?? ""}`.replace("  ", " "),
            ...(extended(args ?? "") ? [" ", make("strong", { class: "not-portable", title: WHY }, NOT_PORTABLE)] : []),
          ),
        ]),
    make(
      "div",
      { class: "body" },
      half(bar, files.length > 0 ? code : make("p", {}, "Press Run to load it.")),
      half(make("div", { class: "bar" }), make("p", {}, "The output appears here.")),
    ),
    make("div", { class: "foot" }, said, button),
  );
  return {
    element,
    say: (text, busy) => {
      said.replaceChildren();
      put(said, text);
      button.disabled = busy;
    },
  };
}
