// What is needed to record the signatures and transactions of one wallet.
import type { PluginHost, Tracker } from '../core/tracker-types.js';
import type { Connection } from './connection.js';
import type { Delays } from './delays.js';
import type { Guard } from './guard.js';
import type { Provider } from './provider.js';
import type { ProviderHub } from './provider-hub.js';
import type { Begin, Settle } from './watch-call.js';

export interface ObserveSigningOptions {
  readonly tracker: Pick<Tracker, 'signature' | 'transaction' | 'anonymousId' | 'consent'>;
  readonly connection: Connection;
  readonly delays: Delays;
  readonly host: PluginHost;
  readonly provider: Provider;
  readonly hub: ProviderHub;
  readonly guard: Guard;
  /** False while another adapter of the project is told of this wallet. */
  readonly isTold: () => boolean;
}

/**
 * Told of a call before the wallet gets it. What is recorded later than that goes through `ofVisitor`, which works on
 * after the plugin has stopped, until the tracker is closed or its visitor is another.
 */
export type BeginSigning = (ofVisitor: Guard, ...call: Parameters<Begin>) => Settle | undefined;
