// The data values of two runs in pairs: one row for each path that either of them has.
import type { DataValue } from "../../engine/types";

type Value = Pick<DataValue, "key" | "path" | "type" | "value" | "origin"> & { children: Value[] };

export interface PairedRow<V extends Value = DataValue> {
  key: string;
  path: string;
  depth: number;
  left: V | undefined;
  right: V | undefined;
  /** The values are different, or values below them are. */
  differs: boolean;
  /** There are values below it, on one side at least. */
  hasChildren: boolean;
}

/** The text of a value without the values below it. */
const own = ({ type, value, children }: Value): string =>
  value ?? (children.length > 0 ? type : type === "array" ? "[]" : "{}");

/** The rows below two roots, in the order of the left one; values that only the right one has follow their left neighbours. */
export function pairedRows<V extends Value>(left: V | undefined, right: V | undefined): PairedRow<V>[] {
  const rows: PairedRow<V>[] = [];
  below(left, right, 0, rows);
  return rows;
}

/** Whether anything differs. */
function below<V extends Value>(
  left: V | undefined,
  right: V | undefined,
  depth: number,
  rows: PairedRow<V>[],
): boolean {
  let differs = false;
  for (const [one, other] of paired((left?.children ?? []) as V[], (right?.children ?? []) as V[])) {
    const some = one ?? other;
    if (!some) continue;
    const hasChildren = (one?.children.length ?? 0) + (other?.children.length ?? 0) > 0;
    const row = { key: some.key, path: some.path, depth, left: one, right: other, differs: false, hasChildren };
    rows.push(row);
    const isBelow = below(one, other, depth + 1, rows);
    row.differs = isBelow || !one || !other || own(one) !== own(other);
    differs ||= row.differs;
  }
  return differs;
}

function paired<V extends Value>(left: readonly V[], right: readonly V[]): [V | undefined, V | undefined][] {
  const rest = new Map(right.map((value) => [value.key, value]));
  const isLeft = new Set(left.map(({ key }) => key));
  const all: [V | undefined, V | undefined][] = [];
  /** The values of the right side before the next common key. */
  const waiting = new Map<string, V[]>();
  let after = "";
  for (const value of right) {
    if (isLeft.has(value.key)) after = value.key;
    else waiting.set(after, [...(waiting.get(after) ?? []), value]);
  }
  const add = (key: string) => {
    for (const value of waiting.get(key) ?? []) all.push([undefined, value]);
  };
  add("");
  for (const value of left) {
    all.push([value, rest.get(value.key)]);
    add(value.key);
  }
  return all;
}
