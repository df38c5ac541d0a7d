// Which items of a row fit into its width; the others go into a menu.

export interface Fitting {
  id: string;
  width: number;
}

/**
 * The ids of the items that fit. `last` has the ids of those that go first, in that order; `chosen` always stays. If not all fit, the button of the
 * menu needs space, too.
 */
export function fitting(
  items: readonly Fitting[],
  {
    space,
    gap,
    menu,
    last,
    chosen,
  }: { space: number; gap: number; menu: number; last: readonly string[]; chosen: string },
): Set<string> {
  const shown = new Set(items.map(({ id }) => id));
  const needed = () =>
    items.filter(({ id }) => shown.has(id)).reduce((sum, { width }) => sum + width + gap, -gap) +
    (shown.size < items.length ? gap + menu : 0);
  for (const id of last) {
    if (needed() <= space) break;
    if (id !== chosen) shown.delete(id);
  }
  return shown;
}
