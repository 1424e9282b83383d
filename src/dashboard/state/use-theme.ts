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

/** Puts it on the page, where the style sheet reads it. */
export function applyTheme(theme: Theme): void {
  const root = document.documentElement;
  root.dataset.theme = theme === 'system' ? (systemIsDark().matches ? 'dark' : 'light') : theme;
}

export function chooseTheme(theme: Theme): void {
  themeStore.write(theme === 'system' ? undefined : theme);
  applyTheme(theme);
  window.dispatchEvent(new Event(CHANGE));
}

/** The choice, and what is shown, so that charts are drawn anew in other colours. */
export function useTheme(): { readonly choice: Theme; readonly shown: string } {
  const read = () => ({ choice: readTheme(), shown: document.documentElement.dataset.theme ?? '' });
  const [theme, setTheme] = useState(read);
  // With what is drawn, since the switch may be used at once.
  useLayoutEffect(() => {
    const follow = () => {
      applyTheme(readTheme());
      setTheme(read());
    };
    // Paper is light, and the inks of a dark page are pale on it.
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
