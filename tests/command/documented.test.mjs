// The shell commands in the code blocks of README.md and docs/: each of them runs here, in the test that is named here, or its text says that it needs a
// published version. `node --test tests/command/` after `cargo build --bins`.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { root } from "../golden-cases.mjs";

const command = process.env.YTTERBY ?? join(root, "target/debug/ytterby");

/** Commands that take too long for here, or need more than a compiler: where they run, and a part of the line which does that. */
const ELSEWHERE = {
  "scripts/run": ["tests/builds/builds.test.mjs", '"scripts/run"'],
  "scripts/test": [".ci/run", "scripts/test </dev/null"],
  "scripts/build": ["scripts/release", "scripts/build"],
  "scripts/artifacts target/archives playground": ["tests/packages/readme.test.mjs", 'run("bash", ["-c", pack]'],
  // The image is not built, for lack of a registry: nginx starts with the files, packages and command that its file names.
  "podman build -t ytterby-playground . && podman run --rm -p 8080:8080 ytterby-playground": [
    "tests/packages/static.test.mjs",
    "Containerfile",
  ],
};

/** The text before a block of commands that fail until the first release. */
const LATER = /^After the first release/;

const documents = ["README.md", ...readdirSync(join(root, "docs")).map((name) => join("docs", name))].filter((path) =>
  path.endsWith(".md"),
);

/** The commands of a document, without comments, and whether they need a published version. */
function commandsIn(path) {
  const text = readFileSync(join(root, path), "utf8");
  return [...text.matchAll(/([^\n]*)\n+```(?:sh|bash|shell|console)\n(.*?)^```$/gms)].flatMap(([, before, block]) =>
    block
      .trim()
      .split("\n")
      .map((line) => ({ path, line: line.replace(/\s+#\s.*/, ""), later: LATER.test(before) })),
  );
}

const commands = documents.flatMap(commandsIn);
const isOwn = ({ line }) => /(^|\| )ytterby /.test(line);

/** Runs a line in a folder with the files that the lines name. */
function shell(folder, line) {
  return spawnSync("bash", ["-c", `set -o pipefail; ${line}`], {
    cwd: folder,
    env: { ...process.env, PATH: `${folder}:${process.env.PATH}` },
    encoding: "utf8",
    timeout: 60_000,
  });
}

test("every command of the documents is known", () => {
  assert.ok(commands.length >= 16, `${commands.length} commands`);
  const unknown = commands.filter((one) => !one.later && !isOwn(one) && !(one.line in ELSEWHERE));
  assert.deepEqual(unknown, []);
  const lines = commands.map(({ line }) => line);
  assert.deepEqual(
    Object.keys(ELSEWHERE).filter((line) => !lines.includes(line)),
    [],
    "no longer in any document",
  );
});

test("those that run elsewhere do", () => {
  for (const [line, [path, part]] of Object.entries(ELSEWHERE))
    assert.ok(readFileSync(join(root, path), "utf8").includes(part), `${line}: ${path} does not contain ${part}`);
});

test("those of a registry are said to need a published version", () => {
  for (const { path, line, later } of commands)
    if (/^(npm|npx|yarn|pnpm|cargo) (install|add|i)\b/.test(line)) assert.ok(later, `${path}: ${line}`);
});

test("those of the command succeed", (t) => {
  const folder = mkdtempSync(join(tmpdir(), "documented-"));
  t.after(() => rmSync(folder, { recursive: true }));
  const files = {
    "config/config.yml": '#@ load("@ytt:data", "data")\n---\nheat: #@ data.values.heat\n',
    "config/schema.yml": "#@data/values-schema\n---\nheat: 1\n",
    "values.yml": "heat: 1240\n",
    "docs/sum.yml": "files:\n- path: a.yml\n  content: 'a: #@ 1 + 1'\nchecks:\n- output: a.yml\n  at: a\n  is: 2\n",
    "playground.yml": "files:\n- path: a.yml\n  content: 'a: #@ 1 + 1'\n",
  };
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  symlinkSync(command, join(folder, "ytterby"));
  const { stdout: link } = shell(folder, "ytterby link -f config/");
  assert.match(link, /^y1:/);
  const own = commands.filter(isOwn);
  assert.ok(own.length >= 12, `${own.length} commands`);
  for (const { path, line } of own) {
    // Another line has written it.
    rmSync(join(folder, "folder"), { recursive: true, force: true });
    const { status, stdout, stderr } = shell(folder, line.replace("y1:…", link.trim()));
    assert.equal(status, 0, `${path}: ${line}\n${stdout}\n${stderr}`);
  }
});
