// Finds variables of the environment that somebody took for settings.
import type { Environment } from '../read-environment.js';
import { SETTINGS_HELP } from '../settings-help.js';
import { closest } from './closest.js';

const PREFIX = 'CHAINTRAIL_';
/** Shorter names are near to too much that is no slip: `HOME` to `HOST`. */
const LEAST_LETTERS = 8;
/** Those that other commands read. */
const OTHERS = ['API_KEY', 'URL', 'WRITE_KEY'].map((name) => PREFIX + name);

const SETTINGS = SETTINGS_HELP.map(([name]) => name);
/** Secrets are read from files, too. */
const FILES = SETTINGS_HELP.filter(([, text]) => text.includes('_FILE')).map(
  ([name]) => `${name}_FILE`,
);
const KNOWN: ReadonlySet<string> = new Set([...SETTINGS, ...FILES, ...OTHERS]);
const LONG = [...SETTINGS, ...FILES].filter((name) => name.length >= LEAST_LETTERS);

/** A line for each, which names the setting that may have been meant; other programs' variables have none. */
export const mistypedSettings = (env: Environment): readonly string[] =>
  Object.keys(env).flatMap((name) => {
    if (!env[name]?.trim() || KNOWN.has(name) || name.startsWith('RPC_URL_')) return [];
    const bare = name.replace(PREFIX, '').replace(/_FILE$/, '');
    const meant = SETTINGS.includes(bare) ? bare : closest(name.toUpperCase(), LONG);
    return meant === undefined ? [] : [`${name} is no setting, and is ignored. ${meant} is one.`];
  });
