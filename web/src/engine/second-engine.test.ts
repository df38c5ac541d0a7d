import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type QuestionEngine, SecondEngine } from "./second-engine";
import type { Question } from "./types";

const QUESTION: Question = { kind: "format", text: "" };

/** Answers when the test calls `answer`, in order; `end` answers open questions with `undefined`, as in `WorkerEngine`. */
class FakeEngine implements QuestionEngine {
  ended = false;
  download: () => void = () => {};
  #loaded = new Promise<void>((resolve) => {
    this.download = resolve;
  });
  #open: ((reply: unknown) => void)[] = [];

  ask<T>(): Promise<T | undefined> {
    return new Promise((resolve) => this.#open.push(resolve as (reply: unknown) => void));
  }

  loaded(): Promise<void> {
    return this.#loaded;
  }

  answer(reply: unknown): void {
    this.#open.shift()?.(reply);
  }

  end(): void {
    this.ended = true;
    for (const resolve of this.#open.splice(0)) resolve(undefined);
  }
}

let made: FakeEngine[];
let second: SecondEngine;

beforeEach(() => {
  vi.useFakeTimers();
  made = [];
  second = new SecondEngine(() => {
    const engine = new FakeEngine();
    engine.download();
    made.push(engine);
    return engine;
  });
});
afterEach(() => vi.useRealTimers());

const alive = () => made.map(({ ended }) => !ended);
const pass = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds);

test("is started by the first question, and answers those that follow", async () => {
  expect(made).toHaveLength(0);
  const first = second.ask(QUESTION);
  made[0]?.answer("one");
  expect(await first).toBe("one");
  const next = second.ask(QUESTION);
  made[0]?.answer("two");
  expect(await next).toBe("two");
  expect(alive()).toEqual([true]);
});

test("a question without an answer ends it, and the next one starts another", async () => {
  const hanging = second.ask(QUESTION);
  const behind = second.ask(QUESTION);
  await pass(11_000);
  expect(alive()).toEqual([true]);
  await pass(1_000);
  expect(alive()).toEqual([false]);
  expect(await hanging).toBeUndefined();
  expect(await behind).toBeUndefined();

  const next = second.ask(QUESTION);
  made[1]?.answer("again");
  expect(await next).toBe("again");
  expect(alive()).toEqual([false, true]);
});

test("each question has the whole time, from when the one before is answered", async () => {
  const first = second.ask(QUESTION);
  const behind = second.ask(QUESTION);
  await pass(11_000);
  made[0]?.answer("one");
  expect(await first).toBe("one");
  await pass(11_000);
  made[0]?.answer("two");
  expect(await behind).toBe("two");
  expect(alive()).toEqual([true]);
});

test("the time of a download does not count", async () => {
  const slow = new FakeEngine();
  second = new SecondEngine(() => slow);
  void second.ask(QUESTION);
  await pass(60_000);
  expect(slow.ended).toBe(false);
  slow.download();
  await pass(12_000);
  expect(slow.ended).toBe(true);
});

test("ends after a while without questions", async () => {
  void second.ask(QUESTION);
  made[0]?.answer("one");
  await pass(29_000);
  void second.ask(QUESTION);
  made[0]?.answer("two");
  await pass(29_000);
  expect(alive()).toEqual([true]);
  await pass(2_000);
  expect(alive()).toEqual([false]);
});

test("is retired at once when idle, else after its last answer", async () => {
  second.retire();
  const open = second.ask(QUESTION);
  second.retire();
  await pass(0);
  expect(alive()).toEqual([true]);
  made[0]?.answer("still");
  expect(await open).toBe("still");
  expect(alive()).toEqual([false]);

  void second.ask(QUESTION);
  made[1]?.answer("one");
  await pass(0);
  second.retire();
  expect(alive()).toEqual([false, false]);
});

test("a retired one is needed again when it is asked again", async () => {
  const first = second.ask(QUESTION);
  second.retire();
  const next = second.ask(QUESTION);
  made[0]?.answer("one");
  await first;
  expect(alive()).toEqual([true]);
  made[0]?.answer("two");
  await next;
  expect(alive()).toEqual([true]);
});

test("the end of one does not touch the next", async () => {
  const hanging = second.ask(QUESTION);
  second.end();
  const next = second.ask(QUESTION);
  expect(await hanging).toBeUndefined();
  await pass(11_000);
  expect(alive()).toEqual([false, true]);
  made[1]?.answer("two");
  expect(await next).toBe("two");
});
