// The menu of settings: the theme, what the editor shows, and the schema proposal, which is a flag of the command line.
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

/** The item for the schema proposal; the others are themes. */
const PROPOSAL = "proposal";
/** Items of the editor. */
const MESSAGES = "messages";
const VALUES = "values";

export class SettingsMenu {
  readonly #menu: Menu;
  readonly #preferences: Preferences;
  readonly #project: Project;
  readonly #notices: Notices;

  constructor(root: ShadowRoot, preferences: Preferences, project: Project, notices: Notices) {
    this.#preferences = preferences;
    this.#project = project;
    this.#notices = notices;
    this.#menu = new Menu({
      id: "settings",
      root,
      select: (item) => this.#select(item),
    });
  }

  #select(item: string): void {
    const preferences = this.#preferences;
    if (item === PROPOSAL) this.#switchProposal();
    else if (item === MESSAGES) preferences.setEndMessages(!preferences.endMessages);
    else if (item === VALUES) preferences.setValuesInCode(!preferences.valuesInCode);
    else preferences.setTheme(item as Theme);
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
    const { theme, endMessages, valuesInCode } = this.#preferences;
    const beyond = extended(this.#project.commandLine);
    return html`
      <button class="icon-button" type="button" aria-label="Settings" title="Settings" ${spread(menu.button())}>${icon(Settings)}</button>
      ${menu.list(
        "Settings",
        () => html`
          <div role="group" aria-labelledby="settings-theme">
            <div class="menu-label" id="settings-theme">Theme</div>
            ${THEMES.map(([name, label, drawing]) => menu.choice(name, html`${icon(drawing)} ${label}`, name === theme))}
          </div>
          <div class="menu-group" role="group" aria-labelledby="settings-editor">
            <div class="menu-label" id="settings-editor">Editor</div>
            ${menu.switch(VALUES, html`${icon(Equal)} Values behind the code`, valuesInCode)}
            ${menu.switch(MESSAGES, html`${icon(MessageSquareText)} Problems at the ends of lines`, endMessages)}
          </div>
          <div class="menu-group" role="group" aria-labelledby="settings-extensions">
            <div class="menu-label" id="settings-extensions">Extensions: not in the ytt command</div>
            ${menu.switch(PROPOSAL, html`${icon(Puzzle)} Schema proposal`, beyond)}
          </div>
        `,
      )}
    `;
  }
}
