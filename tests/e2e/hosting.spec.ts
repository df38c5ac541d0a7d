// The built folder on real hosts: nginx with the sample configuration, below a sub-path, compressed and under its policies; and the headers that
// Netlify-like hosts read from the folder.
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { request } from "node:http";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, isolated, Playground, watch } from "./playground";
import { DIST, serve } from "./static-server";

const web = join(__dirname, "../../web");
const NGINX = ["/usr/sbin/nginx", "/usr/local/sbin/nginx"].find(existsSync);
const BROTLI = "/usr/lib/nginx/modules/ngx_http_brotli_static_module.so";
const SAMPLE = readFileSync(join(web, "hosting/nginx.conf"), "utf8");

/** The headers that the build contains for Netlify-like hosts, by path. */
function headersFile(): Map<string, Map<string, string>> {
  const rules = new Map<string, Map<string, string>>();
  let address = "";
  for (const line of readFileSync(join(DIST, "_headers"), "utf8").split("\n")) {
    const [, name, value] = /^ +([\w-]+): (.*)$/.exec(line) ?? [];
    if (line.startsWith("/")) address = line;
    if (name && value) rules.set(address, (rules.get(address) ?? new Map()).set(name.toLowerCase(), value));
  }
  return rules;
}

function matching(path: string): string[] {
  return [...headersFile().keys()].filter((rule) =>
    rule.endsWith("*") ? path.startsWith(rule.slice(0, -1)) : path === rule,
  );
}

interface Nginx {
  origin: string;
  brotli: boolean;
}

const test = isolated.extend<object, { nginx: Nginx }>({
  nginx: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs out of this pattern.
    async ({}, use) => {
      const folder = mkdtempSync(join(tmpdir(), "ytterby-nginx-"));
      // nginx's workers may run as another user.
      chmodSync(folder, 0o755);
      const site = join(folder, "site/");
      cpSync(DIST, site, { recursive: true });
      execFileSync("node", [join(web, "hosting/compress.mjs"), site]);
      const port = await freePort();
      const brotli = existsSync(BROTLI);
      const locations = SAMPLE.replace("/srv/ytterby/", site).replace(
        "# brotli_static on;",
        brotli ? "brotli_static on;" : "",
      );
      const plain = join(folder, "plain/");
      cpSync(DIST, plain, { recursive: true });
      const uncompressed = SAMPLE.replace("/srv/ytterby/", plain).replaceAll(/\/ytt(?=[/ ])/g, "/plain");
      mkdirSync(join(folder, "logs"));
      writeFileSync(
        join(folder, "nginx.conf"),
        `${brotli ? `load_module ${BROTLI};` : ""}
      daemon off;
      pid ${folder}/nginx.pid;
      error_log ${folder}/logs/error.log;
      events {}
      http {
        include /etc/nginx/mime.types;
        default_type application/octet-stream;
        access_log off;
        client_body_temp_path ${folder}/body;
        proxy_temp_path ${folder}/proxy;
        fastcgi_temp_path ${folder}/fastcgi;
        uwsgi_temp_path ${folder}/uwsgi;
        scgi_temp_path ${folder}/scgi;
        server {
          listen ${port};
          ${locations}
          ${uncompressed}
        }
      }`,
      );
      const process = spawn(NGINX ?? "nginx", ["-p", folder, "-c", join(folder, "nginx.conf")], { stdio: "inherit" });
      const origin = `http://localhost:${port}`;
      await answering(origin, process);
      await use({ origin, brotli });
      const ended = new Promise((resolve) => process.once("exit", resolve));
      process.kill("SIGTERM");
      await ended;
      rmSync(folder, { recursive: true });
    },
    // Compressing well takes its time.
    { scope: "worker", timeout: 180_000 },
  ],
});

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

async function answering(origin: string, process: ChildProcess): Promise<void> {
  await expect
    .poll(
      async () =>
        process.exitCode ??
        (await fetch(origin).then(
          () => "answers",
          () => "silent",
        )),
    )
    .toBe("answers");
}

/** The response for a browser that accepts this encoding. */
function get(
  address: string,
  encoding: string,
): Promise<{ status: number | undefined; headers: Record<string, unknown>; bytes: number }> {
  return new Promise((resolve, reject) => {
    request(address, { headers: { "accept-encoding": encoding } }, (response) => {
      let bytes = 0;
      response.on("data", (chunk: Buffer) => {
        bytes += chunk.length;
      });
      response.on("end", () => resolve({ status: response.statusCode, headers: response.headers, bytes }));
    })
      .on("error", reject)
      .end();
  });
}

