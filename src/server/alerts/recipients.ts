// Which recipients an alert may have: checked when it is saved, and again at each delivery (decision N-16).
import type { AlertRecipient } from '../../protocol/alerts/alert.js';
import { isPublicHost } from './deliver/public-address.js';
import { invalidBody } from './filter-fault.js';

const MAIL = /^[^\s@<>(),;:"\\[\]]{1,64}@[^\s@<>(),;:"\\[\]]{1,253}$/;

/**
 * The recipients as they are stored and answered: without unknown keys (decision N-79).
 *
 * @throws {DomainError} INVALID_VALIDATION_REQUEST naming the first recipient that is not allowed
 */
export const readRecipients = (
  recipients: readonly AlertRecipient[],
  { allowPrivate }: { readonly allowPrivate: boolean },
): AlertRecipient[] =>
  recipients.map(({ type, value }, index) => {
    for (const [at, one] of value.entries()) {
      const fault = type === 'email' ? mailFault(one) : urlFault(one, allowPrivate);
      if (fault !== undefined) throw invalidBody(`recipient.${index}.value.${at}`, fault);
    }
    return { type, value };
  });

const mailFault = (text: string): string | undefined =>
  MAIL.test(text) ? undefined : 'must be an address such as team@example.com';

function urlFault(text: string, allowPrivate: boolean): string | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol)) return 'must be an http or https URL';
  if (url.username !== '' || url.password !== '') return 'must be a URL without a password';
  return allowPrivate || isPublicHost(url.hostname)
    ? undefined
    : 'must lead to a public address; WEBHOOKS_TO_PRIVATE=on allows others';
}
