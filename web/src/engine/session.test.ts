import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { Response } from "./answer";
import type { Answer } from "./engine";
import { type RenderEngine, Session } from "./session";
import type { OutputKind, Request } from "./types";

/** Answers when the test calls `answer`; a replaced worker never answers. */
class FakeEngine implements RenderEngine {
  readonly requests: Request[] = [];
  replaced = 0;
  started = (): void => {};
  download: Promise<void> = Promise.resolve();
  #answer: ((answer: Answer) => void) | undefined;

  warm(): void {}

  run(request: Request, started: () => void): Promise<Answer> {
    this.requests.push(request);
    this.started = started;
    void this.download.then(started);
    return new Promise((resolve) => {
      this.#answer = resolve;
    });
  }

  replace(): void {
    this.replaced++;
    this.#answer = undefined;
  }

  answer(answer: Answer): Promise<unknown> {
    this.#answer?.(answer);
    return vi.advanceTimersByTimeAsync(0);
  }
}

function response(
  stdout: string | null,
  exitStatus = 0,
  files: string[] = [],
  isKnown = false,
  outputKind: OutputKind | null = "yaml",
): Response {
  const head = {
    exitStatus,
    outputKind,
    stdout,
    files,
    inputs: [],
    prints: [],
    report: "",
    diagnostics: [],
    checks: [],
    values: isKnown ? 0 : null,
    libraries: [],
    schema: isKnown,
  };
  return new Response(
    { head: JSON.stringify(head), contents: files.map(() => "a: 1\n"), lines: [] },
    (answer) => answer,
  );
}
const good = (stdout = "a: 1\n", milliseconds = 1): Answer => ({ response: response(stdout), milliseconds });
const bad = (kind: OutputKind | null = "yaml"): Answer => ({
  response: response(null, 1, [], false, kind),
  milliseconds: 1,
});
/** Its templates fail: there is no output, but the data values and the schema are known. */
const withoutOutput = (): Answer => ({ response: response(null, 1, [], true), milliseconds: 1 });

let engine: FakeEngine;
let session: Session;
let text: string;
let paths: string[];
let changes: number;

beforeEach(() => {
  vi.useFakeTimers();
  engine = new FakeEngine();
  text = "first";
  paths = ["a.yml", "b.yml"];
  changes = 0;
  session = new Session(
    engine,
    () => ({ args: text, files: paths.map((path) => ({ path, content: "" })) }),
    () => changes++,
  );
});
afterEach(() => vi.useRealTimers());

const pass = (milliseconds = 0) => vi.advanceTimersByTimeAsync(milliseconds);
const sent = () => engine.requests.map(({ args }) => args);

test("an answer is shown with the request it belongs to, and limits are part of that", async () => {
  session.render();
  await pass();
  expect(session.busy).toBe(true);
  expect(engine.requests[0]?.limits).toEqual(session.limits);
  await engine.answer(good());
  expect(session.response?.stdout).toBe("a: 1\n");
  expect(session.request).toBe(engine.requests[0]);
  expect([session.busy, session.stale, changes]).toEqual([false, false, 1]);
});

test("the response of the build is shown until the engine has answered, and neither after an answer nor during a slow render", async () => {
  const foresee = () => session.foresee({ response: response("built\n"), request: session.asked ?? {} });
  session.render();
  foresee();
  expect(session.isForeseen).toBe(true);
  expect(session.output[0]?.content).toBe("built\n");
  expect(session.request).toBe(session.asked);
  // Also when that takes long.
  await vi.advanceTimersByTimeAsync(400);
  expect([session.slow, session.stale, session.response?.stdout]).toEqual([true, false, "built\n"]);
  await engine.answer(good("own\n"));
  expect(session.isForeseen).toBe(false);
  expect(session.output[0]?.content).toBe("own\n");
  session.render();
  foresee();
  expect(session.output[0]?.content).toBe("own\n");
  await vi.advanceTimersByTimeAsync(400);
  foresee();
  expect(session.response).toBeUndefined();
});

test("of edits during a render only the newest text is rendered after it", async () => {
  session.render();
  await pass();
  for (const typed of ["second", "third"]) {
    text = typed;
    session.edited();
    await pass();
  }
  expect(sent()).toEqual(["first"]);
  await engine.answer(good());
  expect(sent()).toEqual(["first", "third"]);
});