test("nginx serves the page below a sub-path, compressed, under the sample's policies; only the page for frames can be shown in one", async ({
  browser,
  nginx: { origin, brotli },
}) => {
  test.skip(!NGINX && process.env.TEST_LEVEL !== "all", "nginx is not installed: scripts/setup hosts");
  await test.step("the page", async () => {
    const context = await browser.newContext({ serviceWorkers: "allow" });
    const page = await context.newPage();
    const wrong = await watch(page, origin);
    const wasm = page.waitForResponse((response) => /ytterby_bg.*\.wasm$/.test(response.url()));
    await page.goto(`${origin}/ytt/`);
    const playground = new Playground(page);
    await expect(playground.status).toContainText("Rendered in");
    const headers = await (await wasm).allHeaders();
    expect(headers["content-type"]).toBe("application/wasm");
    expect(headers["content-encoding"]).toBe(brotli ? "br" : "gzip");
    expect(headers["cache-control"]).toBe("public, max-age=31536000, immutable");

    // nginx sends the same headers as the build contains for other hosts.
    const rules = headersFile();
    const wasmPath = new URL((await wasm).url()).pathname.slice("/ytt".length);
    for (const path of ["/", "/index.html", "/embed/", "/embed.js", "/sw.js", wasmPath]) {
      const { headers } = await get(`${origin}/ytt${path}`, "identity");
      const [rule = ""] = matching(path);
      for (const [name, value] of rules.get(rule) ?? []) expect(headers[name], `${name} of ${path}`).toBe(value);
    }
    const plain = await get(`${origin}/ytt${wasmPath}`, "identity");
    for (const encoding of brotli ? ["gzip", "br"] : ["gzip"]) {
      const packed = await get(`${origin}/ytt${wasmPath}`, encoding);
      expect(packed.headers["content-encoding"]).toBe(encoding);
      console.log(`the wasm from nginx: ${plain.bytes} bytes, ${packed.bytes} in ${encoding}`);
      expect(packed.bytes).toBeLessThan(plain.bytes / 2);
    }
    expect((await get(`${origin}/ytt/_headers`, "identity")).bytes).toBeLessThan(300);

    // Everything, also lazy parts: an explanation, the page for frames, the service worker.
    await playground.openFile("app.yml");
    await playground.write("a: #@ nobody\n");
    await page.getByRole("button", { name: /^Explain: nobody/ }).click();
    await expect(page.getByRole("dialog").getByRole("heading", { level: 2 })).not.toBeEmpty();
    await page.evaluate(() => navigator.serviceWorker.ready);
    await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
    await page.goto(`${origin}/ytt/embed/#example:kiln`);
    await expect(page.locator(".output .cm-content")).toContainText("kiln: HESTIA");
    expect(wrong).toEqual([]);
    await context.close();
  });
  await test.step("an address without its last slash is redirected, and texts are compressed", async () => {
    for (const [path, location] of [
      ["/ytt", "/ytt/"],
      ["/ytt?a=1", "/ytt/?a=1"],
      ["/ytt/embed", "/ytt/embed/"],
    ]) {
      const { status, headers } = await get(`${origin}${path}`, "identity");
      expect([status, headers.location], path).toEqual([301, location]);
    }
    for (const path of ["licenses.txt", "index.html", "embed.js", "embed-module.js", "embed.css", "embed/index.html"])
      for (const encoding of brotli ? ["gzip", "br"] : ["gzip"]) {
        const { headers } = await get(`${origin}/ytt/${path}`, encoding);
        expect(headers["content-encoding"], path).toBe(encoding);
      }
    // Also without files that were compressed in advance.
    const { headers } = await get(`${origin}/plain/licenses.txt`, "gzip");
    expect(headers["content-encoding"]).toBe("gzip");
  });
  await test.step("in a frame", async () => {
    const frames = `<iframe title="page" src="${origin}/ytt/"></iframe><iframe title="embed" src="${origin}/ytt/embed/#example:kiln"></iframe>`;
    const page = await browser.newPage();
    const docs = await serve({ texts: { "/": `<!doctype html><title>Docs</title>${frames}` } });
    await page.goto(docs.origin);
    await expect(page.frameLocator("iframe[title=embed]").locator(".output .cm-content")).toContainText("kiln: HESTIA");
    await expect(page.frameLocator("iframe[title=page]").locator("ytterby-page")).toHaveCount(0);
    await docs.close();
    await page.close();
  });
});

test("Netlify-like hosts find their headers in the folder", { tag: "@quick" }, async ({ page }) => {
  const rules = headersFile();
  const server = await serve({
    folders: { "/": DIST },
    headers: (path) => {
      const matched = matching(path);
      // They would send everyone's values.
      expect(matched.length, path).toBeLessThanOrEqual(1);
      return Object.fromEntries(rules.get(matched[0] ?? "") ?? []);
    },
  });
  const wrong = await watch(page, server.origin);
  const response = await page.goto(server.origin);
  expect(response?.headers()["content-security-policy"]).toContain("frame-ancestors 'none'");
  await expect(new Playground(page).status).toContainText("Rendered in");
  const unruled = server.asked.filter((path) => matching(path).length === 0);
  expect(unruled.filter((path) => path !== "/favicon.ico")).toEqual([]);
  expect(wrong).toEqual([]);
  await server.close();
});
