// The result: tabs for the output, the data values, the schema, the report of the `ytt` command, checks and comparison.
import { nothing } from "lit";
import type { Places } from "../components/places";
import type { Project } from "../core/project";
import { contentOf } from "../engine/outputs";
import type { Session } from "../engine/session";
import type { Response } from "../engine/types";
import type { Checks } from "../features/checks/checks";
import { verdict } from "../features/checks/verdict";
import type { Compare } from "../features/compare/compare";
import type { Output } from "../features/result/output";
import { reportPanel } from "../features/result/report";
import type { SchemaTab } from "../features/result/schema";
import type { ValuesView } from "../features/result/values";
import { html } from "../ui/html";
import { Copy, Download, icon } from "../ui/icons";
import { spread } from "../ui/spread";
import type { Actions } from "../workbench/actions";
import type { Panes, ResultTab } from "./panes";
import type { TabLabel } from "./result-tabs";
import { wrapButton } from "./wrap-button";

export interface ResultHost {
  panes: Panes;
  session: Session;
  project: Project;
  output: Output;
  outputPanel: () => unknown;
  values: ValuesView;
  schema: SchemaTab;
  /** Once they are loaded. */
  late: { checks: Checks; compare: Compare } | undefined;
  actions: Actions;
  places: Places;
  copy: (text: string) => void;
  /** Saves all output. */
  downloadOutput: () => Promise<void>;
  /** Whether long lines of the output wrap. */
  wrap: boolean;
  toggleWrap: () => void;
}

const LOADING = html`<p class="note">Loading…</p>`;

export function resultPane(host: ResultHost) {
  const { panes, session, project, output, outputPanel, places, copy, late, wrap, toggleWrap } = host;
  const tabs = panes.resultTabs;
  const shown = panes.resultTab;
  const content = (value: ResultTab, inside: unknown) =>
    html`<div class="result-content" ${spread(tabs.panel(value))} tabindex="-1">${inside}</div>`;
  const current = output.current(session.output);
  const all = session.output.length;
  const download = all === 1 ? `Download ${current?.path}` : `Download all ${all} output files as a zip`;
  const valued = session.latestWith("values")?.response;
  const values = valued && valued.values.count > 0 && (valued.values.count > 1 || valued.libraries.length > 0);
  const schema = session.latestWith("schema");
  const labels: TabLabel[] = [
    { id: "output", label: "Output" },
    ...(values || shown === "values" ? [{ id: "values" as const, label: "Data values" }] : []),
    { id: "schema", label: "Schema" },
    { id: "report", label: "ytt’s report" },
    { id: "checks", label: checksLabel(host) },
    { id: "compare", label: "Compare" },
  ];
  return html`
    <div class="result-tabs-root">
      <div class="pane-head">
        ${panes.tabRow(labels)}
        <div class="pane-tools">
          ${
            shown === "output" && current
              ? html`${wrapButton("Wrap lines in the output", wrap, toggleWrap)}
              <button type="button" class="icon-button" aria-label="Copy ${current.path}" title="Copy" @click=${() => copy(contentOf(current))}>${icon(Copy)}</button>
              <button type="button" class="icon-button" aria-label=${download} title=${download} @click=${() => void host.downloadOutput()}>${icon(Download)}</button>`
              : nothing
          }
        </div>
      </div>
      ${content("output", outputPanel())}
      ${values || shown === "values" ? content("values", shown === "values" ? dataValues(host, values ? valued : undefined) : nothing) : nothing}
      ${content("schema", shown === "schema" ? host.schema.panel(schema, session.response, notYet(session), places) : nothing)}
      ${content("report", shown === "report" ? reportPanel(session, project.commandLine, places, copy) : nothing)}
      ${content("compare", shown === "compare" ? (late?.compare.panel() ?? LOADING) : nothing)}
      ${content("checks", shown === "checks" ? (late?.checks.panel() ?? LOADING) : nothing)}
    </div>
  `;
}

/** Why nothing is known yet that a response has; `undefined` if a response did not have it. */
const notYet = ({ response, slow, trouble }: Session): string | undefined =>
  response ? undefined : trouble ? "The run did not finish." : slow ? "Running…" : "Loading the engine…";

function dataValues({ session, values, places, actions }: ResultHost, response: Response | undefined) {
  if (!response) return html`<p class="note">${notYet(session) ?? "No data values."}</p>`;
  const known = session.latestWith("schema")?.response.schema;
  return values.panel(response, known, places, () => void actions.newValuesFile());
}

/** With the number of failed or passed checks. */
function checksLabel({ session, project }: ResultHost) {
  const found = verdict(session, project.checks);
  if (!found) return html`Checks`;
  const { of, failed } = found;
  return failed > 0
    ? html`Checks<span class="for-readers">, failed: ${failed}</span> <span class="count bad" aria-hidden="true">${failed}</span>`
    : html`Checks<span class="for-readers">, passed: ${of}</span> <span class="count good" aria-hidden="true">${of}</span>`;
}
