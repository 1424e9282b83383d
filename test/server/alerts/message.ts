// Makes the message of an alert for a receiver.
import type { Message } from '../../../src/server/alerts/deliver/delivery.js';

/** A mail about two wallets; `changes` replace parts of it. */
export const message = (changes: Partial<Message> = {}): Message => ({
  id: 'dlv_1',
  type: 'email',
  target: 'team@example.com',
  createdAt: '2026-06-01T12:00:00.000Z',
  test: false,
  alert: { id: 'alrt_1', name: 'Whales', trigger_type: 'user', secret: null },
  data: [
    { address: '0xabc', ens: 'a.eth', net_worth_usd: 5, lifecycle: 'New', location: 'DE' },
    { address: '0xdef', net_worth_usd: 0, lifecycle: null },
  ],
  ...changes,
});
