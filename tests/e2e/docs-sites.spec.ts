// The recipes for docs sites: each site in tests/docs-sites is built by the real tool, where it is installed, and served under a strict
// Content-Security-Policy. Its playground is used in a browser, and nothing on the page moves when the loader arrives.
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { expectAccessible } from "./accessible";
import { SAMPLE_POLICY } from "./docs-page";
import { drawn } from "./frames";
import { hold } from "./held-engine";
import { observeShifts, shiftsOf } from "./layout-shift";
import { expect, isolated as test } from "./playground";
import { DIST, type StaticServer, serve } from "./static-server";
import { watchPolicy } from "./watch";

const SITES = join(__dirname, "../docs-sites");

interface Site {
  /** Its folder, if that is not its name. */
  folder?: string;
  /** The folders of static files and of the built site. */
  statics: string;
  built: string;
  /** The page with the playground, below `/docs/`. */
  page: string;
  label: string;
  /** The command, if it is installed. */
  command: () => string[] | undefined;
  /** Switches the site's own theme. */
  dark?: string;
  /** The site's own scripts do not work where trusted types are required. */
  untrusted?: boolean;
  /** It has elements with a `style` attribute of its own. */
  styled?: boolean;
  /** Whether its recipe reserves the space of playgrounds. */
  still?: boolean;
}

function onPath(name: string): string | undefined {
  return (process.env.PATH ?? "")
    .split(":")
    .map((folder) => join(folder, name))
    .find(existsSync);
}

const docusaurusModules = () =>
  [process.env.DOCUSAURUS ?? "", join(SITES, "docusaurus/node_modules")].find((folder) =>
    existsSync(join(folder, "@docusaurus/core")),
  );

