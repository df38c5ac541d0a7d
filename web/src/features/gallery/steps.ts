// The steps of a lesson: a text each, a button that applies its edits, and a mark when its checks hold in the latest result, whether the reader has
// applied the step or typed.
import { nothing } from "lit";
import type { Target } from "../../components/places";
import type { Lesson } from "../../content/examples";
import type { Project } from "../../core/project";
import { after, firstChange, isMade, stepped } from "../../core/steps";
import { type Step, type StepEdit, sameWork, type Work, type WorkFile } from "../../core/work";
import { resultsOf } from "../../engine/check-results";
import type { Session } from "../../engine/session";
import type { Check } from "../../engine/types";
import { html } from "../../ui/html";
import { CircleCheck, icon } from "../../ui/icons";
import type { Notices } from "../../ui/notices";

export interface StepsHost {
  project: Project;
  session: Session;
  notices: Notices;
  /** Replaces the texts of files, each by one step of its undo history. Returns what undoes it. */
  write: (files: readonly WorkFile[]) => () => void;
  /** Scrolls to a position in the input. The focus stays. */
  reveal: (place: Target) => void;
  changed: () => void;
}

const NO_STEPS: readonly Step[] = [];

export class LessonSteps {
  #host: StepsHost;
  #steps: readonly Step[] = NO_STEPS;
  /** The work that the lesson begins with. */
  #start: Work | undefined;
  /** Steps that were done since the page was opened, or that the reader has marked. */
  #seen = new Set<Step>();
  /** The step that cannot be applied because its files have been changed. */
  #asking: Step | undefined;
  #spoken = "";

  constructor(host: StepsHost) {
    this.#host = host;
  }

  /** What happened last, for screen readers. */
  get spoken(): string {
    return this.#spoken;
  }

  get finished(): boolean {
    return this.#steps.every((step) => this.#isDone(step));
  }

  /** The checks of all steps, for the request. */
  get checks(): readonly Check[] {
    return this.#steps.flatMap(({ done }) => done);
  }

  /** Another lesson is visible, or none. `start`: the files that its first step applies to. Returns whether there are other steps now. */
  teach(lesson: Lesson | undefined, start: () => Work): boolean {
    const steps = lesson?.steps ?? NO_STEPS;
    // A project copies its steps when it is loaded.
    if (steps === this.#steps || JSON.stringify(steps) === JSON.stringify(this.#steps)) return false;
    this.#steps = steps;
    this.#start = steps.length > 0 ? start() : undefined;
    this.#seen.clear();
    this.#asking = undefined;
    this.#spoken = "";
    return steps.length > 0;
  }

  #holds({ done }: Step): boolean {
    if (done.length === 0) return false;
    return resultsOf(this.#host.session, done)?.every(({ passed }) => passed) ?? false;
  }

  /** A later step may change what an earlier one did: that one stays done, also when the page is opened again. */
  #isDone(step: Step): boolean {
    if (this.#holds(step)) return true;
    if (step.done.length === 0) return this.#seen.has(step);
    const at = this.#steps.indexOf(step);
    const later = this.#steps.slice(at + 1);
    if (!later.some((one) => this.#holds(one))) return false;
    return this.#seen.has(step) || this.#isMade(step);
  }

  /** Whether the edits of a step are in the work, or were replaced by those of later steps. */
  #isMade(step: Step): boolean {
    const before = this.#before(step);
    return before !== undefined && isMade(this.#host.project.save(), before, step.edits);
  }

  /** After a response: notes the steps that are done now. */
  answered(): void {
    const finished = this.#steps.filter((step) => this.#holds(step) && !this.#seen.has(step));
    for (const step of finished) this.#seen.add(step);
    const last = finished.at(-1);
    if (last) this.#say(last);
  }

  #say(step: Step): void {
    const at = this.#steps.indexOf(step) + 1;
    this.#spoken = this.finished
      ? `Step ${at} done. All steps of this lesson are done.`
      : `Step ${at} of ${this.#steps.length} done.`;
    this.#host.changed();
  }

  #mark(step: Step): void {
    this.#seen.add(step);
    this.#say(step);
  }

  /** The work before a step, as the lesson has it. */
  #before(step: Step): Work | undefined {
    return this.#start && after(this.#start, this.#steps.slice(0, this.#steps.indexOf(step)));
  }

