// Decides whether something takes so long that it should run in a worker of its own. The first time in a worker does not count: V8 compiles functions
// when they are first called, which takes longer than the work itself on a slow machine.
export class WarmTimes {
  #limit: number;
  #warm = false;
  #long = false;

  /** `limit`: in milliseconds. */
  constructor(limit: number) {
    this.#limit = limit;
  }

  add(milliseconds: number): void {
    // Not long again only below half the limit: times near the limit would start and end workers in turn.
    if (this.#warm) this.#long = milliseconds > (this.#long ? this.#limit / 2 : this.#limit);
    this.#warm = true;
  }

  /** The next call runs in a new worker, whose code is not compiled yet. */
  restarted(): void {
    this.#warm = false;
  }

  get long(): boolean {
    return this.#long;
  }
}
