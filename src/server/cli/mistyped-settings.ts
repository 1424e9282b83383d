// Finds environment variables that look like a mistyped setting.
import type { Environment } from '../settings/read-environment.js';
import { SETTINGS_HELP } from '../settings/settings-help.js';
import { closest } from './closest.js';

const PREFIX = 'CHAINTRAIL_';
/** Shorter names resemble too many valid variables: `HOME` is close to `HOST`. */
const LEAST_LETTERS = 8;
/** Variables that other commands read. */
const OTHERS = ['API_KEY', 'URL', 'WRITE_KEY'].map((name) => PREFIX + name);

const SETTINGS = SETTINGS_HELP.map(([name]) => name);
/** Variables that name a file with a secret. */
const FILES = SETTINGS_HELP.filter(([, text]) => text.includes('_FILE')).map(
  ([name]) => `${name}_FILE`,
);
const KNOWN: ReadonlySet<string> = new Set([...SETTINGS, ...FILES, ...OTHERS]);
const LONG = [...SETTINGS, ...FILES].filter((name) => name.length >= LEAST_LETTERS);

/**
 * A line for each variable that resembles a setting, naming that setting. Unrelated variables are ignored.
 */
export const mistypedSettings = (env: Environment): readonly string[] =>
  Object.keys(env).flatMap((name) => {
    if (!env[name]?.trim() || KNOWN.has(name) || name.startsWith('RPC_URL_')) return [];
    const bare = name.replace(PREFIX, '').replace(/_FILE$/, '');
    const meant = SETTINGS.includes(bare) ? bare : closest(name.toUpperCase(), LONG);
    return meant === undefined
      ? []
      : [`${name} is not a setting and is ignored. Did you mean ${meant}?`];
  });
