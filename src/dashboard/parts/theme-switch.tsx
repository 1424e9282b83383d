// Switches between the light theme, the dark one, and that of the system.
/** @jsxImportSource preact */
import { useId } from 'preact/hooks';
import { chooseTheme, THEMES, useTheme } from '../state/use-theme.js';
import { Icon } from './icon.js';

const NAMES = { system: 'System', light: 'Light', dark: 'Dark' } as const;

export function ThemeSwitch() {
  const { choice } = useTheme();
  // A name of its own: radio buttons of two switches on a page must not form one group.
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
