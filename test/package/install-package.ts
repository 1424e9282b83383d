// Packs the built package and installs it into an empty project, as its users do.
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fromRoot, manifest } from '../support/project.js';
import { runOrThrow } from '../support/run.js';

export interface InstalledPackage {
  /** The project into which it was installed. */
  readonly project: string;
  /** A copy of the project with the server's optional packages. */
  readonly projectWithPeers: string;
  readonly tarball: string;
  /** Paths of the files in the tarball. */
  readonly files: readonly string[];
  remove(): Promise<void>;
}

/** Uses npm's cache if possible, without funding notes, audits or install scripts. */
export const INSTALL = [
  'install',
  '--prefer-offline',
  '--no-audit',
  '--no-fund',
  '--ignore-scripts',
  '--no-package-lock',
];

/** Packages that an app needs in addition to compile. */
const TYPES = ['@types/node', '@types/react'];

/** Copies an installed project, and links the peers that this repository has installed. */
const addPeers = async (project: string, copy: string): Promise<void> => {
  await cp(project, copy, { recursive: true });
  for (const name of [...Object.keys(manifest.peerDependencies), ...TYPES]) {
    const link = join(copy, 'node_modules', name);
    await mkdir(dirname(link), { recursive: true });
    await symlink(fromRoot(`node_modules/${name}`), link, 'dir');
  }
};

export const installPackage = async (): Promise<InstalledPackage> => {
  const folder = await mkdtemp(join(tmpdir(), 'chaintrail-package-'));
  const project = join(folder, 'project');
  await mkdir(project);
  const consumer = { name: 'consumer', private: true, type: 'module' };
  await writeFile(join(project, 'package.json'), JSON.stringify(consumer));
  const { stdout } = await runOrThrow(
    'npm',
    ['pack', '--json', '--ignore-scripts', '--pack-destination', folder],
    { cwd: fromRoot() },
  );
  const [packed]: { filename: string; files: { path: string }[] }[] = JSON.parse(stdout);
  if (!packed) throw new Error(`npm pack answered no package: ${stdout}`);
  const tarball = join(folder, packed.filename);
  await runOrThrow('npm', [...INSTALL, tarball], { cwd: project });
  const projectWithPeers = join(folder, 'project-with-peers');
  await addPeers(project, projectWithPeers);
  return {
    project,
    projectWithPeers,
    tarball,
    files: packed.files.map(({ path }) => path),
    remove: () => rm(folder, { recursive: true, force: true }),
  };
};
