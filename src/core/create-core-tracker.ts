// The tracker of one visitor: capture -> enrich -> queue -> send, on the ports it is given.
import type { EventChannel } from '../protocol/event-types.js';
import { attempt } from './attempt.js';
import { type CaptureOptions, createCapture } from './capture.js';
import { isConsentState } from './consent.js';
import { logPorts } from './debug-log.js';
import { type CompleteEvent, createWriter, type RecordedCall } from './enrich.js';
import { createFilter } from './filter.js';
import { toWalletRef } from './identity.js';
import { createMessageIds } from './message-id.js';
import { createMonotonicClock } from './monotonic-clock.js';
import { checkOptions, resolveDelivery } from './options.js';
import { createPipeline, type Pipeline } from './pipeline.js';
import { callApp, createPlugins, textOf } from './plugins.js';
import type { ArrivalPorts, Ports } from './ports.js';
import { createRecorder } from './recorder.js';
import type { DroppedEvent, Tracker, TrackerFault, TrackerOptions } from './tracker-types.js';
import { createVisitor } from './visitor.js';
import { createWriteKey, type WriteKey } from './write-key.js';

/** Calls the app's `onError` and `onDrop`, and catches what they throw. */
const createReports = (options: TrackerOptions, log: Ports['log']) => ({
  onFault: (fault: TrackerFault) => {
    log?.(`fault (${fault.code}): ${fault.message}`);
    callApp(() => options.onError?.(fault));
  },
  onDrop: (event: DroppedEvent) => {
    log?.(`dropped ${event.messageId} (${event.reason}): ${event.detail}`);
    callApp(() => options.onDrop?.(event));
  },
});

export interface CoreTracker extends Tracker, WriteKey {
  /**
   * Whether events may be sent now. Reads the stored consent again, since another tab may have
   * changed it.
   */
  isGranted(): boolean;
  /** Reads again what another tab may have stored: the consent, and who the visitor is. */
  refresh(): void;
}

/**
 * Makes a tracker that lives on `ports`.
 * @throws TrackerError when an option is wrong
 */
export const createCoreTracker = (
  options: TrackerOptions,
  given: Ports,
  channel: EventChannel = 'web',
): CoreTracker => {
  checkOptions(options);
  const { readContext, log, isAhead = () => false } = given;
  const isFiltered = () => attempt(() => filter({ context: readContext(), properties: null }));
  const ports: ArrivalPorts = {
    ...given,
    takeArrival: () => {
      const arrival = given.takeArrival?.();
      if (!arrival || !isFiltered()) return arrival;
      // A page that is not recorded must not be sent as the landing page of a later event either.
      const { landing_page: _, ...touch } = arrival.touch;
      return { ...arrival, touch };
    },
  };
  const { onFault, onDrop } = createReports(options, log);
  const clock = createMonotonicClock(ports.clock);
  const visitor = createVisitor(options, ports, () => pipeline);
  const { identity, session, consent, storage } = visitor;
  const isDenied = () => consent.state() === 'denied';
  const isFirst: CaptureOptions['isFirst'] = (key, content) => {
    pipeline.settle();
    // While nothing is recorded the key is not marked as seen, so that it is sent once it can be
    // recorded.
    return !isDenied() && (!!isFiltered() || session.isFirst(key, clock.now(), content));
  };
  const plugins = createPlugins(options.plugins ?? [], onFault);
  const filter = createFilter(options, {
    anonymousId: identity.anonymousId,
    chainId: () => identity.wallet()?.chain_id,
    isBot: ports.isBot ?? (() => false),
    onLocalhost: ports.notice,
  });
  const { record, complete, look } = createRecorder({
    visitor,
    ports,
    clock,
    channel,
    filter,
    plugins,
    pipeline: () => pipeline,
  });
  const pipeline: Pipeline<RecordedCall, CompleteEvent> = createPipeline({
    ports: logPorts(ports),
    clock,
    delivery: resolveDelivery(options),
    complete,
    write: createWriter(createMessageIds(ports.randomBytes)),
    onDrop,
    onFault,
    isOpen: consent.state() === 'granted',
  });
  const prepare = (verb: string) => {
    if (!isDenied()) plugins.before(verb);
  };
  const capture = createCapture({
    identity,
    session,
    readContext,
    privacy: options.privacy,
    isFirst,
    record,
    prepare: (verb) => {
      prepare(verb);
      // Every other verb may change the visitor or the wallet, so earlier events are completed
      // first.
      if (verb !== 'track') pipeline.settle();
    },
    onFault,
    isAhead,
  });
  // Stores how the visitor came before any event: a page that redirects at once would lose it.
  if (!isDenied() && !isAhead()) session.touch(clock.now());
  const refresh = () => {
    consent.refresh();
    pipeline.settle();
    if (identity.refresh()) session.reload();
  };
  const stopRefreshing = ports.lifecycle.onShow(refresh);

  const tracker: CoreTracker = {
    ...capture.verbs,
    flush: (flushOptions) => {
      prepare('flush');
      return pipeline.flush(flushOptions);
    },
    close: () => {
      plugins.dispose();
      capture.close();
      stopRefreshing();
      return pipeline.close();
    },
    stats: pipeline.stats,
    anonymousId: identity.anonymousId,
    addresses: identity.addresses,
    attribution: () => {
      pipeline.settle();
      return session.attribution();
    },
    consent: (state) => {
      const refuse = (cause: unknown) => {
        const message = `consent(${textOf(state)}) failed: ${textOf(cause)}`;
        onFault({ code: 'invalid_call', message, cause });
      };
      if (isConsentState(state)) callApp(() => consent.set(state), refuse);
      else if (state !== undefined) refuse("It is 'granted', 'denied' or 'pending'.");
      return consent.state();
    },
    isGranted: () => {
      consent.refresh();
      return consent.state() === 'granted';
    },
    refresh,
    ...createWriteKey(options.writeKey, pipeline.authorize, onFault),
  };
  plugins.setup(tracker, {
    wallet: () => toWalletRef(identity.wallet()),
    refreshWallet: () => {
      pipeline.settle();
      identity.refreshWallet();
    },
    useWallet: capture.useWallet,
    firstInSession: isFirst,
    isClosed: capture.isClosed,
    visitor: identity.visitor,
    writeKey: tracker.writeKey,
    context: look,
    describe: plugins.describe,
    storage,
    clock,
  });
  ports.onArrival?.(() => {
    identity.refresh();
    identity.keep();
    capture.start();
  });
  return tracker;
};