/** The theme as Debian installs it, or as pip does. */
function hasMaterial(): boolean {
  if (existsSync("/usr/share/mkdocs/themes/material")) return true;
  try {
    execFileSync("python3", ["-c", "import material"], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}

/** The sample policy of docs/embedding.md, with the digests of the site's own inline scripts and style sheets. */
function policyOf(folder: string, { untrusted = false, styled = false }: Site): string {
  const digests = { script: new Set<string>(), style: new Set<string>() };
  for (const path of readdirSync(folder, { recursive: true, encoding: "utf8" })) {
    if (!path.endsWith(".html") || path.startsWith("playground")) continue;
    const inline = readFileSync(join(folder, path), "utf8").matchAll(
      /<(script|style)(?![^>]*(?:\bsrc=|application\/(?:ld\+)?json))[^>]*>([\s\S]*?)<\/\1>/g,
    );
    for (const [, kind = "", text = ""] of inline)
      digests[kind as "script" | "style"].add(`'sha256-${createHash("sha256").update(text).digest("base64")}'`);
  }
  return SAMPLE_POLICY.split("; ")
    .filter((rule) => !untrusted || !/trusted-types/.test(rule))
    .map((rule) => (rule.startsWith("script-src") ? [rule, ...digests.script].join(" ") : rule))
    .map((rule) => (rule.startsWith("style-src") ? [rule, ...digests.style].join(" ") : rule))
    .concat("font-src 'self'", styled ? ["style-src-attr 'unsafe-inline'"] : [])
    .join("; ");
}

/** Events that the page must not have: violations of its policy, and exceptions. */
async function watched(page: Page): Promise<string[]> {
  const wrong: string[] = [];
  page.on("pageerror", (error) => wrong.push(error.message));
  page.on("console", (message) => message.type() === "error" && wrong.push(message.text()));
  await watchPolicy(page, wrong);
  return wrong;
}

/** A copy of a site with the built playground among its static files. */
function copied(name: string, statics: string): string {
  const folder = mkdtempSync(join(tmpdir(), `ytterby-${name}-`));
  cpSync(join(SITES, name), folder, { recursive: true, filter: (path) => !path.includes("node_modules") });
  cpSync(DIST, join(folder, statics, "playground"), { recursive: true });
  return folder;
}

function served(folder: string, site: Site): Promise<StaticServer> {
  const policy = policyOf(folder, site);
  return serve({ folders: { "/docs/": folder }, headers: () => ({ "content-security-policy": policy }) });
}

const sites: Record<string, Site> = {
  hugo: {
    statics: "static",
    built: "public",
    page: "",
    label: "A firing plan",
    command: () => (onPath("hugo") ? ["hugo", "--quiet"] : undefined),
    still: true,
  },
  mkdocs: {
    statics: "docs",
    built: "site",
    page: "",
    label: "A firing plan",
    command: () => (onPath("mkdocs") ? ["mkdocs", "build", "--quiet"] : undefined),
    untrusted: true,
    styled: true,
    still: true,
  },
  "mkdocs-material": {
    folder: "mkdocs",
    statics: "docs",
    built: "site",
    page: "",
    label: "A firing plan",
    command: () =>
      onPath("mkdocs") && hasMaterial() ? ["mkdocs", "build", "--quiet", "-f", "material.yml"] : undefined,
    dark: "slate",
    untrusted: true,
    styled: true,
    still: true,
  },
  mdbook: {
    statics: "src",
    built: "book",
    page: "kilns.html",
    label: "Firing",
    command: () => {
      const mdbook = process.env.MDBOOK ?? onPath("mdbook");
      return mdbook ? [mdbook, "build"] : undefined;
    },
    dark: "coal",
    untrusted: true,
    styled: true,
  },
  docusaurus: {
    statics: "static",
    built: "build",
    page: "",
    label: "A firing plan",
    command: () => (docusaurusModules() ? ["node_modules/.bin/docusaurus", "build"] : undefined),
    dark: "dark",
    untrusted: true,
    styled: true,
    still: true,
  },
};

for (const [name, site] of Object.entries(sites)) {
  const command = site.command();
  test(`a code block of a ${name} site becomes a playground`, { tag: "@long" }, async ({ page }) => {
    test.skip(!command && process.env.TEST_LEVEL !== "all", `${name} is not installed: scripts/setup hosts`);
    if (!command) throw new Error(`${name} is not installed: scripts/setup hosts`);
    test.setTimeout(300_000);
    const folder = copied(site.folder ?? name, site.statics);
    const modules = name === "docusaurus" && docusaurusModules();
    if (modules) symlinkSync(modules, join(folder, "node_modules"));
    const [program = "", ...args] = command ?? [];
    execFileSync(program, args, { cwd: folder, stdio: "pipe" });

    const server = await served(join(folder, site.built), site);
    const wrong = await watched(page);
    await observeShifts(page);
    await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
    // The page is painted before the loader comes.
    const release = await hold(page, "**/playground/embed.js");
    await page.goto(`${server.origin}/docs/${site.page}`, { waitUntil: "commit" });
    const embed = page.locator("ytt-playground");
    await expect(embed.locator("pre").first()).toBeVisible();
    await drawn(page);
    release();
    await expect(embed.getByRole("tab")).toHaveText(["schema.yml", "values.yml", "config.yml"]);
    await expect(embed.getByText(site.label)).toBeVisible();
    await expect(embed.getByRole("tabpanel")).toHaveText("#@data/values\n---\nkiln:\n  peak: 1400\n");
    const loaded = server.asked.filter((path) => path.includes("/playground/") && !path.endsWith(".css"));
    expect(loaded).toEqual(["/docs/playground/embed.js"]);

    await embed.getByRole("button", { name: /^Run/ }).click();
    await expect(embed.locator(".output .cm-content")).toContainText("heat: 1400");
    await expect(embed.locator(".output .cm-content")).toContainText('fits: "yes"');
    await expect(embed.locator(".foot")).toContainText("1 violation");
    const sum = (await shiftsOf(page)).reduce((sum, { value }) => sum + value, 0);
    console.log(`layout shift in a ${name} site: ${sum.toFixed(5)}`);
    if (site.still) expect(sum, JSON.stringify(await shiftsOf(page))).toBeLessThan(0.001);
    await expectAccessible(page, `in a ${name} site`, "ytt-playground");
    await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });

    if (site.dark) {
      const ground = () => embed.locator(".embed").evaluate((element) => getComputedStyle(element).backgroundColor);
      expect(await ground()).toBe("rgb(255, 255, 255)");
      await page.evaluate((theme) => {
        const { documentElement: root } = document;
        const { body } = document;
        if (body.dataset.mdColorScheme) body.dataset.mdColorScheme = theme;
        else if (root.dataset.theme) root.dataset.theme = theme;
        else root.classList.replace("light", theme);
      }, site.dark);
      await expect.poll(ground).toBe("rgb(23, 27, 30)");
    }
    expect(wrong).toEqual([]);
    await server.close();
    rmSync(folder, { recursive: true });
  });
}

