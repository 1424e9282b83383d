// A ranking: the first rows as bars, with a link to all of them.
/** @jsxImportSource preact */
import type { ComponentChildren } from 'preact';
import { overProjects } from '../../format/over-projects.js';
import { BarList, type BarRow } from '../../parts/bar-list.js';
import { useFilters } from '../../parts/filter-bar.js';
import { Answered, Panel } from '../../parts/panel.js';
import type { Counted } from '../../state/place.js';
import type { Count } from '../../state/ranked-rows.js';
import { useScope } from '../../state/scope.js';
import { useAnswer } from '../../state/use-answer.js';
import { useNavigation } from '../../state/use-place.js';
import { AllRows, PAGE } from './all-rows.js';
import { NOTHING_MATCHES } from './nothing-matches.js';
import type { RankingProps } from './ranking-props.js';

/** Rows that are shown. */
export const SHOWN = 8;

export function Ranking<Row extends object>(props: RankingProps<Row>) {
  const { id, title, by = '', actions, ask, empty } = props;
  const { query, counted, key } = useScope();
  const { place, hrefTo } = useNavigation();
  const answer = useAnswer(`${key} ${by}`, async (signal) => {
    // More than are shown: rows of several projects with the same name are merged, wherever each of them ranks, and
    // the API may rank by another number than the one shown.
    const { data } = await ask(PAGE, signal);
    // Titles and names must match the question that the rows answer, not a newer one.
    return { data, counted, asked: props, isFiltered: query.filters !== undefined };
  });
  const isOpen = place.options.all === id;
  return (
    <Panel title={title} span={4} actions={actions}>
      <Answered answer={answer} lines={11}>
        {({ data, counted: countedThen, asked, isFiltered }) => (
          <TopRows
            ranking={asked}
            rows={data}
            counted={countedThen}
            empty={isFiltered ? NOTHING_MATCHES : empty}
          />
        )}
      </Answered>
      <a class="show-all" href={hrefTo({ options: { ...place.options, all: id } })}>
        Show all<span class="hidden"> {title.toLowerCase()}</span>
      </a>
      {isOpen && <AllRows ranking={props} />}
    </Panel>
  );
}

interface TopRowsProps<Row> {
  readonly ranking: RankingProps<Row>;
  readonly rows: readonly Row[];
  readonly counted: Counted;
  readonly empty: ComponentChildren;
}

function TopRows<Row extends object>({ ranking, rows, counted, empty }: TopRowsProps<Row>) {
  const { add } = useFilters();
  const { title, head, show, filterOf, ranked } = ranking;
  const { keyOf, nameOf, counts } = ranked(counted);
  const [first, second] = counts;
  const barOf = (row: Row): BarRow => {
    const filter = filterOf?.(row);
    return {
      key: keyOf(row),
      name: show?.(row) ?? nameOf(row),
      value: first.value(row),
      ...(second === undefined ? {} : { extra: second.value(row) }),
      ...(filter === undefined ? {} : { onChoose: () => add(filter) }),
    };
  };
  return (
    <BarList
      caption={title}
      heads={headsOf(head, counts)}
      rows={overProjects(rows, keyOf)
        .map(barOf)
        .sort((a, b) => b.value - a.value)
        .slice(0, SHOWN)}
      empty={empty}
      isAmount={first.isAmount ?? false}
    />
  );
}

const headsOf = <Row,>(
  head: string,
  [first, second]: readonly [Count<Row>, ...Count<Row>[]],
): [string, string, string?] =>
  second === undefined ? [head, first.title] : [head, first.title, second.title];
