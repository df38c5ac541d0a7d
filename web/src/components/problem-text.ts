// The sentences of a problem.
import { html } from "../ui/html";
import { inCode } from "../ui/in-code";
import type { Shown } from "./problem-actions";

/** The problem in the user's terms, above ytt's message. */
export const headline = (problem: Shown) => html`<p class="headline">${inCode(problem.headline)}</p>`;

/** The headline after the name of the data value, which is not repeated. */
export function restOfHeadline(problem: Shown): string {
  const name = `\`${problem.path}\` `;
  return problem.headline.startsWith(name) ? problem.headline.slice(name.length) : problem.headline;
}

/** The headline as plain text. */
export const headlineText = (problem: Shown): string => problem.headline.replaceAll("`", "");

/** Whether ytt's message says more than the headline. */
export const hasOwnMessage = (problem: Shown): boolean =>
  problem.message !== "" && problem.message !== problem.headline;

/** The expectation, without the position in words if there is a link to it. */
export const expectedOf = ({ expected, related }: Shown): string | undefined =>
  related.length > 0 ? expected?.replace(/ \((by|from) [^()]*:\d+\)$/, "") : (expected ?? undefined);

/** The expectation in one line. The sentence above a list of type errors does not include it. */
export function demand(diagnostic: Shown): string {
  const { message } = diagnostic;
  const expected = expectedOf(diagnostic);
  if (!expected || message.startsWith("must be:") || !isWrongType(diagnostic)) return message;
  return `must be: ${expected}`;
}

/** Whether a diagnostic is about a value of the wrong type. */
export const isWrongType = ({ message, found, expected }: Shown) =>
  Boolean(found && expected) && /^One or more .* invalid/.test(message);
