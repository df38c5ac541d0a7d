// Writes a .br and a .gz beside every file of a built page that becomes smaller, for servers that send such files unchanged:
// node web/hosting/compress.mjs [FOLDER]. With the best compression, because it runs only once.
import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { extname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";

const folder = process.argv[2] ?? fileURLToPath(new URL("../dist", import.meta.url));
const KINDS = [".html", ".js", ".ts", ".css", ".svg", ".wasm", ".json", ".txt"];
let before = 0;
let after = 0;
for (const name of readdirSync(folder, { recursive: true })) {
  const path = join(folder, String(name));
  if (!KINDS.includes(extname(path))) continue;
  const bytes = readFileSync(path);
  const brotli = brotliCompressSync(bytes, {
    params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
  });
  for (const [end, packed] of [
    [".br", brotli],
    [".gz", gzipSync(bytes, { level: 9 })],
  ]) {
    if (packed.length < bytes.length) writeFileSync(path + end, packed);
    else rmSync(path + end, { force: true });
  }
  before += bytes.length;
  after += Math.min(brotli.length, bytes.length);
}
console.log(`${before} bytes, ${after} in brotli`);
