// Chooses which stored works are listed, and which are removed because there are too many.
import type { Head } from "./database";

/** If there are more works, the oldest are removed. */
export const MOST_OWN = 50;
const MOST_OPENED = 100;

/** Whether a work belongs to an address, such as that of a link, rather than to the user. */
const isShared = ({ address }: Head): boolean => address.startsWith("#");

const latestFirst = (heads: readonly Head[]): Head[] => heads.toSorted((a, b) => b.when - a.when);

/** All of the user's own works, and all works of an address but the latest; the latest first. */
export const earlierHeads = (heads: readonly Head[]): Head[] => {
  const sorted = latestFirst(heads);
  return sorted.filter((head) => !isShared(head) || sorted.find(({ address }) => address === head.address) !== head);
};

/** Ids of works beyond the limits, which count own and shared works separately. */
export function oldest(heads: readonly Head[]): string[] {
  const sorted = latestFirst(heads);
  const shared = sorted.filter(isShared).slice(MOST_OPENED);
  const own = sorted.filter((head) => !isShared(head)).slice(MOST_OWN);
  return [...shared, ...own].map(({ id }) => id);
}
