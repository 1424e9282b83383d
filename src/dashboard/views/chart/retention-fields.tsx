// The fields of a retention chart: its first event, its return event, and the length of a period.
/** @jsxImportSource preact */
import type { Period } from '../../../protocol/analytics/retention.js';
import { namedOf } from '../../format/named.js';
import { EventField } from '../../parts/event-field.js';
import { SelectField } from '../../parts/field.js';
import { useFieldValues } from '../../state/use-field-values.js';
import type { FieldsProps } from './fields-props.js';

const PERIODS: Readonly<Record<Period, string>> = {
  day: 'Days',
  week: 'Weeks (from Monday)',
  month: 'Months',
};

export function RetentionFields({ draft, onSet: set }: FieldsProps) {
  const { settings } = draft;
  const eventNames = useFieldValues('event');
  return (
    <>
      <EventField
        title="First event"
        step={settings.entryFilter ?? undefined}
        mayBeAny
        names={eventNames}
        onChoose={(entryFilter) => set({ entryFilter })}
      />
      <EventField
        title="Return event"
        step={settings.retentionFilter ?? undefined}
        mayBeAny
        names={eventNames}
        onChoose={(retentionFilter) => set({ retentionFilter })}
      />
      <SelectField
        title="Period"
        value={settings.period ?? 'day'}
        choices={namedOf(PERIODS)}
        onChoose={(period) => set({ period })}
      />
    </>
  );
}
