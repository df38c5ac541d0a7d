// The dialog with the explanations of problems: meaning, a wrong example and a correct one, which can be opened. Pages link to each other, and an
// index to all.

import { signal } from "@preact/signals-core";
import { nothing } from "lit";
import { coloured } from "../../codemirror/ytt-language";
import { notPortable } from "../../components/not-portable";
import { type Explanation, explanation } from "../../content/explain-pages";
import { docsOfCode } from "../../content/ytt-docs";
import { commonEnds } from "../../core/common-ends";
import { extended } from "../../core/extension";
import { noted } from "../../core/failures";
import { editorText } from "../../core/line-endings";
import { command } from "../../core/shell-words";
import type { Work } from "../../core/work";
import { Dialog } from "../../ui/dialog";
import { html } from "../../ui/html";
import { ChevronLeft, ChevronRight, icon, List, SquareArrowRight } from "../../ui/icons";
import { inCode } from "../../ui/in-code";

type Entry = { code: string; title: string };

export class Explain {
  readonly #openExample: (code: string, which: "wrong" | "right") => void;
  readonly #index = signal<readonly Entry[]>([]);
  /** The shown page; without one, the index. */
  readonly #page = signal<Explanation | undefined>(undefined);
  readonly #trouble = signal("");
  // The title: a page replaces another, with the element that had the focus.
  readonly #dialog = new Dialog("explanation", { focus: "h2" });

  /** `openExample` opens one of the examples, with an undo. */
  constructor(openExample: (code: string, which: "wrong" | "right") => void) {
    this.#openExample = openExample;
  }

  /** Shows the page of a code, or the index. */
  open = async (code?: string): Promise<void> => {
    try {
      const [{ index }, page] = await Promise.all([
        import("../../content/explain-index"),
        code ? explanation(code) : undefined,
      ]);
      this.#index.value = index;
      this.#page.value = page;
      this.#trouble.value = "";
    } catch (error) {
      noted("loading the explanations")(error);
      this.#page.value = undefined;
      this.#trouble.value = "Could not load the error reference. Check your connection and try again.";
    }
    await this.#dialog.open();
    this.#dialog.find(".explanation-text")?.scrollTo(0, 0);
  };

  render() {
    return this.#dialog.render(() => {
      const page = this.#page.value;
      const trouble = this.#trouble.value;
      return {
        title: page ? inCode(page.title) : "Error reference",
        head: html`${page ? html`<code class="small">${page.code}</code>` : nothing} <span class="spring"></span>`,
        content: trouble
          ? html`<p class="objection" role="alert">${trouble}</p>`
          : page
            ? this.#text(page)
            : this.#list(),
      };
    });
  }

  #list() {
    return html`
      <ul class="explanation-text index plain-list" aria-label="Errors">
        ${this.#index.value.map(
          ({ code, title }) =>
            html`<li><button type="button" @click=${() => void this.open(code)}>${inCode(title)}</button> <code class="small">${code}</code></li>`,
        )}
      </ul>
    `;
  }

  #text(page: Explanation) {
    const docs = docsOfCode(page.code);
    const index = this.#index.value;
    const at = index.findIndex(({ code }) => code === page.code);
    const step = (entry: Entry | undefined, label: string, drawing: ReturnType<typeof icon>) =>
      html`<button type="button" class="icon-button" ?disabled=${!entry} aria-label="${label}${entry ? `: ${entry.title}` : ""}" title=${entry?.title ?? label} @click=${() => entry && void this.open(entry.code)}>${drawing}</button>`;
    return html`
      <div class="explanation-text" tabindex="0" role="group" aria-label=${page.title}>
        ${page.paragraphs.map(block)}
        ${docs ? html`<p><a class="docs-link" href=${docs} target="_blank" rel="noopener">ytt’s documentation</a></p>` : nothing}
        <div class="wrong-right">
          ${this.#example("wrong", page.code, page.wrong, page.right)} ${this.#example("right", page.code, page.right, page.wrong)}
        </div>
      </div>
      <div class="dialog-actions">
        <button type="button" class="quiet" @click=${() => void this.open()}>${icon(List)} All errors</button>
        <span>${step(index[at - 1], "Previous", icon(ChevronLeft))} ${step(index[at + 1], "Next", icon(ChevronRight))}</span>
      </div>
    `;
  }

  #example(which: "wrong" | "right", code: string, work: Work, other: Work) {
    const name = which === "wrong" ? "Wrong" : "Right";
    const open = () => {
      this.#dialog.close();
      this.#openExample(code, which);
    };
    return html`
      <section class="example ${which}" aria-label="${name} example">
        <div class="example-head">
          <h3>${name}</h3>
          ${extended(work.commandLine) ? notPortable() : nothing}
          <button type="button" class="quiet" aria-label="Open this example: ${which}" @click=${open}>${icon(SquareArrowRight)} Open this example</button>
        </div>
        ${work.commandLine ? html`<pre class="example-command" tabindex="0" role="group" aria-label="Command line">$ ${command(work.commandLine)} ${work.commandLine}</pre>` : nothing}
        ${work.files.map(
          ({ path, content }) => html`
            <h4>${path}</h4>
            <pre tabindex="0" role="group" aria-label=${path}>${lines(path, editorText(content), other)}</pre>
          `,
        )}
      </section>
    `;
  }
}

/** The highlighted lines of a file; those that differ from the other example are marked. */
function lines(path: string, content: string, other: Work) {
  const text = content.trimEnd();
  const counterpart = other.files.find((file) => file.path === path);
  const changed = differing(text.split("\n"), counterpart && editorText(counterpart.content).trimEnd().split("\n"));
  const all: ReturnType<typeof coloured>[] = [[]];
  for (const piece of coloured(path, text)) {
    if (piece.text === "\n") all.push([]);
    else all.at(-1)?.push(piece);
  }
  const shown = ({ text, classes }: { text: string; classes: string }) =>
    classes ? html`<span class=${classes}>${text}</span>` : text;
  return all.map(
    (line, at) =>
      html`<span class=${at >= changed.from && at < changed.to ? "line differs" : "line"}>${line.map(shown)}\n</span>`,
  );
}

/** The lines between a common start and a common end. */
function differing(own: string[], other: string[] | undefined): { from: number; to: number } {
  if (!other) return { from: 0, to: 0 };
  const { start, end } = commonEnds(own, other);
  return { from: start, to: own.length - end };
}

/** A paragraph, or a list of lines that begin with a dash. */
function block(text: string) {
  if (!text.startsWith("- ")) return html`<p>${inCode(text)}</p>`;
  const items = text.split("\n").map((line) => line.replace(/^- /, ""));
  return html`<ul>${items.map((item) => html`<li>${inCode(item)}</li>`)}</ul>`;
}
