// The summary of the checks: for the label of their tab, and for the tab itself.

import { resultsOf } from "../../engine/check-results";
import type { Session } from "../../engine/session";
import type { Check } from "../../engine/types";

/** The expectation of a check: in the words of its result, or as bundles write the check. */
export function titleOf({ request, response }: Session, check: Check): string {
  return response?.checks?.[request?.checks?.indexOf(check) ?? -1]?.title ?? JSON.stringify(check);
}

/** How many checks there are, and how many of them fail. */
export interface Verdict {
  of: number;
  failed: number;
}

/** `undefined` without a response to the checks. */
export function verdict(session: Session, checks: readonly Check[]): Verdict | undefined {
  const results = resultsOf(session, checks);
  if (!results || checks.length === 0) return undefined;
  return { of: results.length, failed: results.filter(({ passed }) => !passed).length };
}
