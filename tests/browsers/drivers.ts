// The programs that control the browsers, all by the WebDriver protocol. Each is started as a process; a session is a browser with an empty profile.
import { type ChildProcess, spawn } from "node:child_process";
import { type AddressInfo, createServer } from "node:net";
import { Builder, Capabilities, type WebDriver } from "selenium-webdriver";

export const BROWSERS = ["Chromium", "Firefox", "WebKit"] as const;
export type BrowserName = (typeof BROWSERS)[number];

interface Program {
  command: (port: number) => string[];
  capabilities: object;
}

const SIZE = { width: 1400, height: 900 };

const PROGRAMS: Record<BrowserName, Program> = {
  Chromium: {
    command: (port) => ["chromedriver", `--port=${port}`],
    capabilities: {
      browserName: "chrome",
      "goog:chromeOptions": {
        binary: process.env.CHROMIUM ?? "/usr/bin/chromium",
        args: ["--headless=new", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking"],
      },
    },
  },
  Firefox: {
    command: (port) => ["geckodriver", "--port", `${port}`, "--websocket-port", "0"],
    capabilities: {
      browserName: "firefox",
      "moz:firefoxOptions": {
        binary: "/usr/bin/firefox-esr",
        args: ["-headless"],
        // Lets scripts read the clipboard without the prompt that a user would confirm.
        prefs: { "dom.events.testing.asyncClipboard": true },
      },
    },
  },
  WebKit: {
    // It needs a display.
    command: (port) => ["xvfb-run", "--auto-servernum", "WebKitWebDriver", `--port=${port}`],
    capabilities: {
      browserName: "MiniBrowser",
      "webkitgtk:browserOptions": {
        binary: "/usr/lib/x86_64-linux-gnu/webkit2gtk-4.1/MiniBrowser",
        args: ["--automation"],
      },
    },
  },
};

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

async function answers(url: string): Promise<boolean> {
  try {
    return (await fetch(`${url}/status`)).ok;
  } catch {
    return false;
  }
}

/** A running program. */
export class Driver {
  readonly #process: ChildProcess;
  readonly #url: string;
  readonly #capabilities: object;

  private constructor(process: ChildProcess, url: string, capabilities: object) {
    this.#process = process;
    this.#url = url;
    this.#capabilities = capabilities;
  }

  static async start(browser: BrowserName): Promise<Driver> {
    const { command, capabilities } = PROGRAMS[browser];
    const port = await freePort();
    const [name = "", ...args] = command(port);
    // A group of its own, because xvfb-run does not pass signals on.
    const child = spawn(name, args, { stdio: "ignore", detached: true });
    const failed = new Promise<never>((_, reject) => {
      child.once("error", () => reject(new Error(`${name} is not installed: scripts/setup browsers`)));
      child.once("exit", (status) => reject(new Error(`${name} ended with ${status}`)));
    });
    failed.catch(() => {});
    const url = `http://127.0.0.1:${port}`;
    const ready = async () => {
      for (let tries = 0; tries < 200; tries++) {
        if (await answers(url)) return;
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
      throw new Error(`${name} did not start within 20 s`);
    };
    await Promise.race([ready(), failed]);
    return new Driver(child, url, capabilities);
  }

  async session(): Promise<WebDriver> {
    const driver = await new Builder()
      .disableEnvironmentOverrides()
      .usingServer(this.#url)
      .withCapabilities(new Capabilities(new Map(Object.entries(this.#capabilities))))
      .build();
    await driver.manage().window().setRect(SIZE);
    return driver;
  }

  stop(): void {
    if (this.#process.pid !== undefined) process.kill(-this.#process.pid);
  }
}
