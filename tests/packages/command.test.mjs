// The archive with the command for this system, used in an empty folder: `node --test tests/packages/`. Compiles the command for a release.
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { before, test } from "node:test";
import { blocks, packed, project, root, run } from "./consumer.mjs";

let name;
let archive;

before(() => {
  [[name, archive]] = packed("command");
});

/** A project with these files, in which the archive is unpacked. */
function unpacked(t, files) {
  const folder = project(t, { files });
  run("tar", ["-xzf", archive, "--strip-components=1", "-C", folder]);
  return folder;
}

test("the command works where nothing else is, and names no folder of the machine that compiled it", (t) => {
  assert.match(name, /^ytterby-[\w]+-[\w-]+\.tar\.gz$/);
  console.log(`${name}: ${readFileSync(archive).length} bytes`);
  const folder = unpacked(t, { "config.yml": '#@ load("@ytt:data", "data")\n---\nheat: #@ data.values.peak\n' });
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

test("the commands of the README", (t) => {
  const [render, check, link, request] = blocks(join(root, "README.md"), "sh")
    .find((block) => block.startsWith("ytterby -f"))
    .trim()
    .split("\n");
  const folder = unpacked(t, {
    "config/config.yml": '#@ load("@ytt:data", "data")\n---\nheat: #@ data.values.heat\n',
    "config/schema.yml": "#@data/values-schema\n---\nheat: 1\n",
    "values.yml": "heat: 1240\n",
    "docs/sum.yml": "files:\n- path: a.yml\n  content: 'a: #@ 1 + 1'\nchecks:\n- output: a.yml\n  at: a\n  is: 2\n",
  });
  const shell = (line) => run("bash", ["-c", line], { cwd: folder, env: { PATH: `${folder}:${process.env.PATH}` } });
  assert.equal(shell(render), "heat: 1240\n");
  assert.match(shell(check), /docs\/sum\.yml/);
  assert.match(shell(link), /y1:/);
  assert.equal(JSON.parse(shell(request)).stdout, "a: 2\n");
});
