// Runs axe on the visible elements, in the light theme and in the dark one. The views are in the tables of axe*.spec.ts; tests with a state that is
// hard to reach use this, too.
import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { expect } from "./playground";

/** An element of the playground, in its shadow root. */
export const inPlayground = (selector: string): Within => ({ fromShadowDom: ["ytterby-page", selector] });

type Within = Parameters<AxeBuilder["include"]>[0];

/**
 * Expects that axe finds no violations. `view` describes the view; `within` is a selector, if there are elements of others around it, or if only a
 * part of the page differs from other views: the whole page takes seconds on a busy machine.
 */
export async function expectAccessible(page: Page, view: string, within?: Within): Promise<void> {
  for (const colorScheme of ["light", "dark"] as const) {
    // Colours are not measured during a transition.
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    const axe = new AxeBuilder({ page })
      // Otherwise a blank page is opened each time to combine the results of frames, which takes three times as long. All frames here have the same
      // origin.
      .setLegacyMode()
      // Without details of passes, and without loading style sheets again: no rule with findings here needs them.
      .options({ resultTypes: ["violations"], preload: false });
    if (within) axe.include(within);
    // The themes differ only in their colours.
    if (colorScheme === "dark") axe.withRules(["color-contrast", "link-in-text-block"]);
    const { violations, passes } = await axe.analyze();
    const found = violations.flatMap(({ id, help, nodes }) =>
      nodes.map(
        ({ target, html, failureSummary }) => `${id}: ${help}: ${target.join(" ")}\n${html}\n${failureSummary}`,
      ),
    );
    expect.soft(found, `${view}, ${colorScheme}`).toEqual([]);
    expect(
      passes.map(({ id }) => id),
      `${view}, ${colorScheme}: colours are looked at`,
    ).toContain("color-contrast");
  }
}
