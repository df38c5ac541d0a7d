import { expect, type Locator } from "@playwright/test";

/** The position of an element on the page, in CSS pixels. If it is replaced meanwhile, as lines are when they are highlighted, that of its successor. */
export async function boxOf(element: Locator) {
  let box: Awaited<ReturnType<Locator["boundingBox"]>> = null;
  await expect(async () => {
    box = await element.boundingBox();
    expect(box).not.toBeNull();
  }).toPass();
  return box as unknown as { x: number; y: number; width: number; height: number };
}
