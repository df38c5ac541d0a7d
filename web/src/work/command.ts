// The command bar: the flags as one would type them after `ytt -f .`, and the environment they may draw on.
import { html, type LitElement, nothing } from "lit";
import { live } from "lit/directives/live.js";
import { repeat } from "lit/directives/repeat.js";
import { ChevronDown, icon, Plus, X } from "../page/icons";
import type { Buffers } from "./buffers";
import type { Variable } from "./work";

/** What stands before the flags. The engine takes every file, in the order of the list, unless `-f` or `--file` names some. */
export const command = (commandLine: string): string =>
  /(^|\s)(-f|--file)(\s|=|$)/.test(commandLine) ? "ytt" : "ytt -f .";

export function commandBar(buffers: Buffers, refused: boolean, envOpen: boolean, toggleEnv: () => void) {
  const before = command(buffers.commandLine);
  const set = buffers.env.filter(({ name }) => name !== "").length;
  return html`
    <section aria-label="Command line"><div class="command ${refused ? "refused" : ""}">
      <label class="prompt" for="flags"><span aria-hidden="true">$</span> ${before}</label>
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
        .value=${live(buffers.commandLine)}
        @input=${(event: InputEvent) => buffers.setCommandLine((event.target as HTMLInputElement).value)}
      />
      <button
        class="quiet"
        type="button"
        aria-expanded=${envOpen ? "true" : "false"}
        aria-controls="environment"
        @click=${toggleEnv}
      >
        <span class="long">Environment</span><span class="short">Env</span> ${set > 0 ? html`<span class="count">${set}</span>` : nothing} ${icon(ChevronDown)}
      </button>
    </div>
    <section id="environment" class="environment" aria-label="Environment variables" ?hidden=${!envOpen}>
      ${envOpen ? environmentTable(buffers) : nothing}
    </section></section>
  `;
}

function environmentTable(buffers: Buffers) {
  const { env } = buffers;
  const change = (at: number, part: Partial<Variable>) =>
    buffers.setEnv(env.map((variable, index) => (index === at ? { ...variable, ...part } : variable)));
  const text = (event: InputEvent) => (event.target as HTMLInputElement).value;
  const add = (event: Event) => {
    buffers.setEnv([...env, { name: "", value: "" }]);
    const button = event.currentTarget as HTMLElement;
    const { host } = button.getRootNode() as ShadowRoot;
    // As soon as it is drawn: a frame later somebody may be typing elsewhere already.
    void (host as LitElement).updateComplete.then(() => {
      button.closest("section")?.querySelector<HTMLInputElement>("tr:last-child input")?.focus();
    });
  };
  return html`
    ${
      env.length === 0
        ? html`<p class="hint">No variables. Flags such as <code>--data-values-env KILN</code> read them.</p>`
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
                    <td><button type="button" class="icon-button" aria-label="Remove ${name || `variable ${at + 1}`}" title="Remove" @click=${() => buffers.setEnv(env.filter((_, index) => index !== at))}>${icon(X)}</button></td>
                  </tr>
                `,
              )}
            </tbody>
          </table>
        `
    }
    <button type="button" class="quiet" @click=${add}>${icon(Plus)} Add a variable</button>
  `;
}
