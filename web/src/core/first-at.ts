/** The first of the indexes below `count` of which `isBefore` is false, by binary search; `count` if there is none. */
export function firstAt(count: number, isBefore: (index: number) => boolean): number {
  let low = 0;
  let high = count;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (isBefore(middle)) low = middle + 1;
    else high = middle;
  }
  return low;
}
