// The dialog about where the time of a run goes: by phase, by file and by library. It measures a run of its own, in which nothing is reused.
import { signal } from "@preact/signals-core";
import { nothing } from "lit";
import { type Places, placeLink } from "../../components/places";
import { plural } from "../../core/plural";
import type { Engine } from "../../engine/engine";
import type { Costs, Request } from "../../engine/types";
import { Dialog } from "../../ui/dialog";
import { html } from "../../ui/html";
import { inCode } from "../../ui/in-code";
import { byFile, byLibrary, byPhase, type CostLine, OUTSIDE } from "./cost-lines";

/** More files are not worth a line. */
const MOST_LINES = 100;

const milliseconds = (time: number): string => (time < 10 ? time.toFixed(1) : grouped(Math.round(time)));

/** `12 345`, with a narrow space as in other technical texts. */
const grouped = (n: number): string => n.toLocaleString("en").replaceAll(",", "\u202f");

export class CostsDialog {
  readonly #dialog = new Dialog("costs", { focus: "h2" });
  readonly #costs = signal<Costs | "measuring" | "lost">("measuring");
  #engine: Engine;
  #request: () => Request;
  #places: Places;

  constructor(engine: Engine, request: () => Request, places: Places) {
    this.#engine = engine;
    this.#request = request;
    this.#places = places;
  }

  open = async (): Promise<void> => {
    this.#costs.value = "measuring";
    await this.#dialog.open();
    this.#costs.value = (await this.#engine.ask<Costs>({ kind: "costs", request: this.#request() })) ?? "lost";
  };

  render() {
    return this.#dialog.render(() => ({ title: "Where time goes", content: this.#content(this.#costs.value) }));
  }

  #content(costs: Costs | "measuring" | "lost") {
    if (costs === "measuring") return html`<p class="note" role="status">Measuring a run…</p>`;
    if (costs === "lost") return html`<p class="objection" role="alert">The run was stopped. Try again.</p>`;
    const { total } = costs.timings;
    const files = byFile(costs);
    const most = files.length > MOST_LINES ? [...files.slice(0, MOST_LINES - 1), ...files.slice(-1)] : files;
    const libraries = byLibrary(costs);
    return html`
      ${costs.endedBy === null ? nothing : html`<p class="objection">This run did not come to its end: ${inCode(costs.endedBy)}</p>`}
      <p>A run of its own, in which nothing is reused, took ${milliseconds(total)} ms and ${grouped(costs.steps)} ${costs.steps === 1 ? "step" : "steps"} of code. After a key press, only what depends on the change runs again.</p>
      ${table("Phases", byPhase(costs), total)}
      ${table("Files", most, total, this.#name)}
      ${files.length > MOST_LINES ? html`<p>and ${plural(files.length - MOST_LINES, "file")} more</p>` : nothing}
      ${libraries.length > 2 ? table("Libraries", libraries, total) : nothing}
      <p class="note">The time of a file includes reading and compiling it, without the files that it loads and the libraries that it evaluates. A function counts for the file that calls it. A file has several runs if others load it, or if its library is evaluated more than once.</p>
    `;
  }

  #name = ({ name }: CostLine) => {
    if (name === OUTSIDE) return name;
    if (!this.#places.has(name)) return html`<code>${name}</code>`;
    return html`<span @click=${() => this.#dialog.close()}>${placeLink({ file: name, span: null }, "file", this.#places)}</span>`;
  };
}

function table(
  title: string,
  lines: readonly CostLine[],
  total: number,
  name: (line: CostLine) => unknown = (line) => line.name,
) {
  const hasSteps = lines.some(({ steps }) => steps !== undefined);
  const hasRuns = lines.some(({ runs }) => runs !== undefined);
  return html`
    <table>
      <caption>${title}</caption>
      <thead class="small">
        <tr><th scope="col">${title === "Phases" ? "Phase" : title === "Files" ? "File" : "Library"}</th><th scope="col" class="number">ms</th>${hasSteps ? html`<th scope="col" class="number">Steps</th>` : nothing}${hasRuns ? html`<th scope="col" class="number">Runs</th>` : nothing}<td></td></tr>
      </thead>
      <tbody>
        ${lines.map(
          (line) => html`<tr>
            <th scope="row">${name(line)}</th>
            <td class="number">${milliseconds(line.millis)}</td>
            ${hasSteps ? html`<td class="number">${line.steps === undefined ? "" : grouped(line.steps)}</td>` : nothing}${hasRuns ? html`<td class="number">${line.runs === undefined ? "" : grouped(line.runs)}</td>` : nothing}
            <td class="share"><meter aria-label="Part of the whole" max=${total} value=${line.millis}></meter></td>
          </tr>`,
        )}
      </tbody>
    </table>
  `;
}
