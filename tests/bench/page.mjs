// Measures the built page in Chromium: the time from opening it to the first output and from a key to its output, long tasks of the main thread, and
// the bytes to download. Each is measured with the engine, and with a stub that returns the engine's earlier answer at once: the difference is the
// cost of the engine. Times are not judged here.
import { createRequire } from "node:module";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { storeWork } from "../stored-work.mjs";
import { median } from "./figures.mjs";
import { probe } from "./page-probe.mjs";
import { servePage } from "./page-server.mjs";

const root = fileURLToPath(new URL("../../", import.meta.url));

/** The files in their list, or their names where there is no list. */
const FILES = ".file-row:not(.folder), .stack:not(.listed) .file-name button";

/** `limit`: milliseconds that one step may take; `rests`: a factor for the rests between steps. */
const PATIENT = { limit: 120_000, rests: 1 };
/** For finding out whether everything works, when times do not matter. */
const HASTY = { limit: 20_000, rests: 0.05 };
let pace = PATIENT;

/** Errors name the step. */
async function during(what, act) {
  try {
    return await act();
  } catch (error) {
    throw new Error(`${what}: ${error.message}`, { cause: error });
  }
}

/** Does one step; rejects if it does not finish in time. */
const step = (what, act) =>
  during(what, () => {
    let timer;
    const late = new Promise((_, reject) => {
      // Playwright's own time limits come before, and say more.
      timer = setTimeout(() => reject(new Error(`not finished after ${pace.limit / 1000} s`)), pace.limit + 2000);
    });
    return Promise.race([act(), late]).finally(() => clearTimeout(timer));
  });

const rest = (page, milliseconds) => page.waitForTimeout(milliseconds * pace.rests);

/** The place to type in each workload: after a text in a file. Each letter changes the output or the problems. */
const EDITS = {
  example: { file: "values.yml", after: "name: shop" },
  small: { file: "values.yml", after: "shop: bakery" },
  render5k: { file: "config.yml", after: '"registry' },
  schema2k: { file: "values.yml", after: 'name: "v7' },
  plain2mb: { file: "objects.yml", after: "name: obj-0" },
  violations1k: { file: "schema.yml", after: "k5: 5" },
  overlay300x30: { file: "overlay.yml", after: '"yes-0' },
  starlark: { file: "config.yml", after: "count" },
  project20: { file: "services/service19.yml", after: "level: debug" },
};

/** The same letters for all, where digits would not do. */
const LETTERS = { violations1k: "1" };

const ARGS = [
  "--headless",
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

const VIEWPORT = { width: 1400, height: 900 };

function launch() {
  const { chromium } = createRequire(join(root, "web/package.json"))("playwright-core");
  const executablePath = process.env.CHROMIUM ?? "/usr/bin/chromium";
  return step("starting Chromium", () => chromium.launch({ executablePath, args: ARGS, timeout: pace.limit }));
}

/** The median, and the 95th percentile. */
function spread(values) {
  const sorted = values.filter((value) => typeof value === "number" && !Number.isNaN(value)).sort((a, b) => a - b);
  const at = (share) => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))];
  return { median: median(sorted), p95: at(0.95), most: sorted.at(-1), n: sorted.length };
}

/** Does something with a page that has nothing in any cache; a workload is there as if the visitor had left it in this browser. */
async function withPage(browser, server, workload, act) {
  const context = await step("a new context", () =>
    browser.newContext({ viewport: VIEWPORT, serviceWorkers: "block" }),
  );
  context.setDefaultTimeout(pace.limit);
  const page = await step("preparing the page", () => prepared(context, server, workload));
  const goto = () => step("opening the page", () => page.goto(`${server.origin}/`));
  const result = await act(page, goto);
  await step("closing the page", () => context.close());
  return result;
}

async function prepared(context, server, workload) {
  await context.addInitScript(probe);
  if (workload?.files) {
    const work = { title: workload.name, files: workload.files, open: openFile(workload) };
    const first = await context.newPage();
    await storeWork(first, `${server.origin}/licenses.txt`, work);
    await first.close();
  }
  return context.newPage();
}

/** The file that is typed into is open, as its first line is seen. */
const openFile = ({ name, files }) =>
  Math.max(
    0,
    files.findIndex(({ path }) => path === EDITS[name]?.file),
  );

