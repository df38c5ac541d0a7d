// The folders of the build.
import { join } from "node:path";
import { fileURLToPath } from "node:url";

export const root = fileURLToPath(new URL("../..", import.meta.url));
export const source = (path: string) => join(root, "web/src", path);
/** The folder of the built wasm: scripts/run uses another one than scripts/build. */
export const pkg = join(root, process.env.WASM_PKG ?? "web/pkg");
export const embedPage = join(root, "embed/index.html");
export const embedPageSource = join(root, "web/embed/index.html");
