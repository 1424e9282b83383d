// Finds environment variables that look like a mistyped setting.
import type { Environment } from '../settings/read-environment.js';
import { SETTINGS_HELP } from '../settings/settings-help.js';
import { closest } from './closest.js';

const PREFIX = 'CHAINTRAIL_';
/** Shorter names resemble too many valid variables: `HOME` is close to `HOST`. */
const LEAST_LETTERS = 8;
/** Variables that other commands and the typed client read. */
const OTHERS = ['API_KEY', 'URL', 'BASE_URL', 'LOG', 'WRITE_KEY'].map((name) => PREFIX + name);

const SETTINGS = SETTINGS_HELP.map(([name]) => name);
/** Variables that name a file with a secret. */
const FILES = SETTINGS_HELP.filter(([, text]) => text.includes('_FILE')).map(
  ([name]) => `${name}_FILE`,
);
const KNOWN: ReadonlySet<string> = new Set([...SETTINGS, ...FILES, ...OTHERS]);
const LONG = [...SETTINGS, ...FILES].filter((name) => name.length >= LEAST_LETTERS);
const RPC_URL = 'RPC_URL';

/** The setting that a variable resembles, if any. */
const meantBy = (name: string): string | undefined => {
  const bare = name.replace(PREFIX, '').replace(/_FILE$/, '');
  if (bare.toUpperCase() === RPC_URL) return `${RPC_URL}_<chain id>`;
  return SETTINGS.includes(bare) ? bare : closest(name.toUpperCase(), LONG);
};

/**
 * A line for each variable that resembles a setting, naming that setting. Unrelated variables are ignored.
 */
export const mistypedSettings = (env: Environment): readonly string[] =>
  Object.keys(env).flatMap((name) => {
    if (!env[name]?.trim() || KNOWN.has(name) || name.startsWith(`${RPC_URL}_`)) return [];
    const meant = meantBy(name);
    return meant === undefined
      ? []
      : [`${name} is not a setting and is ignored. Did you mean ${meant}?`];
  });
