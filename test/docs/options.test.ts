// The page on options lists every option of `createTracker`, and every attribute of the script tag.
import { expect, it } from 'vitest';
import type { BrowserOptions } from '../../src/browser/browser-options.js';
import { attributeOf, readDataAttributes } from '../../src/browser/data-attributes.js';
import { checkOptions, resolveDelivery } from '../../src/core/options.js';
import { TrackerError } from '../../src/core/tracker-error.js';
import { namesIn, readPage } from './page-names.js';

const rows = [...readPage('options').matchAll(/^\| (`[^|]+) \|([^|]*)/gm)].map(
  ([, names, next]) => ({
    names: namesIn(names).map((name) => name.replace(/="[^"]*"$/, '')),
    values: namesIn(next),
  }),
);

/** The compiler requires an entry for each existing option. */
const OPTIONS: Readonly<Record<keyof Omit<BrowserOptions, 'writeKey' | 'apiHost' | 'plugins'>, 1>> =
  {
    ...{
      consent: 1,
      gpc: 1,
      dnt: 1,
      cookieless: 1,
      privacy: 1,
      exclude: 1,
      sampleRate: 1,
      bots: 1,
    },
    ...{ localhost: 1, referral: 1, sessionIdleMinutes: 1, newSessionOnCampaign: 1, pageViews: 1 },
    ...{ wallets: 1, debug: 1, onError: 1, onDrop: 1, flushAt: 1, flushIntervalMs: 1 },
    ...{ maxBatchBytes: 1, maxQueueEvents: 1, maxQueueBytes: 1, maxAgeMs: 1 },
  };

it('has a row for every option, and only for options', () => {
  const named = rows.flatMap(({ names }) => names).filter((name) => !/^(data)?-/.test(name));
  expect(named.sort()).toEqual(Object.keys(OPTIONS).sort());
});

const throws = (run: () => void): boolean => {
  try {
    run();
    return false;
  } catch (error) {
    return error instanceof TrackerError;
  }
};

it('names the options whose invalid values throw', () => {
  const valid = { writeKey: 'key', apiHost: 'https://events.test' };
  const [told = ''] = readPage('options').match(/^An invalid value of[\s\S]*?at once\./m) ?? [];
  const throwing = ['writeKey', 'apiHost', 'plugins', ...Object.keys(OPTIONS)].filter((name) => {
    const wrong = [{ query: 1, path: '(' }];
    const options = { ...valid, [name]: name === 'referral' ? wrong[0] : wrong };
    return throws(() => checkOptions(options));
  });
  const named = namesIn(told).map((name) => name.replace(/\..*/, ''));
  expect(throwing.sort()).toEqual([...named, ...Object.keys(resolveDelivery(valid))].sort());
});

it('states the defaults of the queue', () => {
  const defaults = resolveDelivery({ writeKey: '', apiHost: '' });
  const told = rows.flatMap(({ names, values }) => names.map((name, at) => [name, values[at]]));
  expect(Object.fromEntries(told)).toMatchObject(
    Object.fromEntries(Object.entries(defaults).map(([name, value]) => [name, `${value}`])),
  );
});

/** A row may abbreviate attributes by their last part: `data-exclude-hosts` `-paths`. */
const attributesNamed = (names: readonly string[]): string[] => {
  const [first = ''] = names;
  const group = first.slice(0, first.lastIndexOf('-'));
  return names
    .filter((name) => /^(data)?-/.test(name))
    .map((name) => name.replace(/^-/, `${group}-`));
};

it('lists every data attribute, and no others', () => {
  const asked = new Set(['name']);
  const record = (key: string) => void asked.add(key);
  readDataAttributes(new Proxy({}, { get: (_, key) => record(String(key)) }));
  // A group of options has no attribute itself; only its members do.
  const isGroup = (key: string) => [...asked].some((one) => one.match(`^${key}[A-Z]`));
  expect(rows.flatMap(({ names }) => attributesNamed(names)).sort()).toEqual(
    [...asked]
      .filter((key) => !isGroup(key))
      .map(attributeOf)
      .sort(),
  );
});
