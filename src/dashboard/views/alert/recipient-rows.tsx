// The fields for the recipients of an alert, a row for each address.
/** @jsxImportSource preact */
import type { RecipientType } from '../../../protocol/alerts/alert.js';
import { RECIPIENTS } from '../../format/alert-words.js';
import { namedOf } from '../../format/named.js';
import { Options } from '../../parts/options.js';
import { RemoveButton } from '../../parts/remove-button.js';
import type { Recipient } from '../../state/alert-draft.js';

export interface RecipientRowsProps {
  readonly recipients: readonly Recipient[];
  readonly onChange: (recipients: readonly Recipient[]) => void;
}

const INPUTS = {
  webhook: { type: 'url', placeholder: 'https://example.com/hook' },
  slack: { type: 'url', placeholder: 'https://hooks.slack.com/services/...' },
  email: { type: 'email', placeholder: 'team@example.com' },
} as const satisfies Record<RecipientType, object>;

export function RecipientRows({ recipients, onChange }: RecipientRowsProps) {
  const change = (at: number, part: Partial<Recipient>) =>
    onChange(recipients.map((one, index) => (index === at ? { ...one, ...part } : one)));
  return (
    <div class="conditions">
      {recipients.map(({ type, value }, at) => (
        <div key={String(at)} class="condition recipient">
          <select
            aria-label={`Type, recipient ${at + 1}`}
            value={type}
            onChange={(event) => change(at, { type: event.currentTarget.value as RecipientType })}
          >
            <Options of={namedOf(RECIPIENTS)} />
          </select>
          <input
            aria-label={`Address, recipient ${at + 1}`}
            {...INPUTS[type]}
            value={value}
            required
            maxLength={2_000}
            autocomplete="off"
            onInput={(event) => change(at, { value: event.currentTarget.value })}
          />
          <RemoveButton
            what={`recipient ${at + 1}`}
            onRemove={() => onChange(recipients.filter((_, index) => index !== at))}
          />
        </div>
      ))}
      <button
        type="button"
        class="as-link"
        onClick={() => onChange([...recipients, { type: 'webhook', value: '' }])}
      >
        Add a recipient
      </button>
    </div>
  );
}
