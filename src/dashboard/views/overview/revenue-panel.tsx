// Revenue over time, compared with the period before, and by group of visits.
/** @jsxImportSource preact */
import { useMemo } from 'preact/hooks';
import { SeriesChart } from '../../charts/series-chart.js';
import { dimensionName } from '../../format/fields.js';
import { formatHeadline } from '../../format/numbers.js';
import { DataTable } from '../../parts/data-table.js';
import { Answered, Empty, Panel } from '../../parts/panel.js';
import { type RevenueGroup, readRevenueGroups } from '../../state/read-revenue-groups.js';
import { type RevenueRow, readRevenue, type Steps } from '../../state/read-series.js';
import { useScope } from '../../state/scope.js';
import { useSession } from '../../state/session.js';
import { PER_STEP, STEP_HEADS } from '../../state/time-steps.js';
import { useAnswer } from '../../state/use-answer.js';
import { ChooseGroups, type GroupColumn, GroupName, useGroups } from './groups.js';

export function RevenuePanel() {
  const { client } = useSession();
  const { days, query, filters, key } = useScope();
  const chosen = useGroups('revenue');
  const answer = useAnswer(`${key} ${chosen}`, async (signal) => {
    const [steps, groups] = await Promise.all([
      readRevenue(client, { days, query, filters }, { signal }),
      chosen && readRevenueGroups(client, { ...query, group_by: chosen }, { signal }),
    ]);
    return { steps, groups, by: chosen, isFiltered: filters.length > 0 };
  });
  return (
    <Panel
      title="Revenue"
      note="Total revenue of all events"
      span={6}
      actions={<ChooseGroups option="revenue" whole="All revenue" />}
    >
      <Answered answer={answer} lines={13}>
        {({ steps, isFiltered, groups, by }) => (
          <>
            <Revenue steps={steps} isFiltered={isFiltered} />
            {by && groups && groups.length > 0 && <Groups by={by} groups={groups} />}
          </>
        )}
      </Answered>
    </Panel>
  );
}

interface GroupsProps {
  readonly by: GroupColumn;
  readonly groups: readonly RevenueGroup[];
}

const Groups = ({ by, groups }: GroupsProps) => (
  <DataTable
    caption={`Revenue by ${dimensionName(by).toLowerCase()}`}
    rows={groups}
    keyOf={({ value }) => value}
    columns={[
      {
        ...{ title: dimensionName(by), isName: true },
        cell: ({ value }) => <GroupName by={by} value={value} />,
      },
      { title: 'Volume', isNumber: true, amount: ({ volume }) => volume },
      { title: 'Revenue', isNumber: true, amount: ({ revenue }) => revenue },
    ]}
  />
);

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

interface RevenueProps {
  readonly steps: Steps<RevenueRow>;
  readonly isFiltered: boolean;
}

function Revenue({ steps, isFiltered }: RevenueProps) {
  const { step, labels, rows } = steps;
  const data = useMemo(
    () => ({
      labels,
      series: [
        { name: 'This period', values: rows.map(({ revenue }) => revenue) },
        { name: 'Previous period', values: rows.map(({ before }) => before), isFaint: true },
      ],
    }),
    [labels, rows],
  );
  const now = sum(rows.map(({ revenue }) => revenue));
  const volume = sum(rows.map((row) => row.volume));
  if (data.series.every(({ values }) => sum(values) === 0) && volume === 0) {
    if (isFiltered) return <Empty>No revenue matches the filters in this period.</Empty>;
    return (
      <Empty>
        No revenue in this period. Send it with an event:
        <code>
          chaintrail.track('minted', {'{'} revenue: 12 {'}'})
        </code>
      </Empty>
    );
  }
  return (
    <>
      <p class="total">
        <span class="figure">{formatHeadline(now)}</span>
        {volume > 0 && <span class="muted"> · volume {formatHeadline(volume)}</span>}
      </p>
      <SeriesChart
        label={`Revenue ${PER_STEP[step]}, with the previous period`}
        data={data}
        kind="line"
        labelHead={STEP_HEADS[step]}
      />
    </>
  );
}
