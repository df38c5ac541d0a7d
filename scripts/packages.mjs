// What others wrote and we use: Rust's and npm's packages as their manifests and locks name them, with the reasons that the manifests give.
// scripts/dependencies makes docs/dependencies.md of it, and the build the licences that go with the page.
import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

export const root = fileURLToPath(new URL("..", import.meta.url));
const read = (path) => readFileSync(join(root, path), "utf8");
const compare = (one, other) => (one < other ? -1 : Number(one > other));
/** Lists by what their members have in common, in the order of the first ones; `Map.groupBy` of later Nodes. */
export function groups(all, common) {
  const found = new Map();
  for (const each of all) found.set(common(each), [...(found.get(common(each)) ?? []), each]);
  return found;
}
export const byName = (one, other) =>
  compare(one.name.toLowerCase(), other.name.toLowerCase()) || compare(one.version, other.version);

/** Rust's workspaces by their folder, and the manifests in them. The fuzz targets have their own: they need other flags. */
const WORKSPACES = {
  ".": [
    ...readdirSync(join(root, "crate")).map((name) => `crate/${name}/Cargo.toml`),
    "scripts/declarations/Cargo.toml",
    "scripts/xtask/Cargo.toml",
    "tests/parts/Cargo.toml",
  ],
  "tests/fuzz": ["tests/fuzz/Cargo.toml"],
};
export const workspaces = Object.keys(WORKSPACES).filter((folder) => existsSync(join(root, folder, "Cargo.lock")));

function cargo(folder, ...args) {
  const stdio = ["ignore", "pipe", "inherit"];
  const options = { cwd: join(root, folder), encoding: "utf8", stdio, maxBuffer: 1 << 28 };
  return execFileSync(process.env.CARGO ?? "cargo", [...args, "--locked", "--quiet"], options);
}

