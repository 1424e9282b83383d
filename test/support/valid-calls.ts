// One successful call of each operation, for suites that run through the whole table of routes.
import { randomBytes } from 'node:crypto';
import type { Route } from '../../src/protocol/route.js';
import { type Operation, routes } from '../../src/protocol/routes.js';

/** The resources that the calls refer to. All of them exist. */
export interface Resources {
  readonly projectId: string;
  readonly writeKey: string;
  /** A board with a chart. */
  readonly boardId: string;
  readonly chartId: string;
  /** A board without charts, so that it can be deleted. */
  readonly emptyBoardId: string;
  readonly segmentId: string;
  readonly alertId: string;
  /** The address of a contract that is registered on chain 31337. */
  readonly contractAddress: string;
  /** A wallet with a profile in the project. */
  readonly address: string;
}

export interface Call {
  readonly method: string;
  /** Including the query string. */
  readonly path: string;
  readonly body?: unknown;
}

interface Given {
  /** Override the resources of the same names. */
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

const STEPS = JSON.stringify([
  { type: 'event', event: 'page' },
  { type: 'track', event: 'swap' },
]);
const chart = (title: string) => ({
  chart_type: 'table',
  title,
  query: 'SELECT event, type, address, referrer, page_path FROM events',
});

/** A segment that every wallet matches. */
export const segment = (name: string) => ({
  name,
  conditions: [{ field: 'users.net_worth_usd', op: 'gte', value: 0 }],
});
/** An alert without recipients. */
export const ANY_ALERT = {
  name: 'Swaps',
  trigger_type: 'event',
  trigger_filters: [{ name: 'event', operator: 'eq', value: 'swap' }],
  recipient: [],
};

export const contract = (name: string, address: string) => ({
  name,
  chain: 31_337,
  address,
  abi: '[{"type":"event","name":"Done","inputs":[]}]',
  events: [{ name: 'Done' }],
});

const inProject = ({ projectId }: Resources): Given => ({ query: { project_id: projectId } });
const registered = ({ projectId, contractAddress }: Resources): Given => ({
  params: { chain: '31337', address: contractAddress },
  query: { project_id: projectId },
});
const withResults = (): Given => ({ query: { include: 'results' } });
const plain = (): Given => ({});

const GIVEN: Readonly<Record<Operation, (resources: Resources) => Given>> = {
  ingestEvents: () => ({
    body: [{ type: 'track', event: 'swap', channel: 'web', version: '0', anonymous_id: 'someone' }],
  }),
  topSources: plain,
  topEvents: plain,
  topPages: plain,
  topLocations: plain,
  topWallets: plain,
  topChains: plain,
  eventTimeseries: plain,
  revenueOverview: plain,
  revenueTimeseries: ({ address }) => ({ query: { address } }),
  kpis: plain,
  funnel: () => ({ query: { steps: STEPS } }),
  retention: plain,
  lifecycle: plain,
  flow: plain,
  runQuery: () => ({ body: { query: 'SELECT * FROM events' } }),
  searchProfiles: (resources) => ({
    query: { ...inProject(resources).query, expand: 'labels,apps,chains,tokens' },
    body: {},
  }),
  // Another wallet than in the other calls, which would not find it after the deletion.
  deleteProfile: (resources) => ({
    ...inProject(resources),
    params: { address: `0x${'de'.repeat(20)}` },
  }),
  forgetPerson: (resources) => ({
    ...inProject(resources),
    body: { anonymous_id: 'nobody that other calls name' },
  }),
  getProfile: () => ({ query: { expand: 'labels,apps,chains,tokens' } }),
  upsertLabels: (resources) => ({
    ...inProject(resources),
    body: { tag_id: 'vip', value: 'written' },
  }),
  deleteLabel: (resources) => ({ ...inProject(resources), body: { tag_id: 'vip' } }),
  importWallets: ({ writeKey, address }) => ({
    body: { addresses: [address, 'not a wallet'], writeKey },
  }),
  askChat: () => ({ body: { message: 'How many events are there?' } }),
  listBoards: inProject,
  createBoard: (resources) => ({ ...inProject(resources), body: { title: 'created' } }),
  retrieveBoard: plain,
  updateBoard: () => ({ body: { title: 'renamed', isPublic: true } }),
  deleteBoard: ({ emptyBoardId }) => ({ params: { boardId: emptyBoardId } }),
  listCharts: withResults,
  createChart: () => ({ body: chart('created') }),
  retrieveChart: withResults,
  replaceChart: () => ({ body: chart('replaced') }),
  deleteChart: plain,
  previewChart: () => ({ body: chart('previewed') }),
  listContracts: inProject,
  createContract: (resources) => ({
    ...inProject(resources),
    body: contract('created', `0x${randomBytes(20).toString('hex')}`),
  }),
  retrieveContract: registered,
  replaceContract: (resources) => ({
    ...registered(resources),
    body: contract('replaced', resources.contractAddress),
  }),
  deleteContract: registered,
  listSegments: inProject,
  createSegment: (resources) => ({ ...inProject(resources), body: segment('created') }),
  retrieveSegment: plain,
  deleteSegment: plain,
  listAlerts: inProject,
  createAlert: (resources) => ({ ...inProject(resources), body: ANY_ALERT }),
  retrieveAlert: plain,
  updateAlert: () => ({ body: { status: 'inactive' } }),
  replaceAlert: () => ({ body: { ...ANY_ALERT, name: 'replaced' } }),
  deleteAlert: plain,
  testAlert: plain,
  listAlertDeliveries: plain,
  retrieveKey: plain,
};

const fill = (path: string, values: Readonly<Record<string, unknown>>): string =>
  path.replaceAll(/\{(\w+)\}/g, (_, name) => {
    const value = values[name];
    if (typeof value !== 'string') throw new Error(`No resource stands for {${name}} of ${path}`);
    return encodeURIComponent(value);
  });

/**
 * @param more further parameters of the query, for an operation that knows them
 * @throws for an operation of the table that has no call here yet
 */
export const validCall = (
  operation: Operation,
  resources: Resources,
  more: Readonly<Record<string, string>> = {},
): Call => {
  const given = GIVEN[operation]?.(resources);
  if (given === undefined) throw new Error(`Say in ${import.meta.url} how ${operation} is called`);
  const { method, path, query: known }: Route = routes[operation];
  const further = Object.entries(more).filter(([name]) => known?.properties?.[name] !== undefined);
  const asked = { ...given.query, ...Object.fromEntries(further) };
  const query = new URLSearchParams(asked).toString();
  return {
    method,
    path: fill(path, { ...resources, ...given.params }) + (query === '' ? '' : `?${query}`),
    ...(given.body === undefined ? {} : { body: given.body }),
  };
};

/** The operations whose credential is an API key. */
export const keyedOperations: readonly (readonly [Operation, Route])[] = Object.entries<Route>(
  routes,
).flatMap(([name, route]) =>
  route.credential.kind === 'api_key' ? [[name as Operation, route] as const] : [],
);

/** The same path with the `project_id` of one project. */
export function ofProject(path: string, projectId: string): string {
  const [place = '', query = ''] = path.split('?');
  const asked = new URLSearchParams(query);
  asked.set('project_id', projectId);
  return `${place}?${asked}`;
}
