// The page's packages: exact versions with known bytes, none that runs a script when it is installed, licences that we know, and
// the installed versions are those of the lock. `node --test tests/supply/npm.test.mjs`, after `scripts/setup page`.
import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { test } from "node:test";

const web = new URL("../../web/", import.meta.url);
const json = (path) => JSON.parse(readFileSync(new URL(path, web), "utf8"));
const manifest = json("package.json");
const lock = json("package-lock.json");
/** Packages by their folder in web/. */
const packages = Object.entries(lock.packages).filter(([folder]) => folder !== "");

const EXACT = /^\d+\.\d+\.\d+(-[\w.]+)?$/;

/** The obligations of each licence are in docs/dependencies.md; deny.toml has the list for Rust. */
const LICENCES = new Set(["0BSD", "Apache-2.0", "BSD-2-Clause", "BSD-3-Clause", "ISC", "MIT", "MIT OR Apache-2.0"]);
/** Licences that are fine for the use of the package here, and why. */
const LICENCES_FOR = {
  "OFL-1.1": { of: /^@fontsource-variable\//, because: "fonts, shipped as they are with their licence" },
  "MPL-2.0": { of: /^(lightningcss|axe-core|@axe-core\/playwright)/, because: "tools, which are not part of the page" },
  "(MIT OR GPL-3.0-or-later)": { of: /^jszip$/, because: "part of selenium-webdriver, a tool" },
  "(MIT AND Zlib)": { of: /^pako$/, because: "part of selenium-webdriver, a tool" },
  "BlueOak-1.0.0": { of: /^graceful-fs$/, because: "part of @lit-labs/ssr, a tool of the build" },
  "PSF-2.0": { of: /^argparse$/, because: "reads the arguments of a tool's command line" },
};

/** Scripts that npm would run by itself when it installs a package. */
const INSTALLING = ["preinstall", "install", "postinstall"];

test("package.json names exact versions, and the lock has been made of it", () => {
  const asked = { ...manifest.dependencies, ...manifest.devDependencies };
  for (const [name, version] of Object.entries(asked)) {
    assert.match(version, EXACT, name);
    assert.equal(lock.packages[`node_modules/${name}`]?.version, version, name);
  }
  for (const kind of ["dependencies", "devDependencies", "engines"])
    assert.deepEqual(lock.packages[""][kind], manifest[kind]);
  for (const kind of ["optionalDependencies", "peerDependencies", "bundleDependencies", "overrides"])
    assert.equal(manifest[kind], undefined, kind);
});

test("the lock has each package's exact version and the digest of its bytes, and no place other than the registry", () => {
  assert.equal(lock.lockfileVersion, 3);
  assert.ok(packages.length > 100, `${packages.length} packages`);
  for (const [folder, entry] of packages) {
    assert.match(entry.version, EXACT, folder);
    assert.match(entry.integrity, /^sha512-[\w+/]{86}==$/, folder);
    assert.equal(entry.link, undefined, folder);
    // A missing address is best: then it is the registry that npm is set to, and the digest proves that the bytes are those.
    if (entry.resolved !== undefined) assert.equal(new URL(entry.resolved).host, "registry.npmjs.org", folder);
  }
});

test("no package runs a script while it is installed", () => {
  assert.match(readFileSync(new URL(".npmrc", web), "utf8"), /^ignore-scripts=true$/m);
  for (const [folder, entry] of packages) {
    assert.ok(!entry.hasInstallScript, folder);
    // The registry's word is one thing, the package's own another.
    if (!existsSync(new URL(`${folder}/package.json`, web))) continue;
    const { scripts = {} } = json(`${folder}/package.json`);
    for (const script of INSTALLING) assert.equal(scripts[script], undefined, `${folder}: ${script}`);
    assert.ok(!existsSync(new URL(`${folder}/binding.gyp`, web)), `${folder} would be compiled`);
  }
});

test("every package has a licence that we know, and what the page is made of a permissive one", () => {
  const seen = new Set();
  for (const [folder, entry] of packages) {
    const name = folder.slice(folder.lastIndexOf("node_modules/") + "node_modules/".length);
    const exception = LICENCES_FOR[entry.license];
    seen.add(entry.license);
    if (exception) assert.match(name, exception.of, `${name}: ${entry.license} is only for ${exception.because}`);
    else assert.ok(LICENCES.has(entry.license), `${name}: ${entry.license}`);
    if (["MPL-2.0", "PSF-2.0"].includes(entry.license)) assert.ok(entry.dev, `${name} is part of the page`);
    if (existsSync(new URL(`${folder}/package.json`, web)))
      assert.equal(json(`${folder}/package.json`).license, entry.license, `${name} says otherwise than the lock`);
  }
  for (const licence of Object.keys(LICENCES_FOR)) assert.ok(seen.has(licence), `nothing has ${licence} any more`);
});

test("installed is what the lock says", () => {
  const installed = json("node_modules/.package-lock.json").packages;
  for (const [folder, { version, integrity }] of Object.entries(installed)) {
    const entry = lock.packages[folder];
    assert.ok(entry, `${folder} is not in the lock`);
    assert.deepEqual({ version, integrity }, { version: entry.version, integrity: entry.integrity }, folder);
    assert.equal(json(`${folder}/package.json`).version, entry.version, folder);
  }
  // The packages that are left out are for other systems.
  for (const [folder, entry] of packages)
    assert.ok(folder in installed || entry.optional, `${folder} is not installed`);
});