const waitFor = (page, what, condition, polling = 50) =>
  step(what, () => page.waitForFunction(condition, undefined, { polling }));
const outputSeen = (page) => waitFor(page, "the first output", () => globalThis.bench.first.output > 0, 100);
const answers = (page) =>
  waitFor(page, "the first answer", () => globalThis.bench.answered.some(({ painted }) => painted));
/** The engine has been asked, and its answer to the last request is painted. */
const settled = (page) =>
  waitFor(page, "the answer to the last request", () => {
    const { asked, answered } = globalThis.bench;
    const last = asked.at(-1);
    return last !== undefined && answered.some(({ id, painted }) => id === last.id && painted !== undefined);
  });

/** Sends `keep` or `stub` to the recording worker: to store the engine's answers for other pages, or to go on without the engine. */
const withoutEngine = (page, message) =>
  step(`sending "${message}" to the recording worker`, () =>
    page.evaluate(
      (message) =>
        new Promise((resolve) => {
          const channel = new BroadcastChannel("ytterby-bench");
          channel.onmessage = resolve;
          channel.postMessage(message);
          if (message === "stub") setTimeout(resolve, 50);
        }),
      message,
    ),
  );

// Cold start.

/** A line that is neither slow nor quick: a file that is discovered late costs a round trip here, and nothing on the machine's own network. */
const LINE = { offline: false, latency: 40, downloadThroughput: (10 * 1e6) / 8, uploadThroughput: (5 * 1e6) / 8 };

const coldStart = (browser, server, line) =>
  withPage(browser, server, undefined, async (page, goto) => {
    if (line) {
      await step("slowing down the network", async () => {
        const session = await page.context().newCDPSession(page);
        await session.send("Network.enable");
        await session.send("Network.emulateNetworkConditions", line);
      });
    }
    await goto();
    await outputSeen(page);
    await answers(page);
    return step("reading the times", () => page.evaluate(timesOfStart));
  });

/** Runs in the page. */
function timesOfStart() {
  const { first, answered } = globalThis.bench;
  const paint = performance.getEntriesByName("first-contentful-paint")[0]?.startTime;
  const [answer] = answered;
  return {
    "first contentful paint": paint,
    "example seen": first.example,
    "engine ready": answer.at - answer.engine,
    "output painted": first.output,
    "live output painted": answer.painted,
  };
}

async function measureCold(browser, server, runs) {
  const rows = [];
  for (const [network, line] of [
    ["local", undefined],
    ["10 Mbit/s, 40 ms", LINE],
  ]) {
    const found = { engine: [], none: [] };
    // The answers for pages without an engine are recorded first; they are as good for every line.
    server.state.mode = "recording";
    await withPage(browser, server, undefined, async (page, goto) => {
      await goto();
      await settled(page);
      await rest(page, 1500);
      await withoutEngine(page, "keep");
    });
    for (let run = 0; run <= runs; run++) {
      for (const mode of ["engine", "none"]) {
        server.state.mode = mode;
        const times = await coldStart(browser, server, line);
        // The first of each has the server pack its files.
        if (run > 0) found[mode].push(times);
      }
    }
    server.state.mode = "engine";
    for (const what of Object.keys(found.engine[0])) {
      const real = spread(found.engine.map((times) => times[what]));
      const stub = spread(found.none.map((times) => times[what]));
      rows.push({
        part: "cold",
        workload: network,
        what,
        unit: "ms",
        ...real,
        stub: stub.median,
        ratio: real.median / stub.median,
      });
    }
  }
  return rows;
}

// Bytes.

