// Problems as cards in the editor: message, links to related positions, fixes and explanation. Opened by the pointer on an underline or on a mark in
// the margin, and by key.
import { nothing, type TemplateResult } from "lit";
import { placeLink } from "../../components/places";
import { explainButton, fixButtons, type ProblemActions, type Shown } from "../../components/problem-actions";
import { demand, expectedOf, hasOwnMessage, headline } from "../../components/problem-text";
import { relatedOnCard } from "../../components/related-places";
import type { Place } from "../../engine/types";
import { html } from "../../ui/html";

/** `label` is set on a card at a related position: the rule, the definition. */
export function problemCard(diagnostic: Shown, actions: ProblemActions, label?: string): TemplateResult {
  const { path, found, hints, primary, related, message } = diagnostic;
  const { places } = actions;
  const sentence = path ? demand(diagnostic) : message;
  const expected = expectedOf(diagnostic);
  const link = (place: Place, what: string) => html`<dt>${what}</dt><dd>${placeLink(place, what, places)}</dd>`;
  const { named, list } = relatedOnCard(label === undefined ? related : [], actions);
  const others = named.map((place) => link(place, place.label));
  const expectation = expected && !sentence.includes(expected) ? expected : undefined;
  const value = label !== undefined && primary ? link(primary, path ? "value" : "problem") : nothing;
  return html`
    ${label === undefined ? (path ? html`<code class="cm-insight-title">${path}</code>` : nothing) : html`<span class="cm-insight-title">${label}${path ? html` for <code>${path}</code>` : nothing}</span>`}
    ${headline(diagnostic)}
    ${hasOwnMessage(diagnostic) ? html`<p class="message">${sentence}</p>` : nothing}
    ${list}
    ${
      found || expectation || others.length > 0 || value !== nothing
        ? html`<dl>
          ${found ? html`<dt>found</dt><dd><code>${found}</code></dd>` : nothing}
          ${expectation ? html`<dt>expected</dt><dd><code>${expectation}</code></dd>` : nothing}
          ${others} ${value}
        </dl>`
        : nothing
    }
    ${hints.map((hint) => html`<p class="hint-line">Hint: ${hint}</p>`)}
    ${fixButtons(diagnostic, actions)} ${explainButton(diagnostic, actions)}
  `;
}
