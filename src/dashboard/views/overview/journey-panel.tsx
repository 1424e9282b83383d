// From visit to wallet to transaction, or to what the filters name: of all visitors, and of each group of them.
/** @jsxImportSource preact */
import { FunnelSteps } from '../../charts/funnel-steps.js';
import { dimensionName } from '../../format/fields.js';
import { useFilters } from '../../parts/filter-bar.js';
import { Answered, Empty, Panel } from '../../parts/panel.js';
import { useScope } from '../../state/scope.js';
import { useSession } from '../../state/session.js';
import { useAnswer } from '../../state/use-answer.js';
import { useNavigation } from '../../state/use-place.js';
import { filterOfGroup } from './group-filter.js';
import { journeyOf } from './journey.js';

const WINDOW = { value: 7, unit: 'day' } as const;

/** What visitors can be told apart by, in the order in which it is offered. */
const GROUPS = [
  'referrer',
  'channel_type',
  'utm_source',
  'utm_medium',
  'utm_campaign',
  'utm_content',
  'utm_term',
  'ref',
  'location',
  'device',
  'browser',
  'os',
] as const;
/** All the groups that an answer has no room for. */
const OTHERS = 'Others';

export function JourneyPanel() {
  const { client } = useSession();
  const { query, key } = useScope();
  const { place } = useNavigation();
  const by = GROUPS.find((one) => one === place.options.by);
  const asked = journeyOf(query.filters);
  const answer = useAnswer(`${key} ${by}`, async (signal) => {
    const { steps, filters } = asked;
    const groups = by === undefined ? {} : { group_by: by };
    const question = { ...query, filters, steps, conversion_window: WINDOW, ...groups };
    return { ...(await client.analytics.funnel(question, { signal })), journey: asked, by };
  });
  const { title } = answer.data?.journey ?? asked;
  return (
    <Panel
      title={title}
      note="Visitors, in this order, within 7 days"
      span={6}
      actions={<ChooseGroups by={by} />}
    >
      <Answered answer={answer} lines={6}>
        {({ data, journey: { names, heads, nobody }, by: breakdown }) =>
          (data[0]?.users ?? 0) === 0 ? (
            <Empty>{nobody}</Empty>
          ) : (
            <FunnelSteps
              rows={data}
              names={names}
              heads={heads}
              breakdown={breakdown}
              showGroup={(value, name) => <Group by={breakdown} value={value} name={name} />}
            />
          )
        }
      </Answered>
    </Panel>
  );
}

interface GroupProps {
  readonly by: string | undefined;
  readonly value: string;
  readonly name: string;
}

/** Its name, which narrows everything to it where a filter can. */
function Group({ by = '', value, name }: GroupProps) {
  const { add } = useFilters();
  const filter = value === OTHERS ? undefined : filterOfGroup(by, value);
  if (filter === undefined) return <>{name}</>;
  return (
    <button type="button" class="as-link" title={`Filter by ${name}`} onClick={() => add(filter)}>
      {name}
    </button>
  );
}

function ChooseGroups({ by }: { readonly by: string | undefined }) {
  const { place, go } = useNavigation();
  const choose = (chosen: string) => {
    const { by: _, ...others } = place.options;
    go({ options: chosen === '' ? others : { ...others, by: chosen } });
  };
  return (
    <label class="inline-select">
      <span class="hidden">Broken down by</span>
      <select value={by ?? ''} onChange={(event) => choose(event.currentTarget.value)}>
        <option value="">All visitors</option>
        {GROUPS.map((column) => (
          <option key={column} value={column}>
            By {dimensionName(column).toLowerCase()}
          </option>
        ))}
      </select>
    </label>
  );
}
