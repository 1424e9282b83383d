// The SDK's reference as Markdown, a file an entry of the package, from the comments in the built types.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, posix } from 'node:path';
import { Application } from 'typedoc';

/** `./dist/browser/index.d.ts` -> `browser.md`, `./dist/wallets/abi.d.ts` -> `wallets/abi.md`. */
const fileOf = (types) => types.replace('./dist/', '').replace(/(\/index)?\.d\.ts$/, '.md');

const isError = ({ name }) => name.endsWith('Error');

/** Each entry begins with what is called first, such as the client; then comes what can go wrong. */
const putErrorsLast = ({ children }) => {
  for (const group of children.flatMap(({ groups }) => groups ?? [])) {
    const { children: all } = group;
    group.children = [...all.filter((one) => !isError(one)), ...all.filter(isError)];
  }
};

/** Nobody makes an error of ours: apps catch it. */
const dropConstructorsOfErrors = ({ children }) => {
  for (const error of children.flatMap((module) => module.children ?? []).filter(isError)) {
    error.groups = error.groups?.filter(({ title }) => title !== 'Constructors');
  }
};

/**
 * Much faster from the declarations of the build than from the sources: they are small, and checked.
 *
 * @param {{ root: string, manifest: { name: string, exports: object } }} project
 * @returns {Promise<{ specifier: string, file: string, text: string }[]>}
 */
export const readSdkReference = async ({ root, manifest }) => {
  const entries = Object.entries(manifest.exports).flatMap(([path, { types }]) =>
    types === undefined ? [] : [{ specifier: path.replace('.', manifest.name), types }],
  );
  const entryPoints = entries.map(({ types }) => posix.join(root, types));
  const folder = mkdtempSync(join(tmpdir(), 'chaintrail-docs-'));
  try {
    const tsconfig = join(folder, 'tsconfig.json');
    const settings = {
      extends: posix.join(root, 'tsconfig.json'),
      include: [],
      files: entryPoints,
    };
    writeFileSync(tsconfig, JSON.stringify(settings));
    const app = await Application.bootstrapWithPlugins({
      ...{ entryPoints, tsconfig, skipErrorChecking: true, logLevel: 'Error', readme: 'none' },
      out: folder,
      ...{ plugin: ['typedoc-plugin-markdown'], router: 'module', disableSources: true },
      ...{ hideBreadcrumbs: true, hidePageHeader: true, gitRevision: 'main' },
      ...{ parametersFormat: 'table', interfacePropertiesFormat: 'table' },
      useHTMLAnchors: true,
      // What the language itself gives to each error.
      excludeExternals: true,
      groupOrder: ['Functions', 'Variables', 'Classes', 'Interfaces', '*', 'References'],
    });
    const project = await app.convert();
    if (!project) throw new Error('TypeDoc read nothing.');
    dropConstructorsOfErrors(project);
    putErrorsLast(project);
    await app.generateOutputs(project);
    return entries.map(({ specifier, types }) => {
      const file = fileOf(types);
      const text = readFileSync(join(folder, file), 'utf8')
        .replace(/^# .*$/m, `# ${specifier}`)
        // The name of a place stands above its heading.
        .replace(/^(<a id="[^"]+"><\/a>)\n+(#+ )/gm, '$2$1');
      return { specifier, file, text };
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};
