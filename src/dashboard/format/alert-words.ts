// Describes in words what an alert looks for, and whom it notifies.
import type { AlertFilter, AlertRecipient, RecipientType } from '../../protocol/alerts/alert.js';
import type { DELIVERY_STATUSES } from '../../protocol/alerts/delivery.js';
import type { Trigger } from '../state/alert-draft.js';
import { kindOf } from '../state/segment-draft.js';
import { comparisonWords, filterWords } from './fields.js';
import type { Named } from './named.js';
import { ownOf } from './own-of.js';
import { walletFieldName, walletValueName } from './segment-words.js';

export const TRIGGERS: Readonly<Record<Trigger, string>> = {
  event: 'Events',
  user: 'Wallets',
};

/** Alerts may name fields of wallets without the prefix of their path: `balance`, `device`. */
const pathOf = (name: string): string =>
  name === 'balance' ? 'chains.balance' : kindOf(`users.${name}`) ? `users.${name}` : name;

function walletName(name: string): string {
  if (name === 'segment') return 'Segment';
  const path = pathOf(name);
  return kindOf(path) === undefined ? name : walletFieldName(path);
}

/** Describes a filter: `Revenue is over 100`. */
export function alertFilterWords(
  { name, operator: op, value: plain, numericThreshold }: AlertFilter,
  trigger: Trigger,
  segments: readonly Named[],
): string {
  const value = numericThreshold ?? plain;
  if (trigger === 'event') return filterWords({ field: name, op, value });
  const nameValue = (one: string) =>
    name === 'segment'
      ? (segments.find((segment) => segment.value === one)?.name ?? one)
      : walletValueName(pathOf(name), one);
  return comparisonWords({ name: walletName(name), op, value, nameValue });
}

export const RECIPIENTS: Readonly<Record<RecipientType, string>> = {
  webhook: 'Webhook',
  slack: 'Slack',
  email: 'Email',
};

/** `Webhook example.com`: the rest of a webhook's URL may contain a secret, and is not shown. */
export function recipientWords(type: string, value: string): string {
  const host = type !== 'email' && URL.canParse(value) ? new URL(value).host : value;
  return `${ownOf(RECIPIENTS, type) ?? type} ${host}`;
}

/** Every recipient once; those with the same words are counted: `Webhook example.com (2)`. */
export function recipientsWords(recipients: readonly AlertRecipient[]): readonly string[] {
  const counts = new Map<string, number>();
  for (const { type, value } of recipients) {
    for (const one of value) {
      const words = recipientWords(type, one);
      counts.set(words, (counts.get(words) ?? 0) + 1);
    }
  }
  return [...counts].map(([words, count]) => (count === 1 ? words : `${words} (${count})`));
}

const STATES: Readonly<Record<(typeof DELIVERY_STATUSES)[number], string>> = {
  pending: 'Pending',
  delivered: 'Delivered',
  failed: 'Failed',
  undeliverable: 'Cannot be sent',
};

export const deliveryState = (status: string): string => ownOf(STATES, status) ?? status;
