// The header of the page: name, examples, Open and Share, help, theme.
import type { Theme } from "../store/settings";
import markUrl from "../style/mark.svg";
import { html } from "../ui/html";
import { BookOpen, CircleQuestionMark, icon, Monitor, Moon, Share2, Sun } from "../ui/icons";
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
}

export const header = ({ examples, open, share, opened, help }: HeaderActions, themeMenu: Menu, theme: Theme) => html`
  <header>
    <h1><img src=${markUrl} alt="" width="20" height="20" /><span class="name">Ytterby</span> <span class="tagline">a playground for ytt</span></h1>
    <button class="quiet" type="button" title="Examples (Ctrl K)" @click=${examples}>${icon(BookOpen)} Examples</button>
    ${open}
    <button class="quiet" type="button" aria-label="Share" title="Share (Ctrl S)" @click=${share}>${icon(Share2)} <span class="long">Share</span></button>
    ${opened}
    <span class="spring"></span>
    <button class="icon-button" type="button" aria-label="Help" title="Help" @click=${help}>${icon(CircleQuestionMark)}</button>
    ${themeButton(themeMenu, theme)}
  </header>
`;

function themeButton(menu: Menu, theme: Theme) {
  const chosen = THEMES.find(([name]) => name === theme);
  return html`
    <button class="icon-button" type="button" aria-label="Theme: ${chosen?.[1]}" title="Theme" ${spread(menu.button())}>${icon(chosen?.[2] ?? Monitor)}</button>
    ${menu.list("Theme", () =>
      THEMES.map(([name, label, drawing]) => menu.item(name, html`${icon(drawing)} ${label}`, name === theme)),
    )}
  `;
}
