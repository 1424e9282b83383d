// A funnel: how many came to each step, and what share went on.
/** @jsxImportSource preact */
import type { FunnelRow } from '../../protocol/analytics/funnel.js';
import { eventName } from '../format/names.js';
import { formatCount, formatShare } from '../format/numbers.js';

export interface FunnelStepsProps {
  readonly rows: readonly FunnelRow[];
  /** Headings in place of the events' names. */
  readonly names?: readonly string[];
}

/** The rows of a breakdown are summed up by step: the whole comes first. */
function bySteps(
  rows: readonly FunnelRow[],
): readonly Pick<FunnelRow, 'step' | 'event' | 'users'>[] {
  const steps = new Map<number, { step: number; event: string; users: number }>();
  for (const { step, event, users } of rows) {
    steps.set(step, { step, event, users: (steps.get(step)?.users ?? 0) + users });
  }
  return [...steps.values()].sort((a, b) => a.step - b.step);
}

export function FunnelSteps({ rows, names = [] }: FunnelStepsProps) {
  const steps = bySteps(rows);
  const first = steps[0]?.users ?? 0;
  return (
    <ol class="funnel">
      {steps.map(({ step, event, users }, index) => {
        const before = steps[index - 1]?.users;
        return (
          <li key={step}>
            <div class="funnel-line">
              <span class="funnel-name">{names[index] ?? eventName(event)}</span>
              <span class="funnel-users">{formatCount(users)}</span>
            </div>
            <div class="funnel-track" aria-hidden="true">
              <span style={{ '--share': `${first === 0 ? 0 : (100 * users) / first}%` }} />
            </div>
            <p class="note">
              {before === undefined
                ? 'everybody who came'
                : before === 0
                  ? 'nobody came to the step before'
                  : `${formatShare(users / before)} of the step before`}
              {index > 1 && first > 0 && `, ${formatShare(users / first)} of all`}
            </p>
          </li>
        );
      })}
    </ol>
  );
}
