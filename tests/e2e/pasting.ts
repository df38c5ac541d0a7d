// Pastes text as a browser does, without the system's clipboard.
import type { Page } from "@playwright/test";

/** Pastes a text into the focused element. */
export const paste = (page: Page, text: string) =>
  page.evaluate((text) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text/plain", text);
    let target = document.activeElement;
    while (target?.shadowRoot?.activeElement) target = target.shadowRoot.activeElement;
    const event = new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true, composed: true });
    // The browser's action in a text field.
    if (target?.dispatchEvent(event) && target instanceof HTMLInputElement)
      document.execCommand("insertText", false, text);
  }, text);
