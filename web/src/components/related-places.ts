// Links to the related positions of a problem: the rule, the definition, near misses.
import { nothing } from "lit";
import type { RelatedPlace } from "../engine/types";
import { html } from "../ui/html";
import { placeLink } from "./places";
import type { ProblemActions } from "./problem-actions";

/** A label that is a sentence, such as `near miss: key a, not b`, rather than the name of a position, such as `rule`. */
const isSentence = ({ label }: RelatedPlace): boolean => label.includes(":");

/** Links to related positions: in the line of the message if there is one with a name, else in a list below. */
export function relatedLinks(related: readonly RelatedPlace[], actions: Pick<ProblemActions, "places">) {
  const [only] = related;
  if (!only) return nothing;
  if (related.length === 1 && !isSentence(only))
    return html`<p class="related">${only.label} ${placeLink(only, only.label, actions.places)}</p>`;
  return relatedList(related, actions);
}

function relatedList(related: readonly RelatedPlace[], { places }: Pick<ProblemActions, "places">) {
  if (related.length === 0) return nothing;
  return html`
    <ul class="related-list plain-list">
      ${related.map((place) => html`<li>${placeLink(place, place.label, places)} ${place.label}</li>`)}
    </ul>
  `;
}

/** Related places on a card: named ones as terms of its list, sentences below. */
export function relatedOnCard(related: readonly RelatedPlace[], actions: Pick<ProblemActions, "places">) {
  return {
    named: related.filter((place) => !isSentence(place)),
    list: relatedList(related.filter(isSentence), actions),
  };
}
