// The head of the result: a row of tabs, and the tools of the output. Tabs that do not all fit are in a menu; on narrow pages the row scrolls.
import { nothing } from "lit";
import { classMap } from "lit/directives/class-map.js";
import { html } from "../ui/html";
import { Copy, Download, Ellipsis, icon, TextWrap } from "../ui/icons";
import { repeat } from "../ui/repeat";
import { spread } from "../ui/spread";
import type { Workbench } from "../workbench/workbench";
import type { Page } from "./page";
import type { ResultTab } from "./result-tab";

export function resultHead(page: Page) {
  const { panes, workbench, fittingTabs } = page;
  const tabs = panes.resultTabs;
  const { cut } = fittingTabs;
  return html`
    <div class="pane-head">
      <div class="result-tabs" aria-label="Result" data-spread=${spread(tabs.list())}>
        ${repeat(
          labels(workbench, panes.resultTab),
          ([id]) => id,
          ([id, label]) =>
            html`<button type="button" class=${classMap({ "result-tab": true, cut: cut.includes(id) })} data-spread=${spread(tabs.tab(id))}>${label}</button>`,
        )}
      </div>
      ${cut.length > 0 ? moreTabs(page) : nothing}
      <div class="pane-tools">${panes.resultTab === "output" ? outputTools(page) : nothing}</div>
    </div>
  `;
}

function moreTabs({ panes, workbench, fittingTabs }: Page) {
  const { menu, cut } = fittingTabs;
  const items = () =>
    labels(workbench, panes.resultTab)
      .filter(([id]) => cut.includes(id))
      .map(([id, label]) => menu.item(label, () => fittingTabs.show(id)));
  return html`
    <button type="button" class="icon-button more-tabs" aria-label="More tabs" title="More tabs" data-spread=${spread(menu.button())}>${icon(Ellipsis)}</button>
    ${menu.list("More tabs", items)}
  `;
}

/** In a narrow pane, the first word of a label is not displayed, but still read out. */
const label = (first: string, rest: string) =>
  html`<span><span class="first-word">${first} </span><span class="other-words">${rest}</span></span>`;

/** Data values have a tab if there are any, or if it is selected. */
function labels(workbench: Workbench, shown: ResultTab): [ResultTab, unknown][] {
  return [
    ["output", "Output"],
    ...(shown === "values" || workbench.hasValues ? [["values", label("Data", "values")] as [ResultTab, unknown]] : []),
    ["schema", "Schema"],
    ["report", label("ytt’s", "report")],
    ["checks", checksLabel(workbench)],
    ["compare", "Compare"],
  ];
}

/** The label with the number of failed or passed checks. */
function checksLabel({ verdict }: Workbench) {
  if (!verdict) return html`Checks`;
  const { of, failed } = verdict;
  return failed > 0
    ? html`Checks<span class="for-readers">, failed: ${failed}</span> <span class="count bad" aria-hidden="true">${failed}</span>`
    : html`Checks<span class="for-readers">, passed: ${of}</span> <span class="count good" aria-hidden="true">${of}</span>`;
}

function outputTools(page: Page) {
  const { workbench, preferences, outputActions } = page;
  const { output, outputPaths } = workbench;
  const shown = output.shownPath ?? "";
  if (outputPaths.length === 0) return nothing;
  const download =
    outputPaths.length === 1 ? `Download ${shown}` : `Download all ${outputPaths.length} output files as a zip`;
  return html`
    <button type="button" class="icon-button" aria-label="Wrap lines in the output" aria-pressed=${preferences.wraps("output") ? "true" : "false"} title="Wrap lines in the output (Alt Z)" @click=${() => preferences.toggleWrap("output")}>${icon(TextWrap)}</button>
    <button type="button" class="icon-button" aria-label="Copy ${shown}" title="Copy" @click=${() => outputActions.copy()}>${icon(Copy)}</button>
    <button type="button" class="icon-button" aria-label=${download} title=${download} @click=${() => void outputActions.download()}>${icon(Download)}</button>
  `;
}
