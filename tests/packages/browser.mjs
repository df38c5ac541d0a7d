// A browser and a server of static files for the tests of packages.
import { createReadStream, existsSync, statSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";
import { TYPES } from "../content-types.mjs";
import { ofPage } from "./consumer.mjs";

/** Serves a folder; returns the origin. `types`: other content types by extension. */
export async function served(t, folder, types = {}) {
  const server = createServer((request, response) => {
    const path = normalize(decodeURIComponent(new URL(request.url ?? "/", "http://localhost").pathname));
    const file = join(folder, path.endsWith("/") ? `${path}index.html` : path);
    if (!existsSync(file) || !statSync(file).isFile()) return response.writeHead(404).end();
    const type = types[extname(file)] ?? TYPES[extname(file)] ?? "application/octet-stream";
    createReadStream(file).pipe(response.writeHead(200, { "content-type": type }));
  });
  await new Promise((resolve) => server.listen(0, resolve));
  t.after(() => {
    server.close();
    server.closeAllConnections();
  });
  return `http://localhost:${server.address().port}`;
}

/** A page of a new browser, and the errors in it. */
export async function opened(t, address) {
  const { chromium } = ofPage("playwright-core");
  const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium" });
  t.after(() => browser.close());
  const page = await browser.newPage();
  const wrong = [];
  page.on("pageerror", (error) => wrong.push(String(error)));
  page.on("console", (message) => {
    if (message.type() === "error") wrong.push(`${message.text()} ${message.location().url}`);
  });
  await page.goto(address);
  return { page, wrong };
}
