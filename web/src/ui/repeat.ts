// Lit's `repeat`, but the templates are made at once: Lit makes them later, when signals that they read are not noticed by the part around them.
import { repeat as lazyRepeat } from "lit/directives/repeat.js";

export const repeat = <T>(
  items: readonly T[],
  key: (item: T, at: number) => unknown,
  template: (item: T, at: number) => unknown,
) =>
  lazyRepeat(
    items.map((item, at) => [key(item, at), template(item, at)] as const),
    ([key]) => key,
    ([, content]) => content,
  );
