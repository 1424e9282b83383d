// Light, dark, or as the system says.
import { useLayoutEffect, useState } from 'preact/hooks';
import { themeStore } from './storage.js';

export const THEMES = ['system', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

const CHANGE = 'chaintrail-theme';
const systemIsDark = () => matchMedia('(prefers-color-scheme: dark)');

export function readTheme(): Theme {
  const stored = themeStore.read();
  return THEMES.find((theme) => theme === stored) ?? 'system';
}

/** Sets `data-theme` on the page, which the style sheet reads. */
export function applyTheme(theme: Theme): void {
  const root = document.documentElement;
  root.dataset.theme = theme === 'system' ? (systemIsDark().matches ? 'dark' : 'light') : theme;
}

export function chooseTheme(theme: Theme): void {
  themeStore.write(theme === 'system' ? undefined : theme);
  applyTheme(theme);
  window.dispatchEvent(new Event(CHANGE));
}

/** The chosen theme, and the one that is shown: charts are drawn again when that changes. */
export function useTheme(): { readonly choice: Theme; readonly shown: string } {
  const read = () => ({ choice: readTheme(), shown: document.documentElement.dataset.theme ?? '' });
  const [theme, setTheme] = useState(read);
  // A layout effect listens before the switch can be clicked: an ordinary one runs later.
  useLayoutEffect(() => {
    const follow = () => {
      applyTheme(readTheme());
      setTheme(read());
    };
    // Print in the light theme: the pale text of the dark one is hard to read on white paper.
    const print = () => {
      document.documentElement.dataset.theme = 'light';
      setTheme(read());
    };
    const system = systemIsDark();
    system.addEventListener('change', follow);
    window.addEventListener(CHANGE, follow);
    window.addEventListener('beforeprint', print);
    window.addEventListener('afterprint', follow);
    return () => {
      system.removeEventListener('change', follow);
      window.removeEventListener(CHANGE, follow);
      window.removeEventListener('beforeprint', print);
      window.removeEventListener('afterprint', follow);
    };
  }, []);
  return theme;
}
