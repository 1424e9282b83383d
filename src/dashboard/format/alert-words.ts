// What an alert looks for and whom it tells, in words.
import type { AlertFilter, AlertRecipient, RecipientType } from '../../protocol/alerts/alert.js';
import type { DELIVERY_STATUSES } from '../../protocol/alerts/delivery.js';
import type { Trigger } from '../state/alert-draft.js';
import { isValueless, OPERATORS, valuesIn } from '../state/place.js';
import { kindOf } from '../state/segment-draft.js';
import { FIELD_NAMES } from './fields.js';
import type { Named } from './named.js';
import { countryName, eventName } from './names.js';
import { ownOf } from './own-of.js';
import { walletFieldName } from './segment-words.js';

export const TRIGGERS: Readonly<Record<Trigger, string>> = {
  event: 'Events',
  user: 'Wallets',
};

/** `balance` and `device` are those of a wallet, as the API takes them. */
const pathOf = (name: string): string =>
  name === 'balance' ? 'chains.balance' : kindOf(`users.${name}`) ? `users.${name}` : name;

function nameOf(name: string, trigger: Trigger): string {
  if (trigger === 'event') return ownOf<string>(FIELD_NAMES, name) ?? name;
  if (name === 'segment') return 'Segment';
  const path = pathOf(name);
  return kindOf(path) === undefined ? name : walletFieldName(path);
}

/** `Revenue is over 100` */
export function alertFilterWords(
  filter: AlertFilter,
  trigger: Trigger,
  segments: readonly Named[],
): string {
  const { name, operator, value, numericThreshold } = filter;
  const words = `${nameOf(name, trigger)} ${OPERATORS[operator]}`;
  if (isValueless(operator)) return words;
  const values = valuesIn(operator, numericThreshold ?? value).map((one) =>
    name === 'segment' && trigger === 'user'
      ? (segments.find((segment) => segment.value === one)?.name ?? one)
      : name === 'location'
        ? countryName(one)
        : name === 'type'
          ? eventName(one)
          : one,
  );
  return `${words} ${values.join(', ')}`;
}

export const RECIPIENTS: Readonly<Record<RecipientType, string>> = {
  webhook: 'Webhook',
  slack: 'Slack',
  email: 'Mail',
};

/** `Webhook example.com`: the rest of a URL may be what opens it. */
export function recipientWords(type: string, value: string): string {
  const host = type !== 'email' && URL.canParse(value) ? new URL(value).host : value;
  return `${ownOf(RECIPIENTS, type) ?? type} ${host}`;
}

/** Each once, with how often where that is more. */
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
  pending: 'Waits',
  delivered: 'Delivered',
  failed: 'Failed',
  undeliverable: 'Cannot be sent',
};

export const deliveryState = (status: string): string => ownOf(STATES, status) ?? status;
