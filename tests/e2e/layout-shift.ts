// Layout shifts of a page, as the browser counts them.
import type { Page } from "@playwright/test";

interface Shift {
  value: number;
  what: string;
}

interface LayoutShift extends PerformanceEntry {
  value: number;
  sources: { node: Node | null; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }[];
}

/** Observes from the next document on. Shifts after input count, too. */
export async function observeShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const shifts: Shift[] = [];
    Object.assign(globalThis, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as LayoutShift[]) {
        const what = entry.sources.map(
          ({ node, previousRect, currentRect }) =>
            `${node instanceof Element ? node.outerHTML.slice(0, 60) : node?.nodeName} ${previousRect.top} -> ${currentRect.top}`,
        );
        shifts.push({ value: entry.value, what: what.join("; ") });
      }
    }).observe({ type: "layout-shift", buffered: true });
  });
}

export const shiftsOf = (page: Page): Promise<Shift[]> =>
  page.evaluate(() => (globalThis as unknown as { shifts: Shift[] }).shifts);
