// How the checks of a playground turned out, in short: for the name of their tab, and for the tab itself.

import type { Session } from "../../engine/session";
import type { Check, CheckResult } from "../../engine/types";

/** The results of the checks as they are; nothing, without an answer to them. */
export function resultsOf(
  { request, response, trouble }: Session,
  checks: readonly Check[],
): CheckResult[] | undefined {
  // The project replace the list when they change it.
  const known = !trouble && request?.checks === checks && response?.checks?.length === checks.length;
  return known ? response.checks : undefined;
}

/** What a check says it expects: its result's words, be they those of the run before, or the check as bundles have it. */
export function titleOf({ request, response }: Session, check: Check): string {
  return response?.checks?.[request?.checks?.indexOf(check) ?? -1]?.title ?? JSON.stringify(check);
}

/** How many checks there are, and how many of them fail; nothing, without an answer to them. */
export function verdict(session: Session, checks: readonly Check[]): { of: number; failed: number } | undefined {
  const results = resultsOf(session, checks);
  if (!results || checks.length === 0) return undefined;
  return { of: results.length, failed: results.filter(({ passed }) => !passed).length };
}
