// The lesson of an example, or the text that a playground's author has written: paragraphs, links to files, and to the next example.
import { nothing } from "lit";
import { guard } from "lit/directives/guard.js";
import type { Places } from "../../components/places";
import type { Example } from "../../content/examples";
import type { MarkdownNode } from "../../content/markdown-tree";
import type { About } from "../../core/project";
import { html } from "../../ui/html";
import { ChevronLeft, ChevronRight, icon, X } from "../../ui/icons";
import { markdownText } from "./markdown-text";

export interface LessonHost {
  /** Only the title is visible at first, for lack of space. */
  folded: boolean;
  about: About;
  places: Places;
  /** The examples before and after the open one. */
  before: Example | undefined;
  after: Example | undefined;
  open: (example: Example) => void;
  close: () => void;
  /** Parsed Markdown; `undefined` until it is parsed. */
  read: (source: string) => MarkdownNode | undefined;
}

export function lesson({ folded, about, places, before, after, open, close, read }: LessonHost) {
  const targets = {
    file: (path: string) => places.has(path),
    goTo: (path: string, line?: number) => places.goTo({ file: path, ...(line ? { line } : {}) }),
  };
  const step = (example: Example | undefined, label: string, drawing: ReturnType<typeof icon>, after: boolean) =>
    example
      ? html`<button type="button" class="quiet" aria-label="${label}: ${example.title}" title="${label}: ${example.title}" @click=${() => open(example)}>${after ? "Next:" : drawing} <span class="step-title">${example.title}</span> ${after ? drawing : nothing}</button>`
      : html`<span></span>`;
  const text = (source: string) => {
    const node = read(source);
    return node ? guard([source, node, targets.file], () => markdownText(source, node, targets)) : nothing;
  };
  const title = html`<h2 id="lesson-title">${about.title || "About this playground"}</h2>`;
  const description = about.description ? html`<div class="description">${text(about.description)}</div>` : nothing;
  const steps =
    before || after
      ? html`<nav class="lesson-steps" aria-label="Examples">${step(before, "Previous example", icon(ChevronLeft), false)} ${step(after, "Next example", icon(ChevronRight), true)}</nav>`
      : nothing;
  if (folded)
    return html`
      <aside class="lesson folded" aria-labelledby="lesson-title">
        <details>
          <summary>${icon(ChevronRight)} <span class="kind">Lesson</span> ${title}</summary>
          <div class="lesson-text" tabindex="0" role="group" aria-labelledby="lesson-title">${description} ${text(about.lesson)}</div>
          ${steps}
        </details>
      </aside>
    `;
  return html`
    <aside class="lesson" aria-labelledby="lesson-title">
      <div class="lesson-head">
        ${title}
        <button type="button" class="icon-button" aria-label="Close the lesson" title="Close" @click=${close}>${icon(X)}</button>
      </div>
      <div class="lesson-text" tabindex="0" role="group" aria-labelledby="lesson-title">${description} ${text(about.lesson)}</div>
      ${steps}
    </aside>
  `;
}
