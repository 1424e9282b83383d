// Chooses the days that are shown: a preset, or a first and a last day.
/** @jsxImportSource preact */
import { useState } from 'preact/hooks';
import { FIRST_DAY, LAST_DAY } from '../../protocol/limits.js';
import { daysOf, describeRange, PRESETS } from '../state/date-range.js';
import { useNavigation } from '../state/use-place.js';
import { Popover } from './popover.js';

export function RangePicker() {
  const { place } = useNavigation();
  return (
    <Popover icon="calendar" label={describeRange(place.range)} title="Date range">
      {(close) => <RangeForm close={close} />}
    </Popover>
  );
}

function RangeForm({ close }: { readonly close: () => void }) {
  const { place, go } = useNavigation();
  const days = daysOf(place.range, Date.now());
  const [from, setFrom] = useState(days.date_from);
  const [to, setTo] = useState(days.date_to);
  const isBackwards = from > to;
  return (
    <form
      class="popover-form"
      onSubmit={(event) => {
        event.preventDefault();
        if (isBackwards || from === '' || to === '') return;
        go({ range: { from, to } });
        close();
      }}
    >
      <div class="presets">
        {PRESETS.map((last) => (
          <button
            key={last}
            type="button"
            class="button"
            aria-pressed={'last' in place.range && place.range.last === last}
            onClick={() => {
              go({ range: { last } });
              close();
            }}
          >
            {describeRange({ last })}
          </button>
        ))}
      </div>
      <label>
        First day
        <input
          type="date"
          value={from}
          min={FIRST_DAY}
          max={LAST_DAY}
          required
          onInput={(event) => setFrom(event.currentTarget.value)}
        />
      </label>
      <label>
        Last day
        <input
          type="date"
          value={to}
          min={FIRST_DAY}
          max={LAST_DAY}
          required
          onInput={(event) => setTo(event.currentTarget.value)}
        />
      </label>
      {isBackwards && (
        <p class="form-fault" role="alert">
          The first day is after the last.
        </p>
      )}
      <button type="submit" class="button primary">
        Apply
      </button>
      <p class="note">Days are in UTC.</p>
    </form>
  );
}
