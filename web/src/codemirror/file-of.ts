// The id of the file that an editor's state belongs to: several views are in use at the same time.
import { Facet } from "@codemirror/state";

export const fileOf = Facet.define<string, string>({ combine: ([id = ""]) => id });
