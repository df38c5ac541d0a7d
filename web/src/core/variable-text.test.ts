import { expect, test } from "vitest";
import { words } from "./shell-words";
import { variableOf, variableText, variableWord } from "./variable-text";

test("variables survive being written", () => {
  for (const variable of [
    { name: "A", value: "" },
    { name: "A", value: "b=c" },
    { name: "A", value: "b c'\"$" },
  ]) {
    expect(variableOf(variableText(variable))).toEqual(variable);
    expect(words(variableWord(variable))?.map(variableOf)).toEqual([variable]);
  }
});

test("a text without = is a name", () => expect(variableOf("A")).toEqual({ name: "A", value: "" }));
