// Sends a made-up match to each recipient of an alert, so that somebody can check that it arrives.
import type { Delivery } from '../../protocol/alerts/delivery.js';
import { createId } from '../keys/api-keys.js';
import { type Deliverer, finishOf, iso } from './deliver/deliver.js';
import type { MatchData } from './deliver/delivery.js';
import type { DeliveryStore } from './deliver/delivery-store.js';
import { targetsOf } from './evaluate/match-store.js';
import type { AlertRow } from './store.js';

/** Returns the outcome for each recipient. Failed ones are not retried. */
export type TestSend = (alert: AlertRow) => Promise<Delivery[]>;

export interface TestSendParts {
  readonly deliverer: Pick<Deliverer, 'attempt'>;
  readonly store: Pick<DeliveryStore, 'insertFinished'>;
  readonly now: () => number;
  readonly signal: AbortSignal;
}

/** Nobody's real wallet: the first test account of Hardhat and Anvil, whose private key is public. */
const ADDRESS = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';

const sampleOf = (triggerType: AlertRow['trigger_type'], at: string): MatchData =>
  triggerType === 'event'
    ? {
        type: 'track',
        event: 'test',
        message_id: 'test',
        anonymous_id: 'test',
        address: ADDRESS,
        timestamp: at,
        page_path: '/',
        properties: {},
      }
    : { address: ADDRESS, net_worth_usd: 0, tx_count: 0, lifecycle: 'New', last_seen: at };

export const createTestSend =
  ({ deliverer, store, now, signal }: TestSendParts): TestSend =>
  async ({ id, name, trigger_type, secret, recipient }) => {
    const createdAt = iso(now());
    const messages = targetsOf(recipient).map((target) => ({
      ...target,
      id: createId('dlv'),
      createdAt,
      test: true,
      data: [sampleOf(trigger_type, createdAt)],
      alert: { id, name, trigger_type, secret },
    }));
    const outcomes = await Promise.all(
      messages.map(async (message) => ({
        message,
        outcome: await deliverer.attempt(message, signal),
      })),
    );
    const deliveries: Delivery[] = [];
    for (const { message, outcome } of outcomes) {
      deliveries.push(await store.insertFinished(message, finishOf(outcome), iso(now())));
    }
    return deliveries;
  };
