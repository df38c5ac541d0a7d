import { afterEach, expect, test, vi } from "vitest";
import { refusing, stubStorage } from "../../testing/browser-storage";
import { handledFailures } from "../core/failures";
import { loadSettings, saveSettings } from "./settings";

const DEFAULTS = {
  theme: "system",
  panes: {},
  lintsOff: [],
  wrap: {},
  heights: {},
  maximized: false,
  endMessages: true,
  valuesInCode: true,
  lessons: [],
};
const KEY = "ytterby.settings.v1";

afterEach(() => vi.unstubAllGlobals());

test("settings are loaded as they were saved", () => {
  stubStorage();
  expect(loadSettings()).toEqual(DEFAULTS);
  const settings = {
    theme: "dark" as const,
    panes: { main: [58, 42] },
    lintsOff: ["unused"],
    wrap: { editor: true, output: false },
    heights: { "values.yml": 120 },
    maximized: true,
    endMessages: false,
    valuesInCode: true,
    lessons: ["kiln"],
  };
  saveSettings(settings);
  expect(loadSettings()).toEqual(settings);
});

test.each([
  "[[[",
  "7",
  "null",
  "[]",
  '{"theme":"pink","panes":{"main":[58,"x"],"input":[101,-1]},"lintsOff":7,"wrap":{"editor":1},"heights":{"a":-1},"maximized":1,"endMessages":"x","lessons":"kiln"}',
])("stored settings %s are the defaults", (text) => {
  stubStorage().setItem(KEY, text);
  expect(loadSettings()).toEqual(DEFAULTS);
});

test("without storage, settings are the defaults, and the failure is listed", () => {
  stubStorage(refusing);
  saveSettings({ ...DEFAULTS, theme: "dark" });
  expect(loadSettings()).toEqual(DEFAULTS);
  expect(handledFailures().map(({ action }) => action)).toContain("storing the settings");
});
