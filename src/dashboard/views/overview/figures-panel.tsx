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
import { useScope } from '../../state/scope.js';
import { useSession } from '../../state/session.js';
import { useAnswer } from '../../state/use-answer.js';

interface Figure {
  readonly name: Kpi;
  readonly title: string;
  readonly format: (value: number) => string;
  /** More of it is worse. */
  readonly isCost?: true;
}

const FIGURES: readonly Figure[] = [
  { name: 'visitors', title: 'Visitors', format: formatHeadline },
  { name: 'sessions', title: 'Sessions', format: formatHeadline },
  { name: 'wallets', title: 'Wallets', format: formatHeadline },
  { name: 'hits', title: 'Page views', format: formatHeadline },
  { name: 'revenue', title: 'Revenue', format: formatHeadline },
  { name: 'bounce_rate', title: 'Bounce rate', format: formatShare, isCost: true },
  { name: 'session_seconds', title: 'Session duration', format: formatDuration },
];

export function FiguresPanel({ nothing }: { readonly nothing: ComponentChildren }) {
  const { client } = useSession();
  const { query, key } = useScope();
  const answer = useAnswer(key, (signal) =>
    client.analytics.kpis({ ...query, include_previous_period: true }, { signal }),
  );
  return (
    <section class="panel figures-panel" data-span={12} aria-label="Key figures">
      <Answered answer={answer} lines={2}>
        {({ data: [row] }) =>
          row === undefined || row.events === 0 ? <Empty>{nothing}</Empty> : <Figures row={row} />
        }
      </Answered>
    </section>
  );
}

const Figures = ({ row }: { readonly row: KpisRow }) => (
  <dl class="figures">
    {FIGURES.map(({ name, title, format, isCost }) => (
      <div key={name}>
        <dt>{title}</dt>
        <dd>
          <span class="figure" title={name === 'visitors' ? formatCount(row[name]) : undefined}>
            {format(row[name])}
          </span>
          <Change now={row[name]} before={row[`${name}_previous`] ?? 0} isCost={isCost === true} />
        </dd>
      </div>
    ))}
  </dl>
);

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
