// The template of the whole page. Each part renders itself when what it shows changes: header, bars, command line, input, result, problems, status.
import { nothing } from "lit";
import { classMap } from "lit/directives/class-map.js";
import { commandBar } from "../components/command-line";
import { extended } from "../core/extension";
import { binary } from "../core/project";
import { fileHeader } from "../features/files/file-header";
import { lintList } from "../features/problems/lints";
import { diagnosticsOf, problemsPane, wrongIn } from "../features/problems/problems";
import { html } from "../ui/html";
import { part } from "../ui/part";
import { spread } from "../ui/spread";
import { header } from "./header";
import type { Page } from "./page";
import { resultPane } from "./result-pane";
import { statusBar } from "./status";
import { wrapButton } from "./wrap-button";

export function pageTemplate(page: Page) {
  const { panes, openAndShare } = page;
  const { narrow } = panes;
  return html`
    <div class=${classMap({ page: true, narrow, typing: narrow && page.touchTyping.compact })}>
      ${part("header", () => header({ ...openAndShare.header(narrow), help: () => page.help() }, page.themeMenu, page.preferences.theme))}
      ${part("bars", () => openAndShare.bar(narrow))}
      ${part("command line", () => commandLine(page))}
      ${part("views", () => panes.switch(page.firstView?.wrong.length ?? wrongIn(page.workbench.session)))}
      ${panes.render(
        {
          lesson: part("lesson", () => openAndShare.lesson()),
          files: part("files", () => files(page)),
          editor: part("editor", () => editorPane(page)),
          output: part("result", () => page.firstView?.output ?? resultPane(page)),
          problems: part("problems", () => page.firstView?.problems ?? problems(page)),
        },
        page.workbench.session.slow,
      )}
      ${part("status", () => status(page))}
      ${part("keys", () => page.touchTyping.keys())}
      ${part("dialogs", () => dialogs(page))}
    </div>
  `;
}

function commandLine(page: Page) {
  const { project, session } = page.workbench;
  const diagnostics = diagnosticsOf(session.response);
  return commandBar({
    project,
    refused: diagnostics.some(({ code }) => code === "flag"),
    open: page.unfolded.part,
    toggle: (part) => page.unfolded.toggle(part),
    close: () => page.unfolded.close(),
    extend: (on) => page.extend(on),
    completions: page.flagCompletions.list,
    loadCompletions: () => page.flagCompletions.load(),
    problems: diagnostics.filter(({ argument }) => argument !== null),
  });
}

function files({ workbench, fileList, firstView, panes, actions }: Page) {
  const { project, session, fileTabs } = workbench;
  const diagnostics = firstView?.wrong ?? diagnosticsOf(session.response);
  return fileList.render(project, fileTabs(), diagnostics, !panes.narrow, actions);
}

function problems({ workbench, listedProblemActions, lints }: Page) {
  return problemsPane(workbench.session, listedProblemActions, lintList(lints, workbench.texts, listedProblemActions));
}

function status(page: Page) {
  const { session, notices, project } = page.workbench;
  return statusBar(session, {
    notice: notices.current,
    undo: () => notices.undo(),
    refused: page.store.refused,
    spoken: page.announcer.text,
    reload: page.reload.value,
    beyond: extended(project.commandLine),
    about: () => page.version(),
  });
}

function dialogs(page: Page) {
  const late = page.lazy.parts;
  if (!late) return nothing;
  return html`${late.help.render()} ${late.version.render()} ${late.importing.render()} ${late.explain.render()} ${page.openAndShare.dialogs()}`;
}

function editorPane(page: Page) {
  const { workbench, actions, fixMenu } = page;
  const { project, editor, fileTabs } = workbench;
  const { current } = project;
  const bytes = current && binary(current);
  return html`
    ${fileHeader(
      project,
      actions,
      wrapButton("Wrap lines in the editor", page.preferences.wraps("editor"), () =>
        page.preferences.toggleWrap("editor"),
      ),
    )}
    ${bytes ? html`<p class="note">Binary file, ${bytes.length} bytes. ytt and links get it unchanged.</p>` : nothing}
    <div class="code" ${spread({ ...(current ? fileTabs().getContentProps({ value: current.id }) : {}), hidden: !current || bytes !== undefined })} tabindex="-1">${editor.view.dom}</div>
    ${fixMenu.render()}
    ${current ? nothing : html`<p class="note">No files. Add a file or open an example.</p>`}
  `;
}
