// What a page must never do, whatever a test is about: ask another origin, break its Content-Security-Policy, throw, or write to the console.
import type { Page } from "@playwright/test";

/** Adds such events to `wrong`. */
export function listen(page: Page, origin: string, wrong: string[]): void {
  page.on("request", (request) => {
    if (new URL(request.url()).origin !== origin) wrong.push(`asked another origin: ${request.url()}`);
  });
  page.on("pageerror", (error) => wrong.push(`threw: ${error.message}`));
  page.on("console", (message) => {
    // The service worker is only for the tests of working offline; playwright.config.ts.
    if (message.text() === "Service Worker registration blocked by Playwright") return;
    if (message.type() === "error" || message.type() === "warning") wrong.push(`console: ${message.text()}`);
  });
}

/** Adds violations of the policy in any later document of the page. A page can be prepared like this once. */
export async function watchPolicy(page: Page, wrong: string[]): Promise<void> {
  await page.exposeFunction("reportPolicyViolation", (what: string) => wrong.push(`policy: ${what}`));
  await page.addInitScript(() => {
    addEventListener("securitypolicyviolation", (event) => {
      const report = (globalThis as unknown as { reportPolicyViolation(what: string): void }).reportPolicyViolation;
      report(`${event.violatedDirective} ${event.blockedURI} ${event.sourceFile}:${event.lineNumber}`);
    });
  });
}

/** Both, for a page that one test uses. */
export async function watch(page: Page, origin: string): Promise<string[]> {
  const wrong: string[] = [];
  listen(page, origin, wrong);
  await watchPolicy(page, wrong);
  return wrong;
}