async function measureBytes(browser, server) {
  const paths = [];
  const until = await withPage(browser, server, undefined, async (page, goto) => {
    page.on("request", (request) => {
      const { pathname, protocol } = new URL(request.url());
      if (protocol === "http:" && !paths.includes(pathname)) paths.push(pathname);
    });
    await goto();
    await answers(page);
    return step("reading the requests", () => page.evaluate(requestedBeforeAnswer));
  });
  // The worker's own requests, and the wasm, which it downloads, are not among the page's entries.
  const first = paths.filter((path) => path === "/" || until.includes(path) || /worker-|ytterby_bg-/.test(path));
  const rows = first.map((path) => ({
    part: "bytes",
    workload: "first render",
    what: path,
    unit: "B",
    median: server.bytesOf(path),
  }));
  const sum = (keep) => rows.filter(({ what }) => keep(what)).reduce((all, { median }) => all + median, 0);
  const isWasm = (path) => path.endsWith(".wasm");
  return [
    ...rows,
    { part: "bytes", workload: "first render", what: "the wasm", unit: "B", median: sum(isWasm) },
    {
      part: "bytes",
      workload: "first render",
      what: "all but the wasm",
      unit: "B",
      median: sum((path) => !isWasm(path)),
    },
    { part: "bytes", workload: "first render", what: "everything", unit: "B", median: sum(() => true) },
  ];
}

/** Runs in the page: the paths requested until the engine answered. After that, the page may prefetch files for later. */
function requestedBeforeAnswer() {
  const [{ at }] = globalThis.bench.answered;
  const entries = performance.getEntriesByType("resource").filter(({ startTime }) => startTime <= at);
  return entries.map(({ name }) => new URL(name).pathname);
}

// Keys.

/** Puts the cursor where the workload is typed into. */
async function toEdit(page, workload) {
  const edit = EDITS[workload.name];
  const content = workload.files?.find(({ path }) => path === edit?.file)?.content;
  await page
    .locator(FILES)
    .and(page.getByTitle(edit.file, { exact: true }))
    .first()
    .click();
  await page.locator(".file-pane.chosen .cm-content").click({ position: { x: 150, y: 8 } });
  const text = content ?? (await page.locator(".file-pane.chosen .cm-line").allTextContents()).join("\n");
  const before = text.slice(0, text.indexOf(edit.after) + edit.after.length).split("\n");
  await page.keyboard.press("Control+Home");
  for (let line = 1; line < before.length; line++) await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Home");
  // Home goes to the text first, then to the line's start.
  if ((before.at(-1) ?? "").startsWith(" ")) await page.keyboard.press("Home");
  for (let column = 0; column < (before.at(-1) ?? "").length; column++) await page.keyboard.press("ArrowRight");
  await rest(page, 300);
  await settled(page);
}

/** One key, and how long it took until its own letter and until its output were painted. */
async function keyToOutput(page, key) {
  const before = await page.evaluate(() => {
    const { bench } = globalThis;
    bench.keys.length = 0;
    return bench.asked.length;
  });
  const found = await step(`the output after the key ${key}`, async () => {
    await page.keyboard.press(key);
    return page.waitForFunction(timesOfKey, before, { polling: 20 });
  });
  return found.jsonValue();
}

/** Runs in the page: the times of the answer to the first request after so many; false while they are not known. */
function timesOfKey(before) {
  const { keys, asked, answered } = globalThis.bench;
  const first = asked[before];
  const answer = first && answered.find(({ id, painted }) => id >= first.id && painted !== undefined);
  if (!answer || keys[0]?.echo === undefined) return false;
  const { at, echo } = keys[0];
  return {
    output: answer.painted - at,
    echo: echo - at,
    wait: first.at - at,
    engine: answer.engine,
    clone: answer.clone,
    // From the engine's end until the output is painted: converting, copying and drawing.
    after: answer.painted - answer.at,
  };
}

const keysOf = (name, count) =>
  Array.from({ length: count }, (_, at) => (at % 2 === 0 ? (LETTERS[name] ?? "x") : "Backspace"));

async function measureKeys(browser, server, workload, count) {
  const found = {};
  for (const mode of ["engine", "recording"]) {
    server.state.mode = mode;
    found[mode] = await withPage(browser, server, workload, async (page, goto) => {
      await goto();
      await answers(page);
      await rest(page, 500);
      await step("moving to where the workload is edited", () => toEdit(page, workload));
      for (const key of keysOf(workload.name, 2)) await keyToOutput(page, key);
      await rest(page, 1500);
      if (mode === "recording") await withoutEngine(page, "stub");
      const times = [];
      for (const key of keysOf(workload.name, count)) {
        times.push(await keyToOutput(page, key));
        // Not in step with frames or timers.
        await rest(page, 120 + ((times.length * 37) % 200));
      }
      return times;
    });
  }
  server.state.mode = "engine";
  return Object.keys(found.engine[0]).map((what) => {
    const real = spread(found.engine.map((times) => times[what]));
    const stub = spread(found.recording.map((times) => times[what]));
    const name =
      { output: "key to output", echo: "key to its letter", wait: "key to request", after: "answer to output" }[what] ??
      what;
    return {
      part: "keys",
      workload: workload.name,
      what: name,
      unit: "ms",
      ...real,
      stub: stub.median,
      ratio: real.median / stub.median,
    };
  });
}

