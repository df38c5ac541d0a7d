// The top of the page: its name, the examples, the keys, the theme.
import { html } from "lit";
import { examples } from "../gallery/examples";
import markUrl from "../style/mark.svg";
import type { Theme } from "../work/storage";
import { BookOpen, ChevronDown, icon, Keyboard, Monitor, Moon, Sun } from "./icons";
import { spread } from "./spread";
import type { Menu } from "./widgets";

const THEMES: [Theme, string, typeof Sun][] = [
  ["system", "As the system", Monitor],
  ["light", "Light", Sun],
  ["dark", "Dark", Moon],
];

export const header = (exampleMenu: Menu, themeMenu: Menu, theme: Theme, showKeys: () => void) => html`
  <header>
    <h1><img src=${markUrl} alt="" width="20" height="20" />Ytterby <span class="tagline">a playground for ytt</span></h1>
    <button class="quiet" type="button" ${spread(exampleMenu.getTriggerProps())}>${icon(BookOpen)} Examples ${icon(ChevronDown)}</button>
    <div class="positioner" ${spread(exampleMenu.getPositionerProps())}>
      <div class="menu examples" ${spread({ ...exampleMenu.getContentProps(), "aria-label": "Examples" })}>
        ${examples.map(
          ({ id, title, description }) => html`
            <div class="menu-item" ${spread(exampleMenu.getItemProps({ value: id }))}><strong>${title}</strong><span>${description}</span></div>
          `,
        )}
      </div>
    </div>
    <span class="spring"></span>
    <button class="icon-button" type="button" aria-label="Keys" title="Keys" @click=${showKeys}>${icon(Keyboard)}</button>
    ${themeButton(themeMenu, theme)}
  </header>
`;

function themeButton(menu: Menu, theme: Theme) {
  const chosen = THEMES.find(([name]) => name === theme);
  return html`
    <button class="icon-button" type="button" ${spread({ ...menu.getTriggerProps(), "aria-label": `Theme: ${chosen?.[1]}`, title: "Theme" })}>${icon(chosen?.[2] ?? Monitor)}</button>
    <div class="positioner" ${spread(menu.getPositionerProps())}>
      <div class="menu" ${spread({ ...menu.getContentProps(), "aria-label": "Theme" })}>
        ${THEMES.map(
          ([name, label, drawing]) => html`
            <div class="menu-item line" ${spread(menu.getOptionItemProps({ type: "radio", value: name, checked: name === theme }))}>${icon(drawing)} ${label}</div>
          `,
        )}
      </div>
    </div>
  `;
}

/** Sets the theme of the whole document. */
export function applyTheme(theme: Theme): void {
  if (theme === "system") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
}
