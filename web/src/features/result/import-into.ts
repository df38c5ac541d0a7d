// The choice where an imported schema goes. ytt merges several schemas: it overlays the second on the first, and rejects keys that only the second has.
import { nothing } from "lit";
import { html } from "../../ui/html";
import { icon, TriangleAlert } from "../../ui/icons";

/** The target of a schema: in place of a file, beside the others, or a new playground. */
export type Into = { kind: "replace"; path: string } | { kind: "beside" | "new" };

const isSame = (a: Into, b: Into) =>
  a.kind === b.kind && (a.kind !== "replace" || b.kind !== "replace" || a.path === b.path);

export interface IntoChoice {
  into: Into;
  /** The files that contain a schema. */
  schemas: readonly string[];
  /** A new playground is one of the choices. */
  offersNew: boolean;
  choose: (into: Into) => void;
}

export function intoChoice({ into, schemas, offersNew, choose }: IntoChoice) {
  if (schemas.length === 0 && !offersNew) return nothing;
  const choice = (to: Into, label: unknown) =>
    html`<label><input type="radio" name="import-into" .checked=${isSame(into, to)} @change=${() => choose(to)} /> <span>${label}</span></label>`;
  const fresh = offersNew
    ? choice({ kind: "new" }, "Open a new playground with it, its values and a template")
    : nothing;
  if (schemas.length === 0)
    return html`<fieldset class="warned-choice"><legend>Where to</legend>${fresh} ${choice({ kind: "beside" }, "Add it to the open playground")}</fieldset>`;
  return html`
    <fieldset class="warned-choice">
      <legend>${icon(TriangleAlert)} There is a schema already. ytt merges a second schema into the first; new keys would be errors.</legend>
      ${fresh}
      ${schemas.map((path) => choice({ kind: "replace", path }, html`Replace <code>${path}</code>`))}
      ${choice({ kind: "beside" }, "Keep it, and add the new one as another file")}
    </fieldset>
  `;
}
