// The origin of a data value.
import { nothing } from "lit";
import type { DataValue } from "../engine/types";
import { html } from "../ui/html";
import { type Places, placeLink } from "./places";

type Origin = DataValue["origin"];

export const ORIGINS: Record<Origin["kind"], string> = {
  schema: "default",
  file: "file",
  flag: "flag",
  env: "environment",
  library: "library",
};

/** The origin of a value, in a word and with a link. */
export const originOf = ({ kind, text, place }: Origin, path: string, places: Places) => html`
  <span class="origin ${kind}">${ORIGINS[kind]}</span> ${text ? html`<code>${text}</code>` : nothing}
  ${place ? placeLink(place, path, places) : nothing}
`;
