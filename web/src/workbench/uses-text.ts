// The marks of a data value in words: `kiln.heat: value, 2 rules, 3 uses, 4 output lines`.
import { plural } from "../core/plural";
import type { UseKind, Uses } from "../engine/types";

/** `outputLines`: those of all output files. */
export const usesText = (uses: Uses, outputLines: number): string => `${uses.path}: ${countedUses(uses, outputLines)}`;

/** `value, 2 rules, 3 uses, 4 output lines`. */
export function countedUses({ places, setBy }: Uses, outputLines: number): string {
  const count = (kind: UseKind) => places.filter((place) => place.kind === kind).length;
  const values = count("value") + setBy.length;
  const unset = count("declaration") > 0 ? "default" : "not declared";
  const counted = [
    values === 0 ? unset : values === 1 ? "value" : `${values} values`,
    ...[
      [count("rule"), "rule"] as const,
      [count("use"), "use"] as const,
      [outputLines, "output line"] as const,
    ].flatMap(([number, noun]) => (number > 0 ? [plural(number, noun)] : [])),
  ];
  return counted.join(", ");
}
