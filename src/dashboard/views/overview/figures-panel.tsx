// The figures at the top, each beside the same figure of the period before.
/** @jsxImportSource preact */
import type { ComponentChildren } from 'preact';
import type { Kpi, KpisRow } from '../../../protocol/analytics/kpis.js';
import {
  formatChange,
  formatCount,
  formatDuration,
  formatHeadline,
  formatShare,
} from '../../format/numbers.js';
import { Answered, Empty } from '../../parts/panel.js';
import type { Counted } from '../../state/place.js';
import { useScope } from '../../state/scope.js';
import { useSession } from '../../state/session.js';
import { useAnswer } from '../../state/use-answer.js';

interface Figure {
  readonly name: Kpi;
  readonly title: string;
  /** What it is called where filters count less than visits; without, it means nothing then. */
  readonly of?: Readonly<Record<Exclude<Counted, 'visits'>, string>>;
  readonly format: (value: number) => string;
  /** More of it is worse. */
  readonly isCost?: true;
}

const there = (title: string) => ({ pages: `${title} there`, events: `${title} with it` });

const FIGURES: readonly Figure[] = [
  { name: 'visitors', title: 'Visitors', of: there('Visitors'), format: formatHeadline },
  { name: 'sessions', title: 'Sessions', of: there('Sessions'), format: formatHeadline },
  { name: 'wallets', title: 'Wallets', of: there('Wallets'), format: formatHeadline },
  {
    name: 'hits',
    title: 'Page views',
    of: { pages: 'Page views', events: 'Events' },
    format: formatHeadline,
  },
  { name: 'revenue', title: 'Revenue', of: there('Revenue'), format: formatHeadline },
  { name: 'bounce_rate', title: 'Bounce rate', format: formatShare, isCost: true },
  { name: 'session_seconds', title: 'Session duration', format: formatDuration },
];

export function FiguresPanel({ nothing }: { readonly nothing: ComponentChildren }) {
  const { client } = useSession();
  const { query, counted, key } = useScope();
  const answer = useAnswer(key, async (signal) => {
    const question = { ...query, include_previous_period: true };
    return { ...(await client.analytics.kpis(question, { signal })), counted };
  });
  return (
    <section class="panel figures-panel" data-span={12} aria-label="Key figures">
      <Answered answer={answer} lines={2}>
        {({ data: [row], counted: asked }) =>
          row === undefined || row.events === 0 ? (
            <Empty>{nothing}</Empty>
          ) : (
            <Figures row={row} counted={asked} />
          )
        }
      </Answered>
    </section>
  );
}

interface FiguresProps {
  readonly row: KpisRow;
  readonly counted: Counted;
}

const Figures = ({ row, counted }: FiguresProps) => (
  <dl class="figures">
    {FIGURES.filter(({ of }) => counted === 'visits' || of !== undefined).map((figure) => (
      <Shown key={figure.name} figure={figure} row={row} counted={counted} />
    ))}
  </dl>
);

interface ShownProps extends FiguresProps {
  readonly figure: Figure;
}

function Shown({ figure: { name, title, of, format, isCost }, row, counted }: ShownProps) {
  return (
    <div>
      <dt>{counted === 'visits' ? title : of?.[counted]}</dt>
      <dd>
        <span class="figure" title={name === 'visitors' ? formatCount(row[name]) : undefined}>
          {format(row[name])}
        </span>
        <Change now={row[name]} before={row[`${name}_previous`] ?? 0} isCost={isCost === true} />
      </dd>
    </div>
  );
}

interface ChangeProps {
  readonly now: number;
  readonly before: number;
  readonly isCost: boolean;
}

function Change({ now, before, isCost }: ChangeProps) {
  const text = formatChange(now, before);
  if (text === undefined) return null;
  const isGood = now > before !== isCost;
  const mood = now === before ? 'same' : isGood ? 'good' : 'bad';
  return (
    <span class="change" data-mood={mood}>
      {text}
      <span class="hidden"> against the period before</span>
    </span>
  );
}
