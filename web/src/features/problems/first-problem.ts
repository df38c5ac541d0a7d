// The first problem in one line with its first fix, for narrow pages, where the list of problems is in another pane than the editor.
import { nothing } from "lit";
import { fixButtons, type ProblemActions } from "../../components/problem-actions";
import type { Session } from "../../engine/session";
import type { Diagnostic } from "../../engine/types";
import { html } from "../../ui/html";
import { CircleX, icon, TriangleAlert } from "../../ui/icons";
import { inCode } from "../../ui/in-code";
import { diagnosticsOf } from "./problems";

/** The first error, or else the first warning. */
export function firstOf({ response }: Session): Diagnostic | undefined {
  const diagnostics = diagnosticsOf(response);
  return diagnostics.find(({ severity }) => severity === "error") ?? diagnostics[0];
}

export function firstProblem(session: Session, actions: ProblemActions, list: () => void) {
  const first = firstOf(session);
  if (!first) return nothing;
  const { severity, primary, argument, fixes } = first;
  const go = () => {
    if (argument !== null) actions.goToArgument(argument);
    else if (primary && actions.places.has(primary.file)) actions.places.goTo(primary);
    else list();
  };
  return html`
    <section class="first-problem ${severity}" aria-label="First problem">
      ${icon(severity === "error" ? CircleX : TriangleAlert)}
      <button type="button" class="headline ellipsis" title=${first.headline} @click=${go}>${inCode(first.headline)}</button>
      ${fixButtons({ ...first, fixes: fixes.slice(0, 1) }, actions)}
    </section>
  `;
}
