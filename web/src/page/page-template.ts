// The template of the whole page. Each part renders itself when what it shows changes: header, bars, command line, input, result, problems, status.
import { nothing } from "lit";
import { classMap } from "lit/directives/class-map.js";
import { commandBar } from "../components/command-line";
import { openedBar, openingBar } from "../features/open/opened-bar";
import { storageBar } from "../features/open/storage-bar";
import { firstProblem } from "../features/problems/first-problem";
import { lintList } from "../features/problems/lints";
import { hasErrors, problemsPane, wrongIn } from "../features/problems/problems";
import { html } from "../ui/html";
import { ownPart, part } from "../ui/part";
import { header } from "./header";
import type { Page } from "./page";
import { resultPane } from "./result-pane";
import { statusBar } from "./status";

export const pageTemplate = (page: Page) => html`${part("page", () => template(page))}`;

function template(page: Page) {
  const { panes } = page;
  const { narrow, wide } = panes;
  const isForAll = narrow && wide;
  const classes = {
    page: true,
    "all-widths": isForAll,
    typing: narrow && page.touchTyping.compact,
    // In the state of the build: attributes of adopted elements are not set.
    "no-end-messages": !isForAll && !page.preferences.endMessages,
  };
  return html`
    <div class=${classMap(classes)}>
      ${part("header", () => header(page))}
      ${part("bars", () => bars(page))}
      ${part("command line", () => commandLine(page))}
      ${narrow ? part("views", () => panes.switch(counted(page), hasErrors(page.workbench.session))) : nothing}
      ${panes.render({
        lesson: part("lesson", () => page.lesson.render()),
        files: page.editors.hasList ? part("files", () => page.editors.files()) : undefined,
        editor: part("editors", () => page.editors.render()),
        output: part("result", () => resultPane(page)),
        problems: part("problems", () => problems(page)),
      })}
      ${narrow ? part("first problem", () => belowEditor(page)) : nothing}
      ${ownPart("status", () => statusBar(page))}
      ${part("keys", () => page.touchTyping.keys())}
      ${part("fixes", () => page.fixMenu.render())}
      ${part("dialogs", () => dialogs(page))}
    </div>
  `;
}

/** The bars below the header. */
function bars({ opening, panes, lazy, store }: Page) {
  return html`${panes.narrow ? openedBar(opening) : nothing}${openingBar(opening)}${lazy.parts?.pasting.bar()}${lazy.parts?.plainValues.bar()}${storageBar(store, lazy.use)}`;
}

function commandLine({ workbench, unfolded, flagCompletions, fixMenu }: Page) {
  const { project, session, unordered, flagProblems } = workbench;
  return commandBar({
    project,
    session,
    unordered,
    problems: flagProblems,
    unfolded,
    completions: flagCompletions.list,
    openFixes: (input) => void fixMenu.openForFlags(input),
    loadCompletions: () => flagCompletions.load(),
  });
}

/** The number of problems and warnings. */
const counted = ({ workbench }: Page): number => workbench.counted.length + (workbench.session.trouble ? 1 : 0);

function problems({ workbench, listedProblemActions, lints, panes }: Page) {
  const { session, texts } = workbench;
  panes.problemsHeight.rendered(session.slow);
  const suggestions = lintList(lints, texts, listedProblemActions, wrongIn(session) > 0);
  return problemsPane(session, listedProblemActions, suggestions);
}

/** The list is in another pane. */
function belowEditor({ panes, workbench, focus }: Page) {
  return panes.view === "input"
    ? firstProblem(workbench.session, workbench.problemActions, focus.listProblems)
    : nothing;
}

function dialogs(page: Page) {
  const late = page.lazy.parts;
  if (!late) return nothing;
  return html`
    ${late.help.render()} ${late.version.render()} ${late.costs.render()} ${late.importing.render()} ${late.explain.render()} ${late.gallery.render()}
    ${late.openDialogs.render()} ${late.share.render()} ${late.receiving.render()} ${late.pasting.dialog()}
    ${late.findInFiles.render()}
  `;
}