// Long tasks.

/** All but the first exist for every workload. */
const RESULT_TABS = ["Data values", "Schema", "ytt’s report", "Checks", "Compare", "Output"];

async function wheel(page, selector, times) {
  const found = page.locator(selector).first();
  const box = (await found.count()) > 0 && (await found.isVisible()) ? await found.boundingBox() : undefined;
  if (!box) return;
  await page.mouse.move(box.x + box.width / 2, box.y + Math.min(box.height, 600) / 2);
  for (let turn = 0; turn < times; turn++) {
    await page.mouse.wheel(0, 1500);
    await rest(page, 40);
  }
}

/** The phases of using a workload. */
const PHASES = {
  open: async (page, { goto }) => {
    await goto();
    await answers(page);
    await rest(page, 2500);
  },
  type: async (page, { workload }) => {
    await toEdit(page, workload);
    for (const key of keysOf(workload.name, 4)) {
      await page.keyboard.press(key);
      await rest(page, 900);
      await settled(page);
    }
  },
  "type fast": async (page, { workload }) => {
    await page.keyboard.type((LETTERS[workload.name] ?? "x").repeat(12), { delay: 60 });
    await settled(page);
    await rest(page, 1500);
    for (let n = 0; n < 12; n++) await page.keyboard.press("Backspace", { delay: 40 });
    await settled(page);
    await rest(page, 1500);
  },
  files: async (page) => {
    const tabs = page.locator(FILES);
    for (let at = 0; at < Math.min(3, await tabs.count()); at++) {
      await tabs.nth(at).click();
      await rest(page, 600);
    }
  },
  tabs: async (page) => {
    for (const name of RESULT_TABS) {
      if (!(await showTab(page, name))) continue;
      if (name !== "Schema") continue;
      for (const view of ["OpenAPI", "JSON Schema", "Markdown", "Reference"]) {
        const choice = page.locator(".schema-bar label").filter({ hasText: view });
        if ((await choice.count()) === 0) continue;
        await choice.click();
        await rest(page, 1000);
      }
    }
  },
  scroll: async (page) => {
    await wheel(page, ".output .cm-scroller", 10);
    if (
      (await page.locator(".output .cm-content").count()) > 0 &&
      (await page.locator(".output .cm-content").isVisible())
    ) {
      await page.locator(".output .cm-scroller").evaluate((element) => {
        element.scrollTop = element.scrollHeight / 2;
      });
      await rest(page, 600);
      await page.locator(".output .cm-scroller").evaluate((element) => {
        element.scrollTop = element.scrollHeight;
      });
      await rest(page, 600);
    }
    await wheel(page, ".file-pane.chosen .cm-scroller", 10);
    await wheel(page, ".problems-pane .scroll", 10);
    for (const name of ["Data values", "Schema"]) {
      if (!(await showTab(page, name))) continue;
      await wheel(page, ".result-content:not([hidden]) .scroll", 10);
    }
    await page.locator(".result-tab").filter({ hasText: "Output" }).first().click();
    await rest(page, 500);
  },
};

/** Shows a tab of the result. There is one for data values only if there are any. */
async function showTab(page, name) {
  const tab = page.locator(".result-tab").filter({ hasText: name });
  if (name === "Data values" && (await tab.count()) === 0) return false;
  await tab.first().click();
  await rest(page, 1000);
  return true;
}

const CATEGORIES = ["devtools.timeline", "disabled-by-default-devtools.timeline", "blink.user_timing", "__metadata"];

