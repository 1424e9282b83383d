// The column by which a panel of the overview is broken down. It is chosen in the panel, and kept in the address.
/** @jsxImportSource preact */
import { UTM_COLUMNS } from '../../../protocol/analytics/dimensions.js';
import { dimensionName, groupName, OTHERS } from '../../format/fields.js';
import { useFilters } from '../../parts/filter-bar.js';
import { useNavigation } from '../../state/use-place.js';
import { filterOfGroup } from './group-filter.js';

/** The columns in the order in which they are offered. */
const GROUPS = [
  'referrer',
  'channel_type',
  ...UTM_COLUMNS,
  'ref',
  'location',
  'device',
  'browser',
  'os',
] as const;

export type GroupColumn = (typeof GROUPS)[number];

/** @param option name of the option in the page's address */
export function useGroups(option: string): GroupColumn | undefined {
  const { place } = useNavigation();
  return GROUPS.find((one) => one === place.options[option]);
}

interface ChooseGroupsProps {
  /** Name of the option in the page's address. */
  readonly option: string;
  /** Name of the choice without a breakdown. */
  readonly whole: string;
}

export function ChooseGroups({ option, whole }: ChooseGroupsProps) {
  const { place, go } = useNavigation();
  const choose = (chosen: string) => {
    const { [option]: _, ...others } = place.options;
    go({ options: chosen === '' ? others : { ...others, [option]: chosen } });
  };
  return (
    <label class="inline-select">
      <span class="hidden">{whole} broken down by</span>
      <select
        value={useGroups(option) ?? ''}
        onChange={(event) => choose(event.currentTarget.value)}
      >
        <option value="">{whole}</option>
        {GROUPS.map((column) => (
          <option key={column} value={column}>
            By {dimensionName(column).toLowerCase()}
          </option>
        ))}
      </select>
    </label>
  );
}

interface GroupNameProps {
  readonly by: GroupColumn;
  /** Name of the group, as the API gives it. */
  readonly value: string;
}

/** The name of a group, as a button that adds a filter by it, where there is such a filter. */
export function GroupName({ by, value }: GroupNameProps) {
  const { add } = useFilters();
  const name = groupName(by, value);
  const filter = value === OTHERS ? undefined : filterOfGroup(by, value);
  if (filter === undefined) return <>{name}</>;
  return (
    <button type="button" class="as-link" title={`Filter by ${name}`} onClick={() => add(filter)}>
      {name}
    </button>
  );
}
