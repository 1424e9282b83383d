// `chaintrail quarantine`: lists the events that were refused, and the reasons.
import { quarantineFolder } from '../../events/quarantine.js';
import { readQuarantine } from '../../events/read-quarantine.js';
import type { Command } from '../command.js';
import { table } from '../table.js';
import { requireData } from '../with-admin.js';

/** The type and name of a refused event, as far as it has them. */
function kindOf(event: unknown): string {
  if (typeof event !== 'object' || event === null) return typeof event;
  const { type, event: name } = event as Readonly<Record<string, unknown>>;
  return [type, name].filter((part) => typeof part === 'string' && part !== '').join(' ') || '-';
}

const shown = (text: string, most: number): string =>
  text.length <= most ? text : `${text.slice(0, most - 3)}...`;

const quarantine: Command = {
  name: 'quarantine',
  summary: 'show the events that were refused, newest first, and why',
  options: {
    limit: { value: 'N', text: 'most events to show (20)' },
    project: { value: 'ID', text: 'events of this project only' },
  },
  details:
    'Use --json to see the events as they were sent. The latest 128 MB of refused events are kept.',
  examples: ['quarantine', 'quarantine --limit 1000 --json'],
  async run(call) {
    const { dataDirectory } = call.settings;
    const projectId = call.optional('project');
    const request = {
      directory: quarantineFolder(dataDirectory),
      limit: call.whole('limit', { fallback: 20, least: 1, most: 100_000 }),
      projectId,
    };
    await requireData(dataDirectory, '.');
    const { newest, total } = await readQuarantine(request);
    const text = table(
      newest,
      [
        ['received (UTC)', ({ received_at }) => received_at.slice(0, 19).replace('T', ' ')],
        ['project', ({ project_id }) => project_id],
        ['event', ({ event }) => shown(kindOf(event), 40)],
        ['reason', ({ reason }) => shown(reason, 200)],
      ],
      projectId === undefined
        ? 'No event was refused.'
        : `No event of a project with the id "${projectId}" was refused. To see all projects: chaintrail project list`,
    );
    const rest =
      total > newest.length
        ? `Showing ${newest.length} of ${total}. Use --limit to see more.\n`
        : '';
    return { data: newest, text: text + rest };
  },
};

export const quarantineCommands: readonly Command[] = [quarantine];
