// Finds the results of checks in a response. A request has the checks of the playground and those of the lesson's steps.
import type { Session } from "./session";
import type { Check, CheckResult } from "./types";

/** Whether the latest request has these checks. */
export const isAsked = ({ asked }: Session, checks: readonly Check[]): boolean =>
  checks.every((check) => asked?.checks?.includes(check));

/** The results of these checks; `undefined` without a response to them. */
export function resultsOf(
  { request, response, trouble }: Session,
  checks: readonly Check[],
): CheckResult[] | undefined {
  if (trouble || !request || !response) return undefined;
  // The project replaces a check when it changes.
  const asked = request.checks ?? [];
  const from = checks.length === 0 ? 0 : asked.indexOf(checks[0] as Check);
  const known = from >= 0 && checks.every((check, at) => asked[from + at] === check);
  const results = known ? response.checks.slice(from, from + checks.length) : [];
  // A run that the engine refuses has no results.
  return results.length === checks.length ? results : undefined;
}
