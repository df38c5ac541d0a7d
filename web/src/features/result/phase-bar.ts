// Above the output: a slider over the steps of the overlays, and a button that shows it.
import { nothing } from "lit";
import { type Places, placeLink, placeText } from "../../components/places";
import { plural } from "../../core/plural";
import { html } from "../../ui/html";
import { ChevronLeft, ChevronRight, icon, Layers2 } from "../../ui/icons";
import type { Step } from "./phase-steps";
import type { Phases, ShownStep } from "./phases";

export interface PhaseBarHost {
  phases: Phases;
  places: Places;
  /** Shows the list of problems. */
  listProblems: () => void;
}

/** Why there are no steps. */
const WITHOUT = {
  waiting: "Running…",
  failed: "The run failed before its first overlay.",
  none: "No overlay is applied to this output. Those of a library are applied to its own output.",
};

/** Further files are only counted. */
/** Shows or hides the slider. */
export const phasesButton = (phases: Phases) => html`
  <button type="button" class="quiet phases-button" aria-expanded=${phases.isOpen ? "true" : "false"} @click=${() => phases.toggle()}>${icon(Layers2)} <span class="label">Overlay steps</span></button>
`;

export function phaseBar(host: PhaseBarHost) {
  const { phases } = host;
  const { shown } = phases;
  if (!shown) return html`<div class="phases"><p class="phase-name">${WITHOUT[phases.why]}</p></div>`;
  const { at, of, step } = shown;
  const move = (label: string, to: number, sign: typeof ChevronLeft) =>
    html`<button type="button" class="icon-button" aria-label=${label} title=${label} aria-disabled=${to < 0 || to >= of ? "true" : "false"} @click=${() => phases.choose(to)}>${icon(sign)}</button>`;
  return html`
    <div class="phases ${step.kind}" role="group" aria-label="Overlay steps">
      <div class="phase-slider">
        ${move("Previous step", at - 1, ChevronLeft)}
        <input type="range" min="0" max=${of - 1} step="1" .value=${`${at}`} aria-label="Step" aria-valuetext=${words(shown)} @input=${({ target }: Event) => phases.choose(Number((target as HTMLInputElement).value))} />
        ${move("Next step", at + 1, ChevronRight)}
      </div>
      <p class="phase-name"><span class="phase-number">${at + 1} of ${of}</span> ${name(shown, host)}${isIdle(shown) ? "; it changes nothing" : nothing}</p>
    </div>
  `;
}

/** What screen readers say of the slider, and of copies. */
export function words({ step, at, of }: ShownStep): string {
  const overlay = step.overlay ? placeText(step.overlay.place ?? { file: step.overlay.file, span: null }) : "";
  const name = {
    templates: "after the templates",
    overlay: `after overlay ${overlay}`,
    final: `final output, after overlay ${overlay}`,
    failed: `overlay ${overlay} failed`,
  };
  return `${at + 1} of ${of}: ${name[step.kind]}`;
}

function name({ step }: ShownStep, { places, listProblems }: PhaseBarHost) {
  const { overlay } = step;
  const at = overlay && placeLink(overlay.place ?? { file: overlay.file, span: null }, "Overlay", places);
  switch (step.kind) {
    case "templates":
      return html`<strong>after the templates</strong>, before all overlays`;
    case "overlay":
      return html`<strong>after overlay</strong> ${at}, not the final output`;
    case "final":
      return html`<strong>final output</strong>, after overlay ${at}${leftOut(step)}`;
    case "failed":
      return html`<strong>overlay</strong> ${at} <strong><button type="button" class="explain" @click=${listProblems}>failed</button></strong>${step.leftOut > 0 ? leftOut(step) : "; this is the output before it"}`;
  }
}

const leftOut = ({ leftOut }: Step): string =>
  leftOut > 0 ? `; ${plural(leftOut, "step")} before it ${leftOut === 1 ? "is" : "are"} left out` : "";

/** The step changes no file. */
const isIdle = ({ step, changed }: ShownStep): boolean => step.before !== undefined && changed.length === 0;
