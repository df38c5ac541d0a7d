// Decides whether something takes so long that it should run in a worker of its own. The first time in a worker does not count: V8 compiles
// functions when they are first called, and on a slow machine that takes longer than the work.
export class WarmTimes {
  #limit: number;
  #warm = false;
  #long = false;

  /** `limit`: in milliseconds. */
  constructor(limit: number) {
    this.#limit = limit;
  }

  add(milliseconds: number): void {
    // Short again only below half the limit: times close to the limit would start and end workers in turn.
    if (this.#warm) this.#long = milliseconds > (this.#long ? this.#limit / 2 : this.#limit);
    this.#warm = true;
  }

  /** The next one runs in another worker, whose code is not compiled yet. */
  restarted(): void {
    this.#warm = false;
  }

  get long(): boolean {
    return this.#long;
  }
}
