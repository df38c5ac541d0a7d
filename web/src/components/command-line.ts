// The command bar: the flags after `ytt -f .`, the environment variables that they can use, and whether the command line goes beyond ytt.
import type { Signal } from "@preact/signals-core";
import { nothing } from "lit";
import { live } from "lit/directives/live.js";
import { extended } from "../core/extension";
import type { Project } from "../core/project";
import { argumentAt, command } from "../core/shell-words";
import { isUnfinished } from "../core/unfinished-flag";
import { cutAtUnseen } from "../core/unseen";
import { variableText } from "../core/variable-text";
import type { Variable } from "../core/work";
import type { Session } from "../engine/session";
import type { Diagnostic } from "../engine/types";
import { html } from "../ui/html";
import { ChevronDown, CircleX, icon, Plus, X } from "../ui/icons";
import { inCode } from "../ui/in-code";
import { drawn } from "../ui/part";
import { repeat } from "../ui/repeat";
import type { FlagList } from "./flag-list";
import { notPortableHere } from "./not-portable";
import { pasteFlags } from "./pasted-flags";

/** Whether a change of a field is typed, and not pasted or dropped. */
export const isTyping = ({ inputType }: InputEvent): boolean => !/^insertFrom|^history/.test(inputType);

/** Limits for counting: characters that are searched, and the largest number that is shown. */
const MOST_LOOKED_AT = 2_000;
const MOST_NOTED = 10;

export interface CommandHost {
  project: Project;
  session: Session;
  /** Two files that ytt would read the other way round with `-f .`, although their order in the list has an effect. */
  unordered: readonly [before: string, after: string] | null;
  /** Problems of flags. */
  problems: readonly Diagnostic[];
  /** The environment is expanded below the bar. */
  unfolded: Signal<boolean>;
  /** The completions, once they are loaded. */
  completions: FlagList | undefined;
  /** Opens the fixes of the argument at the cursor. */
  openFixes: (input: HTMLInputElement) => void;
  loadCompletions: () => Promise<FlagList>;
}

export function commandBar(host: CommandHost) {
  const { project, session, unordered, unfolded, completions, loadCompletions } = host;
  const open = unfolded.value;
  /** The engine rejects the command line. */
  const refused = host.problems.some(({ code }) => code === "flag");
  const problems = host.problems.filter(({ argument }) => argument !== null);
  const before = command(project.commandLine, unordered !== null);
  const order =
    unordered &&
    `The files are passed by name, in the order of the list: with -f . ytt would read ${unordered[1]} before ${unordered[0]}. Share has the whole command.`;
  const beyond = extended(project.commandLine);
  const set = project.env.filter(({ name }) => name !== "").length;
  const leave = (event: KeyboardEvent) => {
    if (event.key !== "Escape" || !open) return;
    const button = (event.currentTarget as HTMLElement).querySelector<HTMLElement>('button[aria-expanded="true"]');
    unfolded.value = false;
    button?.focus();
  };
  const described = [...(beyond ? ["not-portable"] : []), ...(problems.length > 0 ? ["wrong-arguments"] : [])].join(
    " ",
  );
  const complete = ({ target }: Event) => {
    const input = target as HTMLInputElement;
    // All flags would cover the files: an arrow key or Ctrl Space lists them.
    if (input.value.trim() === "") return completions?.close();
    // They may still be loading.
    void loadCompletions().then((list) => list.show(input));
  };
  return html`
    <section class="command-line" aria-label="Command line" @keydown=${leave}><div class="command ${refused ? "refused" : ""}">
      <label class="prompt" for="flags" title=${(before !== "ytt" && order) || nothing}><span aria-hidden="true">$</span> ${before}</label>
      <input
        id="flags"
        class="flags"
        type="text"
        spellcheck="false"
        autocomplete="off"
        autocapitalize="off"
        placeholder="add flags, such as --data-value name=value or --data-values-inspect"
        aria-label="Flags after ${before}"
        aria-invalid=${refused ? "true" : "false"}
        role="combobox"
        aria-autocomplete="list"
        aria-haspopup="listbox"
        aria-expanded=${completions?.open ? "true" : "false"}
        aria-controls=${completions?.open ? "flag-options" : nothing}
        aria-activedescendant=${completions?.active ?? nothing}
        aria-describedby=${described || nothing}
        .value=${live(project.commandLine)}
        @paste=${(event: ClipboardEvent) => void pasteFlags(event, project)}
        @focus=${loadCompletions}
        @blur=${() => {
          completions?.close();
          session.stoppedTyping();
        }}
        @keydown=${(event: KeyboardEvent) => {
          completions?.key(event);
          if (event.key === "." && (event.ctrlKey || event.metaKey)) {
            event.preventDefault();
            completions?.close();
            session.stoppedTyping();
            host.openFixes(event.currentTarget as HTMLInputElement);
          }
          if (event.key === "Escape" || (event.key === "Enter" && !event.defaultPrevented)) session.stoppedTyping();
        }}
        @keyup=${(event: KeyboardEvent) => /^(Home|End|ArrowLeft|ArrowRight)$/.test(event.key) && complete(event)}
        @click=${complete}
        @input=${(event: InputEvent) => {
          const { value, selectionStart } = event.target as HTMLInputElement;
          project.setCommandLine(value);
          if (isTyping(event)) session.typed(isUnfinished(value, selectionStart ?? value.length));
          else session.stoppedTyping();
          complete(event);
        }}
      />
      ${beyond ? notPortableHere() : nothing}
      <button class="quiet" type="button" aria-expanded=${open ? "true" : "false"} aria-controls="environment" @click=${() => {
        unfolded.value = !open;
      }}>
        <span class="long">Environment</span><span class="short">Env</span> ${set > 0 ? html`<span class="count">${set}</span>` : nothing} ${icon(ChevronDown)}
      </button>
    </div>
    ${completions?.render() ?? nothing}
    ${wrongArguments(project.commandLine, problems)}
    ${unseenNote("flags", [project.commandLine])}
    <section id="environment" class="environment" aria-label="Environment variables" ?hidden=${!open}>
      ${open ? environmentTable(project) : nothing}
    </section></section>
  `;
}

