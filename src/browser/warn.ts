// How a developer is spoken to: by the console, which a page may have replaced by one that throws.
import { callApp } from '../core/plugins.js';

const say = (level: 'log' | 'warn') => (message: string) => {
  // biome-ignore lint/suspicious/noConsole: nowhere else would the developer of the page look
  callApp(() => globalThis.console?.[level](`chaintrail: ${message}`));
};

/** To one who asked for it, with `debug`. */
export const log = say('log');

/** To one who did not ask. */
export const warn = say('warn');
