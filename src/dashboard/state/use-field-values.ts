// The values that a field had lately, to suggest them where a form asks for a value.
import { SOURCE_COLUMNS, type SourceColumn } from '../../protocol/analytics/dimensions.js';
import { EMPTY_NAMES } from '../format/fields.js';
import { ifAllowed } from './if-allowed.js';
import { inProject } from './key.js';
import { useScope } from './scope.js';
import { useSession } from './session.js';
import { useAnswer } from './use-answer.js';

const MOST = 100;
const NONE: readonly string[] = [];

const isSource = (field: string): field is SourceColumn =>
  (SOURCE_COLUMNS as readonly string[]).includes(field);

/**
 * The values of a field in the chosen days and project, the most frequent first. Empty until they are known, and
 * for all fields but `page`, `event` (the app's own events) and those that `GET /v0/top_sources` ranks.
 */
export function useFieldValues(field: string): readonly string[] {
  const { client } = useSession();
  const { days, project } = useScope();
  const question = `values ${field} ${days.date_from} ${days.date_to} ${project}`;
  const { data } = useAnswer(question, async (signal) => {
    const asked = { ...days, ...inProject(project), limit: MOST };
    const read = async (): Promise<readonly string[]> => {
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
      return data.map((row) => row[field] ?? '');
    };
    const values = [...new Set(await ifAllowed(read))];
    return {
      field,
      values: values.filter((value) => value !== '' && !EMPTY_NAMES.includes(value)),
    };
  });
  // While the values of another field are being read, `data` still has those of the field before.
  return data?.field === field ? data.values : NONE;
}
