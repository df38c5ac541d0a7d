// The crates in programs of others: packed as for a registry and unpacked again, and by path. `node --test tests/crates/`.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { appendFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { before, test } from "node:test";
import { root } from "../golden-cases.mjs";

const work = join(root, "target/consumers");
/** Dependencies are compiled once for all programs. */
const target = join(work, "target");
const cargo = (folder, args, options = {}) =>
  execFileSync(process.env.CARGO ?? "cargo", args, {
    cwd: folder,
    encoding: "utf8",
    env: { ...process.env, CARGO_TARGET_DIR: target },
    stdio: ["pipe", "pipe", "inherit"],
    ...options,
  });

const { packages } = JSON.parse(
  cargo(root, ["metadata", "--format-version", "1", "--no-deps", "--locked"], { maxBuffer: 1 << 26 }),
);
const published = packages.filter(({ publish }) => publish === null);
const folderOf = ({ name, version }) => join(work, "packages", `${name}-${version}`);

const PROGRAM = `
use std::rc::Rc;
use ytterby::bundle::Bundle;
use ytterby::{Content, Request, RequestFile, Workspace};

fn main() {
    let file = |content: &str| RequestFile { path: "a.yml".to_owned(), content: content.into() };
    let mut workspace = Workspace::default();
    for content in ["a: #@ 1 + 1\\n", "a: #@ [\\"%s\\" % 2]\\n", "a: #@ nothing\\n"] {
        let request = Request { files: vec![file(content)], ..Request::default() };
        let response = workspace.render(&request, Rc::new(|| 0.0));
        println!("{} {:?} {}", response.exit_status, response.stdout, response.diagnostics.len());
    }
    let request = Request { files: vec![file("a: #@ 1 +‸")], ..Request::default() };
    let clock: ytterby::Clock = Rc::new(|| 0.0);
    println!("{}", ytterby_insight::lint(&request, &clock).kinds.len());
    assert_eq!(Content::from("text"), Content::Text("text".to_owned()));
    assert!(ytterby::bundle::read(&ytterby::bundle::write(&Bundle::default())).is_ok());
}
`;

/** Builds and runs a program with these dependencies in its manifest. */
function runProgram(name, dependencies) {
  const folder = join(work, name);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(join(folder, "src"), { recursive: true });
  writeFileSync(
    join(folder, "Cargo.toml"),
    `[package]\nname = "consumer"\nversion = "0.0.0"\nedition = "2024"\n\n[workspace]\n\n${dependencies}`,
  );
  writeFileSync(join(folder, "src/main.rs"), PROGRAM);
  // The versions that the project is tested with.
  writeFileSync(join(folder, "Cargo.lock"), readFileSync(join(root, "Cargo.lock")));
  return cargo(folder, ["run", "--quiet"]);
}

const OUTPUT = '0 "a: 2\\n" 0\n0 "a:\\n- \\"2\\"\\n" 0\n1 "" 1\n';
const quoted = (path) => JSON.stringify(path);
const patches = () => published.map((each) => `${each.name} = { path = ${quoted(folderOf(each))} }`).join("\n");

before(() => {
  assert.ok(published.length >= 10, published.map(({ name }) => name).join());
  rmSync(join(work, "packages"), { recursive: true, force: true });
  mkdirSync(join(work, "packages"), { recursive: true });
  const names = published.flatMap(({ name }) => ["-p", name]);
  // Compiles each package with those that it depends on, as a registry would have them.
  cargo(root, ["package", "--quiet", "--locked", "--allow-dirty", ...names]);
  for (const { name, version } of published)
    execFileSync("tar", ["-xzf", join(target, "package", `${name}-${version}.crate`), "-C", join(work, "packages")]);
});

test("packages have what a registry asks for", () => {
  for (const each of published) {
    const { name, description, license, readme, documentation } = each;
    assert.ok(description && license === "Apache-2.0" && readme && documentation, name);
    for (const file of ["LICENSE", "README.md"])
      assert.ok(readFileSync(join(folderOf(each), file)).length > 1000, `${name}: ${file}`);
  }
});

test("a program with the packages", () => {
  const [{ version }] = published;
  const dependencies = `[dependencies]\nytterby = "${version}"\nytterby-insight = "${version}"\n\n[patch.crates-io]\n${patches()}\n`;
  assert.ok(runProgram("by-package", dependencies).startsWith(OUTPUT));
});

test("a program with the crates by path", () => {
  const by = (name) => `{ path = ${quoted(join(root, "crate", name))} }`;
  const dependencies = `[dependencies]\nytterby = ${by("api")}\nytterby-insight = ${by("insight")}\n`;
  assert.ok(runProgram("by-path", dependencies).startsWith(OUTPUT));
});

test("the command from its package", () => {
  const command = published.find(({ name }) => name === "ytterby-cli");
  const config = published.flatMap((each) => [
    "--config",
    `patch.crates-io.${each.name}.path=${quoted(folderOf(each))}`,
  ]);
  // Otherwise cargo takes it for a member of the workspace that the folder is in.
  appendFileSync(join(folderOf(command), "Cargo.toml"), "\n[workspace]\n");
  cargo(folderOf(command), ["build", "--quiet", "--bin", "ytterby", ...config]);
  const built = join(target, "debug/ytterby");
  assert.match(execFileSync(built, ["version"], { encoding: "utf8" }), /0\.55\.3/);
  const input = JSON.stringify({ files: [{ path: "a.yml", content: "a: 1\n" }] });
  assert.equal(JSON.parse(execFileSync(built, ["request"], { encoding: "utf8", input })).stdout, "a: 1\n");
});
