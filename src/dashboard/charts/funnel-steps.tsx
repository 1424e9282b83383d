// A funnel: how many came to each step, what share went on, and who they were where it is broken down.
/** @jsxImportSource preact */
import type { FunnelRow } from '../../protocol/analytics/funnel.js';
import { eventName } from '../format/names.js';
import { formatCount, formatShare } from '../format/numbers.js';
import { DataTable } from '../parts/data-table.js';
import { textOf } from './chart-data.js';

export interface FunnelStepsProps {
  readonly rows: readonly FunnelRow[];
  /** Headings in place of the events' names. */
  readonly names?: readonly string[];
  /** What the rows are grouped by. */
  readonly breakdown?: string | null | undefined;
}

type Step = Pick<FunnelRow, 'step' | 'event' | 'users'>;

/** The rows of a breakdown are summed up by step: the whole comes first. */
function bySteps(rows: readonly FunnelRow[]): readonly Step[] {
  const steps = new Map<number, Step>();
  for (const { step, event, users } of rows) {
    steps.set(step, { step, event, users: (steps.get(step)?.users ?? 0) + users });
  }
  return [...steps.values()].sort((a, b) => a.step - b.step);
}

export function FunnelSteps({ rows, names = [], breakdown }: FunnelStepsProps) {
  const steps = bySteps(rows);
  const first = steps[0]?.users ?? 0;
  return (
    <>
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
                {users > 0 && <span style={{ '--share': `${(100 * users) / first}%` }} />}
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
      {breakdown && <Breakdown rows={rows} by={breakdown} steps={steps} />}
    </>
  );
}

interface BreakdownProps {
  readonly rows: readonly FunnelRow[];
  readonly by: string;
  readonly steps: readonly Step[];
}

function Breakdown({ rows, by, steps }: BreakdownProps) {
  const groups = new Map<string, Map<number, number>>();
  for (const row of rows) {
    const name = textOf((row as Readonly<Record<string, unknown>>)[by]);
    groups.set(name, (groups.get(name) ?? new Map()).set(row.step, row.users));
  }
  return (
    <DataTable
      caption={`Each step by ${by}`}
      rows={[...groups]}
      columns={[
        { title: by, isName: true, cell: ([name]) => name },
        ...steps.map(({ step, event }) => ({
          title: `${step}. ${eventName(event)}`,
          isNumber: true,
          cell: ([, users]: readonly [string, ReadonlyMap<number, number>]) => {
            const [first = 0, here = 0] = [users.get(1), users.get(step)];
            return (
              <>
                {formatCount(here)}
                {step > 1 && first > 0 && <span class="muted"> {formatShare(here / first)}</span>}
              </>
            );
          },
        })),
      ]}
    />
  );
}
