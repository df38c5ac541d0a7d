// The sentences of a problem.
import type { Shown } from "./problem-actions";

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
