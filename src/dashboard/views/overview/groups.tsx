// What a panel of the overview is broken down by: chosen in it, kept in the address.
/** @jsxImportSource preact */
import { UTM_COLUMNS } from '../../../protocol/analytics/dimensions.js';
import { dimensionName, groupName, OTHERS } from '../../format/fields.js';
import { useFilters } from '../../parts/filter-bar.js';
import { useNavigation } from '../../state/use-place.js';
import { filterOfGroup } from './group-filter.js';

/** In the order in which they are offered. */
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

/** @param option name of the choice in the address */
export function useGroups(option: string): GroupColumn | undefined {
  const { place } = useNavigation();
  return GROUPS.find((one) => one === place.options[option]);
}

interface ChooseGroupsProps {
  /** Name of the choice in the address. */
  readonly option: string;
  /** Where nothing is chosen. */
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
  /** As the API names it. */
  readonly value: string;
}

/** It narrows everything to the group, where a filter can. */
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
