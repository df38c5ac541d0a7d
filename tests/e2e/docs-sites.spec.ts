// The recipes for docs sites: each site in tests/docs-sites is built by the real tool, where it is installed, and its playground is used in a browser.
import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expectAccessible } from "./accessible";
import { expect, isolated as test } from "./playground";
import { DIST, serve } from "./static-server";

const SITES = join(__dirname, "../docs-sites");

interface Site {
  /** Where static files are, and where the site is built. */
  statics: string;
  built: string;
  /** The page with the playground, below `/docs/`. */
  page: string;
  label: string;
  /** The command, if it is installed. */
  command: () => string[] | undefined;
  /** Turns the site's own switch of themes. */
  dark?: string;
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

const sites: Record<string, Site> = {
  hugo: {
    statics: "static",
    built: "public",
    page: "",
    label: "A firing plan",
    command: () => (onPath("hugo") ? ["hugo", "--quiet"] : undefined),
  },
  mkdocs: {
    statics: "docs",
    built: "site",
    page: "",
    label: "A firing plan",
    command: () => (onPath("mkdocs") ? ["mkdocs", "build", "--quiet"] : undefined),
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
  },
  docusaurus: {
    statics: "static",
    built: "build",
    page: "",
    label: "A firing plan",
    command: () => (docusaurusModules() ? ["node_modules/.bin/docusaurus", "build"] : undefined),
    dark: "dark",
  },
};

for (const [name, site] of Object.entries(sites)) {
  const command = site.command();
  test(`a code block of a ${name} site becomes a playground`, { tag: "@long" }, async ({ page }) => {
    test.skip(!command && process.env.TEST_LEVEL !== "all", `${name} is not installed: scripts/setup hosts`);
    if (!command) throw new Error(`${name} is not installed: scripts/setup hosts`);
    test.setTimeout(300_000);
    const folder = mkdtempSync(join(tmpdir(), `ytterby-${name}-`));
    cpSync(join(SITES, name), folder, { recursive: true, filter: (path) => !path.includes("node_modules") });
    cpSync(DIST, join(folder, site.statics, "playground"), { recursive: true });
    const modules = name === "docusaurus" && docusaurusModules();
    if (modules) symlinkSync(modules, join(folder, "node_modules"));
    const [program = "", ...args] = command ?? [];
    execFileSync(program, args, { cwd: folder, stdio: "pipe" });

    const server = await serve({ folders: { "/docs/": join(folder, site.built) } });
    const threw: string[] = [];
    page.on("pageerror", (error) => threw.push(error.message));
    await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
    await page.goto(`${server.origin}/docs/${site.page}`);
    const embed = page.locator("ytt-playground");
    await expect(embed.getByRole("tab")).toHaveText(["schema.yml", "values.yml", "config.yml"]);
    await expect(embed.getByText(site.label)).toBeVisible();
    await expect(embed.getByRole("tabpanel")).toHaveText("#@data/values\n---\nkiln:\n  peak: 1400\n");
    expect(server.asked.filter((path) => path.includes("/playground/"))).toEqual(["/docs/playground/embed.js"]);

    await embed.getByRole("button", { name: /^Run/ }).click();
    await expect(embed.locator(".output .cm-content")).toContainText("heat: 1400");
    await expect(embed.locator(".output .cm-content")).toContainText('fits: "yes"');
    await expect(embed.locator(".foot")).toContainText("1 violation");
    await expectAccessible(page, `in a ${name} site`, "ytt-playground");
    await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });

    if (site.dark) {
      const ground = () => embed.locator(".embed").evaluate((element) => getComputedStyle(element).backgroundColor);
      expect(await ground()).toBe("rgb(255, 255, 255)");
      await page.evaluate((theme) => {
        const { documentElement: root } = document;
        if (root.dataset.theme) root.dataset.theme = theme;
        else root.classList.replace("light", theme);
      }, site.dark);
      await expect.poll(ground).toBe("rgb(23, 27, 30)");
    }
    expect(threw).toEqual([]);
    await server.close();
    rmSync(folder, { recursive: true });
  });
}
