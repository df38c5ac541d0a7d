// Navigation: from a violation, a report or an output line to the input, and from an input line to its output; and back.

import { unchanged } from "../codemirror/engine-questions";
import type { Places, Target } from "../components/places";
import type { Project } from "../core/project";
import type { Stack } from "../core/stack";
import type { Session } from "../engine/session";
import type { OutputFile, Place } from "../engine/types";
import type { Editor } from "../features/editor/editor";
import type { Output } from "../features/result/output";
import type { Phases } from "../features/result/phases";
import type { Notices } from "../ui/notices";
import { drawn } from "../ui/part";
import type { DependentLines } from "./chosen-value";
import type { LineLinks } from "./line-links";
import type { PaneSwitch } from "./panes";
import { Visited, type VisitedPlace } from "./visited";

export interface NavigationHost {
  project: Project;
  session: Session;
  notices: Notices;
  panes: PaneSwitch;
  editor: Editor;
  output: Output;
  phases: Phases;
  /** The output files to show. */
  shownOutput: () => readonly OutputFile[];
  links: LineLinks;
  stack: Stack;
  /** The first output file with lines that depend on the data value at the cursor. */
  linesOfValue: () => Promise<DependentLines | undefined>;
}

export class Navigation implements Places {
  readonly visited = new Visited();
  #host: NavigationHost;

  constructor(host: NavigationHost) {
    this.#host = host;
  }

  has = (file: string): boolean => this.#host.project.byPath(file) !== undefined;

  /**
   * Goes to a position in the input; without `focus`, only scrolls it into view. At a position of a problem, the problem's other position is scrolled
   * into view as well: the rule of a value, the value of a rule.
   */
  goTo = (place: Target, focus = true): void => {
    const { project, panes, stack, editor } = this.#host;
    const file = project.byPath(place.file);
    if (!file) return;
    if (focus) this.visited.add(this.#now);
    // Pane first: a hidden editor cannot scroll or take the focus.
    if (focus) panes.show("input");
    const other = focus && !stack.isSingle ? this.#otherPlace(place) : undefined;
    const beside = other && project.byPath(other.file);
    if (beside) stack.show(beside.id);
    if (focus || stack.isSingle) project.select(file.id);
    else stack.show(file.id);
    void drawn().then(() => {
      if (other) editor.reveal(other, false);
      editor.reveal(place, focus);
    });
  };

  get #now(): VisitedPlace {
    const { project, editor } = this.#host;
    return { file: project.open, offset: editor.view.state.selection.main.head };
  }

  /** Goes back to where the user was before the last jump, or forward to where that was. False if there was none. */
  goAgain = (direction: "back" | "forward"): boolean => {
    const { project, panes, editor } = this.#host;
    const place = this.visited[direction](new Set(project.files.map(({ id }) => id)), this.#now);
    if (!place) return false;
    panes.show("input");
    project.select(place.file);
    void drawn().then(() => editor.goTo(place.file, place.offset));
    return true;
  };

  /** Opens a file at a position. The focus stays where it is. */
  show(place: Target): void {
    const file = this.#host.project.byPath(place.file);
    if (file) this.#host.project.select(file.id);
    this.goTo(place, false);
  }

  /** Once the files are rendered: shows the first error in one of them, unless the user has opened another file or typed. */
  async showFirstProblem(paths: readonly string[]): Promise<void> {
    const { project, session } = this.#host;
    const { current } = project;
    const content = current?.content;
    await session.settled();
    if (project.current !== current || current?.content !== content) return;
    const place = session.response?.diagnostics.find(
      ({ severity, primary }) => severity === "error" && primary && paths.includes(primary.file),
    )?.primary;
    if (place) this.show(place);
  }

  /** The first position, in another file, of the problem that this position belongs to. */
  #otherPlace(place: Target): Place | undefined {
    const isSame = ({ file, span }: Place) => file === place.file && span?.start.offset === place.span?.start.offset;
    for (const { primary, related } of this.#host.session.response?.diagnostics ?? []) {
      const all = [...(primary ? [primary] : []), ...related];
      if (place.span && all.some(isSame)) return all.find(({ file }) => file !== place.file);
    }
    return undefined;
  }

  /** Shows the output of the input file that was just opened. */
  followOpenFile(): void {
    this.#host.output.follow(this.#host.project.current?.path ?? "");
    this.showOutputAgain();
  }

  /** Shows an output file. */
  chooseOutput(path: string): void {
    this.#host.output.choose(path);
    this.showOutputAgain();
  }

  /** Updates the output after a response, or when another file is selected. */
  showOutputAgain(): void {
    const { session, output, phases, links, shownOutput } = this.#host;
    output.display(shownOutput(), session.outputKind, phases.shown);
    if (!session.stale && !phases.shown?.files) output.rendered();
    links.refresh();
  }

  /** Goes to the output of the editor's line, which may still be rendered, unless the user moves on meanwhile. */
  async showOutput(): Promise<void> {
    const { session, editor, phases, links, notices, linesOfValue } = this.#host;
    const same = unchanged(editor.view);
    await session.settled();
    if (!same()) return;
    // Lines of other steps have no origins.
    phases.toEnd();
    const found = links.outputOfEditorLine();
    if (found === "unknown")
      return notices.report(`The output of ${editor.file} is not known: the input has an error.`);
    if (found) return this.goToOutput(found.path, found.line);
    const { path, lines } = (await linesOfValue()) ?? {};
    const [line] = lines ?? [];
    if (!same()) return;
    if (path === undefined || line === undefined) return notices.report(`Line ${editor.line} prints nothing itself.`);
    this.goToOutput(path, line);
  }

  /** Goes to a line of an output file. */
  goToOutput(path: string, line: number): void {
    const { panes, output, phases, links } = this.#host;
    // Lines of other steps have no origins.
    phases.toEnd();
    panes.showOutput();
    this.chooseOutput(path);
    void drawn().then(() => {
      output.reveal(line, true);
      links.refresh();
    });
  }
}
