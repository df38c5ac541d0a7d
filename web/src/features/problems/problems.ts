// The list of violations and other problems. Each has a message, and links to all related positions: the value, the rule, the call stack of a
// template. Problems of data values are grouped by value: violations.ts.

import { nothing } from "lit";
import { calls } from "../../components/calls";
import { placeLink } from "../../components/places";
import { argumentLink, explainButton, fixButtons, type ProblemActions } from "../../components/problem-actions";
import { expectedOf, hasOwnMessage, headline } from "../../components/problem-text";
import { relatedLinks } from "../../components/related-places";
import { plural } from "../../core/plural";
import type { Session, Trouble } from "../../engine/session";
import type { Diagnostic, Place, Response } from "../../engine/types";
import { html } from "../../ui/html";
import { CircleCheck, CircleX, icon, RotateCcw, TriangleAlert } from "../../ui/icons";
import { listGap, windowed } from "../../ui/windowed";
import { problemKey } from "./problem-keys";
import { choosing, type Group, grouped, violation } from "./violations";

const isViolation = ({ code }: Diagnostic) => code === "violation";

/** The engine's diagnostics. A failed response without any still has ytt's report. */
export function diagnosticsOf(response: Response | undefined): Diagnostic[] {
  if (!response) return [];
  const { diagnostics, exitStatus, report } = response;
  if (diagnostics.length > 0 || exitStatus === 0) return diagnostics;
  const nowhere = {
    headline: "The run failed",
    path: null,
    primary: null,
    argument: null,
    related: [],
    found: null,
    expected: null,
    hints: [],
    fixes: [],
    frames: [],
    afterViolations: false,
  };
  return [{ severity: "error", code: "report", message: report.trim(), ...nowhere }];
}

/** `2 violations`, `1 problem`, `3 problems, 1 warning`, `No errors, 1 warning`; empty if there are none. */
export function summary(diagnostics: Diagnostic[]): string {
  const count = (n: number, noun: string) => (n === 0 ? [] : [plural(n, noun)]);
  const errors = diagnostics.filter(({ severity }) => severity === "error");
  const violations = errors.filter(isViolation).length;
  const warnings = diagnostics.length - errors.length;
  return [
    ...(errors.length === 0 && warnings > 0 ? ["No errors"] : []),
    ...count(violations, "violation"),
    ...count(errors.length - violations, "problem"),
    ...count(warnings, "warning"),
  ].join(", ");
}

function problemsTitle(diagnostics: Diagnostic[]): string {
  return diagnostics.length > 0 && diagnostics.every(isViolation) ? "Violations" : "Problems";
}

/** Whether anything is an error, not only probably wrong. */
export const hasErrors = ({ response, trouble }: Session): boolean =>
  trouble !== undefined || diagnosticsOf(response).some(({ severity }) => severity === "error");

/** The number of problems. */
export const wrongIn = ({ response, trouble }: Session): number => diagnosticsOf(response).length + (trouble ? 1 : 0);

/** The content below the problems in the pane, and its switch in the head of the pane. */
export interface Further {
  tools: unknown;
  content: unknown;
  /** There is nothing below the problems. */
  empty: boolean;
  /** The number of warnings among it, which count as problems. */
  warnings: number;
}

/** The pane with its head: one line if there is nothing to list. */
export function problemsPane(session: Session, actions: ProblemActions, further: Further) {
  const { tools, content, empty, warnings } = further;
  const diagnostics = diagnosticsOf(session.response);
  const groups = grouped(diagnostics);
  const title = warnings > 0 ? "Problems" : problemsTitle(diagnostics);
  const wrong = wrongIn(session);
  return html`
    <div class="pane-head">
      <h2 id="problems-title" class="pane-title">${title}${badge(wrong + warnings, hasErrors(session))}${
        title === "Violations" && groups.length < diagnostics.length
          ? html` <span class="of-values">of ${plural(groups.length, "data value")}</span>`
          : nothing
      }</h2>
      ${warnings > 0 ? nothing : allWell(session)}
      <div class="pane-tools">${tools}</div>
    </div>
    <div class="scroll" tabindex="0" role="group" aria-label=${title} @keydown=${problemKey} ?hidden=${wrong === 0 && !session.slow && !session.response?.prints.length && empty}>${problemList(session, groups, title, actions)} ${printed(session)} ${content}</div>
  `;
}

