// The key figures at the top, each with its change against the period before.
/** @jsxImportSource preact */
import type { ComponentChildren } from 'preact';
import type { Kpi, KpisRow } from '../../../protocol/analytics/kpis.js';
import {
  formatAmount,
  formatChange,
  formatDuration,
  formatHeadline,
  formatShare,
} from '../../format/numbers.js';
import { Answered, Empty } from '../../parts/panel.js';
import { toDay } from '../../state/date-range.js';
import type { Counted } from '../../state/place.js';
import { type Scope, useScope } from '../../state/scope.js';
import { useSession } from '../../state/session.js';
import { countDays } from '../../state/time-steps.js';
import { useAnswer } from '../../state/use-answer.js';

interface Figure {
  readonly name: Kpi;
  readonly title: string;
  /** Titles for when filters count only matching pages or events. Without, the figure is left out then. */
  readonly of?: Readonly<Record<Exclude<Counted, 'visits'>, string>>;
  readonly format: (value: number) => string;
  /** Whether an increase is bad. */
  readonly isCost?: true;
}

/** The same title for pages and events. */
const matching = (title: string) => ({ pages: `Matching ${title}`, events: `Matching ${title}` });

const FIGURES: readonly Figure[] = [
  { name: 'visitors', title: 'Visitors', of: matching('visitors'), format: formatHeadline },
  { name: 'sessions', title: 'Sessions', of: matching('sessions'), format: formatHeadline },
  { name: 'wallets', title: 'Wallets', of: matching('wallets'), format: formatHeadline },
  {
    name: 'hits',
    title: 'Page views',
    of: { pages: 'Page views', events: 'Events' },
    format: formatHeadline,
  },
  { name: 'revenue', title: 'Revenue', of: matching('revenue'), format: formatHeadline },
  { name: 'bounce_rate', title: 'Bounce rate', format: formatShare, isCost: true },
  { name: 'session_seconds', title: 'Duration', format: formatDuration },
];

export function FiguresPanel({ nothing }: { readonly nothing: ComponentChildren }) {
  const { client } = useSession();
  const { days, query, counted, key } = useScope();
  const answer = useAnswer(key, async (signal) => {
    const question = { ...query, include_previous_period: true };
    return { ...(await client.analytics.kpis(question, { signal })), days, counted };
  });
  return (
    <section class="panel figures-panel" data-span={12} aria-label="Key figures">
      <Answered answer={answer} lines={4}>
        {({ data: [row], days: asked, counted: countedThen }) =>
          row === undefined || row.events === 0 ? (
            <Empty>{nothing}</Empty>
          ) : (
            <Figures row={row} days={asked} counted={countedThen} />
          )
        }
      </Answered>
    </section>
  );
}

interface FiguresProps {
  readonly row: KpisRow;
  readonly days: Scope['days'];
  readonly counted: Counted;
}

/**
 * Today alone is shown beside yesterday's figures instead of a change: the day is not over, so that it would nearly
 * always be a decrease.
 */
function Figures({ row, days, counted }: FiguresProps) {
  const count = countDays(days);
  const endsToday = days.date_to === toDay(Date.now());
  const isToday = endsToday && count === 1;
  const before = count === 1 ? 'the day before' : `the ${count} days before`;
  const shown = FIGURES.filter(({ of }) => counted === 'visits' || of !== undefined);
  const hasChange = shown.some(({ name }) => changeOf(row, name) !== undefined);
  return (
    <>
      <dl class="figures">
        {shown.map(({ name, title, of, format, isCost }) => (
          <div key={name}>
            <dt>{counted === 'visits' ? title : of?.[counted]}</dt>
            <dd>
              <span
                class="figure"
                title={format === formatHeadline ? formatAmount(row[name]) : undefined}
              >
                {format(row[name])}
              </span>
              {isToday ? (
                <span class="note">{format(row[`${name}_previous`] ?? 0)} yesterday</span>
              ) : (
                <Change row={row} name={name} isCost={isCost === true} before={before} />
              )}
            </dd>
          </div>
        ))}
      </dl>
      {hasChange && !isToday && (
        <p class="note">
          Compared with {before}.{endsToday && ' Today is not over yet.'}
        </p>
      )}
    </>
  );
}

const changeOf = (row: KpisRow, name: Kpi) => formatChange(row[name], row[`${name}_previous`] ?? 0);

interface ChangeProps {
  readonly row: KpisRow;
  readonly name: Kpi;
  readonly isCost: boolean;
  readonly before: string;
}

function Change({ row, name, isCost, before }: ChangeProps) {
  const text = changeOf(row, name);
  if (text === undefined) return null;
  const [now, then] = [row[name], row[`${name}_previous`] ?? 0];
  const isGood = now > then !== isCost;
  const mood = now === then ? 'same' : isGood ? 'good' : 'bad';
  return (
    <span class="change" data-mood={mood}>
      {text}
      <span class="hidden"> compared with {before}</span>
    </span>
  );
}
