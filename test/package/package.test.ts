// The package as its users get it: packed, installed into an empty project, imported, compiled,
// started.
import { copyFile, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import vm from 'node:vm';
import type { Browser } from 'playwright-core';
import { publint } from 'publint';
import { beforeAll, describe, expect, it } from 'vitest';
import { launchBrowser } from '../support/chromium.js';
import { createCleanup } from '../support/cleanup.js';
import { type Collector, startCollector } from '../support/collector.js';
import { type DappSite, startDappSite } from '../support/dapp-site.js';
import { eventually } from '../support/eventually.js';
import { entries, fromRoot, manifest } from '../support/project.js';
import { run } from '../support/run.js';
import { BUNDLERS, METRO, readBundle, withOldMetro } from './bundle-with.js';
import { type InstalledPackage, installPackage } from './install-package.js';

const cleanUp = createCleanup();
let installed: InstalledPackage;

beforeAll(async () => {
  installed = await installPackage();
  cleanUp(installed.remove);
});

const inProject = (command: string, ...args: string[]) =>
  run(command, args, { cwd: installed.project });

describe('installed', () => {
  it('has idb-keyval as its only dependency', async () => {
    const packages = await readdir(join(installed.project, 'node_modules'));
    expect(packages.filter((name) => !name.startsWith('.')).sort()).toEqual([
      'chaintrail',
      'idb-keyval',
    ]);
  });

  it('contains only the build, the licence and the README besides package.json', () => {
    const others = installed.files.filter((path) => !path.startsWith('dist/'));
    expect(others.sort()).toEqual(['LICENSE', 'README.md', 'package.json']);
  });

  it.each(entries)('imports $specifier in Node', async ({ specifier }) => {
    const needsPeers = ['chaintrail/server', 'chaintrail/react'].includes(specifier);
    const script = `const names = Object.keys(await import('${specifier}')); console.log(names.length > 0);`;
    const { output } = await run('node', ['--input-type=module', '--eval', script], {
      cwd: needsPeers ? installed.projectWithPeers : installed.project,
    });
    expect(output).toBe('true\n');
  });

  it('exports the script tag as a file', async () => {
    const script = "console.log(import.meta.resolve('chaintrail/script.js'))";
    const { stdout } = await inProject('node', '--input-type=module', '--eval', script);
    expect(await readFile(new URL(stdout.trim()), 'utf8')).toMatch(/^(try|var|let|const|!|\(|")/);
  });

  /**
   * Peers of other entries, and databases and mail, which are needed only with certain settings.
   */
  const NOT_BY_DEFAULT = new Set(['react', 'pg', '@clickhouse/client', 'nodemailer']);

  it("says how to install the server's packages when they are missing", async () => {
    const { status, output } = await inProject('npx', '--no-install', 'chaintrail', 'serve');
    const wanted = Object.keys(manifest.peerDependencies)
      .filter((name) => !NOT_BY_DEFAULT.has(name))
      .map((name) => `${name}@${manifest.devDependencies[name]}`);
    const command = output.match(/npm install (.+)/)?.[1] ?? output;
    expect(command.replaceAll('"', '').split(' ').sort()).toEqual(wanted.sort());
    expect(status).toBe(1);
  });
});

/** Imports every entry, so that every declaration is read. */
const EVERYTHING = [
  ...entries.map(({ specifier }, index) => `import * as e${index} from '${specifier}';`),
  `export const all: readonly object[] = [${entries.map((_, index) => `e${index}`)}];`,
].join('\n');

describe('compiled by a consumer', () => {
  const bundler = { module: 'ESNext', moduleResolution: 'Bundler' };
  const node = { module: 'NodeNext', moduleResolution: 'NodeNext' };

  it.each([
    { compiler: 'typescript54', resolution: bundler },
    { compiler: 'typescript', resolution: node },
    { compiler: 'typescript7', resolution: bundler },
  ])(
    'a dapp and every entry compile with $compiler, $resolution.moduleResolution',
    async ({ compiler, resolution }) => {
      const project = installed.projectWithPeers;
      const compilerOptions = {
        ...resolution,
        ...{ target: 'ES2022', lib: ['ES2022', 'DOM'], strict: true, noEmit: true },
        exactOptionalPropertyTypes: true,
        // Checks our own declarations as well.
        ...{ types: ['node'], skipLibCheck: false, skipDefaultLibCheck: true },
      };
      const settings = { compilerOptions, files: ['dapp.ts', 'everything.ts'] };
      await copyFile(fromRoot('test/package/fixtures/dapp.ts'), join(project, 'dapp.ts'));
      await writeFile(join(project, 'everything.ts'), EVERYTHING);
      await writeFile(join(project, 'tsconfig.json'), JSON.stringify(settings));
      const tsc = fromRoot(`node_modules/${compiler}/bin/tsc`);
      const { status, output } = await run('node', [tsc, '--project', '.'], { cwd: project });
      expect(output).toBe('');
      expect(status).toBe(0);
    },
  );

  it('a package that shares its trackers writes declarations of them', async () => {
    const project = installed.projectWithPeers;
    const compilerOptions = {
      ...bundler,
      ...{ target: 'ES2022', lib: ['ES2022', 'DOM'], strict: true, types: ['node'] },
      ...{ declaration: true, emitDeclarationOnly: true, outDir: 'declarations' },
    };
    await copyFile(fromRoot('test/package/fixtures/shared.ts'), join(project, 'shared.ts'));
    const settings = { compilerOptions, files: ['shared.ts'] };
    await writeFile(join(project, 'tsconfig.shared.json'), JSON.stringify(settings));
    const tsc = fromRoot('node_modules/typescript/bin/tsc');
    const { output } = await run('node', [tsc, '--project', 'tsconfig.shared.json'], {
      cwd: project,
    });
    expect(output).toBe('');
    const declarations = await readFile(join(project, 'declarations/shared.d.ts'), 'utf8');
    expect(declarations).not.toContain('node_modules');
  });
});

describe('bundled by a consumer', () => {
  let browser: Browser;
  let site: DappSite;
  let collector: Collector;

  beforeAll(async () => {
    [browser, site, collector] = await Promise.all([
      launchBrowser(),
      startDappSite(),
      startCollector(),
    ]);
    cleanUp(() => browser.close());
    cleanUp(() => site.stop());
    cleanUp(() => collector.close());
  });

  /** Copies a fixture into the project with the peers, and bundles it there. */
  const bundleApp = async (bundle: (typeof BUNDLERS)[string], fixture = 'app.js') => {
    const project = installed.projectWithPeers;
    await copyFile(fromRoot(`test/package/fixtures/${fixture}`), join(project, fixture));
    return readBundle(await bundle(project, join(project, fixture)));
  };

  it.each(Object.keys(BUNDLERS))('%s builds a page whose events arrive', async (name) => {
    const code = await bundleApp(BUNDLERS[name] as (typeof BUNDLERS)[string]);
    site.serve('/app.js', code, 'text/javascript');
    site.serve('/app', '<!doctype html><body><script src="/app.js"></script>', 'text/html');
    const before = collector.kept.size;
    const page = await browser.newPage();
    const faults: string[] = [];
    page.on('pageerror', (error) => faults.push(String(error)));
    await page.goto(`${site.url}/app?${collector.url}`);
    await eventually(() => {
      const names = [...collector.kept.values()]
        .slice(before)
        .map(({ event }) => event)
        .filter(Boolean);
      expect(names).toEqual(['bundled']);
    });
    expect(faults).toEqual([]);
    await page.close();
  });

  /** React Native has no page, and its engine runs a single script without imports. */
  const expectRunsWithoutPage = (code: string) => {
    expect(code.match(/(?<![.\w$])(import|require)\s*(\(|\.meta).{0,40}/g)).toBeNull();
    const warnings: string[] = [];
    const context = vm.createContext({
      console: { warn: (text: string) => warnings.push(text) },
    });
    vm.runInContext(code, context);
    expect(warnings).toEqual([expect.stringContaining('track() did nothing')]);
  };

  it.each(Object.keys(METRO))(
    '%s find every entry, and the app runs without a page',
    async (name) => {
      expectRunsWithoutPage(await bundleApp(METRO[name] as (typeof METRO)[string]));
    },
  );

  it('Metro that ignores exports finds the tracker by `main`', async () => {
    expectRunsWithoutPage(await bundleApp(withOldMetro, 'tracker-alone.js'));
    await expect(bundleApp(withOldMetro)).rejects.toThrow('finds no chaintrail/');
  });
});

describe('checked by tools', () => {
  it('publint finds nothing', async () => {
    const { messages } = await publint({
      pkgDir: join(installed.project, 'node_modules/chaintrail'),
      strict: true,
      pack: false,
    });
    expect(messages).toEqual([]);
  });

  it('are the types wrong? finds nothing', async () => {
    const { status, output } = await inProject(
      'node',
      fromRoot('node_modules/@arethetypeswrong/cli/dist/index.js'),
      ...[installed.tarball, '--profile', 'esm-only', '--format', 'ascii', '--no-color'],
      ...['--exclude-entrypoints', 'script.js', 'package.json'],
    );
    expect(status, output).toBe(0);
  });
});
