// Segments: their rules, and the wallets that they mean.
import type { PageQuery } from '../../protocol/lists.js';
import type { Behavior, NewSegment, Segment } from '../../protocol/segments/segment.js';
import { DomainError } from '../errors/domain-error.js';
import { requireFound } from '../errors/require-found.js';
import { createId, type WorkspaceIdentity } from '../keys/api-keys.js';
import { type Listed, listPage } from '../list-page.js';
import type { FindSegment } from '../profiles/service.js';
import { readableProjects, writableProject } from '../projects.js';
import { segmentToSql } from './segment-sql.js';
import type { SegmentsStore } from './store.js';

type Owner = Pick<WorkspaceIdentity, 'projectIds'>;

export interface SegmentsService {
  list(
    owner: Owner,
    query: PageQuery & { project_id?: string | undefined },
  ): Promise<Listed<Segment>>;
  create(owner: Owner, segment: NewSegment, projectId?: string | undefined): Promise<Segment>;
  retrieve(owner: Owner, id: string): Promise<Segment>;
  remove(owner: Owner, id: string): Promise<void>;
  /** The condition that a segment stands for, for searches of profiles. */
  readonly find: FindSegment;
}

/** Filters on events in all behaviors together. The engine takes 600 of the costliest beside all else in a search. */
const MOST_FILTERS = 500;

/** @throws {DomainError} BAD_REQUEST for more than a search could ask */
function checkFilters(behaviors: readonly Behavior[]): void {
  const events = behaviors.flatMap(({ events = [], ...first }) => [first, ...events]);
  const count = events.flatMap(({ filters = [] }) => filters).length;
  if (count <= MOST_FILTERS) return;
  throw new DomainError(
    'BAD_REQUEST',
    `The behaviors of a segment may have at most ${MOST_FILTERS} filters together; these have ${count}.`,
    { param: 'body.behaviors' },
  );
}

const nameOf = (id: string): string => `segment ${JSON.stringify(id)}`;

export function createSegmentsService(
  store: SegmentsStore,
  now: () => number = Date.now,
): SegmentsService {
  const today = () => new Date(now()).toISOString().slice(0, 10);
  const retrieve = async ({ projectIds }: Owner, id: string): Promise<Segment> =>
    requireFound(await store.find(projectIds, id), nameOf(id));

  return {
    list: ({ projectIds }, { project_id, ...query }) =>
      listPage(query, (window) => store.list(readableProjects(project_id, projectIds), window)),
    async create({ projectIds }, segment, projectId) {
      const { name, description = null, logic = 'and', conditions = [], behaviors = [] } = segment;
      if (conditions.length + behaviors.length === 0) {
        throw new DomainError(
          'BAD_REQUEST',
          'The segment has no condition. Send conditions, behaviors or both.',
          { param: 'body.conditions' },
        );
      }
      const content = { logic, conditions, behaviors };
      checkFilters(behaviors);
      segmentToSql(content, today());
      const row = await store.insert({
        id: createId('seg'),
        project_id: writableProject(projectId, projectIds),
        name,
        description,
        ...content,
      });
      return requireFound(row, 'segment');
    },
    retrieve,
    async remove({ projectIds }, id) {
      requireFound((await store.remove(projectIds, id)) || undefined, nameOf(id));
    },
    async find(id, projectIds) {
      const { project_id: projectId, ...content } = await retrieve({ projectIds }, id);
      return { projectId, condition: segmentToSql(content, today()) };
    },
  };
}
