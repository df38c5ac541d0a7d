// The choices of a comparison. Links and stored playgrounds have them as a part of their view: `compare:0,1,output,beside`. Without them, a view is
// that of an earlier version, or the user has chosen nothing.
import { signal } from "@preact/signals-core";

/** `now`, `shared`, or the index of a variant. */
export type Side = "now" | "shared" | number;
export type Content = "output" | "values";
export type Layout = "changes" | "beside";

/** The tab, as views name it. */
const TAB = "compare";

export class Comparison {
  readonly left = signal<Side>("now");
  readonly right = signal<Side>(0);
  readonly content = signal<Content>("output");
  readonly layout = signal<Layout>("changes");

  /** The choices as the view of a playground. */
  get view(): string {
    const chosen = [this.left, this.right, this.content, this.layout].map(({ value }) => value).join();
    return chosen === "now,0,output,changes" ? TAB : `${TAB}:${chosen}`;
  }

  /** Reads the view of a playground; the default if it has no choices. */
  read(view: string): void {
    const [left = "", right = "", content, layout] = view.startsWith(`${TAB}:`)
      ? view.slice(TAB.length + 1).split(",")
      : [];
    this.left.value = sideOf(left) ?? "now";
    this.right.value = sideOf(right) ?? 0;
    this.content.value = content === "values" ? "values" : "output";
    this.layout.value = layout === "beside" ? "beside" : "changes";
  }
}

const sideOf = (text: string): Side | undefined =>
  text === "now" || text === "shared" ? text : /^\d{1,3}$/.test(text) ? Number(text) : undefined;
