// Collects the views that the page view plugin records, on fake timers.
import { vi } from 'vitest';
import { createClock } from '../../../src/browser/clock.js';
import { pageViews } from '../../../src/browser/page-views.js';
import type { ConsentState } from '../../../src/core/consent.js';
import type { PluginHost, Tracker } from '../../../src/core/tracker-types.js';

export const views: string[] = [];
export const titles: string[] = [];
let writeKey = 0;
let consent: ConsentState = 'granted';
const stops: (() => void)[] = [];

export const setConsent = (state: ConsentState) => {
  consent = state;
};

const addressOf = ({ href, origin }: Location) => ({ page_url: href.slice(origin.length) });

/** Starts the plugin on a page that is still loading. */
export const load = (key = String(writeKey), page: Window = window) => {
  const tracker = {
    page: (_: unknown, { context = addressOf(location) } = {}) => {
      views.push(context.page_url);
      titles.push(document.title);
    },
    consent: () => consent,
  };
  const plugin = pageViews(page);
  const host = { writeKey: () => key, context: () => addressOf(location), clock: createClock() };
  const stop =
    plugin.setup?.(tracker as unknown as Tracker, host as unknown as PluginHost) ?? (() => {});
  stops.push(stop);
  return { plugin, stop };
};

/** Waits until a view that waits for its title is recorded. */
export const settle = () => vi.advanceTimersByTime(1_000);

/** Starts the plugin on a page that has loaded. */
export const start = (...page: Parameters<typeof load>) => {
  const started = load(...page);
  settle();
  return started;
};

/** Call before each test. */
export const open = () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  window.happyDOM?.setURL('https://dapp.example/');
  views.length = 0;
  titles.length = 0;
  writeKey += 1;
  consent = 'granted';
};

/** Call after each test. */
export const close = () => {
  for (const stop of stops.splice(0)) stop();
  vi.useRealTimers();
};
