// The job that reads the logs of contracts, with a loop for each chain. Per chain, one process reads at a
// time.
import { fullJitterMs } from '../../../net/backoff.js';
import type { WireEvent } from '../../../protocol/events.js';
import { DomainError } from '../../errors/domain-error.js';
import type { EventsService } from '../../events/service.js';
import type { Log } from '../../log.js';
import type { RpcSettings } from '../../settings/read-rpc-settings.js';
import { createChainNode } from './chain-node.js';
import { takeBack } from './follow-chain.js';
import { createRpc, RpcError } from './json-rpc.js';
import { createRangeSize } from './range-size.js';
import { type ChainParts, ContractsRefusedError, readChain } from './read-chain.js';
import type { ReadCounts } from './read-range.js';
import type { ReadingStore } from './reading-store.js';

/** Called for what happens, to count it in metrics. */
export interface ReadingObserver {
  read(chainId: number, counts: ReadCounts): void;
  readFailed(chainId: number): void;
  reorganised(chainId: number): void;
}

export interface ContractReaderParts {
  readonly rpc: RpcSettings;
  readonly store: ReadingStore;
  readonly events: Pick<EventsService, 'receive'>;
  /** Adds to each event the visitor that its wallet was last seen with, if there is one. */
  readonly withVisitors: (
    events: readonly WireEvent[],
    projectId: string,
  ) => Promise<readonly WireEvent[]>;
  readonly retract: ChainParts['retract'];
  /** Runs the work unless another process works on the same chain. Default: there is no other process. */
  readonly ifAlone?: (chainId: number, work: () => Promise<void>) => Promise<unknown>;
  readonly log: Log;
  readonly observer: ReadingObserver;
}

export interface ContractReader {
  /** Starts a round at once, because there may be something to read. */
  wake(chainId: number): void;
  close(): Promise<void>;
}

const LEAST_BACKOFF_MS = 500;

export function startContractReader(parts: ContractReaderParts): ContractReader {
  const loops = new Map(
    Object.entries(parts.rpc.urls).map(([chain, url]) => [
      Number(chain),
      startLoop(parts, Number(chain), url),
    ]),
  );
  return {
    wake: (chainId) => loops.get(chainId)?.wake(),
    async close() {
      await Promise.all([...loops.values()].map((loop) => loop.close()));
    },
  };
}

function startLoop(parts: ContractReaderParts, chainId: number, url: string) {
  const { rpc, store, log, observer, ifAlone = (_, work) => work() } = parts;
  const closing = new AbortController();
  const { signal } = closing;
  const nap = createNap();
  let failures = 0;
  let isGettingOn = false;
  const onProgress = (): void => {
    isGettingOn = true;
  };
  const chain = chainParts(parts, { chainId, url, signal, onProgress });

  const fail = async (error: unknown): Promise<void> => {
    if (signal.aborted) return;
    // A node with a tight rate limit refuses calls again and again. As long as ranges are read in between,
    // the backoff does not grow.
    const isBusy = error instanceof RpcError && error.kind === 'busy';
    failures = isBusy && isGettingOn ? 1 : failures + 1;
    isGettingOn = false;
    observer.readFailed(chainId);
    log.error('Contract logs could not be read; the server will try again.', error, {
      chain_id: chainId,
      failures,
    });
    const told = error instanceof RpcError ? error.message : 'The server could not store them.';
    const contracts = error instanceof ContractsRefusedError ? error.contracts : undefined;
    await store.setError(chainId, told, contracts).catch(() => {});
  };
  const round = async (): Promise<void> => {
    await ifAlone(chainId, async () => {
      // First, and without the node, which may be away: until it is finished, a retraction that was cut short
      // leaves the sums of whole days out.
      await takeBack(chain);
      await requireChain(chain);
      await readChain(chain);
      await store.setError(chainId, null);
    });
    failures = 0;
    isGettingOn = false;
  };
  const run = async (): Promise<void> => {
    while (!signal.aborted) {
      await round().catch(fail);
      if (signal.aborted) return;
      await nap.rest(
        failures === 0 ? rpc.pollSeconds * 1_000 : LEAST_BACKOFF_MS + fullJitterMs(failures - 1),
      );
    }
  };
  const running = run();
  return {
    wake: nap.wake,
    async close() {
      closing.abort();
      nap.wake();
      await running;
    },
  };
}

interface ChainPlace {
  readonly chainId: number;
  readonly url: string;
  readonly signal: AbortSignal;
  /** Called after a range was read. */
  readonly onProgress: () => void;
}

function chainParts(
  { rpc, store, events, withVisitors, retract, log, observer }: ContractReaderParts,
  { chainId, url, signal, onProgress }: ChainPlace,
): ChainParts {
  return {
    chainId,
    node: createChainNode(createRpc({ url, signal })),
    store,
    retract,
    confirmations: rpc.confirmations,
    range: createRangeSize(),
    signal,
    onRead(counts) {
      observer.read(chainId, counts);
      onProgress();
    },
    onReorganised(blocks) {
      observer.reorganised(chainId);
      log.info('A chain reorganised blocks that were already read; their events are removed.', {
        chain_id: chainId,
        blocks,
      });
    },
    async ingest(wire, projectId) {
      const known = await withVisitors(wire, projectId);
      await events.receive(known, projectId, { isServer: true }).catch((error) => {
        // All events were refused, and are in quarantine with the reason: reading them again would change nothing.
        if (!(error instanceof DomainError) || error.code !== 'BAD_REQUEST') throw error;
      });
    },
  };
}

/** Checks the endpoint's chain: logs of another chain, stored under this id, could never be told apart. */
async function requireChain({ chainId, node, store }: ChainParts): Promise<void> {
  if ((await store.contracts(chainId)).length === 0) return;
  const answered = await node.chainId();
  if (answered === chainId) return;
  throw new RpcError(
    'unreachable',
    `RPC_URL_${chainId} must be an endpoint of the chain ${chainId}; it is one of the chain ${answered}.`,
  );
}

/** A pause that `wake` ends early. A `wake` during the work before it skips the next pause. */
function createNap() {
  let isAwake = false;
  let end: (() => void) | undefined;
  return {
    wake() {
      isAwake = true;
      end?.();
    },
    async rest(ms: number): Promise<void> {
      if (!isAwake) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, ms);
          end = () => {
            clearTimeout(timer);
            resolve();
          };
        });
      }
      end = undefined;
      isAwake = false;
    },
  };
}
