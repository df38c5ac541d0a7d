// The panes of a page or an embed, as far as going to places needs to know them.

export type View = "input" | "output" | "problems";

export interface PaneSwitch {
  /** Whether input and output can be in view together. */
  readonly besideOutput: boolean;
  /** Brings a pane into view, where not all of them are. */
  see(view: View): void;
  /** Brings the output into view, before the other tabs of the result. */
  seeOutput(): void;
}
