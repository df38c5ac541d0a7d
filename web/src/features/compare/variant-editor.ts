// The fields of a variant: its name, its flags, its variables, and its files.

import { signal } from "@preact/signals-core";
import { nothing } from "lit";
import { live } from "lit/directives/live.js";
import { notPortable } from "../../components/not-portable";
import { extended } from "../../core/extension";
import { variableOf, variableText } from "../../core/variable-text";
import type { Variant } from "../../core/work";
import { html } from "../../ui/html";
import { icon, Trash2 } from "../../ui/icons";
import { leftOut } from "./left-out";

/** Variables as lines of `NAME=value`. */
const lines = (env: Variant["env"]): string => env.map(variableText).join("\n");
const variables = (text: string): Variant["env"] =>
  text
    .split("\n")
    .filter((line) => line.trim() !== "")
    .map((line) => {
      const { name, value } = variableOf(line);
      return { name: name.trim(), value };
    });

export class VariantEditor {
  /** The text of the variables' field, and the variables that it contains: empty lines stay while the user types. */
  #typed = { text: "", of: "" };

  /** While the name is typed: its text, and the name before. */
  readonly #naming = signal<{ text: string; before: string } | undefined>(undefined);

  render(
    variant: Variant,
    paths: string[],
    isTaken: (name: string) => boolean,
    change: (variant: Variant | undefined) => void,
  ) {
    const naming = this.#naming.value;
    const isRefused = naming !== undefined && isTaken(naming.text.trim());
    const name = (event: Event) => {
      const before = naming?.before ?? variant.name;
      this.#naming.value = { text: text(event), before };
      const typed = text(event).trim();
      change({ ...variant, name: typed && !isTaken(typed) ? typed : before });
    };
    const named = () => {
      this.#naming.value = undefined;
    };
    const text = (event: Event) => (event.target as HTMLInputElement).value;
    const include = (path: string, has: boolean) =>
      change({
        ...variant,
        without: has ? variant.without.filter((other) => other !== path) : [...variant.without, path],
      });
    const { flags } = leftOut(variant.commandLine, variant.without);
    const all = lines(variant.env);
    const type = (event: Event) => {
      const env = variables(text(event));
      this.#typed = { text: text(event), of: lines(env) };
      change({ ...variant, env });
    };
    return html`
    <section id="variant-editor" class="variant-editor" aria-label="Variant ${variant.name}">
      <label class="field"><span>Name</span><input type="text" autocomplete="off" placeholder=${naming?.before ?? variant.name} aria-invalid=${isRefused ? "true" : "false"} aria-describedby="variant-objection" .value=${live(naming?.text ?? variant.name)} @input=${name} @blur=${named} /></label>
      <p id="variant-objection" class="objection" role="alert">${isRefused ? `There is a run with the name ${naming.text.trim()} already.` : nothing}</p>
      <label class="field"><span>Flags</span><input type="text" class="code-field" autocomplete="off" spellcheck="false" placeholder="--data-value name=value" .value=${live(variant.commandLine)} @input=${(event: Event) => change({ ...variant, commandLine: text(event) })} />${extended(variant.commandLine) ? notPortable() : nothing}</label>
      ${flags.length > 0 ? html`<p class="hint">Left out with ${flags.length === 1 ? "its file" : "their files"}: <code>${flags.join(" ")}</code></p>` : nothing}
      <label class="field"><span>Environment variables</span><textarea rows="2" spellcheck="false" placeholder="NAME=value, one per line" .value=${live(this.#typed.of === all ? this.#typed.text : all)} @input=${type}></textarea></label>
      <fieldset class="variant-files">
        <legend>Files</legend>
        ${paths.map((path) => html`<label><input type="checkbox" .checked=${live(!variant.without.includes(path))} @change=${(event: Event) => include(path, (event.target as HTMLInputElement).checked)} /> ${path}</label>`)}
      </fieldset>
      <button type="button" class="quiet" @click=${() => change(undefined)}>${icon(Trash2)} Delete variant</button>
    </section>
  `;
  }
}
