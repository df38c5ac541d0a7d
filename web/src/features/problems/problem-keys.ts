// Keys in the list of problems: arrow keys go from problem to problem, Enter goes to its place, Ctrl and . goes to its first fix. Tab goes on to the links
// and buttons of the problem.

/** The rows of problems, warnings and suggestions. They can have the focus, but Tab does not stop at them. */
export const ROWS = "li:is(.problem, .lint)";

/** The position that a key goes to; undefined if it goes nowhere. `at` is -1 if no row has the focus. */
export function rowFor(key: string, at: number, count: number): number | undefined {
  const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: count - 1 }[key];
  return to === undefined || count === 0 ? undefined : Math.max(0, Math.min(to, count - 1));
}

export function problemKey(event: KeyboardEvent): void {
  const { key, ctrlKey, metaKey, altKey, shiftKey, currentTarget, target } = event;
  const rows = [...(currentTarget as Element).querySelectorAll<HTMLElement>(ROWS)];
  const row = (target as Element).closest<HTMLElement>(ROWS);
  const withControl = ctrlKey || metaKey;
  const click = (selector: string) => row?.querySelector<HTMLElement>(selector)?.click();
  if (withControl && key === ".") row?.querySelector<HTMLElement>(".fix")?.focus();
  else if (withControl || altKey || shiftKey) return;
  else if (key === "Enter" && target === row) click(".value-from .place, .problem-line .place, .place");
  else {
    const to = rowFor(key, row ? rows.indexOf(row) : -1, rows.length);
    if (to === undefined || (target as Element).closest("input, .lint-kinds, .printed")) return;
    rows[to]?.focus();
  }
  event.preventDefault();
}
