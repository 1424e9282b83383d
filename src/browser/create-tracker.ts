// The composition root of the browser: the core, on the ports of a browser.
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

/**
 * How long another tab's cookie may take to become readable here, after its `storage` event.
 * Milliseconds.
 */
const COOKIE_DELAY_MS = 1_000;

/** Waits until the page is shown: the wallets of a prerendered page belong to no visitor yet. */
const ofShownPage = (plugin: Plugin): Plugin => ({
  ...plugin,
  setup: (tracker, host) => whenShown(document, () => plugin.setup?.(tracker, host)),
});

/** An option may also be null, as in a configuration that is read as JSON. */
const allPlugins = ({ plugins, pageViews: views, wallets }: BrowserOptions): Plugin[] => [
  ...(plugins ?? []),
  ...((wallets ?? true) ? [ofShownPage(eip6963(Object(wallets)))] : []),
  ...((views ?? true) ? [pageViews()] : []),
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
  // Kept, because a test environment may remove the global before the last timer runs.
  const page = document;
  const { apiHost, privacy, referral, cookieless } = options;
  const namespace = namespaceOf(options.writeKey);
  const clock = createClock();
  const lifecycle = createLifecycle(window);
  const randomBytes = createRandomBytes();
  const redaction = { ...privacy, campaign: referral?.query ?? REFERRAL_QUERY };
  const context = createPageContext(window, redaction);
  // What the ports need that tabs share through the browser.
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
    // Checked inside the queue of tabs: a request may wait for its turn, and consent may be
    // withdrawn by then.
    withConsent(requests, () => tracker.isGranted()),
    shared,
  );
  const consent = isRefused(navigator, options) ? 'denied' : (options.consent ?? 'granted');

  const tracker = createCoreTracker(
    { ...options, consent, plugins: allPlugins(options) },
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
        // Finding the site's domain writes a cookie, so it needs consent.
        findSite: () =>
          (stored.keyValue.get('consent') ?? consent) === 'granted' ? stored.site() : '',
      }),
      // A page becomes visible a moment before `prerendering` turns false, and no event tells of
      // that moment.
      isAhead: () => page.hidden && isAhead(page),
      onArrival: (run) => void whenShown(page, run as () => undefined),
      isBot: () => isRobot(navigator),
      notice: warn,
      log: options.debug ? log : undefined,
    },
  );
  // A `storage` event shows that another tab stored a consent or a visitor; one without a key, that
  // all was cleared.
  let stopLooking: (() => void) | undefined;
  const lookLater = () => {
    stopLooking?.();
    stopLooking = clock.after(COOKIE_DELAY_MS, () => {
      // Before `mirror`: it recognises another visitor by the difference between cookie and
      // localStorage.
      tracker.refresh();
      if (tracker.consent() !== 'pending') {
        // Only on a visible page: the visitor cannot be choosing on another one at the same time.
        if (!page.hidden) stored.keyValue.mirror();
      } else {
        // While consent is pending nothing is stored, and a choice made in this window gives no
        // `storage` event here: looks again.
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
