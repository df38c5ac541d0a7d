// Links, bundles and checks on the command line. The page's implementation of links reads what the command writes, and the other way round:
// `node --test tests/links/` after `cargo build --bins`.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { after, afterEach, before, beforeEach, test } from "node:test";
import { pathToFileURL } from "node:url";
import { examples, root } from "../golden-cases.mjs";

const command = process.env.YTTERBY ?? join(root, "target/debug/ytterby");
/** The modules of the page, and their compiler. */
let server;
let page;
let folder;

before(async () => {
  const vite = createRequire(join(root, "web/package.json")).resolve("vite");
  const { createServer } = await import(pathToFileURL(vite).href);
  server = await createServer({
    configFile: false,
    root: join(root, "web"),
    logLevel: "error",
    appType: "custom",
    optimizeDeps: { noDiscovery: true },
    server: { middlewareMode: true, ws: false, watch: null },
  });
  const { readLink, writeLink, digest } = await server.ssrLoadModule("/src/formats/link.ts");
  const { workOf, fromExample } = await server.ssrLoadModule("/src/core/work.ts");
  page = { readLink, writeLink, digest, workOf, fromExample };
});
after(() => server.close());

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "links-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

function put(files) {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
}

function run(args, { input = "", env = {} } = {}) {
  const { status, stdout, stderr, error } = spawnSync(command, args, {
    cwd: folder,
    input,
    env: { ...process.env, ...env },
    encoding: "utf8",
  });
  assert.equal(error, undefined);
  return { status, stdout, stderr };
}

function good(args, options) {
  const { status, stdout, stderr } = run(args, options);
  assert.deepEqual([status, stderr], [0, ""], args.join(" "));
  return stdout;
}