const reactModules = join(SITES, "react/node_modules");

test("a React site, rendered on the server and hydrated in StrictMode", { tag: "@long" }, async ({ page }) => {
  const installed = existsSync(join(reactModules, "react"));
  test.skip(!installed && process.env.TEST_LEVEL !== "all", "React is not installed: scripts/setup hosts");
  if (!installed) throw new Error("React is not installed: scripts/setup hosts");
  test.setTimeout(120_000);
  const folder = copied("react", "public");
  mkdirSync(join(folder, "node_modules"));
  for (const name of [...readdirSync(reactModules), ".bin"])
    if (!existsSync(join(folder, "node_modules", name)))
      symlinkSync(join(reactModules, name), join(folder, "node_modules", name));
  symlinkSync(DIST, join(folder, "node_modules/ytterby-playground"));
  execFileSync("npm", ["run", "build"], { cwd: folder, stdio: "pipe" });

  const server = await served(join(folder, "dist"), { statics: "", built: "", page: "", label: "", command: () => [] });
  const wrong = await watched(page);
  const workers: string[] = [];
  page.on("worker", (worker) => workers.push(worker.url()));
  await page.goto(`${server.origin}/docs/`);
  const embed = page.locator("#children");
  await expect(embed.getByRole("tabpanel")).toContainText("peak: 1000");

  // Changes before Run are visible, and Run uses them.
  await page.getByRole("button", { name: "Hotter" }).click();
  await expect(embed.getByRole("tabpanel")).toContainText("peak: 1100");
  await embed.getByRole("button", { name: /^Run/ }).click();
  await expect(embed.locator(".output .cm-content")).toContainText("heat: 1100");
  await expect(page.locator("output")).toHaveText("heat: 1100");

  // And after it.
  await page.getByRole("button", { name: "Hotter" }).click();
  await expect(embed.locator(".output .cm-content")).toContainText("heat: 1200");
  // Rendering the same again keeps the reader's text.
  await embed.getByRole("textbox", { name: "Contents of values.yml" }).click();
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.insertText("#@data/values\n---\nkiln:\n  peak: 1234\n");
  await expect(page.locator("output")).toHaveText("heat: 1234");
  await page.getByRole("button", { name: "Others" }).click();
  await expect(embed.locator(".output .cm-content")).toContainText("heat: 1234");

  const properties = page.locator("#properties");
  await properties.getByRole("button", { name: /^Run/ }).click();
  await expect(properties.locator(".output .cm-content")).toContainText("heat: 1200");
  await page.getByRole("button", { name: "Hotter" }).click();
  await expect(properties.locator(".output .cm-content")).toContainText("heat: 1300");

  // Unmounted and mounted again, one view each, and one engine for all.
  for (let time = 0; time < 4; time++) await page.getByRole("button", { name: "Others" }).click();
  await properties.getByRole("button", { name: /^Run/ }).click();
  await expect(properties.locator(".output .cm-content")).toContainText("heat: 1300");
  await expect(properties.locator(".embed")).toHaveCount(1);
  expect(page.workers()).toHaveLength(1);
  expect(workers).toHaveLength(1);
  expect(wrong).toEqual([]);
  await server.close();
  rmSync(folder, { recursive: true });
});
