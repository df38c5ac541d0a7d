// The lesson of an example, or the text that a playground's author has written: paragraphs, links to files, and to the next example.
import { nothing } from "lit";
import { guard } from "lit/directives/guard.js";
import type { Places } from "../../components/places";
import type { Example, Lesson } from "../../content/examples";
import type { MarkdownNode } from "../../content/markdown-tree";
import { html } from "../../ui/html";
import { ChevronLeft, ChevronRight, icon } from "../../ui/icons";
import { markdownText } from "./markdown-text";

export interface LessonHost {
  /** Only the title is visible. */
  folded: boolean;
  fold: (folded: boolean) => void;
  about: Lesson;
  /** The steps of the lesson, with a function that shows their texts. */
  steps: (text: (source: string) => unknown) => unknown;
  /** The next step in one line. */
  next: (text: (source: string) => unknown) => unknown;
  places: Places;
  /** The examples before and after the open one. */
  before: Example | undefined;
  after: Example | undefined;
  open: (example: Example) => void;
  /** Parsed Markdown; `undefined` until it is parsed. */
  read: (source: string) => MarkdownNode | undefined;
}

export function lesson({ folded, fold, about, steps, next, places, before, after, open, read }: LessonHost) {
  const targets = {
    file: (path: string) => places.has(path),
    goTo: (path: string, line?: number) => places.goTo({ file: path, ...(line ? { line } : {}) }),
  };
  const step = (example: Example | undefined, label: string, drawing: ReturnType<typeof icon>, after: boolean) =>
    example
      ? html`<button type="button" class="quiet" aria-label="${label}: ${example.title}" title="${label}: ${example.title}" @click=${() => open(example)}>${after ? html`<span class="long">Next: <span class="step-title">${example.title}</span></span>` : nothing} ${drawing}</button>`
      : nothing;
  const text = (source: string) => {
    const node = read(source);
    return node ? guard([source, node, targets.file], () => markdownText(source, node, targets)) : nothing;
  };
  const description = about.description ? html`<div class="description">${text(about.description)}</div>` : nothing;
  const neighbours =
    before || after
      ? html`<nav class="lesson-steps" aria-label="Examples">${step(before, "Previous example", icon(ChevronLeft), false)} ${step(after, "Next example", icon(ChevronRight), true)}</nav>`
      : nothing;
  return html`
    <section class="lesson ${folded ? "folded" : ""}" aria-labelledby="lesson-title">
      <div class="lesson-head">
        <h2><button type="button" class="lesson-toggle" aria-expanded=${folded ? "false" : "true"} aria-controls="lesson-text" @click=${() => fold(!folded)}>${icon(ChevronRight)} <span class="kind">Lesson</span> <span id="lesson-title">${about.title || "About this playground"}</span></button></h2>
        ${folded ? html`<div class="lesson-next">${next(text)}</div>` : nothing}
        ${neighbours}
      </div>
      <div id="lesson-text" class="lesson-text" ?hidden=${folded} tabindex="0" role="group" aria-labelledby="lesson-title">${description} ${text(about.lesson)} ${steps(text)}</div>
    </section>
  `;
}
