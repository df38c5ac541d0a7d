// Random choices that can be repeated: the same number leads to the same choices on every machine.

/** A source of choices, started by a number (mulberry32). */
export class Random {
  constructor(seed) {
    /** How often a known mistake is chosen, from 0 to 1. */
    this.wildness = 1;
    this.state = Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b) | 0;
    for (let warm = 0; warm < 4; warm++) this.next();
  }

  /** At least 0, less than 1. */
  next() {
    this.state = (this.state + 0x6d2b79f5) | 0;
    let t = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  }

  /** A whole number from 0 up to, not including, `end`. */
  below(end) {
    return Math.floor(this.next() * end);
  }

  /** A whole number, both ends included. */
  between(low, high) {
    return low + this.below(high - low + 1);
  }

  chance(probability) {
    return this.next() < probability;
  }

  /** One of the list. */
  /** Whether to choose something that is known to be wrong. */
  odd(probability) {
    return this.next() < probability * this.wildness;
  }

  /** One of the list; rarely one of those that are wrong. */
  mostly(list, wrong, probability = 0.1) {
    return this.pick(this.odd(probability) ? wrong : list);
  }

  pick(list) {
    return list[this.below(list.length)];
  }

  /** One of the values of `[weight, value]`; a value that is a function is called. */
  weighted(choices) {
    let at = this.next() * choices.reduce((sum, [weight]) => sum + weight, 0);
    for (const [weight, value] of choices) {
      at -= weight;
      if (at < 0) return typeof value === "function" ? value() : value;
    }
    const last = choices[choices.length - 1][1];
    return typeof last === "function" ? last() : last;
  }

  times(count, make) {
    return Array.from({ length: count }, (_, index) => make(index));
  }

  /** Some of the list, in its order. */
  some(list, probability = 0.5) {
    return list.filter(() => this.chance(probability));
  }

  shuffled(list) {
    const left = [...list];
    return list.map(() => left.splice(this.below(left.length), 1)[0]);
  }
}
