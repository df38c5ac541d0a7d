// The command line of an embed, if it has one.

import { nothing } from "lit";
import { isTyping } from "../components/command-line";
import { notPortableHere } from "../components/not-portable";
import { extended } from "../core/extension";
import { unsortedInputs } from "../core/file-order";
import type { Project } from "../core/project";
import { command } from "../core/shell-words";
import { variableWord } from "../core/variable-text";
import type { Session } from "../engine/session";
import { html } from "../ui/html";
import type { Start } from "./start";

export function commandBar(project: Project, session: Session, start: Start) {
  const { commandLine, env } = project;
  if (start.args === null && commandLine === "" && env.length === 0) return nothing;
  const before = command(commandLine, unsortedInputs(session.response?.inputs ?? [], commandLine) !== undefined);
  const beyond = extended(commandLine);
  const variables = env.map((variable) => html`<span class="variable">${variableWord(variable)}</span> `);
  const type = (event: InputEvent) => {
    project.setCommandLine((event.target as HTMLInputElement).value);
    if (isTyping(event)) session.typed();
    else session.stoppedTyping();
  };
  return html`
    <div class="command">
      <label class="prompt" for="flags"><span aria-hidden="true">$</span> ${variables}${before}</label>
      <input id="flags" type="text" spellcheck="false" autocomplete="off" autocapitalize="off" aria-label="Flags after ${before}" aria-describedby=${beyond ? "not-portable" : nothing} ?readonly=${start.readonly}
        .value=${commandLine} @input=${type} @change=${() => session.stoppedTyping()} />
      ${beyond ? notPortableHere() : nothing}
    </div>
  `;
}
