import { afterEach, expect, test, vi } from "vitest";
import { Project } from "../core/project";
import type { Engine } from "../engine/engine";
import type { FlagDescription } from "../engine/types";
import { FlagList } from "./flag-list";

afterEach(() => vi.unstubAllGlobals());

test("what was typed while the flags were loading shows the list once, so that a selection stays", async () => {
  vi.stubGlobal("document", { createElement: () => ({ getContext: () => null }) });
  const answers: ((flags: Partial<FlagDescription>[]) => void)[] = [];
  const ask = () => new Promise((resolve) => answers.push(resolve));
  const project = new Project();
  const list = new FlagList(project, { ask } as unknown as Engine, () => [], vi.fn());
  const input = { value: "--o", selectionStart: 3, matches: () => true, closest: () => null };
  const field = input as unknown as HTMLInputElement;
  const shown = [list.show(field), list.show(field)];
  answers[0]?.([{ name: "--output", short: "-o", value: null, description: "", isExtension: false }]);
  await shown[0];
  list.key({ key: "ArrowDown", currentTarget: field, preventDefault: () => undefined } as unknown as KeyboardEvent);
  await new Promise((resolve) => setTimeout(resolve));
  expect(list.active).toBe("flag-option-0");
  expect(answers).toHaveLength(1);
});