test("a quick render follows each edit at once, a longer one waits for a pause in typing, but not for ever", async () => {
  session.render();
  await pass();
  await engine.answer(good("a", 200));
  text = "slow";
  for (let key = 0; key < 3; key++) {
    session.edited();
    await pass(80);
  }
  // The pause is half as long as a render; the longest delay is twice that.
  expect(sent()).toEqual(["first", "slow"]);
  await engine.answer(good("b", 5));
  text = "quick";
  session.edited();
  await pass();
  expect(sent()).toEqual(["first", "slow", "quick"]);
});

test("the last good output stays while the input is broken", async () => {
  session.render();
  await pass();
  await engine.answer(good("good"));
  session.render();
  await pass();
  await engine.answer(bad());
  expect(session.good?.stdout).toBe("good");
  expect(session.response?.exitStatus).toBe(1);
  expect(session.stale).toBe(true);
});

test("of the last output only files that still exist stay, and only for the same kind of run", async () => {
  const run = async (answer: Answer) => {
    session.render();
    await pass();
    await engine.answer(answer);
    return session.output.map(({ path }) => path);
  };
  const files = { response: response(null, 0, ["a.yml", "b.yml"]), milliseconds: 1 };
  expect(await run(files)).toEqual(["a.yml", "b.yml"]);
  // An incomplete flag.
  expect(await run(bad(null))).toEqual(["a.yml", "b.yml"]);
  paths = ["b.yml"];
  expect(await run(bad())).toEqual(["b.yml"]);
  expect(await run(bad("dataValues"))).toEqual([]);
  const help = response("Usage", 0, [], false, "text");
  expect(await run({ response: help, milliseconds: 1 })).toEqual(["(standard output)"]);
  expect(await run(bad())).toEqual([]);
});

test("while a slow render runs and after it was stopped, there are no problems of an earlier run", async () => {
  session.render();
  await pass();
  await engine.answer(bad());
  expect(session.response?.exitStatus).toBe(1);
  session.render();
  await pass(300);
  expect([session.slow, session.response, session.request]).toEqual([true, undefined, undefined]);
  session.stop();
  expect([session.trouble?.kind, session.response]).toEqual(["stopped", undefined]);
});

test("a slow render is said to be running, and ended by the next edit", async () => {
  session.render();
  await pass(299);
  expect(session.slow).toBe(false);
  await pass(1);
  expect([session.slow, changes]).toEqual([true, 1]);
  text = "second";
  session.edited();
  await pass();
  expect([engine.replaced, session.slow]).toEqual([1, false]);
  expect(sent()).toEqual(["first", "second"]);
});

test("a render that never ends is ended after the limit, and can be run again", async () => {
  session.render();
  await pass(11_500);
  expect(session.trouble?.kind).toBe("limit");
  expect([session.busy, engine.replaced]).toEqual([false, 1]);
  session.render();
  await pass();
  await engine.answer(good());
  expect(session.trouble).toBe(undefined);
});

test("the limit starts when the engine has been downloaded", async () => {
  let downloaded = () => {};
  engine.download = new Promise((resolve) => {
    downloaded = resolve;
  });
  session.render();
  await pass(60_000);
  expect([session.trouble, session.slow]).toEqual([undefined, false]);
  downloaded();
  await pass(11_400);
  expect([session.trouble, session.slow]).toEqual([undefined, true]);
  await pass(100);
  expect(session.trouble?.kind).toBe("limit");
});

test("a render that another engine begins anew has its time anew, and leaves no timers behind", async () => {
  session.render();
  await pass(4_000);
  engine.started();
  await pass(10_000);
  expect(session.trouble).toBeUndefined();
  await engine.answer(good());
  expect(session.response?.stdout).toBe("a: 1\n");
  await pass(60_000);
  expect([session.slow, session.trouble, session.response?.stdout, engine.replaced]).toEqual([
    false,
    undefined,
    "a: 1\n",
    0,
  ]);
});

test("a stopped render leaves no answer behind", async () => {
  session.render();
  await pass();
  session.stop();
  expect(session.trouble?.kind).toBe("stopped");
  await engine.answer(good());
  expect(session.response).toBe(undefined);
});

