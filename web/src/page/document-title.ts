// The title of the browser's tab.
import { exampleOf } from "../content/examples";
import type { Project } from "../core/project";
import { inWords } from "../core/unseen";
import type { Opening } from "../features/open/opening";

export function documentTitle(project: Project, { shared, label }: Opening): string {
  const { title, example } = project.about;
  const name = title || exampleOf(example)?.title || (shared && label);
  return name ? `${inWords(name)} · Ytterby` : "Ytterby: a playground for ytt";
}
