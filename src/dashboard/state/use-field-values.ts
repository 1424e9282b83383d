// What a field has held lately, to choose from where a value of it is asked for.
import { SOURCE_COLUMNS, type SourceColumn } from '../../protocol/analytics/dimensions.js';
import { ifAllowed } from './if-allowed.js';
import { inProject } from './key.js';
import { useScope } from './scope.js';
import { useSession } from './session.js';
import { useAnswer } from './use-answer.js';

const MOST = 100;
const NONE: readonly string[] = [];
/** How answers call a value that is empty: no filter finds it by this name. */
const EMPTY_NAMES = ['', 'Direct', 'Unknown'];

const isSource = (field: string): field is SourceColumn =>
  (SOURCE_COLUMNS as readonly string[]).includes(field);

/**
 * The values of a field in the days and the project that are looked at, the most frequent first.
 * None
 * until they are known, and none of other fields than `page`, `event` (the app's own events) and
 * those that `GET /v0/top_sources` ranks.
 */
export function useFieldValues(field: string): readonly string[] {
  const { client } = useSession();
  const { days, project } = useScope();
  const question = `values ${field} ${days.date_from} ${days.date_to} ${project}`;
  const { data } = useAnswer(question, async (signal) => {
    const asked = { ...days, ...inProject(project), limit: MOST };
    const read = async (): Promise<readonly (string | undefined)[]> => {
      const { topEvents, topPages, topSources } = client.analytics;
      if (field === 'event') {
        const { data } = await topEvents({ ...asked, type: 'custom' }, { signal });
        return data.map(({ event }) => event);
      }
      if (field === 'page') {
        const { data } = await topPages(asked, { signal });
        return data.map(({ page }) => page);
      }
      if (!isSource(field)) return NONE;
      const { data } = await topSources({ ...asked, metric_column: field }, { signal });
      return data.map((row) => row[field]);
    };
    const values = new Set((await ifAllowed(read)).map((value) => value ?? ''));
    return { field, values: [...values].filter((value) => !EMPTY_NAMES.includes(value)) };
  });
  // The answer to the question before is not of this field.
  return data?.field === field ? data.values : NONE;
}
