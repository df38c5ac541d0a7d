// The parts of the workbench that features use. The workbench is in a layer above them.
import type { Project } from "../core/project";
import type { WorkFile } from "../core/work";
import type { Engine } from "../engine/engine";
import type { Session } from "../engine/session";
import type { Notices } from "../ui/notices";
import type { Places, Target } from "./places";

export interface Bench {
  readonly project: Project;
  readonly engine: Engine;
  readonly session: Session;
  readonly notices: Notices;
  readonly editor: {
    /** Replaces the texts of files, each by one step of its undo history. Returns the undo. */
    write(files: readonly WorkFile[]): () => void;
  };
  readonly navigation: Places & {
    /** Opens a file at a position. The focus stays where it is. */
    show(place: Target): void;
    /** Once the files are rendered: shows the first error in one of them, unless the user has opened another file or typed. */
    showFirstProblem(paths: readonly string[]): Promise<void>;
    /** Another file is open. */
    followOpenFile(): void;
  };
}