/** Wrong arguments, below the command line; a button selects each. */
function wrongArguments(line: string, problems: readonly Diagnostic[]) {
  if (problems.length === 0) return nothing;
  return html`
    <ul id="wrong-arguments" class="wrong-arguments">
      ${problems.slice(0, MOST_NOTED).map((problem) => {
        const word = problem.argument === null ? undefined : argumentAt(line, problem.argument);
        return html`<li>${icon(CircleX)} ${word ? html`<button type="button" class="place" aria-label="Select ${word.text} in the command line" @click=${(event: Event) => selectArgument((event.currentTarget as HTMLElement).getRootNode() as ShadowRoot, problem.argument, line)}>${word.text}</button>` : nothing} <span>${inCode(problem.headline)}</span></li>`;
      })}
    </ul>
  `;
}

/** Focuses the field of the command line and selects the argument of a problem. */
export function selectArgument(root: ParentNode, argument: number | null, line: string): void {
  const input = root.querySelector<HTMLInputElement>("#flags");
  const word = argument === null ? undefined : argumentAt(line, argument);
  input?.focus();
  if (word) input?.setSelectionRange(word.from, word.to);
}

/** The text of a field, with its invisible characters marked. */
function unseenNote(of: string, texts: readonly string[]) {
  const marked = texts.filter((text) => cutAtUnseen(text.slice(0, MOST_LOOKED_AT)).length > 1);
  if (marked.length === 0) return nothing;
  return html`<p class="hint unseen-note">Invisible characters in the ${of}: ${marked.slice(0, MOST_NOTED).map((text) => html`<code>${text.slice(0, MOST_LOOKED_AT)}</code> `)}${marked.length > MOST_NOTED ? `and ${marked.length - MOST_NOTED} more` : nothing}</p>`;
}

function environmentTable(project: Project) {
  const { env } = project;
  const change = (at: number, part: Partial<Variable>) =>
    project.setEnv(env.map((variable, index) => (index === at ? { ...variable, ...part } : variable)));
  const text = (event: InputEvent) => (event.target as HTMLInputElement).value;
  const add = (event: Event) => {
    project.setEnv([...env, { name: "", value: "" }]);
    const button = event.currentTarget as HTMLElement;
    // Right after the render: a frame later the user may be typing elsewhere.
    void drawn().then(() => {
      button.closest("section")?.querySelector<HTMLInputElement>("tr:last-child input")?.focus();
    });
  };
  return html`
    ${
      env.length === 0
        ? html`<p class="hint">No variables. With <code>--data-values-env KILN</code>, <code>KILN_peak</code> sets <code>peak</code>.</p>`
        : html`
          <table>
            <thead>
              <tr><th scope="col">Name</th><th scope="col">Value</th><td></td></tr>
            </thead>
            <tbody>
              ${repeat(
                env,
                (_, at) => at,
                ({ name, value }, at) => html`
                  <tr>
                    <td><input type="text" spellcheck="false" autocomplete="off" placeholder="KILN_heat" aria-label="Name of variable ${at + 1}" .value=${live(name)} @input=${(event: InputEvent) => change(at, { name: text(event) })} /></td>
                    <td><input type="text" spellcheck="false" autocomplete="off" aria-label="Value of ${name || `variable ${at + 1}`}" .value=${live(value)} @input=${(event: InputEvent) => change(at, { value: text(event) })} /></td>
                    <td><button type="button" class="icon-button" aria-label="Remove ${name || `variable ${at + 1}`}" title="Remove" @click=${() => project.setEnv(env.filter((_, index) => index !== at))}>${icon(X)}</button></td>
                  </tr>
                `,
              )}
            </tbody>
          </table>
        `
    }
    ${unseenNote("variables", env.map(variableText))}
    <button type="button" class="quiet" @click=${add}>${icon(Plus)} Add a variable</button>
  `;
}
