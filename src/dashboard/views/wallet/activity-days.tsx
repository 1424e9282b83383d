// Shows on which days of the last twelve weeks a wallet was active.
/** @jsxImportSource preact */
import { formatLongDay } from '../../format/times.js';
import { Panel } from '../../parts/panel.js';
import { DAY_MS, toDay } from '../../state/date-range.js';

const WEEKS = 12;

export function ActivityDays({ days }: { readonly days: readonly string[] }) {
  const active = new Set(days);
  const today = Date.now();
  const all = Array.from({ length: WEEKS * 7 }, (_, index) =>
    toDay(today - (WEEKS * 7 - 1 - index) * DAY_MS),
  );
  const count = all.filter((day) => active.has(day)).length;
  return (
    <Panel title="Active days" note={`${count} of the last ${all.length} days`} span={4}>
      <div class="days" role="img" aria-label={`Active on ${count} of the last ${all.length} days`}>
        {all.map((day) => (
          <span key={day} data-active={active.has(day)} title={formatLongDay(day)} />
        ))}
      </div>
    </Panel>
  );
}
