// The menu of settings: the theme, parts of the editor, and the schema proposal, which is a flag of the command line.
import { extended, switched } from "../core/extension";
import type { Project } from "../core/project";
import type { Theme } from "../store/settings";
import { html } from "../ui/html";
import { Equal, icon, MessageSquareText, Monitor, Moon, Puzzle, Settings, Sun } from "../ui/icons";
import { Menu } from "../ui/menu";
import type { Notices } from "../ui/notices";
import { spread } from "../ui/spread";
import type { Preferences } from "./preferences";

const THEMES: [Theme, string, typeof Sun][] = [
  ["system", "System", Monitor],
  ["light", "Light", Sun],
  ["dark", "Dark", Moon],
];

export class SettingsMenu {
  readonly #menu: Menu;
  readonly #preferences: Preferences;
  readonly #project: Project;
  readonly #notices: Notices;

  constructor(root: ShadowRoot, preferences: Preferences, project: Project, notices: Notices) {
    this.#preferences = preferences;
    this.#project = project;
    this.#notices = notices;
    this.#menu = new Menu({ id: "settings", root });
  }

  #switchProposal(): void {
    const { commandLine } = this.#project;
    const on = !extended(commandLine);
    this.#project.setCommandLine(switched(commandLine, on));
    this.#notices.report(`The schema proposal is ${on ? "on" : "off"}.`, () =>
      this.#project.setCommandLine(commandLine),
    );
  }

  render() {
    const menu = this.#menu;
    const preferences = this.#preferences;
    const { theme, endMessages, valuesInCode, toggleEndMessages, toggleValuesInCode } = preferences;
    const beyond = extended(this.#project.commandLine);
    return html`
      <button class="icon-button" type="button" aria-label="Settings" title="Settings" data-spread=${spread(menu.button())}>${icon(Settings)}</button>
      ${menu.list(
        "Settings",
        () => html`
          <div role="group" aria-labelledby="settings-theme">
            <div class="menu-label" id="settings-theme">Theme</div>
            ${THEMES.map(([name, label, drawing]) => menu.choice(html`${icon(drawing)} ${label}`, name === theme, () => preferences.setTheme(name)))}
          </div>
          <div class="menu-group" role="group" aria-labelledby="settings-editor">
            <div class="menu-label" id="settings-editor">Editor</div>
            ${menu.switch(html`${icon(Equal)} Values behind the code`, valuesInCode, toggleValuesInCode)}
            ${menu.switch(html`${icon(MessageSquareText)} Problems at the ends of lines`, endMessages, toggleEndMessages)}
          </div>
          <div class="menu-group" role="group" aria-labelledby="settings-extensions">
            <div class="menu-label" id="settings-extensions">Extensions: not in the ytt command</div>
            ${menu.switch(html`${icon(Puzzle)} Schema proposal`, beyond, () => this.#switchProposal())}
          </div>
        `,
      )}
    `;
  }
}
