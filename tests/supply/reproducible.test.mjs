// The same sources result in the same bytes, the wasm and the whole page: the build of scripts/build is compared with one in another folder, with
// another folder for cargo. `scripts/build && node --test tests/supply/reproducible.test.mjs`; takes as long as a first build of the wasm does.
// With KEEP=1 the other build stays there for inspection.
import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { basename, join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { isRecordedCompiler } from "../bench/size.mjs";

const here = fileURLToPath(new URL("../..", import.meta.url));
const elsewhere = join(mkdtempSync(join(tmpdir(), "ytterby-")), "a checkout elsewhere");
const cargoHome = process.env.CARGO_HOME ?? join(homedir(), ".cargo");

/** The sources of a build. Built or installed files are not copied. */
const SOURCES = [
  "Cargo.toml",
  "Cargo.lock",
  ".cargo",
  "crate",
  "docs",
  "scripts",
  "tests",
  "web",
  "index.html",
  "LICENSE",
];
const MADE = /^(node_modules|pkg(-.*)?|dist(-.*)?|test-results|target)$/;

function run(command, args, { env = {}, cwd = elsewhere } = {}) {
  const began = performance.now();
  const { status, signal, error, stdout, stderr } = spawnSync(command, args, {
    cwd,
    env: { ...process.env, ...env },
    encoding: "utf8",
    stdio: ["ignore", "pipe", "pipe"],
    maxBuffer: 1 << 28,
  });
  assert.equal(status, 0, `${basename(command)} ended with ${error ?? signal ?? status}\n${stderr}`);
  console.log(`${basename(command)} ${args.join(" ")}: ${Math.round((performance.now() - began) / 1000)} s`);
  return { stdout, stderr };
}

/** The program behind `cargo wasm`, which is not built again: it is a tool, as the compiler is. */
function xtask() {
  const { stdout: messages } = run("cargo", ["build", "--quiet", "--bin", "xtask", "--message-format=json"], {
    cwd: here,
  });
  const built = messages
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line));
  return built.find(({ executable, target }) => executable && target.name === "xtask").executable;
}

function filesIn(folder) {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return new Map(
    entries.map((entry) => {
      const path = join(entry.parentPath, entry.name);
      return [path.slice(folder.length + 1), readFileSync(path)];
    }),
  );
}

/** How many bytes differ, for the message. */
function differing(one, other) {
  let count = Math.abs(one.length - other.length);
  for (let at = 0; at < Math.min(one.length, other.length); at++) count += Number(one[at] !== other[at]);
  return count;
}

function assertSame(folder, atLeast) {
  const [ours, theirs] = [filesIn(join(here, folder)), filesIn(join(elsewhere, folder))];
  assert.deepEqual([...theirs.keys()].sort(), [...ours.keys()].sort(), folder);
  for (const file of atLeast) assert.ok(ours.has(file), `${folder} has no ${file}`);
  const wrong = [...ours].flatMap(([path, bytes]) => {
    const count = differing(bytes, theirs.get(path));
    return count === 0 ? [] : [`${path}: ${count} of ${bytes.length} bytes differ`];
  });
  assert.deepEqual(wrong, []);
}

before(() => {
  mkdirSync(elsewhere);
  for (const path of SOURCES) {
    const copied = (from) => !MADE.test(basename(from));
    cpSync(join(here, path), join(elsewhere, path), { recursive: true, filter: copied });
  }
  symlinkSync(join(here, "web/node_modules"), join(elsewhere, "web/node_modules"));
});

after(() => {
  if (process.env.KEEP) console.log(elsewhere);
  else rmSync(join(elsewhere, ".."), { recursive: true });
});

test("no folder of this machine is named in the wasm", () => {
  const sysroot = execFileSync("rustc", ["--print", "sysroot"], { encoding: "utf8" }).trim();
  const folders = [cargoHome, sysroot, here, homedir(), "/registry/src"].map(
    (folder) => `${folder.replace(/\/$/, "")}/`,
  );
  for (const [name, bytes] of filesIn(join(here, "web/pkg")))
    for (const folder of folders) assert.ok(!bytes.includes(folder), `${name} names ${folder}`);
});

test("a clean build of the wasm elsewhere has the same bytes", () => {
  // The sources of packages are under another path, and need not be downloaded again.
  const home = join(elsewhere, "..", "cargo");
  mkdirSync(home);
  for (const name of ["registry", "config.toml"])
    if (existsSync(join(cargoHome, name))) symlinkSync(join(cargoHome, name), join(home, name));
  const env = {
    CARGO_HOME: home,
    CARGO_TARGET_DIR: join(elsewhere, "target"),
    CARGO_MANIFEST_DIR: join(elsewhere, "scripts/xtask"),
  };
  const { stdout, stderr } = run(xtask(), [], { env });
  console.log(stdout);
  // With this compiler all steps that make the wasm small apply (scripts/xtask/src/main.rs).
  if (isRecordedCompiler()) assert.doesNotMatch(stderr, /^warning: /m);
  assertSame("web/pkg", ["ytterby_bg.wasm", "ytterby_rest.wasm", "ytterby.js", "ytterby.d.ts", "licenses.json"]);
});

test("a build of the page elsewhere has the same bytes", () => {
  run("npm", ["run", "--silent", "build"], { cwd: join(elsewhere, "web") });
  assertSame("web/dist", ["index.html", "sw.js", "embed.js", "_headers", "licenses.txt"]);
});
