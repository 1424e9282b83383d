// What brings people in, what counts as a return, and how long a period is.
/** @jsxImportSource preact */
import type { Period } from '../../../protocol/analytics/retention.js';
import { choicesOf, SelectField } from '../../parts/field.js';
import { EventField } from './event-field.js';
import type { FieldsProps } from './fields-props.js';

const PERIODS: Readonly<Record<Period, string>> = {
  day: 'Days',
  week: 'Weeks, from Monday',
  month: 'Months',
};

export function RetentionFields({ draft, onChange, eventNames }: FieldsProps) {
  const { settings } = draft;
  const set = (change: Partial<typeof settings>) =>
    onChange({ settings: { ...settings, ...change } });
  return (
    <>
      <EventField
        title="They come by"
        step={settings.entryFilter ?? undefined}
        mayBeAny
        names={eventNames}
        onChoose={(entryFilter) => set({ entryFilter })}
      />
      <EventField
        title="They come back by"
        step={settings.retentionFilter ?? undefined}
        mayBeAny
        names={eventNames}
        onChoose={(retentionFilter) => set({ retentionFilter })}
      />
      <SelectField
        title="Counted in"
        value={settings.period ?? 'day'}
        choices={choicesOf(PERIODS)}
        onChoose={(period) => set({ period })}
      />
    </>
  );
}
