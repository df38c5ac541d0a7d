// The state of a workbench, without anything that shows it: the project, the engine, the session that renders, and notices about actions. The page
// has it, and asks the engine, before the code of the workbench is there.
import { exact, Project } from "../core/project";
import { environment, type Work } from "../core/work";
import type { Engine } from "../engine/engine";
import { Session } from "../engine/session";
import type { Check, Request } from "../engine/types";
import { Notices } from "../ui/notices";

export class Model {
  readonly project = new Project();
  readonly notices = new Notices();
  readonly engine: Engine;
  readonly session: Session;
  /** Checks to run beside those of the project. */
  furtherChecks: () => readonly Check[] = () => [];
  /** Called after a response or a failure. */
  answered: () => void = () => {};

  /** `limit`: of the time for a render, in milliseconds. */
  constructor(engine: Engine, limit?: number) {
    this.engine = engine;
    this.session = new Session(
      engine,
      () => this.request(),
      () => this.answered(),
      limit,
    );
  }

  /** Opens another work. The caller starts its first render. */
  open(work: Work): void {
    this.session.begin();
    this.project.load(work);
  }

  /** The project as a request to the engine. */
  request(): Request {
    const { files, commandLine, env, checks } = this.project;
    const all = [...checks, ...this.furtherChecks()];
    return {
      files: files.map(exact),
      args: commandLine,
      env: environment(env),
      // The same objects, not copies: results are found by them.
      ...(all.length > 0 ? { checks: all } : {}),
    };
  }
}
