// What is needed to record the signatures and transactions of one wallet.
import type { PluginHost, Tracker } from '../core/tracker-types.js';
import type { Connection } from './connection.js';
import type { Delays } from './delays.js';
import type { Guard } from './guard.js';
import type { Provider } from './provider.js';
import type { ProviderHub } from './provider-hub.js';

export interface ObserveSigningOptions {
  readonly tracker: Pick<Tracker, 'signature' | 'transaction' | 'anonymousId' | 'consent'>;
  readonly connection: Connection;
  readonly delays: Delays;
  readonly host: PluginHost;
  readonly provider: Provider;
  readonly hub: ProviderHub;
  readonly guard: Guard;
  /**
   * A guard that works on after the plugin has stopped, until the tracker is closed: for requests
   * that began before.
   */
  readonly late: Guard;
  /** False while another adapter of the project is told of this wallet. */
  readonly isTold: () => boolean;
}
