// Light, dark, or as the system has it.
/** @jsxImportSource preact */
import { useId } from 'preact/hooks';
import { chooseTheme, THEMES, useTheme } from '../state/use-theme.js';
import { Icon } from './icon.js';

const NAMES = { system: 'As the system', light: 'Light', dark: 'Dark' } as const;

export function ThemeSwitch() {
  const { choice } = useTheme();
  // There may be several on a page.
  const name = useId();
  return (
    <fieldset class="theme">
      <legend class="hidden">Theme</legend>
      {THEMES.map((theme) => (
        <label key={theme} title={NAMES[theme]}>
          <input
            type="radio"
            name={name}
            value={theme}
            checked={theme === choice}
            onChange={() => chooseTheme(theme)}
          />
          <Icon name={theme} />
          <span class="hidden">{NAMES[theme]}</span>
        </label>
      ))}
    </fieldset>
  );
}