/** The number of problems, in the colour of the worst. */
export const badge = (count: number, areErrors: boolean) =>
  count > 0 ? html` <span class="count ${areErrors ? "bad" : "warned"}">${count}</span>` : nothing;

/** The content without a head. */
export function problemsIn(session: Session, actions: ProblemActions) {
  const diagnostics = diagnosticsOf(session.response);
  return html`${allWell(session)} ${problemList(session, grouped(diagnostics), problemsTitle(diagnostics), actions)} ${printed(session)}`;
}

function allWell({ response, trouble, slow }: Session) {
  const well = response && !trouble && !slow && diagnosticsOf(response).length === 0;
  return well ? html`<p class="all-well">${icon(CircleCheck)} No problems</p>` : nothing;
}

/** Longer texts are scrolled. */
const MOST_SEEN = 8;

/** The output of `print()` in the latest run. Repeated lines, as in a loop, are one line with a count. */
function printed({ response }: Session) {
  const prints = response?.prints ?? [];
  if (prints.length === 0) return nothing;
  const lines: { text: string; times: number }[] = [];
  for (const text of prints) {
    const last = lines.at(-1);
    if (last?.text === text) last.times++;
    else lines.push({ text, times: 1 });
  }
  return html`
    <section class="printed" aria-labelledby="printed-title">
      <h3 id="printed-title" class="small">Printed by templates <span class="count">${prints.length}</span></h3>
      <ol aria-labelledby="printed-title" tabindex=${lines.length > MOST_SEEN ? "0" : nothing}>
        ${windowed(
          lines,
          ({ text, times }) =>
            html`<li><code>${text}</code>${times > 1 ? html` <span class="count" aria-label="${times} times">×${times}</span>` : nothing}</li>`,
          listGap,
        )}
      </ol>
    </section>
  `;
}

function problemList(session: Session, groups: (Group | Diagnostic)[], title: string, actions: ProblemActions) {
  const { trouble, response, request, slow } = session;
  // Not while rows are rendered: the part would not follow it.
  const values = groups.some((one) => "diagnostics" in one) ? response?.values.now() : undefined;
  return html`
    ${trouble ? troubleNote(trouble, session) : nothing}
    ${slow && !response ? html`<p class="note">Running…</p>` : nothing}
    ${
      groups.length === 0 || !response
        ? nothing
        : html`<ol class="problem-list plain-list" aria-label=${title}>
          ${windowed(
            groups,
            (one) => ("diagnostics" in one ? violation(one, values, request, actions) : problem(one, actions)),
            listGap,
          )}
        </ol>`
    }
  `;
}

function troubleNote(trouble: Trouble, session: Session) {
  return html`
    <div class="trouble">
      ${icon(TriangleAlert)}
      <p>${trouble.message}</p>
      <button type="button" class="quiet" @click=${() => session.render()}>${icon(RotateCcw)} Run again</button>
    </div>
  `;
}

/** A problem that is not about a data value. */
function problem(diagnostic: Diagnostic, actions: ProblemActions) {
  const { severity, path, message, primary, related, found, hints, frames, afterViolations } = diagnostic;
  const link = (place: Place, what: string) => placeLink(place, what, actions.places);
  const choose = choosing(severity === "error" ? diagnostic : undefined, actions);
  const expected = expectedOf(diagnostic);
  return html`
    <li class="problem ${severity}" tabindex="-1" @click=${choose} @focusin=${choose}>
      ${icon(severity === "error" ? CircleX : TriangleAlert)}
      <div class="problem-body">
        ${afterViolations ? html`<p class="hint-line">Also, in the template:</p>` : nothing}
        <div class="problem-line"><div class="demand">${headline(diagnostic)} ${explainButton(diagnostic, actions)}</div> ${primary && diagnostic.argument === null ? link(primary, path ?? "Problem") : nothing} ${argumentLink(diagnostic, actions)}</div>
        ${hasOwnMessage(diagnostic) ? html`<p class="message">${message}</p>` : nothing}
        ${relatedLinks(related, actions)}
        ${found ? html`<p class="found">found: <code>${found}</code></p>` : nothing}
        ${expected && !message.includes(expected) ? html`<p class="found">expected: <code>${expected}</code></p>` : nothing}
        ${hints.map((hint) => html`<p class="hint-line">Hint: ${hint}</p>`)}
        ${fixButtons(diagnostic, actions)}
        ${calls(frames, actions.places)}
      </div>
    </li>
  `;
}
