// Lists the packages in the wasm with the texts of their licences, or with a second argument those in the command for that system: licenses.json in the
// folder of the first argument, from which web/build/notice.mjs generates licenses.txt. Run by main.rs.
import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { byName, inCommand, inWasm, packagesOf, WASM } from "../dependencies.mjs";

const IS_LICENCE = /^(licen[cs]e|copying|copyright|unlicen[cs]e|notice)/i;

/** The texts in a package's folder; the one that is always the same, Apache's, is left out. */
function texts(folder) {
  const files = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isFile());
  const names = files
    .map(({ name }) => name)
    .filter((name) => IS_LICENCE.test(name) && /^[^.]*(\.(txt|md))?$/.test(name));
  return names.sort().flatMap((name) => {
    const text = readFileSync(join(folder, name), "utf8").trim();
    return /^\s*Apache License\s+Version 2\.0, January 2004/.test(text) ? [] : [{ name, text }];
  });
}

const [, , into, target] = process.argv;
const used = target ? inCommand(target) : inWasm();
const found = packagesOf(".", target ?? WASM)
  .filter(({ key, source }) => source && used.has(key))
  .map(({ name, version, licence, authors, folder }) => ({ name, version, licence, authors, texts: texts(folder) }));
const rustc = execFileSync(process.env.RUSTC ?? "rustc", ["--version"], { encoding: "utf8" }).split(" ")[1];
found.push({ name: "Rust's standard library", version: rustc, licence: "MIT OR Apache-2.0", authors: [], texts: [] });
writeFileSync(join(into, "licenses.json"), `${JSON.stringify(found.sort(byName))}\n`);
