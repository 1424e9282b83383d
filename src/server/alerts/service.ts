// The rules of alerts, between the handlers and the SQL.
import type {
  Alert,
  AlertChange,
  AlertFilter,
  AlertRecipient,
  NewAlert,
} from '../../protocol/alerts/alert.js';
import type { Delivery, DeliveryListQuery } from '../../protocol/alerts/delivery.js';
import type { PageQuery } from '../../protocol/lists.js';
import { DomainError } from '../errors/domain-error.js';
import { requireFound } from '../errors/require-found.js';
import { createId, type WorkspaceIdentity } from '../keys/api-keys.js';
import { type Listed, listPage } from '../list-page.js';
import type { FindSegment } from '../profiles/service.js';
import { readableProjects, writableProject } from '../projects.js';
import { checkSegments } from './check-segments.js';
import type { DeliveryStore } from './deliver/delivery-store.js';
import { checkFilters, readFilters } from './read-filters.js';
import { readRecipients } from './recipients.js';
import type { AlertContent, AlertRow, AlertsStore, Beginning } from './store.js';
import type { TestSend } from './test-send.js';

type Owner = Pick<WorkspaceIdentity, 'projectIds'>;

export interface AlertsService {
  list(
    owner: Owner,
    query: PageQuery & { project_id?: string | undefined },
  ): Promise<Listed<Alert>>;
  create(owner: Owner, alert: NewAlert, projectId?: string | undefined): Promise<Alert>;
  retrieve(owner: Owner, id: string): Promise<Alert>;
  update(owner: Owner, id: string, change: AlertChange): Promise<Alert>;
  replace(owner: Owner, id: string, alert: NewAlert): Promise<Alert>;
  remove(owner: Owner, id: string): Promise<void>;
  /** Sends a made-up match to each recipient of an alert. */
  test(owner: Owner, id: string): Promise<Delivery[]>;
  /** The same for an alert of any project, for the operator's command line. */
  testAny(id: string): Promise<Delivery[]>;
  deliveries(owner: Owner, id: string, query: DeliveryListQuery): Promise<Listed<Delivery>>;
}

export interface AlertsServiceParts {
  readonly store: AlertsStore;
  readonly deliveries: Pick<DeliveryStore, 'list'>;
  readonly testSend: TestSend;
  /** Whether recipients may be at addresses that are not public. */
  readonly allowPrivate: boolean;
  readonly findSegment: FindSegment;
  /** From when on a new or changed alert evaluates events. */
  readonly beginning: () => Promise<Beginning>;
}

const toAlert = ({ secret, ...row }: AlertRow): Alert => ({
  ...row,
  trigger_filters: row.trigger_filters as AlertFilter[],
  recipient: row.recipient as AlertRecipient[],
  has_secret: secret !== null,
});

type Question = Pick<AlertContent, 'trigger_type' | 'trigger_filters'>;

/** An alert whose trigger and filters are unchanged continues from its last evaluation, so that none is missed. */
const isSameQuestion = (one: Question, other: Question): boolean =>
  one.trigger_type === other.trigger_type &&
  JSON.stringify(one.trigger_filters) === JSON.stringify(other.trigger_filters);

const EMPTY_CHANGE =
  'The body changes nothing. Give name, status, trigger_type, trigger_filters, recipient or secret.';

export function createAlertsService(parts: AlertsServiceParts): AlertsService {
  const { store, allowPrivate, beginning, testSend, findSegment } = parts;
  const found = (row: AlertRow | undefined, id: string): AlertRow =>
    requireFound(row, `alert ${JSON.stringify(id)}`);
  const find = async ({ projectIds }: Owner, id: string): Promise<AlertRow> =>
    found(await store.find(projectIds, id), id);
  const contentOf = ({ name, trigger_type, trigger_filters, recipient = [] }: NewAlert) => ({
    name,
    trigger_type,
    recipient: readRecipients(recipient, { allowPrivate }),
    trigger_filters: readFilters(trigger_filters, trigger_type),
  });

  return {
    list: ({ projectIds }, { project_id, ...query }) =>
      listPage(query, async (window) => {
        const { rows, total } = await store.list(readableProjects(project_id, projectIds), window);
        return { rows: rows.map(toAlert), total };
      }),
    async create({ projectIds }, alert, projectId) {
      const content = { ...contentOf(alert), secret: alert.secret ?? null };
      const place = { id: createId('alrt'), projectId: writableProject(projectId, projectIds) };
      await checkSegments(content, place.projectId, findSegment);
      return toAlert(await store.insert(place, content, await beginning()));
    },
    retrieve: async (owner, id) => toAlert(await find(owner, id)),
    async update(owner, id, change) {
      const { name, status, trigger_type, trigger_filters, secret } = change;
      const given = [name, status, trigger_type, trigger_filters, change.recipient, secret];
      if (given.every((value) => value === undefined)) {
        throw new DomainError('BAD_REQUEST', EMPTY_CHANGE, { param: 'body' });
      }
      const recipient = change.recipient && readRecipients(change.recipient, { allowPrivate });
      if (trigger_filters !== undefined && trigger_type !== undefined) {
        readFilters(trigger_filters, trigger_type);
      }
      const before = await find(owner, id);
      const type = trigger_type ?? before.trigger_type;
      const filters = trigger_filters && readFilters(trigger_filters, type);
      if (filters === undefined && type !== before.trigger_type) {
        checkFilters(before.trigger_filters, type);
      }
      const content = { trigger_type: type, trigger_filters: filters ?? before.trigger_filters };
      if (filters || type !== before.trigger_type) {
        await checkSegments(content, before.project_id, findSegment);
      }
      const isNewQuestion = !isSameQuestion(before, content);
      const isWoken = status === 'active' && before.status === 'inactive';
      const row = await store.update(
        { projects: owner.projectIds, id },
        // Type and filters are written together or not at all, so that concurrent changes cannot mix them.
        { name, status, ...(trigger_type || filters ? content : {}), recipient, secret },
        isNewQuestion || isWoken ? await beginning() : undefined,
      );
      return toAlert(found(row, id));
    },
    async replace(owner, id, alert) {
      const change = { ...contentOf(alert), secret: alert.secret };
      const before = await find(owner, id);
      await checkSegments(change, before.project_id, findSegment);
      const place = { projects: owner.projectIds, id };
      const from = isSameQuestion(before, change) ? undefined : await beginning();
      return toAlert(found(await store.update(place, change, from), id));
    },
    async remove({ projectIds }, id) {
      requireFound(
        (await store.remove(projectIds, id)) || undefined,
        `alert ${JSON.stringify(id)}`,
      );
    },
    test: async (owner, id) => testSend(await find(owner, id)),
    testAny: async (id) => testSend(found(await store.findAny(id), id)),
    async deliveries(owner, id, { status, ...query }) {
      await find(owner, id);
      return listPage(query, (window) => parts.deliveries.list(id, window, status));
    },
  };
}
