// Shared by the tests of sharing and opening.
import { workOf } from "../../web/src/core/work";
import { expect, type Playground } from "./playground";

export const lake = workOf({
  title: "A lake",
  files: [
    { path: "lake.yml", content: "#@ load('@ytt:data', 'data')\ndepth: #@ data.values.depth\n" },
    { path: "values.yml", content: "#@data/values\n---\ndepth: 12\n" },
  ],
  open: 1,
  commandLine: "--data-value-yaml depth=40",
  env: [{ name: "LAKE", value: "deep" }],
  checks: [{ output: "lake.yml", at: "depth", is: 40 }],
  view: "values",
});
export const bar = ({ page }: Playground) => page.getByRole("region", { name: "Open playground" });
/** Bars about the open work, and about an address that could not be opened. */
export const named = ({ page }: Playground) => page.getByRole("region", { name: "Requested link" });
export const sharing = ({ page }: Playground) => page.getByRole("dialog", { name: "Share" });

/** Opens the page at an address, like a link. */
export async function follow({ page }: Playground, hash: string): Promise<void> {
  await page.goto(`./${hash}`);
  await expect(page.locator("footer .verdict")).toBeAttached();
}

export async function openShare(playground: Playground): Promise<void> {
  await playground.page.getByRole("button", { name: "Share", exact: true }).click();
  await expect(sharing(playground)).toBeVisible();
}
