// The difference between two works: the lines of each file that changes, with a line around them, and the command line.
import { nothing } from "lit";
import { type LineChange, lineChanges } from "../../core/merge";
import type { Work } from "../../core/work";
import { html } from "../../ui/html";

const SIGNS: Record<LineChange["kind"], string> = { same: " ", removed: "-", added: "+" };
const WORDS: Record<LineChange["kind"], string> = { same: "", removed: "removed: ", added: "added: " };

/** The lines that change and those next to them. */
function shown(changes: readonly LineChange[]): LineChange[] {
  const isNear = (at: number) => changes.slice(Math.max(0, at - 1), at + 2).some(({ kind }) => kind !== "same");
  // The end of a text is not a line of its own.
  const lines = changes.filter(({ text }, at) => text !== "" || at < changes.length - 1);
  return lines.filter((_, at) => isNear(at));
}

function difference(name: string, before: string, after: string) {
  if (before === after) return nothing;
  return html`
    <p class="step-file">${name}</p>
    <pre class="step-diff" tabindex="0" role="group" aria-label="Changes in ${name}">${shown(
      lineChanges(before, after),
    ).map(
      ({ kind, text }) =>
        html`<span class=${kind}><span aria-hidden="true">${SIGNS[kind]} </span><span class="for-readers">${WORDS[kind]}</span>${text}\n</span>`,
    )}</pre>
  `;
}

export function workChanges(before: Work, after: Work) {
  const text = (content: string | Uint8Array | undefined) => (typeof content === "string" ? content : "");
  const old = (path: string) => before.files.find((file) => file.path === path)?.content;
  return html`
    ${after.files.map(({ path, content }) => difference(path, text(old(path)), text(content)))}
    ${difference("Command line", before.commandLine, after.commandLine)}
  `;
}
