// The server of the page's measurements: the built page as a good static host serves it (brotli, made once and cached in memory),
// and if requested, a replacement of the engine's worker, which records the engine's answers and then returns them at once.
import { existsSync, readFileSync, statSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";
import { brotliCompressSync, constants } from "node:zlib";
import { TYPES } from "../content-types.mjs";

/** These are compressed as they are. */
const PACKED = new Set([".woff2"]);

/** An empty module of WebAssembly, which the page compiles if there is no engine. */
const EMPTY_WASM = Buffer.from([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0]);

const isWorker = (path) => /\/assets\/worker-[^/]*\.js$/.test(path);

/** Typed arrays have no place in JSON. */
const CODEC = `
const pack = (_, value) => {
  if (value instanceof ArrayBuffer) value = new Uint8Array(value);
  if (!ArrayBuffer.isView(value)) return value;
  const bytes = new Uint8Array(value.buffer, value.byteOffset, value.byteLength);
  return { packed: value.constructor.name, bytes: Array.from(bytes) };
};
const unpack = (_, value) => {
  if (!value || typeof value !== "object" || !value.packed) return value;
  return new globalThis[value.packed](new Uint8Array(value.bytes).buffer);
};
const buffersOf = (value, found = new Set(), depth = 0) => {
  if (ArrayBuffer.isView(value)) found.add(value.buffer);
  else if (value instanceof ArrayBuffer) found.add(value);
  else if (value && typeof value === "object" && depth < 4) for (const inner of Object.values(value)) buffersOf(inner, found, depth + 1);
  return found;
};
const kindOf = (question) => JSON.stringify(question, (key, value) => (key === "request" || key === "text" || key === "bundle" ? undefined : value));
const give = (send, message) => {
  const copy = structuredClone(message);
  send(copy, [...buffersOf(copy)]);
};
`;

/** Runs the engine until the message `stub` arrives. From then on it answers with the engine's last answer to the same kind of question. */
const RECORDING = (worker) => `${CODEC}
const send = self.postMessage.bind(self);
const listen = self.addEventListener.bind(self);
const handlers = [];
const waiting = [];
const kinds = new Map();
const replies = new Map();
let loaded = false;
let stub = false;
let answer;
const channel = new BroadcastChannel("ytterby-bench");
channel.onmessage = ({ data }) => {
  if (data === "stub") stub = true;
  // A worker that only answers questions listens, too, and has nothing to keep.
  if (data === "keep" && answer) void fetch("/bench/answer", { method: "POST", body: JSON.stringify({ answer, replies: [...replies] }, pack) }).then(() => channel.postMessage("kept"));
};
self.addEventListener = (type, handler) => (type === "message" ? handlers.push(handler) : listen(type, handler));
self.postMessage = (message, transfer) => {
  if ("id" in message && !("trap" in message)) answer = structuredClone(message);
  if ("reply" in message) replies.set(kinds.get(message.ask), structuredClone(message.reply));
  send(message, transfer);
};
const handle = (event) => {
  const { data } = event;
  if ("ask" in data) kinds.set(data.ask, kindOf(data.question));
  if (stub && "id" in data) give(send, { ...answer, id: data.id });
  else if (stub && "ask" in data) give(send, { ask: data.ask, reply: replies.get(kindOf(data.question)) ?? null });
  else for (const handler of handlers) handler(event);
};
listen("message", (event) => (loaded ? handle(event) : waiting.push(event)));
import("${worker}?engine").then(() => {
  loaded = true;
  for (const event of waiting.splice(0)) handle(event);
});
`;

/** Has no engine: answers from the records of another worker. */
const WITHOUT_ENGINE = `${CODEC}
const kept = fetch("/bench/answer").then(async (response) => JSON.parse(await response.text(), unpack));
addEventListener("message", async ({ data }) => {
  if ("compile" in data) self.postMessage({ module: await WebAssembly.compileStreaming(fetch(data.compile)) });
  const { answer, replies } = await kept;
  if ("id" in data) give(self.postMessage.bind(self), { ...answer, id: data.id });
  if ("ask" in data) give(self.postMessage.bind(self), { ask: data.ask, reply: new Map(replies).get(kindOf(data.question)) ?? null });
});
`;

/** `mode` may be changed at any time: "engine" as it was built, "recording", or "none" without an engine at all. */
export async function servePage(dist, quality = 11) {
  const files = new Map();
  let kept = "{}";
  /** The file as it is and as it is sent. */
  const load = (path) => {
    const known = files.get(path);
    if (known) return known;
    const file = join(dist, normalize(path.endsWith("/") ? `${path}index.html` : path));
    if (!existsSync(file) || !statSync(file).isFile()) return undefined;
    const raw = readFileSync(file);
    const sent = PACKED.has(extname(file))
      ? raw
      : brotliCompressSync(raw, {
          params: { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_SIZE_HINT]: raw.length },
        });
    const found = { raw, sent, type: TYPES[extname(file)] ?? "application/octet-stream", packed: sent !== raw };
    files.set(path, found);
    return found;
  };
  const state = { mode: "engine" };
  const server = createServer((request, response) => {
    const { pathname, search } = new URL(request.url ?? "/", "http://localhost");
    if (pathname === "/bench/answer") {
      if (request.method !== "POST") return response.writeHead(200, { "content-type": TYPES[".json"] }).end(kept);
      const parts = [];
      request.on("data", (part) => parts.push(part));
      request.on("end", () => {
        kept = Buffer.concat(parts).toString();
        response.writeHead(204).end();
      });
      return undefined;
    }
    const script = (text) =>
      response.writeHead(200, { "content-type": TYPES[".js"], "cache-control": "no-store" }).end(text);
    if (isWorker(pathname) && search === "" && state.mode === "recording") return script(RECORDING(pathname));
    if (isWorker(pathname) && state.mode === "none") return script(WITHOUT_ENGINE);
    if (pathname.endsWith(".wasm") && state.mode === "none")
      return response.writeHead(200, { "content-type": TYPES[".wasm"], "cache-control": "no-store" }).end(EMPTY_WASM);
    const found = load(pathname);
    if (!found) return response.writeHead(404).end("not found");
    return response
      .writeHead(200, {
        "content-type": found.type,
        "content-length": found.sent.length,
        "cache-control": pathname.startsWith("/assets/") ? "public, max-age=31536000, immutable" : "no-cache",
        ...(found.packed ? { "content-encoding": "br" } : {}),
      })
      .end(found.sent);
  });
  await new Promise((resolve) => server.listen(0, () => resolve(undefined)));
  const address = server.address();
  const port = typeof address === "object" && address ? address.port : 0;
  return {
    origin: `http://localhost:${port}`,
    state,
    /** The bytes of a file as it is sent. */
    bytesOf: (path) => load(path)?.sent.length ?? 0,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
