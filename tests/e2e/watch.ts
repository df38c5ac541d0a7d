// Events that no test allows: a request to another origin, a violation of the page's Content-Security-Policy, an exception, a message in the console.
import type { Page } from "@playwright/test";

/** Adds such events to `wrong`. */
export function listen(page: Page, origin: string, wrong: string[]): void {
  page.on("request", (request) => {
    if (new URL(request.url()).origin !== origin) wrong.push(`asked another origin: ${request.url()}`);
  });
  page.on("pageerror", (error) => wrong.push(`threw: ${error.message}`));
  page.on("console", (message) => {
    // Only the tests of working offline allow the service worker; playwright.config.ts.
    if (message.text() === "Service Worker registration blocked by Playwright") return;
    // A page was left while its worker waited for this download. If it fails for another reason, the engine stops, which tests see.
    if (message.text().startsWith("the rest of the engine cannot be loaded")) return;
    // Chromium with windows looks for an icon at the root for documents that name none, such as the text in which tests fill the storage.
    if (message.location().url.endsWith("/favicon.ico")) return;
    if (message.type() === "error" || message.type() === "warning") wrong.push(`console: ${message.text()}`);
  });
}

/** Adds violations of the policy in any later document of the page. To be called once per page. */
export async function watchPolicy(page: Page, wrong: string[]): Promise<void> {
  await page.exposeFunction("reportPolicyViolation", (what: string) => wrong.push(`policy: ${what}`));
  await page.addInitScript(() => {
    addEventListener("securitypolicyviolation", (event) => {
      const report = (globalThis as unknown as { reportPolicyViolation(what: string): void }).reportPolicyViolation;
      report(`${event.violatedDirective} ${event.blockedURI} ${event.sourceFile}:${event.lineNumber}`);
    });
  });
}

/** Both, for a page of one test. */
export async function watch(page: Page, origin: string): Promise<string[]> {
  const wrong: string[] = [];
  listen(page, origin, wrong);
  await watchPolicy(page, wrong);
  return wrong;
}
