// The result: the output, the data values, the schema, the report of the `ytt` command, checks and comparison, each behind a tab.
import { nothing } from "lit";
import type { ValueName } from "../components/problem-actions";
import { extended } from "../core/extension";
import type { Session } from "../engine/session";
import { reportPanel } from "../features/result/report";
import { valuesOf } from "../features/result/values";
import { html } from "../ui/html";
import { part } from "../ui/part";
import { spread } from "../ui/spread";
import type { Page } from "./page";
import type { ResultTab } from "./result-tab";
import { resultHead } from "./result-tabs";

const LOADING = html`<p class="note">Loading…</p>`;

export function resultPane(page: Page) {
  const { panes, lazy } = page;
  const tabs = panes.resultTabs;
  /** The text of the output stays in the document, with its position. */
  const content = (tab: ResultTab, template: () => unknown) =>
    html`<div class="result-content" data-spread=${spread(tabs.panel(tab))} tabindex="-1">${tab === "output" || tab === panes.resultTab ? part(tab, template) : nothing}</div>`;
  return html`
    <div class="result-tabs-root">
      ${part("result tabs", () => resultHead(page))}
      ${content("output", () => page.workbench.outputPanel())}
      ${content("values", () => dataValues(page))}
      ${content("schema", () => schema(page))}
      ${content("report", () => report(page))}
      ${content("compare", () => lazy.parts?.compare.panel() ?? LOADING)}
      ${content("checks", () => lazy.parts?.checks.panel() ?? LOADING)}
    </div>
  `;
}

/** Why nothing is known yet that a response has; `undefined` if a response did not have it. */
const notYet = ({ response, slow, trouble }: Session): string | undefined =>
  response ? undefined : trouble ? "The run did not finish." : slow ? "Running…" : "Loading the engine…";

function dataValues({ workbench, values, actions }: Page) {
  const { session, navigation, chosenValue } = workbench;
  const response = valuesOf(session);
  if (!response) return html`<p class="note">${notYet(session) ?? "No data values."}</p>`;
  const known = session.latestWith("schema")?.response.schema;
  const choice = { chosen: chosenValue?.name, choose: (name: ValueName) => chosenValue?.choose(name) };
  return values.panel(response, known, navigation, () => void actions.newValuesFile(), choice);
}

function schema({ workbench, schema, lazy }: Page) {
  const { project, session, navigation } = workbench;
  const known = session.latestWith("schema");
  return schema.panel(
    {
      known,
      outdated: session.response !== undefined && session.response !== known?.response,
      notYet: notYet(session),
      changes: extended(project.commandLine) ? lazy.parts?.schemaChanges : undefined,
    },
    navigation,
  );
}

function report({ workbench, copy }: Page) {
  const { project, session, navigation } = workbench;
  return reportPanel(session, project.commandLine, navigation, (text) => void copy(text));
}
