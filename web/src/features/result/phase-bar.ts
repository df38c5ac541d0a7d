// Above the output: a slider over the steps of the overlays, and a button that shows it.
import { nothing } from "lit";
import { type Places, placeLink, placeText } from "../../components/places";
import { plural } from "../../core/plural";
import { html, markInvisibleInName } from "../../ui/html";
import { ChevronLeft, ChevronRight, icon, Layers2 } from "../../ui/icons";
import type { Output } from "./output";
import type { Step } from "./phase-steps";
import type { Phases, ShownStep } from "./phases";

export interface PhaseBarHost {
  phases: Phases;
  output: Output;
  places: Places;
  /** Shows an output file. */
  chooseOutput: (path: string) => void;
  /** Goes to the first problem. */
  toProblem: () => void;
}

/** Why there are no steps. */
const WITHOUT = {
  waiting: "Running…",
  failed: "The run failed before its first overlay.",
  none: "No overlay is applied to this output. Those of a library are applied to its own output.",
};

/** Shows or hides the slider. */
export const phasesButton = (phases: Phases) => html`
  <button type="button" class="quiet phases-button" aria-expanded=${phases.isOpen ? "true" : "false"} @click=${() => phases.toggle()}>${icon(Layers2)} <span class="label">Overlay steps</span></button>
`;

export function phaseBar(host: PhaseBarHost) {
  const { phases } = host;
  const { shown } = phases;
  if (!shown) return html`<div class="phases"><p class="phase-text">${WITHOUT[phases.why]}</p></div>`;
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
      <p class="phase-text">
        <span class="phase-name ellipsis" title=${words(shown)}><span class="phase-number">${number(shown)}</span> ${name(shown, host)}</span>
        <span class="phase-details ellipsis">${details(shown, host)}</span>
      </p>
    </div>
  `;
}

/** The number of the overlay that the step is after; 0 after the templates. */
const number = ({ step, at, overlays }: ShownStep): string => `${at + step.leftOut} of ${overlays}`;

/** The words for screen readers about the slider, and for copies. */
export function words(shown: ShownStep): string {
  const { step } = shown;
  const overlay = step.overlay ? placeText(step.overlay.place ?? { file: step.overlay.file, span: null }) : "";
  const name = {
    templates: "after the templates",
    overlay: `after overlay ${overlay}`,
    final: `final output, after overlay ${overlay}`,
    failed: `overlay ${overlay} failed`,
  };
  return `${number(shown)}: ${name[step.kind]}`;
}

function name({ step }: ShownStep, { places, toProblem }: PhaseBarHost) {
  const { overlay } = step;
  const at = overlay && placeLink(overlay.place ?? { file: overlay.file, span: null }, "Overlay", places);
  switch (step.kind) {
    case "templates":
      return html`<strong>after the templates</strong>`;
    case "overlay":
      return html`<strong>after overlay</strong> ${at}`;
    case "final":
      return html`<strong>final output</strong>, after overlay ${at}`;
    case "failed":
      return html`<strong>overlay</strong> ${at} <strong><button type="button" class="explain" @click=${toProblem}>failed</button></strong>`;
  }
}

/** The changes by the step. They have a place of their own beside or below its name, so that the output does not move. */
function details(shown: ShownStep, host: PhaseBarHost) {
  const { step, changed } = shown;
  if (step.leftOut > 0) return leftOut(step);
  if (step.kind === "templates") return "before all overlays";
  if (step.kind === "failed") {
    const after = shown.overlays - shown.at - step.leftOut;
    return `this is the output before it${after > 0 ? `; ${plural(after, "overlay")} after it ${after === 1 ? "was" : "were"} not applied` : ""}`;
  }
  if (step.before === undefined) return nothing;
  if (changed.length === 0) return "changes nothing";
  return html`${size(shown, host.output)}${where(shown, host)}`;
}

const leftOut = ({ leftOut }: Step): string =>
  `${plural(leftOut, "step")} before it ${leftOut === 1 ? "is" : "are"} left out`;

/** `+4 −1 lines`. */
function size(shown: ShownStep, output: Output) {
  const lines = output.changedLines(shown);
  if (!lines) return lines === null ? "changes" : nothing;
  const { added, removed } = lines;
  const signed = [added > 0 ? `+${added}` : "", removed > 0 ? `−${removed}` : ""].filter((text) => text !== "");
  return html`<span class="phase-size">${signed.join(" ")} ${added + removed === 1 ? "line" : "lines"}</span>`;
}

/** The changed file, if another one is shown; the number of files, if there are several. */
function where({ changed }: ShownStep, { output, chooseOutput }: PhaseBarHost) {
  const [first = "", ...others] = changed;
  if (changed.includes(output.shownPath ?? ""))
    return others.length > 0 ? ` in ${plural(changed.length, "file")}` : nothing;
  return html` in <button type="button" class="place" aria-label="Show ${first}, which this step changes" title=${first} @click=${() => chooseOutput(first)}>${markInvisibleInName(first)}</button>${others.length > 0 ? ` and ${plural(others.length, "other file")}` : nothing}`;
}
