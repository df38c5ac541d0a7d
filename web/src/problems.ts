// The list of violations and other problems. Each says what is wrong, and has a button for every place that has to do with it: the value,
// the rule, the lines a template came through.
import { html, nothing } from "lit";
import { repeat } from "lit/directives/repeat.js";
import type { Diagnostic, Place, Response } from "./engine/types";
import { CircleCheck, CircleX, icon, RotateCcw, TriangleAlert } from "./icons";
import { type Places, placeLink } from "./places";
import type { Session, Trouble } from "./session";

const isViolation = ({ code }: Diagnostic) => code === "violation";

/** The engine's diagnostics. An answer that failed without one still has ytt's report to show. */
export function diagnosticsOf(response: Response | undefined): Diagnostic[] {
  if (!response) return [];
  const { diagnostics, exitStatus, report } = response;
  if (diagnostics.length > 0 || exitStatus === 0) return diagnostics;
  const nowhere = {
    path: undefined,
    primary: undefined,
    related: [],
    found: undefined,
    expected: undefined,
    hints: [],
    fixes: [],
    frames: [],
  };
  return [{ severity: "error", code: "report", message: report.trim(), ...nowhere }];
}

/** `2 violations`, `1 problem`, `3 problems, 1 warning`; empty if there is nothing wrong. */
export function summary(diagnostics: Diagnostic[]): string {
  const count = (n: number, noun: string) => (n === 0 ? [] : [`${n} ${noun}${n === 1 ? "" : "s"}`]);
  const errors = diagnostics.filter(({ severity }) => severity === "error");
  const violations = errors.filter(isViolation).length;
  return [
    ...count(violations, "violation"),
    ...count(errors.length - violations, "problem"),
    ...count(diagnostics.length - errors.length, "warning"),
  ].join(", ");
}

function problemsTitle(diagnostics: Diagnostic[]): string {
  return diagnostics.length > 0 && diagnostics.every(isViolation) ? "Violations" : "Problems";
}

/** The pane's head and what is in it; `more` comes after the problems. */
export function problemsPane(session: Session, places: Places, more: unknown) {
  const diagnostics = diagnosticsOf(session.response);
  const title = problemsTitle(diagnostics);
  const wrong = wrongIn(session);
  return html`
    <div class="pane-head">
      <h2 id="problems-title" class="pane-title">${title}${wrong > 0 ? html` <span class="count bad">${wrong}</span>` : nothing}</h2>
    </div>
    <div class="scroll" tabindex="0" role="group" aria-label=${title}>${problemList(session, places)} ${more}</div>
  `;
}

/** How many things are wrong. */
export const wrongIn = ({ response, trouble }: Session): number => diagnosticsOf(response).length + (trouble ? 1 : 0);

function problemList(session: Session, places: Places) {
  const { trouble, response, stale, slow } = session;
  const diagnostics = diagnosticsOf(response);
  return html`
    ${trouble ? troubleNote(trouble, session) : nothing}
    ${slow ? html`<p class="note">Running …</p>` : nothing}
    ${
      diagnostics.length === 0
        ? trouble || slow || !response
          ? nothing
          : html`<p class="all-well">${icon(CircleCheck)} Nothing is wrong.</p>`
        : html`<ol class="problem-list ${stale && (trouble || slow) ? "outdated" : ""}" aria-label=${problemsTitle(diagnostics)}>
          ${repeat(
            diagnostics,
            (_, at) => at,
            (diagnostic) => problem(diagnostic, places),
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

/** A violation's message says what was expected already. */
const newsIn = (expected: string | null | undefined, message: string) => expected && !message.includes(expected);

function problem(diagnostic: Diagnostic, places: Places) {
  const { severity, path, message, primary, related, found, expected, hints, frames } = diagnostic;
  const link = (place: Place, what: string) => placeLink(place, what, places);
  const at = primary ? link(primary, path ?? "Where") : nothing;
  const rules = related.map((place) => html`<p class="related">${place.label} ${link(place, place.label)}</p>`);
  return html`
    <li class="problem ${severity}">
      ${icon(severity === "error" ? CircleX : TriangleAlert)}
      <div class="problem-body">
        ${
          path
            ? html`
              <div class="problem-line"><strong class="value-path">${path}</strong> ${at}</div>
              <div class="problem-line"><p class="message">${message}</p> ${rules}</div>
            `
            : html`<div class="problem-line"><p class="message">${message}</p> ${at}</div>${rules}`
        }
        ${
          found || newsIn(expected, message)
            ? html`<dl>
              ${found ? html`<dt>found</dt><dd>${found}</dd>` : nothing}
              ${newsIn(expected, message) ? html`<dt>expected</dt><dd>${expected}</dd>` : nothing}
            </dl>`
            : nothing
        }
        ${hints.map((hint) => html`<p class="hint-line">Hint: ${hint}</p>`)}
        ${
          frames.length > 1
            ? html`<details>
              <summary>${frames.length} calls</summary>
              <ol class="frames">
                ${frames.map((frame) => html`<li>${frame.place ? link(frame.place, frame.name) : nothing} ${frame.name ? html`<span>in ${frame.name}</span>` : nothing} <code>${frame.code.trim()}</code></li>`)}
              </ol>
            </details>`
            : nothing
        }
      </div>
    </li>
  `;
}
