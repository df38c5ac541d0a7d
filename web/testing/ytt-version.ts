// The version of ytt that the page names: of the page about it, which a test compares with the engine's.
import { readFileSync } from "node:fs";

const text = readFileSync(`${__dirname}/../../docs/ytt-version.md`, "utf8");

export const YTT_VERSION = /^# ytt (\S+)/.exec(text)?.[1] ?? "";
if (YTT_VERSION === "") throw new Error("docs/ytt-version.md has no version in its title");
