// Draws a diagram of the folders of src/ from their imports, for src/README.md.
import type { ICruiseResult } from 'dependency-cruiser';

/** What each folder is for, in the order in which a newcomer reads them. */
const PURPOSES: Readonly<Record<string, string>> = {
  protocol: 'the wire format: schemas, events, the table of routes, OpenAPI',
  net: 'HTTP helpers without globals: the part of fetch that is used, backoff, Retry-After',
  core: 'the tracker: captures, enriches, queues and sends on five ports; no DOM, no Node',
  client: '`chaintrail/client`: the API client, with types from the table of routes',
  'client/resources': "the client's methods, named after the API",
  browser:
    "the dapp's entry point: the ports on IndexedDB, cookies and fetch; page context, script tag",
  wallets: 'wallet tracking: one file for each wallet library or standard, each usable alone',
  react: 'the provider and hooks for React 18 and 19',
  testing: "for an app's own tests: a tracker in memory, and a wallet that a script operates",
  node: 'tracking from a backend: the same core on the ports of Node',
  dashboard:
    'the page at `/`: preact and Chart.js, built into one file; calls the API through the client',
  server: 'the entries `chaintrail/server` and `chaintrail`, and what all folders below share',
  'server/start':
    'starts and stops the server: opens the databases, and composes the areas on them',
  'server/settings': 'reads the settings from the environment, and explains them',
  'server/data-folder': 'lets one process own a data folder',
  'server/errors': 'the errors that the areas throw on purpose, and the words for all others',
  'server/limits': 'limits of work: time, tasks at once, depth and bytes',
  'server/http': 'the only folder that uses Fastify: mounts the table of routes, checks keys',
  'server/database': 'the only folder that uses database drivers: analytics and application',
  'server/events':
    'receives events, validates, enriches and journals them, then writes them in batches',
  'server/analytics': 'the analytics queries over stored events',
  'server/query':
    "the query sandbox: parses a caller's SELECT and rewrites it over the workspace's own views",
  'server/chat':
    'questions in natural language: a language model writes the query, the sandbox runs it',
  'server/idempotency':
    'writes with an Idempotency-Key: run once, repeated requests get the same answer',
  'server/boards': 'boards and charts: saves them, runs them, makes them public',
  'server/alerts':
    'alerts: saves them, evaluates them on a schedule, delivers by webhook, Slack and mail',
  'server/profiles': 'wallet profiles: search, labels, import',
  'server/segments': 'saved conditions on wallets, and on what they did',
  'server/payments': 'payment instead of an API key: asks for it, verifies it, collects it once',
  'server/contracts': 'contracts, and the job that turns their logs into events',
  'server/forget': "deletion of one person's data",
  'server/keys': 'workspaces, projects, write keys and API keys',
  'server/admin': 'how commands reach the running server: a socket in the data folder',
  'server/backup': 'a consistent copy of all data, and its restore',
  'server/cli': 'the commands of `npx chaintrail`',
  'server/metrics': 'the Prometheus metrics at `/metrics`',
  'server/send': 'the command `chaintrail send`: events from a pipe or a file',
  'server/demo': 'the demo dapp at `/demo`',
  'server/docs': 'the documentation at `/docs`: its pages, and how the build renders them',
  'server/dashboard': 'serves the dashboard at `/`',
};

/** `src/core/queue.ts` -> `core`, `src/server/http/app.ts` -> `server/http`, a package -> its name. */
const placeOf = (path: string): string | undefined => {
  const inPackage = path.match(/node_modules\/((@[^/]+\/)?[^/]+)/)?.[1];
  if (inPackage) return `npm:${inPackage.replace('@types/', '')}`;
  return path.match(/^src\/(server\/[^/]+(?=\/)|[^/]+)/)?.[1];
};

/** The folders in reading order; throws if one of them has no purpose. */
const inReadingOrder = (folders: ReadonlySet<string>): string[] => {
  const named = Object.keys(PURPOSES);
  const unnamed = [...folders].filter((folder) => !named.includes(folder));
  if (unnamed.length > 0) {
    throw new Error(
      `Say what ${unnamed} is for, in PURPOSES of test/architecture/folder-diagram.ts.`,
    );
  }
  return named.filter((folder) => folders.has(folder));
};

type Graph = ReadonlyMap<string, ReadonlySet<string>>;

/** The imports between folders and packages. */
const graphOf = ({ modules }: ICruiseResult): Graph => {
  const graph = new Map<string, Set<string>>();
  for (const { source, dependencies } of modules) {
    const from = placeOf(source);
    // Code that only the build runs is not part of the package.
    if (!from || !source.startsWith('src/') || source.includes('/build/')) continue;
    const targets = graph.get(from) ?? new Set();
    graph.set(from, targets);
    for (const { resolved } of dependencies) {
      const to = placeOf(resolved);
      // The files directly in src/server are shared by all its folders, so there is no arrow back
      // to them.
      if (to && to !== from && !from.startsWith(`${to}/`)) targets.add(to);
    }
  }
  return graph;
};

/** Whether `to` can be reached from `from` without passing through `without`. */
const reaches = (graph: Graph, [from, to]: readonly [string, string], without: string): boolean => {
  const seen = new Set([without]);
  const open = [from];
  for (let place = open.pop(); place !== undefined; place = open.pop()) {
    if (place === to) return true;
    if (seen.has(place)) continue;
    seen.add(place);
    open.push(...(graph.get(place) ?? []));
  }
  return false;
};

/** Leaves out imports that follow from others: `a -> c` beside `a -> b -> c`. */
const essentialImports = (graph: Graph): [from: string, to: string][] =>
  [...graph].flatMap(([from, targets]) =>
    [...targets]
      .filter((to) => ![...targets].some((via) => via !== to && reaches(graph, [via, to], from)))
      .sort()
      .map((to): [string, string] => [from, to]),
  );

const nodeName = (place: string): string => place.replace(/[^a-z0-9]/gi, '_');

const mermaid = (graph: Graph, folders: readonly string[]): string => {
  const imports = essentialImports(graph).sort();
  const packages = new Set(imports.map(([, to]) => to).filter((place) => place.startsWith('npm:')));
  const box = (folder: string) => `${nodeName(folder)}["${folder}"]`;
  return [
    'flowchart LR',
    ...folders.filter((folder) => !folder.startsWith('server')).map((folder) => `  ${box(folder)}`),
    '  subgraph hosted["the server"]',
    ...folders
      .filter((folder) => folder.startsWith('server'))
      .map((folder) => `    ${box(folder)}`),
    '  end',
    ...[...packages].sort().map((name) => `  ${nodeName(name)}(["${name.slice('npm:'.length)}"])`),
    ...imports.map(([from, to]) => `  ${nodeName(from)} --> ${nodeName(to)}`),
  ].join('\n');
};

/** A Mermaid diagram of the imports (packages are round), and a line on each folder. */
export const drawFolders = (result: ICruiseResult): string => {
  const graph = graphOf(result);
  const folders = inReadingOrder(new Set(graph.keys()));
  return [
    '```mermaid',
    mermaid(graph, folders),
    '```',
    '',
    'An arrow means that a folder imports another. Imports that follow from other arrows are left out; packages are round.',
    '',
    '| folder of `src/` | purpose |',
    '|---|---|',
    ...folders.map((folder) => `| \`${folder}\` | ${PURPOSES[folder]} |`),
  ].join('\n');
};
