// Records the connections in wagmi's store: who is connected, with which wallet, on which chain.
import type { PluginHost, Tracker } from '../core/tracker-types.js';
import type { Connection, Evidence } from './connection.js';
import { keyOf, read } from './provider.js';
import { findRegistry } from './provider-hub.js';
import { findProvider, infoOf } from './wagmi-connectors.js';
import type { WalletWatch } from './watch-wallets.js';

interface WagmiConnection {
  readonly accounts: readonly string[];
  readonly chainId: number;
  readonly connector: unknown;
}

interface WagmiState {
  readonly status: string;
  readonly current: string | null;
  readonly connections: ReadonlyMap<string, WagmiConnection>;
}

/** The part of wagmi's `Config` that is used. */
export interface WagmiConfig {
  readonly connectors: readonly unknown[];
  readonly state: WagmiState;
  subscribe(selector: (state: unknown) => unknown, listener: () => void): () => void;
}

export interface WagmiStoreOptions {
  readonly config: WagmiConfig;
  readonly tracker: Pick<Tracker, 'disconnect'>;
  readonly host: PluginHost;
  readonly wallets: WalletWatch;
}

/** The connection in use, and its key in the store. */
interface Current extends WagmiConnection {
  readonly uid: string;
}

/** The connection in use, which stays so while the app asks for another one. */
const readCurrent = ({ status, current, connections }: WagmiState): Current | undefined => {
  const connection = current && status !== 'disconnected' ? connections.get(current) : undefined;
  return connection && { ...connection, uid: current as string };
};

/** Records connections as they come and go. */
const createConnections = ({ config, tracker, host, wallets }: WagmiStoreOptions) => {
  // A map of our own, since wagmi changes its map of connections in place.
  const told = new Map<string, Connection>();
  const { hubs } = findRegistry();
  const withProvider = (connector: unknown, use: (provider: object) => void) => {
    const found = wallets.guard((provider?: object) => provider && use(provider));
    findProvider(connector).then(found, host.fault);
  };

  return {
    /** @param evidence absent when the wallet was connected before, and is now the one in use */
    enter: ({ uid, connector }: Current, evidence?: Evidence) => {
      const take = (connection: Connection) => {
        // The store may have changed while the provider was being found: what it says now is newer.
        const latest = readCurrent(config.state);
        if (latest?.uid !== uid) return;
        told.set(uid, connection);
        // Another tab may have recorded this connection.
        host.refreshWallet();
        connection.setChain(latest.chainId, false);
        connection.setAccounts(latest.accounts, evidence ?? 'seen');
        if (!evidence) connection.use();
      };
      const known = told.get(uid);
      if (known) return take(known);
      withProvider(connector, (provider) =>
        take(wallets.watch(provider, infoOf(connector)).connection),
      );
    },
    refresh: ({ uid, chainId }: Current) => told.get(uid)?.setChain(chainId, true),
    leave: ({ status, connections }: WagmiState, current: Current | undefined) => {
      const { providerName } = infoOf(current?.connector);
      for (const [uid, connection] of told) {
        if (status === 'connected' && connections.has(uid)) continue;
        told.delete(uid);
        // No `disconnect` when a late reconnect put another connector of the same wallet in its
        // place, nor when a provider that the connector wraps has recorded the end already.
        if (providerName !== connection.ref().providerName && host.wallet()) {
          connection.setAccounts([], 'changed');
        }
      }
    },
    /** Records the end of an earlier page's connection, where no watched provider reports it. */
    leaveRestored: () => {
      const wallet = host.wallet();
      if (!wallet) return;
      const end = () => {
        // By now the user may have connected another account.
        if (wallet.address === host.wallet()?.address) tracker.disconnect(wallet);
      };
      for (const connector of config.connectors) {
        if (keyOf(infoOf(connector)) !== keyOf(wallet)) continue;
        if (read(connector, 'type') !== 'injected') end();
        else withProvider(connector, (provider) => hubs.has(provider) || end());
      }
    },
  };
};

/** Answers the function to call at the start, and after each change of the store. */
export const createStoreWatch = (options: WagmiStoreOptions): (() => void) => {
  const { config } = options;
  const connections = createConnections(options);
  let inUse = '';
  let before = '';
  let connected: WagmiState['connections'] = new Map();

  return () => {
    const { state } = config;
    const { status } = state;
    const last = before;
    before = status;
    if (last === 'reconnecting' && status === 'disconnected') connections.leaveRestored();
    if (/ing$/.test(status)) return;

    const current = readCurrent(state);
    connections.leave(state, current);
    const now = current ? `${current.uid} ${current.accounts[0]}` : '';
    if (current && now === inUse) connections.refresh(current);
    else if (current) {
      // The user was not asked: the connection comes from an earlier page.
      const isRestored = last === 'reconnecting' || !last;
      const isSwitch = inUse.startsWith(`${current.uid} `);
      // Connected before: the user goes back to it, or the connection that had replaced it has
      // ended.
      const approval = connected.has(current.uid) ? undefined : 'approved';
      const evidence = isRestored ? 'seen' : isSwitch ? 'changed' : approval;
      connections.enter(current, evidence);
    }
    inUse = now;
    // Copied, because wagmi removes ended connections from its map before it notifies.
    connected = new Map(state.connections);
  };
};
