// A file server for a test: the built page below a sub-path, with custom headers, and it can be stopped. Pages of a test are passed as text, in which
// `%origin%` is replaced by the server's origin.
import { createReadStream, existsSync, statSync } from "node:fs";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, join, normalize } from "node:path";
import { TYPES } from "../content-types.mjs";

export const DIST = join(__dirname, "../../web/dist/");

export interface StaticServer {
  /** `http://localhost:PORT` */
  origin: string;
  /** The requested paths, in order. */
  asked: string[];
  close(): Promise<void>;
}

/** `folders`: folders by prefix, such as `/docs/playground/`. `texts`: pages by path. `headers`: headers for a path. */
export async function serve(options: {
  folders?: Record<string, string>;
  texts?: Record<string, string>;
  headers?: (path: string) => Record<string, string>;
  port?: number;
}): Promise<StaticServer> {
  const { folders = {}, texts = {}, headers = () => ({}) } = options;
  const asked: string[] = [];
  const find = (request: IncomingMessage): { text: string } | { file: string } | undefined => {
    const path = decodeURIComponent(new URL(request.url ?? "/", "http://localhost").pathname);
    asked.push(path);
    const text = texts[path];
    if (text !== undefined) return { text };
    const prefix = Object.keys(folders)
      .filter((prefix) => path.startsWith(prefix))
      .sort((a, b) => b.length - a.length)[0];
    if (prefix === undefined) return undefined;
    const inside = normalize(`/${path.slice(prefix.length)}`);
    const file = join(folders[prefix] ?? "", inside.endsWith("/") ? `${inside}index.html` : inside);
    return existsSync(file) && statSync(file).isFile() ? { file } : undefined;
  };
  const server = createServer((request, response) => {
    const found = find(request);
    if (!found) {
      response.writeHead(404).end("not found");
      return;
    }
    const path = new URL(request.url ?? "/", "http://localhost").pathname;
    const type = "text" in found ? TYPES[".html"] : (TYPES[extname(found.file)] ?? "application/octet-stream");
    response.writeHead(200, { "content-type": type, ...headers(path) });
    if ("text" in found) response.end(found.text.replaceAll("%origin%", `http://${request.headers.host}`));
    else createReadStream(found.file).pipe(response);
  });
  await new Promise<void>((resolve) => server.listen(options.port ?? 0, resolve));
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://localhost:${port}`,
    asked,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