const none = async () => undefined;
const read = async (link) => {
  const found = await page.readLink(link.trim().replace(/^.*#/, ""), none);
  assert.equal(found.kind, "work", found.message);
  assert.deepEqual(found.left, []);
  return found.work;
};

const PROJECT = {
  "config/schema.yml": "#@data/values-schema\n---\nheat: 900\n",
  "config/out.yml": '#@ load("@ytt:data", "data")\nheat: #@ data.values.heat\n',
  "values.yml": "heat: 1000\n",
  "other.yml": "never: read\n",
};
const FLAGS = ["-f", "./config", "--data-values-file", "values.yml", "--data-values-env", "KILN"];

test("a run as a link: its files, flags and variables", async () => {
  put(PROJECT);
  const link = good(["link", ...FLAGS], { env: { KILN_heat: "1100", SECRET: "x" } });
  const work = await read(link);
  assert.deepEqual(
    work.files.map(({ path, content }) => [path, content]),
    ["config/out.yml", "config/schema.yml", "values.yml"].map((path) => [path, PROJECT[path]]),
  );
  assert.equal(work.commandLine, FLAGS.join(" "));
  assert.deepEqual(work.env, [{ name: "KILN_heat", value: "1100" }]);

  assert.equal(
    good(["link", "--address", "https://example.org/ytt/", ...FLAGS], { env: { KILN_heat: "1100" } }),
    `https://example.org/ytt/#${link}`,
  );
  const bundle = good(["bundle", ...FLAGS], { env: { KILN_heat: "1100" } });
  for (const from of [link.trim(), `https://example.org/#${link.trim()}`]) assert.equal(good(["link", from]), bundle);
  assert.equal(good(["link", "-"], { input: link }), bundle);
  assert.equal(good(["link", "-"], { input: bundle }), link);

  for (const args of [
    ["link", link.trim(), "--output", "there"],
    ["bundle", "-", "--output", "there"],
  ]) {
    const shown = good(args, { input: bundle });
    assert.equal(shown, `# KILN_heat=1100\nytt ${FLAGS.join(" ")}\n`);
    assert.deepEqual(readdirSync(join(folder, "there")).sort(), ["config", "values.yml"]);
    assert.equal(readFileSync(join(folder, "there/config/out.yml"), "utf8"), PROJECT["config/out.yml"]);
    rmSync(join(folder, "there"), { recursive: true });
  }
});

test("what cannot be a playground", () => {
  put(PROJECT);
  const fails = (args, message) => {
    const { status, stdout, stderr } = run(args);
    assert.equal(status, 1);
    assert.equal(stdout, "");
    assert.match(stderr, message);
  };
  fails(["link", "-f", join(folder, "config")], /not below the current directory/);
  fails(["link", "-f", "missing"], /no such file/);
  fails(["link", "--no-such-flag"], /unknown flag/);
  fails(["link", "-v", "a=1"], /use -f/);
  fails(["link", "-f", "-"], /standard input/);
  fails(["link", "y1:d.abc.defghi"], /corrupted/);
  fails(["link", "y2:d.abc.defghi"], /version 2/);
  fails(["link", "--based-on", "nothing", "-f", "config"], /no example "nothing"/);
  fails(["bundle", "values.yml", "--output", "x"], /^ytterby bundle: values\.yml/);
  fails(["bundle", "missing.yml", "--output", "x"], /missing\.yml: /);
});

test("files of a stranger's link are written nowhere else", () => {
  const bundle = (path) => JSON.stringify({ ytterby: 1, files: [{ path, content: "a: 1\n" }] });
  for (const path of ["../a.yml", "/tmp/links-a.yml", "a/../../b.yml", "C:/a.yml"]) {
    const { status, stderr } = run(["bundle", "-", "--output", "x"], { input: bundle(path) });
    assert.equal(status, 1, path);
    assert.match(stderr, /is not a path in a directory/);
  }
});

test("links of examples and random playgrounds, written by each and read by the other", async () => {
  let seed = 7;
  const below = (most) => {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((seed / 2 ** 32) * most);
  };
  const pieces = [
    "a: 1\n",
    "#@data/values\n---\n",
    "é",
    "🔥",
    '"',
    "\\",
    "\r\n",
    "\u2028",
    " ",
    "- x\n",
    "\t",
    "'",
    "#@ end\n",
  ];
  const text = (most) => Array.from({ length: below(most) }, () => pieces[below(pieces.length)]).join("");
  for (let round = 0; round < Number(process.env.COUNT ?? 60); round++) {
    const files = Array.from({ length: 1 + below(4) }, (_, at) => ({
      path: `${["", "a/", "käse/"][below(3)]}${at}.yml`,
      content: below(6) ? text(60) : Uint8Array.from({ length: 1 + below(300) }, () => 128 + below(64)),
    }));
    const work = page.workOf({
      title: `T${text(3)}`.trim(),
      files,
      open: below(files.length),
      commandLine: `--data-value a=${below(9)}`,
      env: [{ name: "A", value: text(4) }],
      checks: [{ output: "0.yml", at: "a", is: { b: [1, null, "x"] } }],
      variants: [{ name: "prod", commandLine: "--strict", env: [{ name: "B", value: "2" }], without: ["0.yml"] }],
      view: ["", "values"][below(2)],
    });
    const bundle = good(["link", page.writeLink(work)]);
    assert.deepEqual(await read(good(["link", "-"], { input: bundle })), work, bundle);
  }
  for (const path of examples()) await read(good(["link", path]));
});

test("links that are based on an example", async () => {
  const id = "deployment";
  const path = join(root, `web/examples/${id}.yml`);
  const alone = good(["link", path]);
  const based = good(["link", "--based-on", id, path]);
  assert.ok(based.startsWith(`y1:${id}~`) && based.length < alone.length, based);
  assert.equal(good(["link", based.trim()]), good(["link", alone.trim()]));
  // The page computes the same digests.
  for (const path of examples()) {
    const id = basename(path, ".yml");
    const link = good(["link", "--based-on", id, path]);
    if (link.startsWith("y1:d.")) continue;
    const digest = page.digest(page.fromExample(id, await read(good(["link", path]))));
    assert.ok(link.startsWith(`y1:${id}~${digest}.`), `${id}: ${link.slice(0, 60)}`);
  }
});

test("what is before the damage is recovered", () => {
  const lines = (word) => Array.from({ length: 300 }, (_, n) => `${word}${n * n}: ${n}\n`).join("");
  put({ "a.yml": lines("a"), "b.yml": lines("b") });
  const link = good(["link", "-f", "a.yml", "-f", "b.yml"]).trim();
  const at = Math.floor(link.length * 0.8);
  for (const [damaged, message] of [
    [link.slice(0, at), /This link is incomplete: its end is missing\. The file "b\.yml" is incomplete\./],
    [link.slice(0, at) + link.slice(at + 1), /This link is corrupted\./],
  ]) {
    const { status, stdout, stderr } = run(["link", damaged, "--output", "there"]);
    assert.equal(status, 1);
    assert.match(stderr, message);
    assert.equal(stdout, "ytt -f a.yml -f b.yml\n");
    assert.equal(readFileSync(join(folder, "there/a.yml"), "utf8"), lines("a"));
    assert.ok(readFileSync(join(folder, "there/b.yml"), "utf8").startsWith(lines("b").slice(0, 500)));
  }
});

test("checks of bundles", () => {
  const bundle = (checks, content = "a: #@ 1 + 1\n") =>
    JSON.stringify({ ytterby: 1, files: [{ path: "a.yml", content }], ...(checks ? { checks } : {}) });
  put({
    "good.yml": bundle([{ output: "a.yml", at: "a", is: 2 }, { passes: true }]),
    "wrong.yml": bundle([{ output: "a.yml", at: "a", is: 3 }]),
    "plain.yml": bundle(),
    "fails.yml": bundle(undefined, "a: #@ nothing\n"),
    "broken.yml": "ytterby: 1\nfiels: {}\n",
  });
  assert.equal(
    good(["check", "good.yml", "plain.yml"]),
    "ok    good.yml (2 checks)\nok    plain.yml (1 check)\n2 bundles, 3 passed, 0 failed\n",
  );
  const { status, stdout, stderr } = run(["check", "good.yml", "wrong.yml", "fails.yml", "broken.yml", "missing.yml"]);
  assert.equal(status, 1);
  assert.match(stdout, /FAIL {2}wrong\.yml\n {2}.*\n {4}expected 3\n {4}found {4}2\n/);
  assert.match(stdout, /FAIL {2}fails\.yml\n[\s\S]*undefined: nothing/);
  assert.match(stdout, /FAIL {2}broken\.yml\n {2}broken\.yml:2:1: .*fiels/);
  assert.match(stdout, /FAIL {2}missing\.yml\n {2}missing\.yml: /);
  assert.match(stdout, /\n5 bundles, 2 passed, 4 failed\n$/);
  assert.equal(stderr, "ytterby check: 4 of 5 bundles failed\n");
});

test("the built-in examples pass their checks, those of their lessons' steps included", () => {
  assert.match(good(["check", ...examples()]), /\n\d+ bundles, [1-9]\d\d+ passed, 0 failed\n$/);
});

test("help, and flags that a command does not have", () => {
  for (const name of ["link", "bundle", "check"]) {
    assert.equal(good([name]), good([name, "--help"]));
    assert.match(good([name, "--help"]), new RegExp(`^Usage:\n {2}ytterby ${name} `));
  }
  assert.match(run(["bundle", "--address", "x", "-f", "."]).stderr, /unknown flag: --address/);
  assert.match(run(["check", "--strict"]).stderr, /unknown flag: --strict/);
});

test("the example of docs/links.md", async () => {
  const text = readFileSync(join(root, "docs/links.md"), "utf8");
  const link = /^y1:d\.[\w-]+\.[\w-]{6}$/m.exec(text)?.[0];
  assert.ok(link, "docs/links.md has a link");
  const work = await read(link);
  assert.deepEqual(
    work,
    page.workOf({ files: [{ path: "config.yml", content: "sum: #@ 1 + 1\n" }], commandLine: "-o json" }),
  );
  assert.ok(text.includes('{"f":[["config.yml",14]],"c":"-o json"}\nsum: #@ 1 + 1\n'));
  assert.match(good(["link", link]), /sum: #@ 1 \+ 1/);
});
