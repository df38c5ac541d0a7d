// The pictures, links and examples of the README: `node --test tests/packages/`, after scripts/build and `cargo wasm whole`. Its commands are in
// command.test.mjs.
import assert from "node:assert/strict";
import { cpSync, existsSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { opened, served } from "./browser.mjs";
import { blocks, packed, project, root, run } from "./consumer.mjs";

const README = join(root, "README.md");
const text = readFileSync(README, "utf8");

test("what it links to exists", () => {
  const links = [...text.matchAll(/\]\(([^)]+)\)|(?:src|srcset)="([^"]+)"/g)].map(
    ([, link, picture]) => link ?? picture,
  );
  const local = links.filter((link) => !/^(https?:|\/)/.test(link));
  assert.ok(local.length > 15, `${local.length} links`);
  for (const link of local) assert.ok(existsSync(join(root, link.replace(/#.*/, ""))), link);
});

test("its pictures have the same size and are small", () => {
  const pictures = text.match(/docs\/page-\w+\.webp/g).map((path) => readFileSync(join(root, path)));
  assert.equal(pictures.length, 2);
  /** Width and height, in the header of a WebP with a colour profile. */
  const size = (bytes) => {
    assert.equal(bytes.toString("latin1", 8, 16), "WEBPVP8X");
    return [bytes.readUIntLE(24, 3) + 1, bytes.readUIntLE(27, 3) + 1];
  };
  assert.deepEqual(size(pictures[0]), size(pictures[1]));
  for (const { length } of pictures) assert.ok(length < 150_000, `${length} bytes`);
});

test("the commands that make the package from a clone", (t) => {
  const [build, pack] = blocks(README, "sh")
    .find((block) => block.startsWith("scripts/build"))
    .trim()
    .split("\n");
  // scripts/test has built the page before, with the same command.
  assert.match(build, /^scripts\/build +#/);
  const archives = join(root, "target/archives");
  rmSync(archives, { recursive: true, force: true });
  t.after(() => rmSync(archives, { recursive: true }));
  run("bash", ["-c", pack], { cwd: root });
  const [name, ...others] = readdirSync(archives);
  assert.match(name, /^ytterby-playground-[\d.]+\.tgz$/);
  assert.deepEqual(others, []);
});

test("the element, with a copy of the package's folder", async (t) => {
  const page = `<!doctype html><title>Docs</title><link rel="icon" href="data:,">${blocks(README, "html")[0]}`;
  const tarball = packed("playground").get("ytterby-playground.tgz");
  const folder = project(t, { files: { "site/index.html": page }, packages: [tarball] });
  cpSync(join(folder, "node_modules/ytterby-playground"), join(folder, "site/playground"), { recursive: true });
  const { page: docs, wrong } = await opened(t, await served(t, join(folder, "site")));
  await docs.getByRole("button", { name: /^Run/ }).click();
  await docs.locator("ytt-playground .output .cm-content").getByText("greeting: HELLO").waitFor();
  assert.deepEqual(wrong, []);
});

test("the engine", (t) => {
  const [example] = blocks(README, "js");
  const folder = project(t, { files: { "main.mjs": example }, packages: [packed("engine").get("ytterby.tgz")] });
  assert.equal(run(process.execPath, ["main.mjs"], { cwd: folder }), "a: 2\n\n");
});
