// The summary of the checks: for the label of their tab, and for the tab itself.

import type { Session } from "../../engine/session";
import type { Check, CheckResult } from "../../engine/types";

/** The results of the current checks; `undefined` without a response to them. */
export function resultsOf(
  { request, response, trouble }: Session,
  checks: readonly Check[],
): CheckResult[] | undefined {
  // The project replaces the list when it changes.
  const known = !trouble && request?.checks === checks && response?.checks?.length === checks.length;
  return known ? response.checks : undefined;
}

/** What a check expects: in the words of its result, or as bundles write the check. */
export function titleOf({ request, response }: Session, check: Check): string {
  return response?.checks?.[request?.checks?.indexOf(check) ?? -1]?.title ?? JSON.stringify(check);
}

/** How many checks there are, and how many of them fail; `undefined` without a response to them. */
export function verdict(session: Session, checks: readonly Check[]): { of: number; failed: number } | undefined {
  const results = resultsOf(session, checks);
  if (!results || checks.length === 0) return undefined;
  return { of: results.length, failed: results.filter(({ passed }) => !passed).length };
}
