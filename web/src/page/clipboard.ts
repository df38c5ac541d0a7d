// Copies text, and says so.
import { noted } from "../core/failures";
import type { Notices } from "../ui/notices";

/** Resolves with whether the browser has copied it. */
export type Copy = (text: string, what?: string) => Promise<boolean>;

export const copier =
  (notices: Notices): Copy =>
  async (text, what = "") => {
    try {
      await navigator.clipboard.writeText(text);
    } catch (error) {
      noted("copying")(error);
      notices.report("The browser did not allow copying.");
      return false;
    }
    notices.report(`Copied${what ? ` ${what}` : ""}.`);
    return true;
  };
