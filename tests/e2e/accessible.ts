// What axe finds in what is seen, in the light theme and in the dark one. The views are in the tables of axe*.spec.ts; a test that has set up what is
// hard to get to asks here as well.
import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { expect } from "./playground";

/** Expects that axe finds nothing wrong. `view` names what is seen; `within` is a selector, where something else around it is not ours. */
export async function expectAccessible(page: Page, view: string, within?: string): Promise<void> {
  for (const colorScheme of ["light", "dark"] as const) {
    // Nothing is measured halfway between two colours.
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    const axe = new AxeBuilder({ page })
      // Otherwise a blank page is opened each time to put together what is found in frames: three times as slow. All frames here are of one origin.
      .setLegacyMode()
      // Of what passes nothing but the rule is told, and style sheets are not fetched anew: no rule is left out that finds anything here.
      .options({ resultTypes: ["violations"], preload: false });
    if (within) axe.include(within);
    // The themes differ in their colours, and in nothing else.
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