test.each([
  ["RangeError: Maximum call stack size exceeded", "nested too deeply"],
  ["the memory is used up: memory is used up", "ran out of memory on this input"],
  ["unreachable", "crashed on this input"],
])("a trap is explained: %s", async (trap, message) => {
  session.render();
  await pass();
  await engine.answer({ trap });
  expect(session.trouble).toMatchObject({ kind: "trap", message: expect.stringContaining(message) });
});

test("an engine that cannot be loaded is reported, and tried again", async () => {
  session.render();
  await pass();
  await engine.answer({ failed: "404" });
  expect(session.trouble).toMatchObject({ kind: "failed", message: expect.stringContaining("404") });
  session.render();
  await pass();
  await engine.answer(good());
  expect(session.trouble).toBe(undefined);
});

test("an answer for a work that is no longer open is not shown", async () => {
  session.render();
  await pass();
  session.begin();
  await engine.answer(good("of the first work"));
  expect(session.response).toBe(undefined);
  session.render();
  await pass();
  await engine.answer(good("of the second work"));
  expect(session.good?.stdout).toBe("of the second work");
});

test("settled waits for everything that was typed", async () => {
  await session.settled();
  session.edited();
  let settled = false;
  void session.settled().then(() => {
    settled = true;
  });
  await pass();
  text = "second";
  session.edited();
  await pass();
  await engine.answer(good());
  expect(settled).toBe(false);
  await engine.answer(good());
  expect(settled).toBe(true);
});

test("a session that has ended renders nothing", async () => {
  session.edited();
  session.end();
  await pass(1_000);
  expect(engine.requests).toEqual([]);
});

test("data values, schema and output are each those of the latest response that knows them", async () => {
  session.render();
  await engine.answer(good("a: 1\n"));
  const first = session.response;
  expect([session.latestWith("output"), session.latestWith("values")].map((known) => known?.response)).toEqual([
    first,
    first,
  ]);
  text = "templates fail";
  session.render();
  await engine.answer(withoutOutput());
  const second = session.response;
  text = "a flag is half typed";
  session.render();
  await engine.answer(bad());
  expect(session.latestWith("output")?.response).toBe(first);
  expect(session.latestWith("values")?.response).toBe(second);
  expect(session.latestWith("schema")?.request.args).toBe("templates fail");
  // A run that succeeds knows that there is no schema.
  text = "without schema";
  session.render();
  await engine.answer(good("a: 2\n"));
  expect(session.latestWith("schema")?.response.schema.exists).toBe(false);
});

test("what is known of another work is forgotten with the response to it", async () => {
  session.render();
  await engine.answer(good());
  session.begin();
  expect(session.latestWith("output")).toBeUndefined();
  expect(session.latestWith("values")).toBeDefined();
  session.render();
  await engine.answer(bad());
  expect(session.latestWith("values")).toBeUndefined();
});

test("a response from elsewhere is used where none knows the data values of the work", async () => {
  session.render();
  await engine.answer(bad());
  const answer = withoutOutput();
  const learnt = { response: "response" in answer ? answer.response : response(null), request: { args: "without" } };
  session.learn(learnt, session.workNumber + 1);
  expect(session.latestWith("values")).toBeUndefined();
  session.learn(learnt, session.workNumber);
  expect(session.latestWith("values")?.request.args).toBe("without");
  expect(session.latestWith("output")).toBeUndefined();
  text = "again";
  session.render();
  await engine.answer(good());
  session.learn(learnt, session.workNumber);
  expect(session.latestWith("values")?.request.args).toBe("again");
});

/** A response that fails with these problems. */
function failing(...codes: string[]): Answer {
  const failed = response(null, 1);
  const diagnostics = codes.map((code) => ({ code, severity: "error", path: null, message: code, primary: null }));
  return { response: Object.assign(failed, { diagnostics }), milliseconds: 1 };
}

