// What there is to tell of the signatures and transactions of one wallet.
import type { PluginHost, Tracker } from '../core/tracker-types.js';
import type { Connection } from './connection.js';
import type { Delays } from './delays.js';
import type { Guard } from './guard.js';
import type { ProviderHub } from './provider-hub.js';

export interface ObserveSigningOptions {
  readonly tracker: Pick<Tracker, 'signature' | 'transaction' | 'anonymousId' | 'consent'>;
  readonly connection: Connection;
  readonly delays: Delays;
  readonly host: PluginHost;
  readonly hub: ProviderHub;
  readonly guard: Guard;
  /** Also runs what was asked before the end, as long as the tracker takes it. */
  readonly late: Guard;
  /** False while another adapter looks after this wallet. */
  readonly isTold: () => boolean;
}
