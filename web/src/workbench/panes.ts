// The panes of a page or an embed, as far as going to places needs to know them.

export type View = "input" | "output" | "problems";

export interface PaneSwitch {
  /** Brings a pane into view, where not all of them are. */
  see(view: View): void;
  /** Brings the output into view, before the other tabs of the result. */
  seeOutput(): void;
}
