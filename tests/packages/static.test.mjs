// The archive of the page for web servers: `node --test tests/packages/`, after scripts/build. The server of its container is nginx, which
// `scripts/setup server` installs.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { chmodSync, cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { get as request } from "node:http";
import { createServer } from "node:net";
import { dirname, join } from "node:path";
import { before, test } from "node:test";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { opened, served } from "./browser.mjs";
import { packed, project, root, run } from "./consumer.mjs";

let archive;

before(() => {
  archive = packed("static").get("ytterby-playground.tar.gz");
});

/** The folder of the archive, unpacked. */
function unpacked(t) {
  const folder = project(t, {});
  // The worker processes of nginx may run as another user.
  chmodSync(folder, 0o755);
  run("tar", ["-xzf", archive, "-C", folder]);
  return join(
    folder,
    readdirSync(folder).find((name) => name.startsWith("ytterby-playground-")),
  );
}

test("the archive has no names of users, one time, and sorted entries", () => {
  const lines = run("tar", ["-tvzf", archive, "--numeric-owner", "--utc", "--full-time"]).trim().split("\n");
  const entries = lines.map((line) => /^(\S+) (\S+) +\d+ (\S+ \S+) (.*)$/.exec(line).slice(1));
  assert.ok(entries.length > 100, `${entries.length} entries`);
  assert.deepEqual(new Set(entries.map(([mode]) => mode)), new Set(["drwxr-xr-x", "-rw-r--r--"]));
  assert.deepEqual(new Set(entries.map(([, owner]) => owner)), new Set(["0/0"]));
  assert.equal(new Set(entries.map(([, , time]) => time)).size, 1);
  console.log(`ytterby-playground.tar.gz: ${readFileSync(archive).length} bytes, ${entries.length} entries`);
});

test("the page works from the folder, and the compressed files are those files", async (t) => {
  const folder = join(unpacked(t), "playground");
  const paths = readdirSync(folder, { recursive: true });
  const texts = paths.filter((path) => /\.(html|js|ts|css|svg|wasm|json|txt)$/.test(path));
  for (const path of texts) {
    const bytes = readFileSync(join(folder, path));
    if (bytes.length < 1000) continue;
    assert.ok(brotliDecompressSync(readFileSync(join(folder, `${path}.br`))).equals(bytes), path);
    assert.ok(gunzipSync(readFileSync(join(folder, `${path}.gz`))).equals(bytes), path);
  }
  const { page, wrong } = await opened(t, await served(t, folder));
  await page.getByText("Rendered in").waitFor();
  assert.deepEqual(wrong, []);
});

function freePort() {
  return new Promise((resolve) => {
    const server = createServer().listen(0, () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}

const headersOf = (address) =>
  new Promise((resolve, reject) => {
    request(address, { headers: { "accept-encoding": "br, gzip" } }, (response) => {
      response.resume();
      resolve({ status: response.statusCode, ...response.headers });
    }).on("error", reject);
  });

const NGINX = "/usr/sbin/nginx";
const without =
  existsSync(NGINX) || process.env.TEST_LEVEL === "all" ? false : "nginx is not installed: scripts/setup server";

test("the container's files, packages and command serve the page", { skip: without }, async (t) => {
  const folder = unpacked(t);
  const container = readFileSync(join(folder, "Containerfile"), "utf8").replace(/\\\n/g, "");
  const instruction = (name) => [...container.matchAll(new RegExp(`^${name} (.*)$`, "gm"))].map(([, rest]) => rest);

  // The tests have the packages that it installs.
  const [, installed] = /apt-get install -y --no-install-recommends ([\w -]*?) *&&/.exec(instruction("RUN")[0]);
  const setup = readFileSync(join(root, "scripts/setup"), "utf8");
  assert.ok(setup.includes(`apt_install nginx ${installed}\n`), installed);

  // The files that it copies are in the archive. A folder replaces its root, so paths in the configuration change.
  const image = join(folder, "image");
  const copied = instruction("COPY").map((words) => words.split(" "));
  assert.ok(copied.length >= 3);
  for (const [from, to] of copied) {
    assert.ok(existsSync(join(folder, from)), from);
    mkdirSync(dirname(join(image, to)), { recursive: true });
    cpSync(join(folder, from), join(image, to), { recursive: true });
  }
  const port = await freePort();
  const [exposed] = instruction("EXPOSE");
  mkdirSync(join(image, "tmp"));
  for (const [, to] of copied.filter(([from]) => from.endsWith(".conf"))) {
    const text = readFileSync(join(image, to), "utf8");
    const replaced = text
      .replaceAll(/(?<=[ "])\/(?=(etc\/nginx\/ytterby\.conf|srv\/ytterby\/|tmp\/))/g, `${image}/`)
      .replace("access_log /dev/stdout", "access_log off")
      .replace(`listen ${exposed};`, `listen ${port};`);
    writeFileSync(join(image, to), replaced);
  }
  const [program, ...args] = JSON.parse(instruction("CMD")[0]);
  const configuration = ["-c", join(image, "etc/nginx/nginx.conf")];
  run(`/usr/sbin/${program}`, ["-t", "-e", "stderr", ...configuration]);
  const server = spawn(`/usr/sbin/${program}`, [...args, ...configuration], {
    stdio: ["ignore", "inherit", "inherit"],
  });
  const ended = new Promise((resolve) => server.once("exit", resolve));
  try {
    await serves(t, `http://localhost:${port}`);
  } finally {
    server.kill("SIGQUIT");
    await ended;
  }
});

async function serves(t, origin) {
  for (let tries = 0; tries < 50; tries++) {
    const isUp = await headersOf(origin).catch(() => undefined);
    if (isUp) break;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  const start = await headersOf(origin);
  assert.deepEqual([start.status, start.location], [302, "/ytt/"]);
  assert.equal((await headersOf(`${origin}/ytt?a=1`)).location, "/ytt/?a=1");
  assert.equal((await headersOf(`${origin}/ytt/licenses.txt`))["content-encoding"], "br");
  const { page, wrong } = await opened(t, origin);
  await page.getByText("Rendered in").waitFor();
  assert.equal(new URL(page.url()).pathname, "/ytt/");
  assert.deepEqual(wrong, []);
}