describe("while the user types", () => {
  beforeEach(async () => {
    session.render();
    await pass();
    await engine.answer(good("first"));
  });

  /** A key press, and the response to it. */
  async function type(answer: Answer, unfinished = false): Promise<void> {
    session.edited();
    session.typed(unfinished);
    await pass();
    await engine.answer(answer);
  }

  test("a response with new problems waits for a pause", async () => {
    await type(failing("syntax"));
    expect([session.response?.exitStatus, session.stale]).toEqual([0, false]);
    await pass(400);
    await type(failing("syntax"));
    await pass(499);
    expect(session.response?.exitStatus).toBe(0);
    await pass(1);
    expect(session.response?.exitStatus).toBe(1);
    // They are not new any more.
    await type(failing("syntax"));
    expect(session.response?.diagnostics).toHaveLength(1);
    await type(failing("syntax", "undefined"));
    expect(session.response?.diagnostics).toHaveLength(1);
  });

  test("a response is settled after a pause, or when the cursor leaves the line", async () => {
    expect(session.isSettled).toBe(true);
    await type(good("second"));
    expect([session.response?.stdout, session.typing, session.isSettled]).toEqual(["second", true, false]);
    await pass(500);
    expect([session.typing, session.isSettled]).toEqual([false, true]);
    await type(failing("flag"));
    await pass(500);
    // It still waits.
    expect([session.typing, session.isSettled]).toEqual([false, false]);
    session.stoppedTyping();
    expect(session.isSettled).toBe(true);
    await type(good(), true);
    await pass(60_000);
    expect(session.typing).toBe(true);
  });

  test("a response without problems does not wait, and is not replaced by an earlier one", async () => {
    await type(failing("syntax"));
    await type(good("second"));
    expect(session.response?.stdout).toBe("second");
    await pass(3_000);
    expect(session.response?.stdout).toBe("second");
  });

  test("what is unfinished waits until the user goes on, or leaves the line", async () => {
    await type(failing("data-values"), true);
    await pass(60_000);
    expect(session.response?.exitStatus).toBe(0);
    session.stoppedTyping();
    expect(session.response?.exitStatus).toBe(1);
  });

  test("a rejected command line waits longer", async () => {
    await type(failing("flag"));
    await pass(1_999);
    expect(session.response?.exitStatus).toBe(0);
    await pass(1);
    expect(session.response?.exitStatus).toBe(1);
  });

  test.each([
    ["the cursor leaves the line", () => session.stoppedTyping()],
    ["the up-to-date response is needed", () => void session.settled()],
  ])("it does not wait once %s", async (_, act) => {
    await type(failing("flag"));
    act();
    expect(session.response?.exitStatus).toBe(1);
  });

  test("it does not wait after a run that was asked for, or an edit that was not typed", async () => {
    await type(failing("flag"));
    session.render();
    await pass();
    await engine.answer(failing("flag"));
    expect(session.response?.exitStatus).toBe(1);
    await type(good());
    session.stoppedTyping();
    session.edited();
    await pass();
    await engine.answer(failing("syntax"));
    expect(session.response?.exitStatus).toBe(1);
  });

  test("what remains of the output is not that of a half-typed text", async () => {
    await type(good("half"));
    expect(session.output[0]?.content).toBe("half");
    await type(bad());
    await pass(500);
    expect([session.good?.stdout, session.stale]).toEqual(["first", true]);
    // A pause makes an output one that is meant.
    await type(good("second"));
    await pass(500);
    await type(good("half"));
    await type(bad());
    session.stoppedTyping();
    expect(session.good?.stdout).toBe("second");
    // Also when the response comes after it.
    session.edited();
    session.typed();
    await pass(500);
    await engine.answer(good("third"));
    await type(bad());
    await pass(500);
    expect(session.good?.stdout).toBe("third");
  });

  test("it is not that of another work", async () => {
    await type(failing("syntax"));
    session.begin();
    await pass(3_000);
    expect(session.response?.exitStatus).toBe(0);
  });
});

test("of a run that prints something else, the files are not listed, unless it writes them", async () => {
  const run = async (kind: OutputKind) => {
    session.render();
    await pass();
    await engine.answer({ response: response("printed", 0, ["a.yml"], false, kind), milliseconds: 1 });
    return session.output.map(({ path }) => path);
  };
  expect(await run("json")).toEqual(["(standard output)"]);
  expect(await run("bulk")).toEqual(["(standard output)"]);
  expect(await run("writtenFiles")).toEqual(["(standard output)", "a.yml"]);
  expect(session.outputKind).toBe("writtenFiles");
});