/** The tasks of the page's own thread, by phase: how long each took, and how much of that it had the processor. */
function tasksOf(trace) {
  const events = trace.traceEvents;
  const marks = events
    .filter(({ name, cat }) => name.startsWith("phase:") && cat.includes("user_timing"))
    .sort((a, b) => a.ts - b.ts);
  const [first] = marks;
  if (!first) return [];
  const own = events.filter(({ pid, tid }) => pid === first.pid && tid === first.tid);
  const phaseAt = (ts) =>
    marks
      .filter((mark) => mark.ts <= ts)
      .at(-1)
      ?.name.slice("phase:".length) ?? "open";
  return own
    .filter(({ name, ph }) => name === "RunTask" && ph === "X")
    .map(({ ts, dur, tdur }) => ({
      phase: phaseAt(ts),
      ms: dur / 1000,
      cpu: (tdur ?? dur) / 1000,
    }));
}

async function measureTasks(browser, server, workload) {
  const starts = [];
  const { long, frames, trace } = await withPage(browser, server, workload, async (page, goto) => {
    await step("starting to trace", () => browser.startTracing(page, { categories: CATEGORIES }));
    for (const [phase, act] of Object.entries(PHASES)) {
      const begin = () =>
        step("marking a phase", async () => {
          starts.push({ phase, at: await page.evaluate((name) => performance.mark(name).startTime, `phase:${phase}`) });
        });
      if (phase !== "open") await begin();
      await during(`the phase "${phase}"`, () => act(page, { goto, workload }));
      if (phase === "open") await begin();
    }
    const { long, frames } = await step("reading the tasks", () => page.evaluate(() => globalThis.bench));
    const buffer = await step("ending the trace", () => browser.stopTracing());
    return { long, frames, trace: JSON.parse(buffer.toString()) };
  });
  const tasks = tasksOf(trace);
  return Object.keys(PHASES).map((phase, at) => {
    const from = phase === "open" ? 0 : (starts[at]?.at ?? 0);
    const to = starts[at + 1]?.at ?? Number.POSITIVE_INFINITY;
    const within = (entry) => entry.at >= from && entry.at < to;
    const own = tasks.filter((task) => task.phase === phase);
    const longest = own.reduce((most, task) => (task.ms > most.ms ? task : most), { ms: 0, cpu: 0 });
    const blocked = frames.filter(within).map(({ blocking }) => blocking);
    return {
      part: "tasks",
      workload: workload.name,
      what: phase,
      unit: "ms",
      longest: longest.ms,
      cpu: Math.max(0, ...own.map(({ cpu }) => cpu)),
      over50: long.filter(within).length,
      over50cpu: own.filter(({ cpu }) => cpu > 50).length,
      blocked: Math.max(0, ...blocked),
    };
  });
}

/**
 * Rows of figures: `part` (cold, bytes, keys, tasks), `workload`, `what`, and numbers. `workloads`: `{ name, files: { path, content }[] }`.
 * `hasty`: as fast as possible, for finding out whether everything works.
 */
export async function measurePage({ dist, workloads, runs = 5, keys = 12, hasty = false }) {
  const without = workloads.filter(({ name }) => !EDITS[name]).map(({ name }) => name);
  if (without.length) throw new Error(`tests/bench/page.mjs does not say where to type in ${without.join(", ")}`);
  pace = hasty ? HASTY : PATIENT;
  // The best compression takes time, and matters only for bytes and downloads.
  const server = await servePage(resolve(dist), hasty ? 4 : 11);
  const rows = [];
  const measure = async (part, workload, act) => {
    const more = await during(`the page benchmark, ${part}${workload ? ` of ${workload.name}` : ""}`, act);
    if (!more.length) throw new Error(`the page benchmark, ${part}: no figures`);
    rows.push(...more);
  };
  const example = { name: "example" };
  let browser;
  try {
    browser = await launch();
    await measure("cold", undefined, () => measureCold(browser, server, runs));
    await measure("bytes", undefined, () => measureBytes(browser, server));
    await measure("keys", example, () => measureKeys(browser, server, example, hasty ? keys : Math.max(keys, 40)));
    for (const workload of workloads) {
      await measure("keys", workload, () => measureKeys(browser, server, workload, keys));
      await measure("tasks", workload, () => measureTasks(browser, server, workload));
    }
  } finally {
    server.close();
    if (browser) await step("closing Chromium", () => browser.close());
  }
  return rows;
}
