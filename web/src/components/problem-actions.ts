// What is offered with a problem wherever it is shown, in the list or on a card in the editor: its fixes, and the page that explains it.
import { nothing } from "lit";
import { explained } from "../content/explain-pages";
import type { Diagnostic, Fix } from "../engine/types";
import { html } from "../ui/html";
import { icon, Wrench } from "../ui/icons";
import type { Places } from "./places";

/** What the page does when one is chosen. */
export interface ProblemActions {
  places: Places;
  fix: (fix: Fix) => void;
  explain: (code: string) => void;
  /** More is known of what is shown. */
  changed: () => void;
}

/** A diagnostic as it is shown; lints are shown with severities of their own. */
export type Shown = Omit<Diagnostic, "severity">;

/** What the buttons of a problem belong to, for those who only hear them. */
const subject = ({ path, message }: Shown): string => path ?? message;

/** A button for each fix. */
export function fixButtons(problem: Shown, { fix }: ProblemActions) {
  if (problem.fixes.length === 0) return nothing;
  return html`
    <div class="fixes">
      ${problem.fixes.map(
        (one) =>
          html`<button type="button" class="fix" aria-label="${one.title}, for ${subject(problem)}" @click=${() => fix(one)}>${icon(Wrench)} ${one.title}</button>`,
      )}
    </div>
  `;
}

/** A button to the page that explains this kind of problem, if there is one. */
export const explainButton = (problem: Shown, actions: ProblemActions) =>
  explainCode(problem.code, subject(problem), actions);

/** The same for a kind that has no problem to it now. */
export function explainCode(code: string, what: string, { explain }: ProblemActions) {
  if (!explained(code)) return nothing;
  return html`<button type="button" class="explain" aria-label="Explain: ${what}" @click=${() => explain(code)}>Explain</button>`;
}
