// The actions for a problem, in the list and on a card in the editor: its fixes, and a link to its explanation.
import { nothing } from "lit";
import { explained } from "../content/explain-pages";
import type { Diagnostic, Fix } from "../engine/types";
import { html } from "../ui/html";
import { icon, Wrench } from "../ui/icons";
import type { Places } from "./places";
import { headlineText } from "./problem-text";

/** A fix, or in its place a comparison of two values files. */
export interface Remedy extends Fix {
  compares?: readonly [string, string];
}

/** The actions of a host. */
export interface ProblemActions {
  places: Places;
  fix: (fix: Remedy) => void;
  explain: (code: string) => void;
  /** Goes to an argument of the command line. */
  goToArgument: (argument: number) => void;
  /** Marks a data value everywhere, where the host can. */
  choose?: ((value: ValueName) => void) | undefined;
}

/** A data value by its path, in the library that a file belongs to. */
export interface ValueName {
  file: string;
  path: string;
}

/** A diagnostic to show; lints have severities of their own. */
export type Shown = Omit<Diagnostic, "severity">;

/** Describes the problem of a button, for screen readers. */
const subject = (problem: Shown): string => problem.path ?? headlineText(problem);

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

/** A link to the argument of the command line that is wrong. */
export function argumentLink({ argument }: Shown, { goToArgument }: ProblemActions) {
  if (argument === null) return nothing;
  return html`<button type="button" class="place" aria-label="In the flags: go to the command line" @click=${() => goToArgument(argument)}>in the flags</button>`;
}

/** A link to the explanation of this kind of problem, if there is one. */
export const explainButton = (problem: Shown, actions: ProblemActions) =>
  explainCode(problem.code, subject(problem), actions);

/** A link to the explanation of a kind of problem in general. */
export function explainCode(code: string, what: string, { explain }: ProblemActions) {
  if (!explained(code)) return nothing;
  return html`<button type="button" class="explain" aria-label="Explain: ${what}" @click=${() => explain(code)}>Explain</button>`;
}
