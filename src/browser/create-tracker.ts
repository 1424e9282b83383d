// The composition root of the browser: the core, on what a browser offers.
import { withConsent } from '../core/consent.js';
import { createCoreTracker } from '../core/create-core-tracker.js';
import { createRandomId } from '../core/message-id.js';
import { checkOptions } from '../core/options.js';
import type { AnyEvents, Plugin, Tracker } from '../core/tracker-types.js';
import { eip6963 } from '../wallets/eip6963.js';
import { createTakeArrival, REFERRAL_QUERY } from './arrivals.js';
import type { BrowserOptions } from './browser-options.js';
import { createBrowserStorage, createNoStorage, readLocalStorage } from './browser-storage.js';
import { createClock } from './clock.js';
import { createFetchTransport } from './fetch-transport.js';
import { createInertTracker } from './inert-tracker.js';
import { createLifecycle, listen } from './lifecycle.js';
import { namespaceOf } from './namespace.js';
import { createOneSender } from './one-sender.js';
import { createPageContext } from './page-context.js';
import { pageViews } from './page-views.js';
import { createRandomBytes } from './random.js';
import { isRefused, isRobot } from './visitor-signals.js';
import { log, warn } from './warn.js';
import { isAhead, whenShown } from './when-shown.js';

const NO_PAGE = 'there is no page here. On a server, import from chaintrail/node.';

/** How long another tab's cookie may take to be read here, after its `storage` event. Milliseconds. */
const COOKIE_DELAY_MS = 1_000;

/** Wallets of a page that nobody has seen are no visitor's yet. */
const ofShownPage = (plugin: Plugin): Plugin => ({
  ...plugin,
  setup: (tracker, host) => whenShown(document, () => plugin.setup?.(tracker, host)),
});

const defaultPlugins = ({ pageViews: views = true, wallets = true }: BrowserOptions) => [
  ...(wallets ? [ofShownPage(eip6963(wallets === true ? {} : wallets))] : []),
  ...(views ? [pageViews()] : []),
];

/**
 * Makes a tracker for this page. Where there is none (a server, a worker) its verbs do nothing.
 *
 * @typeParam Events the app's own events, such as `{ minted: { id: number } }`, for the compiler to check
 * @throws TrackerError when an option is wrong
 */
export function createTracker<Events extends object = AnyEvents>(
  options: BrowserOptions,
): Tracker<Events>;
export function createTracker(options: BrowserOptions): Tracker {
  checkOptions(options);
  if (typeof document === 'undefined') return createInertTracker(NO_PAGE);
  // As it is now: a test's environment takes it away before the last timer.
  const page = document;
  const { apiHost, plugins = [], privacy = {}, referral, cookieless } = options;
  const namespace = namespaceOf(options.writeKey);
  const clock = createClock();
  const lifecycle = createLifecycle(window);
  const randomBytes = createRandomBytes();
  const redaction = { ...privacy, campaign: referral?.query ?? REFERRAL_QUERY };
  const context = createPageContext(window, redaction);
  // What each of the ports that tabs share through the browser needs.
  const shared = {
    namespace,
    clock,
    lifecycle,
    locks: navigator.locks,
    storage: cookieless ? undefined : readLocalStorage(),
  };
  const stored = cookieless
    ? createNoStorage()
    : createBrowserStorage({ ...shared, owner: createRandomId(randomBytes) });
  const requests = createFetchTransport({
    apiHost,
    writeKey: () => tracker.writeKey(),
    maySend: () => tracker.isGranted(),
  });
  const transport = createOneSender(
    // Inside: a request may have to wait for its turn, and the visitor may not agree any longer.
    withConsent(requests, () => tracker.isGranted()),
    shared,
  );
  const consent = isRefused(navigator, options) ? 'denied' : (options.consent ?? 'granted');

  const tracker = createCoreTracker(
    { ...options, consent, plugins: [...plugins, ...defaultPlugins(options)] },
    {
      ...stored,
      transport,
      clock,
      lifecycle,
      randomBytes,
      readContext: context.read,
      takeArrival: createTakeArrival(window, {
        redaction,
        referral,
        // Finding it out takes a cookie.
        findSite: () =>
          (stored.keyValue.get('consent') ?? consent) === 'granted' ? stored.site() : '',
      }),
      // It is visible a moment before it says that it is no longer ahead, and nothing tells the tracker then.
      isAhead: () => page.hidden && isAhead(page),
      onArrival: (run) => void whenShown(page, run as () => undefined),
      isBot: () => isRobot(navigator),
      notice: warn,
      log: options.debug ? log : undefined,
    },
  );
  // Another tab was told what the visitor chose, or who the visitor is; without a key, all is cleared.
  let stopLooking: (() => void) | undefined;
  const lookLater = () => {
    stopLooking?.();
    stopLooking = clock.after(COOKIE_DELAY_MS, () => {
      // First: it finds what to forget by what it differs from.
      tracker.refresh();
      if (tracker.consent() !== 'pending') {
        // Who sees this page chooses nothing on another one.
        if (!page.hidden) stored.keyValue.mirror();
      } else {
        // Until the visitor has chosen nothing is stored, and a choice in this window makes no `storage` event here.
        lookLater();
      }
    });
  };
  lookLater();
  const onStorage = ({ key }: StorageEvent) => {
    if (/^$|_id$|consent$/.test(key ?? '')) {
      tracker.refresh();
      lookLater();
    }
  };
  const stopListening = listen(window, 'storage', onStorage);
  return {
    ...tracker,
    close: () =>
      tracker.close().finally(() => {
        stopListening();
        stopLooking?.();
        context.stop();
        stored.release();
        transport.stop();
      }),
  };
}
