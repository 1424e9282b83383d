// Messages to the developer, on the console, which a page may have replaced by one that throws.
import { callApp } from '../core/plugins.js';

const say = (level: 'log' | 'warn') => (message: string) => {
  // biome-ignore lint/suspicious/noConsole: nowhere else would the developer of the page look
  callApp(() => globalThis.console?.[level](`chaintrail: ${message}`));
};

/** For a developer who asked for it, with `debug`. */
export const log = say('log');

/** For a developer who did not ask, about a mistake. */
export const warn = say('warn');