/** What a manifest asks for, with the comment above it: `{name, kind, reason}`. A comment is for all that follow up to the next one, or to an empty line. */
export function asked(manifest) {
  const found = [];
  let kind;
  let reason = [];
  let talking = false;
  for (const line of read(manifest).split("\n")) {
    const section = /^\[(.*)\]$/.exec(line)?.[1];
    const name = /^"?([\w-]+)"? *=/.exec(line)?.[1];
    if (section !== undefined) kind = /(^|\.)((dev-|build-)?dependencies)$/.exec(section)?.[2];
    if (line.startsWith("#")) reason = [...(talking ? reason : []), line.replace(/^# ?/, "")];
    else if (section !== undefined || line === "") reason = [];
    else if (name && kind) found.push({ name, kind, reason: reason.join(" "), manifest });
    talking = line.startsWith("#");
  }
  return found;
}

/** The packages of a Cargo.lock, `needs` as `name version`. Those of this repository have no source. */
export function locked(folder) {
  const entries = read(join(folder, "Cargo.lock")).split("[[package]]\n").slice(1);
  const packages = entries.map((entry) => {
    const field = (name) => new RegExp(`^${name} = "(.*)"$`, "m").exec(entry)?.[1];
    const needs = /^dependencies = \[\n([^\]]*)\]/m.exec(entry)?.[1] ?? "";
    return {
      name: field("name"),
      version: field("version"),
      source: field("source"),
      checksum: field("checksum"),
      needs: [...needs.matchAll(/"([^"]+)"/g)].map(([, need]) => need),
    };
  });
  // A version is written only where there are several.
  const whole = new Map(packages.map(({ name, version }) => [name, `${name} ${version}`]));
  for (const each of packages) each.needs = each.needs.map((need) => (need.includes(" ") ? need : whole.get(need)));
  return packages;
}

/** Of packages whose manifest names a file in place of the licence. cargo-deny reads them too, and finds the same. */
const IN_FILES = new Map([["libyaml-safer", "MIT"]]);

/** What cargo says of each package, by `name version`: its licence, and the folder of its sources. With a target, of those that it needs. */
export function described(folder, target) {
  const only = target ? ["--filter-platform", target] : [];
  const { packages } = JSON.parse(cargo(folder, "metadata", "--format-version", "1", ...only));
  return new Map(
    packages.map(({ name, version, license, license_file, authors, manifest_path }) => {
      const licence = license?.replaceAll("/", " OR ") ?? IN_FILES.get(name) ?? `its ${license_file}`;
      return [`${name} ${version}`, { licence, authors, folder: dirname(manifest_path) }];
    }),
  );
}

/** Which packages a build takes, as a set of `name version`. */
function built(folder, ...args) {
  const lines = cargo(folder, "tree", "--prefix", "none", "--format", "{p}", ...args).split("\n");
  return new Set(lines.filter(Boolean).map((line) => line.split(" ").slice(0, 2).join(" ").replace(" v", " ")));
}

export const WASM = "wasm32-unknown-unknown";
const LINUX = "x86_64-unknown-linux-gnu";

/** The packages whose code is in the wasm, or would be if anything called it. */
export const inWasm = () => built(".", "-p", "ytterby-wasm", "-e", "no-dev,no-build,no-proc-macro", "--target", WASM);

/** The packages in the command for a system. */
export const inCommand = (target) =>
  built(".", "-p", "ytterby-cli", "-e", "no-dev,no-build,no-proc-macro", "--target", target);

/** Where Rust's packages end up, nearest to the reader first; a package is called by the first of these that has it. Systems are named, so that the list
    is the same wherever it is made. */
export function places(folder) {
  const linux = ["--target", LINUX];
  if (folder !== ".") return [["tests", built(folder, "-e", "normal,build,dev", ...linux)]];
  return [
    ["wasm", inWasm()],
    ["command", inCommand(LINUX)],
    ["build", built(".", "-p", "ytterby-cli", "-p", "declarations", "-p", "xtask", "-e", "no-dev", ...linux)],
    ["build", built(".", "-p", "ytterby-wasm", "-e", "no-dev", "--target", WASM)],
    ["tests", built(".", "--workspace", "--all-features", "-e", "normal,build,dev", ...linux)],
  ];
}

/** The page's packages as its lock has them: `{name, version, licence, place, needs, direct}`; their reasons are in package.json. */
export function ofPage() {
  const manifest = JSON.parse(read("web/package.json"));
  const lock = JSON.parse(read("web/package-lock.json"));
  const reasons = manifest["//"] ?? {};
  return Object.entries(lock.packages)
    .filter(([folder]) => folder !== "")
    .map(([folder, entry]) => {
      const name = folder.slice(folder.lastIndexOf("node_modules/") + "node_modules/".length);
      return {
        name,
        version: entry.version,
        licence: entry.license,
        place: entry.dev ? "build" : "page",
        system: entry.os || entry.cpu ? [...(entry.os ?? []), ...(entry.cpu ?? [])].join(" ") : undefined,
        needs: Object.keys({ ...entry.dependencies, ...entry.optionalDependencies, ...entry.peerDependencies }),
        direct: name in { ...manifest.dependencies, ...manifest.devDependencies },
        reason: reasons[name],
      };
    });
}

/** What Rust's manifests ask for, of packages that come from elsewhere: `{name, version, reason, manifest}`. */
export function askedOfRust(folder) {
  const packages = locked(folder);
  const isOthers = new Set(packages.flatMap(({ name, version, source }) => (source ? [`${name} ${version}`] : [])));
  return WORKSPACES[folder].flatMap((manifest) => {
    const own = /^name = "(.*)"$/m.exec(read(manifest))?.[1];
    const needs = packages.find(({ name, source }) => name === own && !source)?.needs ?? [];
    return asked(manifest).flatMap(({ name, reason }) => {
      const version = needs.find((need) => need.startsWith(`${name} `) && isOthers.has(need))?.split(" ")[1];
      return version ? [{ name, version, reason, manifest }] : [];
    });
  });
}

/** Programs that are no package of either: scripts/setup has a line for each, `#   NAME | LICENCE | WHERE | WHY`. */
export function programs() {
  return [...read("scripts/setup").matchAll(/^# {3}(\S.*?) \| (.*?) \| (.*?) \| (.*)$/gm)].map(
    ([, name, licence, place, reason]) => ({ name, licence, place, reason }),
  );
}