  /** Whether an edit would replace what the reader has written. */
  #overwrites(edit: StepEdit, now: Work, expected: Work | undefined): boolean {
    if ("commandLine" in edit) return ![expected?.commandLine, edit.commandLine, ""].includes(now.commandLine);
    if (!("content" in edit)) return false;
    const content = (work: Work | undefined) => work?.files.find(({ path }) => path === edit.file)?.content;
    const current = content(now);
    return current !== undefined && current !== edit.content && current !== content(expected);
  }

  #apply(step: Step): void {
    const now = this.#host.project.save();
    const { work, refused } = stepped(now, step.edits);
    const expected = this.#before(step);
    const overwrites = step.edits.some((edit) => this.#overwrites(edit, now, expected));
    if (refused.length > 0 || overwrites) {
      this.#asking = step;
      this.#host.changed();
      return;
    }
    this.#set(work, `Applied step ${this.#steps.indexOf(step) + 1}.`);
  }

  /** Sets the files of a step to what the lesson has after it. */
  #force(step: Step): void {
    const expected = this.#before(step);
    if (!expected) return;
    const target = stepped(expected, step.edits).work;
    const touched = new Set(step.edits.flatMap((edit) => ("file" in edit ? [edit.file] : [])));
    const now = this.#host.project.save();
    const files = target.files.filter(({ path }) => touched.has(path));
    const line = step.edits.some((edit) => "commandLine" in edit) ? target.commandLine : now.commandLine;
    this.#set(merged({ ...now, commandLine: line }, files), `Applied step ${this.#steps.indexOf(step) + 1}.`);
  }

  /** Restores the files and the command line of the lesson to what they are before a step. Other files stay. */
  #reset(step: Step): void {
    const before = this.#before(step);
    if (!before) return;
    for (const one of this.#steps.slice(this.#steps.indexOf(step))) this.#seen.delete(one);
    const added = new Set(
      this.#steps.flatMap(({ edits }) => edits.flatMap((edit) => ("file" in edit ? [edit.file] : []))),
    );
    const now = this.#host.project.save();
    const own = now.files.filter(({ path }) => !added.has(path) || before.files.some((file) => file.path === path));
    this.#set(
      merged({ ...now, files: own, commandLine: before.commandLine }, before.files),
      `Reset to before step ${this.#steps.indexOf(step) + 1}.`,
    );
  }

  #set(work: Work, notice: string): void {
    const { project, notices, write } = this.#host;
    this.#asking = undefined;
    const before = project.save();
    const known = work.files.filter(({ path }) => project.byPath(path));
    const sameFiles = known.length === work.files.length && known.length === before.files.length;
    if (sameFiles) {
      const undo = write(
        work.files.filter(({ path, content }) => content !== before.files.find((file) => file.path === path)?.content),
      );
      project.setCommandLine(work.commandLine);
      notices.report(notice, () => {
        undo();
        project.setCommandLine(before.commandLine);
      });
    } else {
      // Files are added or removed: their undo histories begin anew.
      project.load(work);
      notices.report(notice, () => project.load(before));
    }
    const place = firstChange(before, work);
    if (place) this.#host.reveal(place);
    if (sameWork(before, project.save())) this.#host.changed();
  }

  /** All steps. `leave` is called when the user goes on with the files, which the list covers. */
  render(text: (source: string) => unknown, leave: () => void) {
    if (this.#steps.length === 0) return nothing;
    return html`<ol class="steps" aria-label="Steps">${this.#steps.map((step, at) => this.#item(step, at + 1, text, leave))}</ol>`;
  }

  /** The next step, for the bar. `unfold` shows the whole lesson, where a question about the step is. */
  next(text: (source: string) => unknown, unfold: () => void) {
    const step = this.#steps.find((step) => !this.#isDone(step));
    if (!step)
      return html`<div class="step-text"><span class="step-number">${icon(CircleCheck)} All steps are done.</span></div>`;
    const number = this.#steps.indexOf(step) + 1;
    const act = () => {
      if (step.edits.length === 0) this.#mark(step);
      else this.#apply(step);
      if (this.#asking === step) unfold();
    };
    const label = step.edits.length === 0 ? "Got it" : "Apply";
    return html`
      <div class="step-text"><span class="step-number">Step ${number} of ${this.#steps.length}:</span> ${text(step.text)}</div>
      <button type="button" class="quiet bordered" aria-label="${label}: step ${number}" @click=${act}>${label}</button>
    `;
  }

  #item(step: Step, number: number, text: (source: string) => unknown, leave: () => void) {
    const done = this.#isDone(step);
    const mark = done
      ? html`<span class="step-done">${icon(CircleCheck)}<span class="for-readers">Done</span></span>`
      : nothing;
    const button = (label: string, act: () => void, name = label) =>
      html`<button type="button" class="quiet bordered" aria-label="${name}: step ${number}" @click=${act}>${label}</button>`;
    const then = (act: () => void) => () => {
      act();
      if (this.#asking !== step) leave();
    };
    const cancel = then(() => {
      this.#asking = undefined;
      this.#host.changed();
    });
    const apply = then(() => this.#apply(step));
    const reset = then(() => this.#reset(step));
    const force = then(() => this.#force(step));
    const changes = () => (done ? button("Reset", reset) : button("Apply", apply));
    const reads = () => (done ? nothing : button("Got it", () => this.#mark(step)));
    return html`
      <li>
        <div class="step-text">${text(step.text)}</div>
        <div class="step-actions">${mark} ${step.edits.length > 0 ? changes() : reads()}</div>
        ${
          this.#asking === step
            ? html`<div class="step-question" role="alert">
              <p>You have changed what this step changes.</p>
              ${step.edits.map((edit) => described(edit))}
              <div class="step-actions">${button("Use the step's version", force)} ${button("Cancel", cancel)}</div>
            </div>`
            : nothing
        }
      </li>
    `;
  }
}

function described(edit: StepEdit) {
  if ("commandLine" in edit) return html`<p>Command line: <code>${edit.commandLine || "(empty)"}</code></p>`;
  if ("content" in edit) return html`<p>A new text for <code>${edit.file}</code></p>`;
  return html`<p><code>${edit.file}</code>: <code>${edit.replace}</code> becomes <code>${edit.with}</code></p>`;
}

/** A work with files replaced, or added at the end. */
function merged(work: Work, files: readonly WorkFile[]): Work {
  const by = new Map(files.map((file) => [file.path, file]));
  const kept = work.files.map((file) => by.get(file.path) ?? file);
  return { ...work, files: [...kept, ...files.filter(({ path }) => !work.files.some((file) => file.path === path))] };
}
