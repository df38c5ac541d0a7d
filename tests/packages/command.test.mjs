// The archive with the command for this system, used in an empty folder: `node --test tests/packages/`. Compiles the command for a release.
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { packed, project, root, run } from "./consumer.mjs";

test("the command works where nothing else is, and names no folder of the machine that compiled it", (t) => {
  const [[name, archive]] = packed("command");
  assert.match(name, /^ytterby-[\w]+-[\w-]+\.tar\.gz$/);
  console.log(`${name}: ${readFileSync(archive).length} bytes`);
  const folder = project(t, {
    files: { "config.yml": '#@ load("@ytt:data", "data")\n---\nheat: #@ data.values.peak\n' },
  });
  run("tar", ["-xzf", archive, "--strip-components=1", "-C", folder]);
  const files = ["CHANGELOG.md", "LICENSE", "README.md", "config.yml", "licenses.txt", "package.json", "ytterby"];
  assert.deepEqual(readdirSync(folder).sort(), files);
  const program = join(folder, "ytterby");
  const output = run(program, ["-f", "config.yml", "--data-value-yaml", "peak=1240"], {
    cwd: folder,
    env: { PATH: "" },
  });
  assert.equal(output, "heat: 1240\n");
  const bytes = readFileSync(program);
  for (const path of [root, homedir(), process.env.CARGO_HOME ?? join(homedir(), ".cargo")])
    assert.ok(!bytes.includes(`${path.replace(/\/$/, "")}/`), `the command names ${path}`);
  assert.match(readFileSync(join(folder, "licenses.txt"), "utf8"), /\nstarlark \d/);
});
