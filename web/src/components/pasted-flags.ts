// A command that is pasted into the field of the flags, as in a terminal or a script.
import { noted } from "../core/failures";
import type { Project } from "../core/project";

/** Whether a text may be a command line with its program. The parser is loaded then, and leaves other texts as they are. */
export const mayBeCommand = (text: string): boolean => /^\s*[$%]\s|\bytt(?:erby)?\b/.test(text);

/** A pasted command line loses its prompt and its program, which are in front of the field; its variables go to the environment. */
export async function pasteFlags(event: ClipboardEvent, project: Project): Promise<void> {
  const input = event.currentTarget as HTMLInputElement;
  const text = event.clipboardData?.getData("text/plain") ?? "";
  const start = input.selectionStart ?? 0;
  if (!mayBeCommand(text) || input.value.slice(0, start).trim() !== "") return;
  event.preventDefault();
  const reading = await import("../formats/pasted-command").catch(noted("loading what reads commands"));
  const { commandLine, env } = reading?.flagsIn(text) ?? { commandLine: text, env: [] };
  // With this command, the browser's undo knows the change.
  if (!document.execCommand("insertText", false, commandLine)) {
    input.setRangeText(commandLine, start, input.selectionEnd ?? start, "end");
    project.setCommandLine(input.value);
  }
  if (reading && env.length > 0) project.setEnv(reading.withVariables(project.env, env));
}
