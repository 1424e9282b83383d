// Says in a few words what a stored event was.
import type { StoredEvent } from '../answer.js';

/** `mint` of a transaction, `/demo` of a page view, the name of a custom event. */
export function summarizeEvent({ type, event, user_id, properties }: StoredEvent): string {
  const text = (name: string) => {
    const value = properties[name];
    return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
  };
  const words: Readonly<Record<string, readonly string[]>> = {
    page: [text('path')],
    identify: [user_id],
    track: [event, text('revenue') && `${text('revenue')} ${text('currency')}`.trim()],
    detect: [text('provider_name')],
    connect: [text('provider_name'), text('account_switch') && 'account switch'],
    disconnect: [text('provider_name')],
    chain: [[text('previous_chain_id'), text('chain_id')].filter(Boolean).join(' → ')],
    signature: [text('status'), text('method')],
    transaction: [text('status'), text('function_name')],
  };
  return (words[type] ?? [event]).filter(Boolean).join(' · ');
}
