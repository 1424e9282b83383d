// Writes labels of wallets, and imports wallets.
import { parseDateTime } from '../../protocol/formats.js';
import type { ImportAnswer } from '../../protocol/profiles/import.js';
import type { Label, LabelDeletion, LabelInput } from '../../protocol/profiles/labels.js';
import { DomainError, RETRY_AFTER_SECONDS } from '../errors/domain-error.js';
import { invalidFields } from '../errors/invalid-fields.js';
import { spellAddress } from '../evm-address.js';
import { within } from '../limits/deadline.js';
import { walletOf } from './address.js';
import { type LabelStore, NO_CHAIN, type StoredLabel } from './label-store.js';

/** A wallet in a project. */
export interface LabelledWallet {
  readonly projectId: string;
  /** As it is stored. */
  readonly wallet: string;
}

export interface LabelsService {
  /**
   * @returns one for one, an array for an array
   * @throws {DomainError} BAD_REQUEST for a timestamp in the future
   */
  upsert(place: LabelledWallet, labels: LabelInput | LabelInput[]): Promise<Label | Label[]>;
  /** Succeeds also when there is no such label; a wallet does not become known by it. */
  remove(place: LabelledWallet, label: LabelDeletion): Promise<void>;
  /** @throws {DomainError} BAD_REQUEST when none of the addresses is one */
  importWallets(projectId: string, addresses: readonly unknown[]): Promise<ImportAnswer>;
}

export interface LabelsServiceParts {
  readonly store: LabelStore;
  /** Brings the profiles that searches read up to date with what was written. */
  readonly refresh: () => Promise<void>;
  /** How long that is waited for. Milliseconds, default 50 s: callers wait a minute for an answer. */
  readonly refreshTimeoutMs?: number;
  readonly now?: () => number;
}

/** The source of labels that are written through the API. */
const SOURCE = 'api';
/** Clocks differ; a label further ahead is a mistake (decision N-41). */
const MAX_AHEAD_MS = 60_000;
const MAX_SHOWN_ADDRESS = 128;

export function createLabelsService(parts: LabelsServiceParts): LabelsService {
  const { store, refreshTimeoutMs = 50_000, now = Date.now } = parts;
  // One whose answer is lost takes minutes, and those that wait for the next one wait for it as well.
  const refresh = () => within(parts.refresh(), refreshTimeoutMs, notShownYet);
  return {
    async upsert({ projectId, wallet }, given) {
      const time = now();
      const toStored = (label: LabelInput, path: string) =>
        storedLabel(wallet, label, { timestamp: timestampOf(label, time, path), now: time });
      const stored = Array.isArray(given)
        ? given.map((label, index) => toStored(label, `body.${index}`))
        : toStored(given, 'body');
      await store.write(projectId, [stored].flat());
      await refresh();
      return Array.isArray(stored) ? stored.map(shown) : shown(stored);
    },
    async remove({ projectId, wallet }, label) {
      const time = now();
      const removed = { ...label, _is_deleted: 1 };
      await store.remove(projectId, storedLabel(wallet, removed, { timestamp: time, now: time }));
      await refresh();
    },
    async importWallets(projectId, addresses) {
      const errors: NonNullable<ImportAnswer['errors']> = [];
      const wallets = new Set<string>();
      for (const [index, address] of addresses.entries()) {
        const wallet = typeof address === 'string' ? walletOf(address.trim()) : undefined;
        if (wallet === undefined) errors.push(refusal(index, address));
        else wallets.add(wallet);
      }
      if (wallets.size === 0) {
        throw new DomainError(
          'BAD_REQUEST',
          'body.addresses must contain EVM or Solana addresses; none of its entries is one.',
          { param: 'body.addresses' },
        );
      }
      await store.importWallets(projectId, [...wallets]);
      await refresh();
      return {
        successful_rows: addresses.length - errors.length,
        quarantined_rows: errors.length,
        ...(errors.length === 0 ? {} : { errors }),
      };
    },
  };
}

const notShownYet = () =>
  new DomainError(
    'SERVICE_UNAVAILABLE',
    'It is stored, but searches do not show it yet: the update of profiles takes longer than usual. To be sure, try again later.',
    { retryAfterSeconds: RETRY_AFTER_SECONDS },
  );

function timestampOf({ timestamp }: LabelInput, now: number, path: string): number {
  const time = timestamp === undefined ? now : parseDateTime(timestamp);
  if (time !== undefined && time >= 0 && time <= now + MAX_AHEAD_MS) return time;
  const bound = time !== undefined && time < 0 ? 'before 1970' : 'in the future';
  const message = `must not be ${bound}; it is ${timestamp}`;
  throw invalidFields('BAD_REQUEST', [[`${path}.timestamp`, message]]);
}

function storedLabel(
  wallet: string,
  { tag_id, value = '', chain_id = '', _is_deleted = 0 }: LabelInput,
  { timestamp, now }: { readonly timestamp: number; readonly now: number },
): StoredLabel {
  return {
    wallet,
    tag_id: tag_id.trim().toLowerCase(),
    value,
    // A profile shows a label without a chain as one of chain `-`: a caller that repeats this means that label.
    chain_id: chain_id === NO_CHAIN ? '' : chain_id,
    source: SOURCE,
    timestamp,
    // A label whose timestamp is a little ahead must not win against its own deletion.
    version: Math.min(timestamp, now),
    isLatest: timestamp >= now,
    isDeleted: _is_deleted === 1,
  };
}

const shown = ({ wallet, tag_id, value, chain_id, source, timestamp }: StoredLabel): Label => ({
  address: spellAddress(wallet),
  tag_id,
  value,
  chain_id,
  source,
  timestamp: new Date(timestamp).toISOString(),
});

const refusal = (index: number, address: unknown) => ({
  index,
  address: (typeof address === 'string' ? address : JSON.stringify(address)).slice(
    0,
    MAX_SHOWN_ADDRESS,
  ),
  reason: 'is neither an EVM nor a Solana address',
});
