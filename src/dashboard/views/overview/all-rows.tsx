// A dialog with all rows of a ranking, which can be searched, sorted and exported.
/** @jsxImportSource preact */
import { useMemo, useState } from 'preact/hooks';
import { type CsvColumn, toCsv } from '../../format/csv.js';
import { formatCount } from '../../format/numbers.js';
import { overProjects } from '../../format/over-projects.js';
import { type Column, DataTable } from '../../parts/data-table.js';
import { Dialog } from '../../parts/dialog.js';
import { ExportButton } from '../../parts/export-button.js';
import { useFilters } from '../../parts/filter-bar.js';
import { Answered, Empty } from '../../parts/panel.js';
import type { Counted } from '../../state/place.js';
import { type Ranked, shownRows } from '../../state/ranked-rows.js';
import { useScope } from '../../state/scope.js';
import { useAnswer } from '../../state/use-answer.js';
import { useNavigation } from '../../state/use-place.js';
import type { RankingProps } from './ranking-props.js';

/** Most rows that are read. */
const MOST_ROWS = 10_000;
/** Rows of the largest page of the API. */
export const PAGE = 1_000;
/** Rows that are drawn at a time: drawing thousands would take seconds. */
const STEP = 200;

interface AllRowsProps<Row> {
  readonly ranking: RankingProps<Row>;
}

const withoutAll = ({ all: _, ...options }: Readonly<Record<string, string>>) => options;

export function AllRows<Row extends object>({ ranking }: AllRowsProps<Row>) {
  const { place, go } = useNavigation();
  const { counted, key } = useScope();
  const { id, title, by = '', actions, ask } = ranking;
  const answer = useAnswer(`all ${id} ${by} ${key}`, async (signal) => ({
    rows: await ask(PAGE, signal).toArray({ limit: MOST_ROWS }),
    counted,
    asked: ranking,
  }));
  return (
    <Dialog
      title={`All ${title.toLowerCase()}`}
      actions={actions}
      onClose={() => go({ options: withoutAll(place.options) })}
    >
      <Answered answer={answer} lines={12}>
        {({ rows, counted: countedThen, asked }) => (
          <Rows ranking={asked} rows={rows} counted={countedThen} />
        )}
      </Answered>
    </Dialog>
  );
}

interface RowsProps<Row> extends AllRowsProps<Row> {
  readonly rows: readonly Row[];
  readonly counted: Counted;
}

function Rows<Row extends object>({ ranking, rows, counted }: RowsProps<Row>) {
  const { id, title, head, empty } = ranking;
  const ranked = useMemo(() => ranking.ranked(counted), [ranking, counted]);
  const [find, setFind] = useState('');
  const [order, setOrder] = useState<{ by: string; dir: 'asc' | 'desc' }>();
  const { by, dir } = order ?? { by: ranked.counts[0].title, dir: 'desc' };
  const merged = useMemo(() => overProjects(rows, ranked.keyOf), [rows, ranked]);
  const shown = useMemo(
    () => shownRows(merged, ranked, { find, by, dir }),
    [merged, ranked, find, by, dir],
  );
  const columns = useColumns(ranking, ranked);
  if (rows.length === 0) return <Empty>{empty}</Empty>;
  return (
    <>
      <div class="narrow">
        <label class="inline-select">
          <span class="hidden">Search {title.toLowerCase()}</span>
          <input
            type="search"
            placeholder={`Search ${title.toLowerCase()}`}
            value={find}
            onInput={(event) => setFind(event.currentTarget.value)}
          />
        </label>
        <ExportButton
          name={id}
          what={title.toLowerCase()}
          read={() => toCsv(csvColumnsOf(head, ranked), shown)}
        />
        <p class="note" role="status">
          {formatCount(shown.length)} of {formatCount(merged.length)}
          {rows.length >= MOST_ROWS && `, limited to the first ${formatCount(MOST_ROWS)}`}
        </p>
      </div>
      {shown.length === 0 ? (
        <Empty>No results.</Empty>
      ) : (
        <DataTable
          caption={`All ${title.toLowerCase()}`}
          rows={shown}
          step={STEP}
          keyOf={ranked.keyOf}
          columns={columns}
          sorting={{ by, dir, onSort: (to, direction) => setOrder({ by: to, dir: direction }) }}
        />
      )}
    </>
  );
}

function useColumns<Row extends object>(
  { head, show, filterOf }: RankingProps<Row>,
  { nameOf, counts }: Ranked<Row>,
): readonly Column<Row>[] {
  const { place, go } = useNavigation();
  const { added } = useFilters();
  const name = (row: Row) => {
    const filter = filterOf?.(row);
    if (filter === undefined) return show?.(row) ?? nameOf(row);
    const choose = () => go({ filters: added(filter), options: withoutAll(place.options) });
    return (
      <button type="button" class="as-link" title={`Filter by ${nameOf(row)}`} onClick={choose}>
        {nameOf(row)}
      </button>
    );
  };
  return [
    { title: head, isName: true, sortBy: head, cell: name },
    ...counts.map(({ title, value, isAmount }) => ({
      ...{ title, isNumber: true, sortBy: title },
      ...(isAmount ? { amount: value } : { cell: (row: Row) => formatCount(value(row)) }),
    })),
  ];
}

const csvColumnsOf = <Row,>(head: string, { nameOf, counts }: Ranked<Row>): CsvColumn<Row>[] => [
  { title: head, value: nameOf },
  ...counts,
];
