// Decides which events are not recorded, because an option leaves them out or the visitor is a
// robot.
import type { CaptureOptions, Pattern } from './capture-options.js';
import { readChainId } from './chain-id.js';
import { decode } from './scrub.js';
import { hash32 } from './short-hash.js';
import type { Properties } from './tracker-types.js';

export interface FilterOptions extends CaptureOptions {
  readonly apiHost: string;
  readonly debug?: boolean | undefined;
}

export interface FilterSources {
  readonly anonymousId: () => string;
  /** The chain of the wallet in use. */
  readonly chainId: () => number | string | undefined;
  readonly isBot: () => boolean;
  /** Called once with the reason why a page on localhost is not recorded. */
  readonly onLocalhost: ((message: string) => void) | undefined;
}

interface Filtered {
  readonly context: Properties;
  readonly properties: Properties | null;
}

/** Answers why an event is not recorded, in plain words, or undefined when it is recorded. */
export type Filter = (event: Filtered) => string | undefined;

const LOOPBACK = /^(?:localhost|.+\.localhost|127(?:\.\d+){3}|0\.0\.0\.0|\[::1\])$/;

const hostOf = (url: unknown): string =>
  /^\w+:\/\/([^/?#]*?)(?::\d+)?(?:[/?#]|$)/.exec(String(url))?.[1] ?? '';

const isLoopback = (url: unknown): boolean => LOOPBACK.test(hostOf(url));

const matches = (patterns: readonly Pattern[] | undefined, text: unknown): boolean =>
  !!patterns?.some((pattern) => {
    if (typeof pattern !== 'string') return String(text).search(pattern) >= 0;
    const parts = pattern.split('*').map((part) => part.replace(/[\\^$.+?()[\]{}|]/g, '\\$&'));
    return new RegExp(`^${parts.join('.*')}$`, 'i').test(String(text));
  });

const LOCALHOST = 'localhost is recorded only with `debug` or `localhost: true`';

export const createFilter = (options: FilterOptions, sources: FilterSources): Filter => {
  const { sampleRate = 1, debug } = options;
  // An option may also be null, as in a configuration that is read as JSON.
  const exclude = options.exclude ?? {};
  const isDevelopment = isLoopback(options.apiHost);
  const bots = options.bots ?? isDevelopment;
  const localhost = options.localhost ?? (debug || isDevelopment);
  let tellOfLocalhost = sources.onLocalhost;
  const chains = exclude.chains?.map(readChainId);

  const ofPage = ({ page_url, page_path, timezone }: Properties): string | undefined => {
    if (!localhost && isLoopback(page_url)) {
      tellOfLocalhost?.(LOCALHOST);
      tellOfLocalhost = undefined;
      return LOCALHOST;
    }
    if (matches(exclude.hosts, hostOf(page_url))) return 'the host is excluded';
    if (matches(exclude.paths, page_path) || matches(exclude.paths, decode(`${page_path}`)))
      return 'the path is excluded';
    if (exclude.timezones?.includes(String(timezone))) return 'the time zone is excluded';
    return !bots && sources.isBot() ? 'the visitor is a robot' : undefined;
  };

  let page: Properties | undefined;
  let reason: string | undefined;
  return ({ context, properties }) => {
    if (context !== page) {
      page = context;
      reason = ofPage(context);
    }
    if (reason) return reason;
    const chain = chains && (readChainId(properties?.chain_id) ?? sources.chainId());
    if (chain !== undefined && chains?.includes(chain)) return 'the chain is excluded';
    const isChosen = sampleRate >= 1 || hash32(sources.anonymousId()) < sampleRate * 2 ** 32;
    return isChosen ? undefined : 'the visitor is not in the sample';
  };
};
