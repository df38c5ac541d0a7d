// The sentences that say what is wrong.
import type { Shown } from "./problem-actions";

/** What was expected, without the place in words where there is a link to it. */
export const expectedOf = ({ expected, related }: Shown): string | undefined =>
  related.length > 0 ? expected?.replace(/ \((by|from) [^()]*:\d+\)$/, "") : (expected ?? undefined);

/** What a value must be, in one line. The sentence over a list of wrong types says nothing of each. */
export function demand(diagnostic: Shown): string {
  const { message } = diagnostic;
  const expected = expectedOf(diagnostic);
  if (!expected || message.startsWith("must be:") || !isWrongType(diagnostic)) return message;
  return `must be: ${expected}`;
}

/** Whether a diagnostic is about a value of the wrong type. */
export const isWrongType = ({ message, found, expected }: Shown) =>
  Boolean(found && expected) && /^One or more .* invalid/.test(message);
