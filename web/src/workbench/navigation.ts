// Going to places: from a violation, a report or an output line to the input, and from a line of the input to what it became.

import type { Places, Target } from "../components/places";
import type { Project } from "../core/project";
import type { Session } from "../engine/session";
import type { Editor } from "../features/editor/editor";
import type { Output } from "../features/result/output";
import type { Notices } from "../ui/notices";
import type { LineLinks } from "./line-links";
import type { PaneSwitch } from "./panes";

export interface NavigationHost {
  project: Project;
  session: Session;
  notices: Notices;
  panes: PaneSwitch;
  editor: Editor;
  output: Output;
  links: LineLinks;
  changed: () => void;
  /** When the page is drawn as things are. */
  drawn: () => Promise<unknown>;
}

export class Navigation implements Places {
  #host: NavigationHost;

  constructor(host: NavigationHost) {
    this.#host = host;
  }

  has = (file: string): boolean => this.#host.project.byPath(file) !== undefined;

  /** Goes to a place in the input; without `focus` it is only shown. */
  goTo = (place: Target, focus = true): void => {
    const { panes, editor, changed, drawn } = this.#host;
    // Seen first: an editor that is not displayed cannot scroll or take the focus.
    if (focus) panes.see("input");
    else changed();
    void drawn().then(() => editor.reveal(place, focus));
  };

  /** Somebody who opens a template wants to see what becomes of it. */
  followOpenFile(): void {
    this.#host.output.follow(this.#host.project.current?.path ?? "");
    this.showOutputAgain();
  }

  /** Shows an output file. */
  chooseOutput(path: string): void {
    this.#host.output.choose(path);
    this.showOutputAgain();
    this.#host.changed();
  }

  /** The answer, or which file of it is on show, may be another. */
  showOutputAgain(): void {
    this.#host.output.display(this.#host.session.good);
    this.#host.links.refresh();
  }

  /** Goes to the output of the editor's line. */
  showOutput(): boolean {
    const { panes, editor, output, links, notices, drawn } = this.#host;
    const found = links.outputOfEditorLine();
    if (!found) {
      notices.tell(`${editor.file}:${editor.line} has no line of its own in the output.`);
      return true;
    }
    panes.seeOutput();
    this.chooseOutput(found.path);
    void drawn().then(() => {
      output.reveal(found.line, true);
      links.refresh();
    });
    return true;
  }
}
