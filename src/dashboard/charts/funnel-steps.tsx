// A funnel: how many visitors reached each step and what share went on, in total and for each group of a breakdown.
/** @jsxImportSource preact */
import type { ComponentChildren } from 'preact';
import type { FunnelRow } from '../../protocol/analytics/funnel.js';
import { dimensionName, groupName, isLast } from '../format/fields.js';
import { eventName } from '../format/names.js';
import { formatCount, formatShare } from '../format/numbers.js';
import { CountAndShare } from '../parts/count-and-share.js';
import { DataTable } from '../parts/data-table.js';
import { textOf } from './chart-data.js';

export interface FunnelStepsProps {
  readonly rows: readonly FunnelRow[];
  /** Headings in place of the events' names. */
  readonly names?: readonly string[];
  /** Shorter headings for the columns of the breakdown. */
  readonly heads?: readonly string[];
  /** The column by which the rows are grouped. */
  readonly breakdown?: string | null | undefined;
  /** Draws the name of a group. Default: its name as text. */
  readonly showGroup?: (value: string) => ComponentChildren;
}

type Step = Pick<FunnelRow, 'step' | 'event' | 'users' | 'converted'>;

/** Sums up the rows of all groups by step, for the funnel as a whole. */
function bySteps(rows: readonly FunnelRow[]): readonly Step[] {
  const steps = new Map<number, Step>();
  for (const { step, event, users, converted } of rows) {
    const before = steps.get(step) ?? { users: 0, converted: 0 };
    steps.set(step, {
      ...{ step, event, users: before.users + users },
      converted: before.converted + converted,
    });
  }
  return [...steps.values()].sort((a, b) => a.step - b.step);
}

export function FunnelSteps(props: FunnelStepsProps) {
  const { rows, names = [], breakdown } = props;
  const steps = bySteps(rows);
  const first = steps[0]?.users ?? 0;
  const most = Math.max(...steps.map(({ users }) => users));
  // In an open funnel visitors may enter at any step, so that those of the first step are not all.
  const isOpen = steps.some(({ users, converted }) => converted < users);
  return (
    <>
      <ol class="funnel">
        {steps.map(({ step, event, users, converted }, index) => {
          const before = steps[index - 1]?.users;
          return (
            <li key={step}>
              <div class="funnel-line">
                <span class="funnel-name">{names[index] ?? eventName(event)}</span>
                <span class="funnel-users">{formatCount(users)}</span>
              </div>
              <div class="funnel-track" aria-hidden="true">
                {users > 0 && <span style={{ '--share': `${(100 * users) / most}%` }} />}
              </div>
              <p class="note">
                {before === undefined
                  ? `all who entered${isOpen ? ' here' : ''}`
                  : before === 0
                    ? 'nobody reached the previous step'
                    : `${formatShare(converted / before)} of the previous step`}
                {index > 1 && first > 0 && !isOpen && `, ${formatShare(users / first)} overall`}
                {converted < users && `, ${formatCount(users - converted)} entered here`}
              </p>
            </li>
          );
        })}
      </ol>
      {breakdown && <Breakdown {...props} by={breakdown} steps={steps} />}
    </>
  );
}

interface BreakdownProps extends FunnelStepsProps {
  readonly by: string;
  readonly steps: readonly Step[];
}

function Breakdown({ rows, by, steps, heads = [], showGroup }: BreakdownProps) {
  const groups = new Map<string, Map<number, FunnelRow>>();
  for (const row of rows) {
    const value = textOf((row as Readonly<Record<string, unknown>>)[by]);
    groups.set(value, (groups.get(value) ?? new Map()).set(row.step, row));
  }
  const title = dimensionName(by);
  return (
    <DataTable
      caption={`Each step by ${title.toLowerCase()}`}
      rows={[...groups].sort(([a], [b]) => isLast(a) - isLast(b))}
      columns={[
        { title, isName: true, cell: ([value]) => showGroup?.(value) ?? groupName(by, value) },
        ...steps.map(({ step, event }, index) => ({
          title: heads[index] ?? `${step}. ${eventName(event)}`,
          isNumber: true,
          cell: ([, group]: readonly [string, ReadonlyMap<number, FunnelRow>]) => {
            const { users = 0, overall_rate: rate = 0 } = group.get(step) ?? {};
            const hasFirst = (group.get(1)?.users ?? 0) > 0;
            return <CountAndShare count={users} share={step > 1 && hasFirst ? rate : undefined} />;
          },
        })),
      ]}
    />
  );
}
