// The header of the page: a link to the editor for keyboards, name, examples, Open and Share, help, settings.
import type { Theme } from "../store/settings";
import markUrl from "../style/mark.svg";
import { html } from "../ui/html";
import { BookOpen, CircleQuestionMark, icon, Monitor, Moon, Puzzle, Settings, Share2, Sun } from "../ui/icons";
import type { Menu } from "../ui/menu";
import { spread } from "../ui/spread";

const THEMES: [Theme, string, typeof Sun][] = [
  ["system", "System", Monitor],
  ["light", "Light", Sun],
  ["dark", "Dark", Moon],
];

/** The actions of the header's buttons. `open` is the Open menu. */
export interface HeaderActions {
  examples: () => void;
  open: unknown;
  share: () => void;
  /** The bar about the open work, if it is not the user's own. */
  opened: unknown;
  help: () => void;
  /** Moves the focus into the editor. */
  skip: () => void;
}

/** What the menu of settings shows. */
interface SettingsShown {
  theme: Theme;
  /** The schema proposal is on. */
  beyond: boolean;
}

/** The menu's item for the schema proposal; the others are themes. */
export const PROPOSAL = "proposal";

export const header = (
  { examples, open, share, opened, help, skip }: HeaderActions,
  menu: Menu,
  shown: SettingsShown,
) => html`
  <header>
    <button class="skip" type="button" @click=${skip}>Skip to the editor</button>
    <h1><img src=${markUrl} alt="" width="20" height="20" /><span class="name">Ytterby</span> <span class="tagline">YAML templates with schema and validation, runs in your browser</span></h1>
    <button class="quiet" type="button" title="Examples (Ctrl K)" @click=${examples}>${icon(BookOpen)} Examples</button>
    ${open}
    <button class="quiet" type="button" aria-label="Share" title="Share (Ctrl S)" @click=${share}>${icon(Share2)} <span class="long">Share</span></button>
    ${opened}
    <span class="spring"></span>
    <button class="icon-button" type="button" aria-label="Help" title="Help" @click=${help}>${icon(CircleQuestionMark)}</button>
    ${settingsButton(menu, shown)}
  </header>
`;

function settingsButton(menu: Menu, { theme, beyond }: SettingsShown) {
  return html`
    <button class="icon-button" type="button" aria-label="Settings" title="Settings" ${spread(menu.button())}>${icon(Settings)}</button>
    ${menu.list(
      "Settings",
      () => html`
        <div role="group" aria-labelledby="settings-theme">
          <div class="menu-label" id="settings-theme">Theme</div>
          ${THEMES.map(([name, label, drawing]) => menu.item(name, html`${icon(drawing)} ${label}`, name === theme))}
        </div>
        <div class="menu-group" role="group" aria-labelledby="settings-extensions">
          <div class="menu-label" id="settings-extensions">Extensions, which ytt does not support</div>
          ${menu.item(PROPOSAL, html`${icon(Puzzle)} Schema proposal`, beyond)}
        </div>
      `,
    )}
  `;
}
