// The SDKs that are compared, each set up as its documentation advises, without automatic page views.

export interface Contender {
  readonly name: string;
  /** The package that npm installs, or undefined for the build of this project. */
  readonly npm?: string;
  /** The version to use when the newest one cannot be installed. */
  readonly fallbackVersion?: string;
  /** The code of a module that sets `window.track(properties)`; `SINK` is the origin that receives the events. */
  readonly code: string;
}

/** It has 27 characters, because some SDKs demand that length. */
const KEY = 'abcdefghijklmnopqrstuvwxyz0';

export const CONTENDERS: readonly Contender[] = [
  {
    name: 'chaintrail',
    code: `import { createTracker } from 'chaintrail';
      const tracker = createTracker({ writeKey: '${KEY}', apiHost: SINK, pageViews: false, wallets: false });
      window.track = (properties) => tracker.track('bench_step', properties);`,
  },
  {
    name: 'Formo',
    npm: '@formo/analytics',
    code: `import { FormoAnalytics } from '@formo/analytics/core';
      const formo = await FormoAnalytics.init('${KEY}', {
        apiHost: SINK + '/v0/raw_events', tracking: true, autocapture: false, evm: false,
      });
      window.track = (properties) => formo.track('bench_step', properties);`,
  },
  {
    name: 'Segment',
    npm: '@segment/analytics-next',
    code: `import { AnalyticsBrowser } from '@segment/analytics-next';
      const apiHost = new URL(SINK).host + '/v1';
      const segment = AnalyticsBrowser.load({
        writeKey: '${KEY}',
        cdnSettings: { integrations: { 'Segment.io': { apiKey: '${KEY}', apiHost, protocol: 'http' } } },
      }, { integrations: { 'Segment.io': { deliveryStrategy: { strategy: 'batching', config: { size: 20, timeout: 1000 } } } } });
      await segment.ready();
      window.track = (properties) => void segment.track('bench_step', properties);`,
  },
  {
    name: 'PostHog',
    npm: 'posthog-js',
    fallbackVersion: '1.434.18',
    code: `import posthog from 'posthog-js';
      posthog.init('${KEY}', {
        api_host: SINK, autocapture: false, capture_pageview: false, disable_session_recording: true,
        advanced_disable_flags: true, opt_out_useragent_filter: true,
        rate_limiting: { events_per_second: 1e6, events_burst_limit: 1e6 },
      });
      window.track = (properties) => posthog.capture('bench_step', properties);`,
  },
  {
    name: 'RudderStack',
    npm: '@rudderstack/analytics-js',
    code: `import { RudderAnalytics } from '@rudderstack/analytics-js/bundled';
      const rudder = new RudderAnalytics();
      const source = { id: 's', name: 's', writeKey: '${KEY}', enabled: true, workspaceId: 'w',
        config: { statsCollection: { errors: { enabled: false }, metrics: { enabled: false } } },
        connections: [], destinations: [], dataplanes: {} };
      rudder.load('${KEY}', SINK, {
        getSourceConfig: () => ({ source, updatedAt: new Date().toISOString() }),
        useBeacon: false, queueOptions: { batch: { enabled: true, maxItems: 20, flushInterval: 1000 } },
      });
      await new Promise((resolve) => rudder.ready(resolve));
      window.track = (properties) => rudder.track('bench_step', properties);`,
  },
  {
    name: 'Amplitude',
    npm: '@amplitude/analytics-browser',
    fallbackVersion: '2.46.0',
    code: `import * as amplitude from '@amplitude/analytics-browser';
      await amplitude.init('${KEY}', {
        serverUrl: SINK, autocapture: false, fetchRemoteConfig: false,
      }).promise;
      window.track = (properties) => void amplitude.track('bench_step', properties);`,
  },
  {
    name: 'Snowplow',
    npm: '@snowplow/browser-tracker',
    code: `import { newTracker, trackSelfDescribingEvent } from '@snowplow/browser-tracker';
      newTracker('t', SINK, { appId: 'bench', encodeBase64: false, bufferSize: 20 });
      const schema = 'iglu:com.example/bench_step/jsonschema/1-0-0';
      window.track = (data) => trackSelfDescribingEvent({ event: { schema, data } });`,
  },
  {
    name: 'Mixpanel',
    npm: 'mixpanel-browser',
    code: `import mixpanel from 'mixpanel-browser';
      mixpanel.init('${KEY}', {
        api_host: SINK, track_pageview: false, persistence: 'localStorage', api_payload_format: 'json',
        record_sessions_percent: 0, flags: false, batch_flush_interval_ms: 1000,
      });
      window.track = (properties) => mixpanel.track('bench_step', properties);`,
  },
];
