import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Questions } from "./questions";
import type { FromWorker, Question } from "./types";

const HOVER: Question = { kind: "hover", request: {}, file: "a.yml", offset: 0 };
const COMPLETE: Question = { ...HOVER, kind: "complete" };
const LINT: Question = { kind: "lint", request: {} };

/** Answers when the test says so. */
class FakeWorker {
  ended = false;
  asked: { ask: number; question: Question }[] = [];
  load = () => {};
  fail = () => {};
  readonly loaded = new Promise<void>((resolve, reject) => {
    this.load = resolve;
    this.fail = () => reject(new Error("no connection"));
  });
  readonly received: (message: FromWorker) => void;

  constructor(received: (message: FromWorker) => void) {
    this.received = received;
  }

  postMessage(message: { ask: number; question: Question }): void {
    this.asked.push(message);
  }

  terminate(): void {
    this.ended = true;
  }

  /** The kinds of its questions, in order. */
  get kinds(): string[] {
    return this.asked.map(({ question }) => question.kind);
  }

  reply(reply: unknown): void {
    this.received({ ask: this.asked.at(-1)?.ask ?? 0, reply });
  }
}

let started: FakeWorker[];
let questions: Questions;
let loads: boolean;

beforeEach(() => {
  vi.useFakeTimers();
  loads = true;
  started = [];
  questions = new Questions((received) => {
    const worker = new FakeWorker(received);
    if (loads) worker.load();
    started.push(worker);
    return { worker, loaded: worker.loaded };
  });
});
afterEach(() => vi.useRealTimers());

const pass = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds);
const at = (index: number): FakeWorker => {
  const worker = started[index];
  if (!worker) throw new Error(`only ${started.length} workers were started`);
  return worker;
};

test("one worker answers all questions, one at a time", async () => {
  const first = questions.ask(HOVER);
  const second = questions.ask(COMPLETE);
  await pass(0);
  expect(at(0).kinds).toEqual(["hover"]);
  at(0).reply("one");
  expect(await first).toBe("one");
  expect(at(0).kinds).toEqual(["hover", "complete"]);
  at(0).reply("two");
  expect(await second).toBe("two");
  expect(started).toHaveLength(1);
});

test("nothing is asked before the worker has what it needs, and the time limit does not include that", async () => {
  loads = false;
  const answer = questions.ask(HOVER);
  await pass(60_000);
  expect(at(0).asked).toEqual([]);
  at(0).load();
  await pass(11_000);
  at(0).reply("late");
  expect(await answer).toBe("late");
});

test("what the user waits for comes before what runs in the background", async () => {
  void questions.ask(HOVER);
  void questions.ask(LINT);
  void questions.ask(COMPLETE);
  await pass(0);
  at(0).reply(null);
  at(0).reply(null);
  expect(at(0).kinds).toEqual(["hover", "complete", "lint"]);
});

test("a long question in the background is ended for an urgent one, and asked again after it", async () => {
  const lint = questions.ask(LINT);
  await pass(1000);
  const hover = questions.ask(HOVER);
  await pass(0);
  expect(at(0).ended).toBe(true);
  expect(at(1).kinds).toEqual(["hover"]);
  at(1).reply("card");
  expect(await hover).toBe("card");
  at(1).reply("lints");
  expect(await lint).toBe("lints");
});

test("a short one is not ended", async () => {
  const lint = questions.ask(LINT);
  await pass(0);
  void questions.ask(HOVER);
  await pass(100);
  at(0).reply("lints");
  expect(await lint).toBe("lints");
  await pass(1000);
  expect(started).toHaveLength(1);
  expect(at(0).kinds).toEqual(["lint", "hover"]);
});

test("a question that is no longer needed has no answer, and is not asked again", async () => {
  const running = new AbortController();
  const waiting = new AbortController();
  const lint = questions.ask(LINT, running.signal);
  const other = questions.ask(LINT, waiting.signal);
  await pass(0);
  waiting.abort();
  running.abort();
  expect(await lint).toBeUndefined();
  expect(await other).toBeUndefined();
  const hover = questions.ask(HOVER);
  await pass(200);
  expect(at(0).ended).toBe(true);
  expect(at(1).kinds).toEqual(["hover"]);
  at(1).reply("card");
  expect(await hover).toBe("card");
  expect(at(1).kinds).toEqual(["hover"]);
});

test("after a trap, the worker is replaced, and the questions behind it are answered", async () => {
  const first = questions.ask(HOVER);
  const second = questions.ask(COMPLETE);
  await pass(0);
  at(0).received({ ask: at(0).asked[0]?.ask ?? 0, trap: "unreachable" });
  expect(await first).toBeUndefined();
  expect(at(0).ended).toBe(true);
  await pass(0);
  at(1).reply("two");
  expect(await second).toBe("two");
});

test("a question that takes too long has no answer, and the worker is replaced", async () => {
  const first = questions.ask(HOVER);
  await pass(12_000);
  expect(await first).toBeUndefined();
  expect(at(0).ended).toBe(true);
  const second = questions.ask(HOVER);
  await pass(0);
  at(1).reply("card");
  expect(await second).toBe("card");
});

test("if the engine cannot be loaded, open questions have no answer, and the next one tries again", async () => {
  loads = false;
  const first = questions.ask(HOVER);
  const second = questions.ask(LINT);
  at(0).fail();
  expect(await first).toBeUndefined();
  expect(await second).toBeUndefined();
  loads = true;
  const third = questions.ask(HOVER);
  await pass(0);
  at(1).reply("card");
  expect(await third).toBe("card");
});

test("without questions there is no worker, and the end answers open ones", async () => {
  expect(started).toHaveLength(0);
  const answer = questions.ask(HOVER);
  await pass(0);
  questions.end();
  expect(await answer).toBeUndefined();
  expect(at(0).ended).toBe(true);
});
