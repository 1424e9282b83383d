// The forbidden imports, as rules of dependency-cruiser.
import type { IRegularForbiddenRuleType } from 'dependency-cruiser';

/** What the files of one folder of `src/` may import in addition to each other. */
interface Allowance {
  /** Other folders of `src/`. */
  readonly folders: readonly string[];
  /** Packages; `declared`: any package in package.json that no other rule forbids. */
  readonly packages: readonly string[] | 'declared';
  /** Node's own modules. */
  readonly node?: true;
}

/** One row for each folder of `src/`. */
export const ALLOWED: Readonly<Record<string, Allowance>> = {
  protocol: { folders: [], packages: [] },
  net: { folders: [], packages: [] },
  core: { folders: ['protocol', 'net'], packages: [] },
  wallets: { folders: ['core', 'protocol'], packages: ['ethers'] },
  browser: { folders: ['core', 'net', 'protocol', 'wallets'], packages: ['idb-keyval'] },
  testing: { folders: ['core', 'net', 'protocol'], packages: [] },
  react: { folders: ['core', 'browser', 'wallets'], packages: ['react'] },
  node: { folders: ['core', 'net', 'protocol'], packages: [], node: true },
  client: { folders: ['protocol', 'net'], packages: [] },
  dashboard: {
    folders: ['protocol', 'client'],
    packages: ['preact', 'chart\\.js', 'chartjs-chart-sankey'],
  },
  server: { folders: ['protocol', 'net', 'client'], packages: 'declared', node: true },
};

/** Server packages that only one folder may import. */
const CONFINED = {
  'server/http': ['fastify', '@fastify/[^/]+'],
  'server/database': ['chdb', '@electric-sql/pglite', 'pg', '@clickhouse/client'],
};

const oneOf = (names: readonly string[]): string => `(${names.join('|')})`;
const inSource = (folders: readonly string[]): string => `^src/${oneOf(folders)}/`;
const inPackages = (names: readonly string[]): string => `node_modules/${oneOf(names)}/`;

const forbid = (
  name: string,
  from: IRegularForbiddenRuleType['from'],
  to: IRegularForbiddenRuleType['to'],
): IRegularForbiddenRuleType => ({ name, severity: 'error', from, to });

const foldersStayInTheirBounds = Object.entries(ALLOWED).flatMap(
  ([folder, { folders, packages, node }]) => {
    const reachable = [
      inSource([folder, ...folders]),
      ...(packages === 'declared' ? ['node_modules/'] : []),
      ...(packages !== 'declared' && packages.length > 0 ? [inPackages(packages)] : []),
    ];
    const from = { path: inSource([folder]) };
    return [
      forbid(`${folder}-bounds`, from, {
        pathNot: reachable,
        ...(node ? { dependencyTypesNot: ['core'] } : {}),
      }),
    ];
  },
);

const packagesStayConfined = Object.entries(CONFINED).map(([folder, packages]) =>
  forbid(
    `only-${folder}-knows-its-packages`,
    { path: '^src/', pathNot: inSource([folder]) },
    { path: inPackages(packages) },
  ),
);

const layer = (name: string): string => `^src/server/[^/]+/${name}\\.ts$`;

export const importRules: IRegularForbiddenRuleType[] = [
  ...foldersStayInTheirBounds,
  ...packagesStayConfined,
  forbid('service-never-to-handlers', { path: layer('service') }, { path: layer('handlers') }),
  forbid(
    'store-never-to-service-or-handlers',
    { path: layer('store') },
    { path: layer('(service|handlers)') },
  ),
  forbid(
    'no-store-of-another-area',
    // `start` composes the areas, each on its store.
    { path: '^src/server/([^/]+)/', pathNot: '^src/server/start/' },
    { path: layer('store'), pathNot: '^src/server/$1/' },
  ),
  forbid(
    'only-the-command-line-is-a-client',
    { path: '^src/server/', pathNot: '^src/server/cli/' },
    { path: '^src/client/' },
  ),
  // ethers costs some 20 kB: it is loaded only where the app asks for names.
  forbid(
    'wallets-load-ethers-late',
    { path: '^src/wallets/abi\\.ts$' },
    { path: inPackages(['ethers']), dynamic: false },
  ),
  forbid(
    'only-wallets-abi-loads-ethers',
    { path: '^src/wallets/', pathNot: '^src/wallets/abi\\.ts$' },
    { path: inPackages(['ethers']) },
  ),
  forbid('no-cycle', {}, { circular: true }),
  forbid(
    'no-undeclared-package',
    {},
    {
      dependencyTypes: ['npm-no-pkg', 'npm-unknown', 'unknown', 'undetermined'],
      // An entry that is also in peerDependenciesMeta is reported as npm-no-pkg in addition to its
      // true type.
      dependencyTypesNot: ['npm', 'npm-dev', 'npm-peer'],
    },
  ),
  forbid(
    'no-development-package',
    // The dashboard is built into one file that includes its packages. The code that renders the
    // documentation runs only during the build, and is not part of the package.
    { path: '^src/', pathNot: '^src/(dashboard|server/docs/build)/' },
    { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['npm', 'npm-peer'] },
  ),
  forbid('nothing-unresolvable', {}, { couldNotResolve: true }),
  forbid('source-never-to-tests', { path: '^src/' }, { path: '^(test|examples)/' }),
];
