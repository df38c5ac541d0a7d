// The panes of a page or an embed, as navigation uses them.

export type View = "input" | "output" | "problems";

export interface PaneSwitch {
  /** Whether input and output can be visible together. */
  readonly inputBesideOutput: boolean;
  /** Shows a pane, if not all of them are visible. */
  show(view: View): void;
  /** Shows the output, among the tabs of the result. */
  showOutput(): void;
}
