// Starts the real nginx of Debian with the configuration of a site, on a folder and ports of its own.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { ensureProgram, type Program } from './ensure-program.js';
import { eventually } from './eventually.js';
import { killWithThisProcess } from './kill-with-this-process.js';
import { runOrThrow } from './run.js';

export interface TestNginx {
  /** What it has printed so far, including warnings. */
  output(): string;
  stop(): Promise<void>;
}

export interface NginxOptions {
  /** The content of a file in `/etc/nginx/conf.d`. */
  readonly site: string;
  /** One of the ports that the site listens on. */
  readonly port: number;
  /** An empty folder. */
  readonly folder: string;
}

const NGINX: Program = {
  ...{ name: 'nginx', variable: 'NGINX_PATH', commands: ['nginx'], debianPackage: 'nginx' },
  // The PATH of users other than root does not contain this folder.
  otherPaths: ['/usr/sbin/nginx'],
};

const OPENSSL: Program = {
  ...{ name: 'openssl', variable: 'OPENSSL_PATH', commands: ['openssl'], debianPackage: 'openssl' },
  otherPaths: [],
};

/** Like Debian's nginx.conf where it matters, with all written files in `folder`. */
const settings = (folder: string) => `
${process.getuid?.() === 0 ? 'user root;' : ''}
daemon off;
worker_processes 1;
pid ${folder}/pid;
error_log stderr warn;
events { worker_connections 256; }
http {
  access_log off;
${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((kind) => `  ${kind}_temp_path ${folder}/${kind};`).join('\n')}
  include ${folder}/conf.d/*.conf;
}
`;

/** Resolves when it accepts connections. It ends with `stop` or with this process. */
export const startNginx = async ({ site, port, folder }: NginxOptions): Promise<TestNginx> => {
  await mkdir(join(folder, 'conf.d'));
  await writeFile(join(folder, 'conf.d/site.conf'), site);
  await writeFile(join(folder, 'nginx.conf'), settings(folder));
  const nginx = ensureProgram(NGINX);
  const args = ['-p', folder, '-c', join(folder, 'nginx.conf'), '-e', 'stderr'];
  const child = spawn(nginx, args, { stdio: ['ignore', 'ignore', 'pipe'] });
  let output = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });
  killWithThisProcess(child, 'SIGTERM');
  await eventually(async () => {
    if (child.exitCode !== null) return;
    const probe = connect(port, '127.0.0.1');
    await once(probe, 'connect').finally(() => probe.destroy());
  });
  if (child.exitCode !== null) throw new Error(`nginx ended with ${child.exitCode}:\n${output}`);
  return {
    output: () => output,
    stop: async () => {
      if (child.exitCode !== null) return;
      const gone = once(child, 'exit');
      child.kill('SIGTERM');
      await gone;
    },
  };
};

export interface Certificate {
  /** Paths of PEM files. */
  readonly certificate: string;
  readonly key: string;
}

/** A self-signed certificate for the given names, valid for one day. */
export const makeCertificate = async (
  folder: string,
  names: readonly string[],
): Promise<Certificate> => {
  const openssl = ensureProgram(OPENSSL);
  const [certificate, key] = [join(folder, 'certificate.pem'), join(folder, 'key.pem')];
  const named = names.map((name) => `DNS:${name}`).join(',');
  await runOrThrow(
    openssl,
    [
      ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'],
      ...['-subj', `/CN=${names[0]}`, '-addext', `subjectAltName=${named}`, '-days', '1'],
      ...['-keyout', key, '-out', certificate],
    ],
    { cwd: folder },
  );
  return { certificate, key };
};
