// Day, night, or whatever the device is set to.

import { readStored, store } from './stored';

export type ThemeChoice = 'light' | 'dark' | 'system';

const KEY = 'dustup.theme';
const CHOICES: readonly unknown[] = ['light', 'dark', 'system'];
const night = matchMedia('(prefers-color-scheme: dark)');

const remembered = readStored(localStorage, KEY);

class Theme {
  choice = $state<ThemeChoice>(CHOICES.includes(remembered) ? (remembered as ThemeChoice) : 'system');

  choose(choice: ThemeChoice): void {
    this.choice = choice;
    store(localStorage, KEY, choice);
    this.apply();
  }

  apply(): void {
    const dark = this.choice === 'dark' || (this.choice === 'system' && night.matches);
    document.documentElement.dataset.theme = dark ? 'dark' : 'light';
  }
}

export const theme = new Theme();

/** Called once, before anything is drawn. */
export function followTheme(): void {
  theme.apply();
  night.addEventListener('change', () => theme.apply());
}
