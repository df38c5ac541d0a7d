// Other builds of the wasm than the usual one give the same answers: `node --test tests/builds/`, after `cargo build` and `cargo wasm`.
// The steps that make the wasm small depend on how the compiler names and lays out code. Other settings stand in for another compiler: what they
// change is larger, and passes the golden cases. Each build is in a folder of its own; web/pkg stays as it is.
import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { statSync } from "node:fs";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../../", import.meta.url));

const BUILDS = [
  {
    name: "in one module, as in the npm package",
    args: ["whole"],
    pkg: "web/pkg-whole",
    inOnePiece: true,
    isTrimmed: true,
  },
  { name: "without trimming and splitting", args: ["plain"], pkg: "web/pkg-plain", inOnePiece: true },
  { name: "the draft that scripts/run serves", args: ["draft"], pkg: "web/pkg-draft", inOnePiece: true },
  // The profile `release` has no levels for single packages, so this is the level of all of them.
  {
    name: "with opt-level 3",
    args: ["--profile", "release", "--into", "web/pkg-opt-3"],
    env: { CARGO_PROFILE_RELEASE_OPT_LEVEL: "3" },
    pkg: "web/pkg-opt-3",
  },
];

/** stdout and stderr of a program, which must succeed. */
function run(program, args, env) {
  const { status, signal, error, stdout, stderr } = spawnSync(program, args, {
    cwd: root,
    // With the variable of the outer test runner, a test file would report to it instead of printing.
    env: { ...process.env, NODE_TEST_CONTEXT: undefined, ...env },
    encoding: "utf8",
    maxBuffer: 1 << 28,
  });
  assert.equal(status, 0, `${program} ${args.join(" ")}: ${error ?? signal ?? status}\n${stdout}\n${stderr}`);
  return { stdout, stderr };
}

const size = (pkg, module) => statSync(`${root}${pkg}/ytterby_${module}.wasm`).size;
const sizeOfBoth = (pkg) => size(pkg, "bg") + size(pkg, "rest");

for (const { name, args, env, pkg, inOnePiece, isTrimmed } of BUILDS)
  test(`the golden cases and the examples pass ${name}`, () => {
    const { stderr } = run("cargo", ["wasm", ...args], env);
    const warnings = stderr.split("\n").filter((line) => line.startsWith("warning: "));
    console.log([`${pkg}: ${size(pkg, "bg")} and ${size(pkg, "rest")} bytes`, ...warnings].join("\n"));
    const isLarger = sizeOfBoth(pkg) > sizeOfBoth("web/pkg");
    assert.equal(isLarger, !isTrimmed, `this build should be ${isTrimmed ? "smaller" : "larger"} than web/pkg`);
    if (inOnePiece) assert.ok(size(pkg, "rest") < 100, "the rest should be empty");
    else assert.ok(size(pkg, "rest") > 100_000, "this build should be split");

    // As much stack as `scripts/test wasm` gives it, about that of a browser's worker.
    const cases = run(process.execPath, ["--stack-size=3900", "tests/wasm/cases.test.mjs"], { WASM_PKG: pkg }).stdout;
    const passed = [...cases.matchAll(/(\d+) of (\d+) passed in wasm/g)].map(([, some, all]) => {
      assert.equal(some, all);
      return Number(some);
    });
    assert.ok(passed[0] > 1800, `${passed} golden cases`);
    const examples = run(process.execPath, ["tests/wasm/bundles.test.mjs"], { WASM_PKG: pkg }).stdout;
    const checks = Number(/(\d+) checks passed in wasm/.exec(examples)?.[1]);
    assert.ok(checks > 200, `${checks} checks of examples`);
  });

test("scripts/run serves the draft", async (t) => {
  // In a process group of its own, which ends with it.
  const server = spawn("scripts/run", ["4790"], { cwd: root, detached: true, stdio: ["ignore", "pipe", "inherit"] });
  t.after(() => process.kill(-server.pid));
  const printed = await new Promise((resolve, reject) => {
    let text = "";
    // The pipe stays open: the server prints more.
    server.stdout.setEncoding("utf8").on("data", (more) => {
      text += more;
      if (text.includes("Ytterby runs at")) resolve(text);
    });
    server.on("exit", (status) => reject(new Error(`scripts/run ended with ${status}: ${text}`)));
  });
  const [address] = /http:\/\/localhost:\d+\//.exec(printed) ?? [];
  assert.ok(address, printed);
  // It prints its address right before it listens.
  for (let tries = 0; ; tries++) {
    const page = await fetch(address).catch(() => undefined);
    if (page) {
      assert.match(await page.text(), /<ytterby-page/);
      return;
    }
    assert.ok(tries < 50, `nothing at ${address}`);
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
});
