// Prints the licences of the packages that a licenses.json lists: node scripts/notice.mjs FILE.
import { readFileSync } from "node:fs";
import { notice } from "../web/build/notice.mjs";

const packages = JSON.parse(readFileSync(process.argv[2], "utf8"));
const own = readFileSync(new URL("../LICENSE", import.meta.url), "utf8");
process.stdout.write(notice(packages, own.trimEnd()));
