// The OpenAPI document describes every route, and is valid OpenAPI 3.1.
import { writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { describe, expect, it } from 'vitest';
import { createOpenApi } from '../../src/protocol/openapi.js';
import type { Route } from '../../src/protocol/route.js';
import { routes } from '../../src/protocol/routes.js';
import { SCOPES } from '../../src/protocol/scopes.js';
import { TAGS } from '../../src/protocol/tags.js';
import { run } from '../support/run.js';
import { createTemporaryDirectory } from '../support/temporary-directory.js';

/** The file that `npx redocly` runs. */
const require = createRequire(import.meta.url);
const REDOCLY = join(dirname(require.resolve('@redocly/cli/package.json')), 'bin/cli.js');

interface Media {
  schema: object;
  example?: unknown;
  examples?: Record<string, { value: unknown }>;
}

interface Operation {
  operationId: string;
  description?: string;
  tags: string[];
  'x-scope'?: string;
  security: Record<string, string[]>[];
  parameters?: {
    name: string;
    in: string;
    required: boolean;
    description?: string;
    schema: object;
  }[];
  requestBody?: { content: Record<string, Media> };
  responses: Record<string, { description: string; content?: Record<string, Media> }>;
}

interface Document {
  openapi: string;
  info: { title: string; version: string };
  servers: { url: string }[];
  tags: { name: string }[];
  paths: Record<string, Record<string, Operation>>;
  components: { securitySchemes: Record<string, object>; schemas: Record<string, object> };
}

const document: Document = JSON.parse(JSON.stringify(createOpenApi('http://127.0.0.1:4318')));

describe('createOpenApi', () => {
  it('names the limits of the events endpoint in its description', () => {
    const { description } = document.paths['/v0/raw_events']?.post ?? {};
    const bounds = [1_000, 2_000_000, 5_000_000, 10_000, 32, 300_000];
    for (const bound of bounds) expect(description).toMatch(new RegExp(`\\b${bound}\\b`));
    expect(description).toContain('gzip');
  });

  it('says that a deletion covers all projects unless project_id is given', () => {
    const { '/v0/profiles/{address}': profile, '/v0/forget': person } = document.paths;
    for (const operation of [profile?.delete, person?.post]) {
      const project = operation?.parameters?.find(({ name }) => name === 'project_id');
      expect(project?.description).toContain('Default: in all of them.');
    }
  });

  it('has a title, a version and the address of the server', () => {
    expect(document).toMatchObject({
      openapi: '3.1.0',
      info: { title: 'Chaintrail', version: '0.1.0' },
      servers: [{ url: 'http://127.0.0.1:4318' }],
    });
  });

  it('lists no tag without an operation', () => {
    const used = new Set<string>(Object.values<Route>(routes).map(({ tag }) => tag));
    for (const { name } of document.tags) expect(used).toContain(name);
  });

  it.each(Object.entries<Route>(routes))('describes %s', (name, route) => {
    const operation = document.paths[route.path]?.[route.method.toLowerCase()];
    expect(operation?.operationId).toBe(name);
    expect(document.tags).toContainEqual({ name: route.tag, description: TAGS[route.tag] });
    const [security] = operation?.security ?? [];
    expect(Object.keys(security ?? {})).toEqual([route.credential.kind]);
    if (route.credential.kind === 'api_key') {
      const { scope } = route.credential;
      if (scope !== undefined) expect(SCOPES).toContain(scope);
      expect(security?.api_key).toEqual(scope === undefined ? [] : [scope]);
      expect(operation?.['x-scope']).toBe(scope);
      expect('403' in (operation?.responses ?? {})).toBe(scope !== undefined);
    }
    expect(operation?.requestBody !== undefined).toBe(route.body !== undefined);
    const names = (operation?.parameters ?? []).map((parameter) => parameter.name);
    expect(names).toEqual([
      ...Object.keys(route.params?.properties ?? {}),
      ...Object.keys(route.query?.properties ?? {}),
      ...(route.idempotent ? ['Idempotency-Key'] : []),
      ...(route.payable ? ['X-PAYMENT'] : []),
    ]);
    for (const parameter of operation?.parameters ?? [])
      expect(parameter.description, parameter.name).toBeTruthy();
    for (const [, parameter] of route.path.matchAll(/\{(\w+)\}/g))
      expect(names).toContain(parameter);
  });

  it('passes the linter of redocly without warnings', async () => {
    const directory = await createTemporaryDirectory();
    const file = join(directory.path, 'openapi.json');
    await writeFile(file, JSON.stringify(document));
    const { status, output } = await run(
      process.execPath,
      [REDOCLY, 'lint', file, '--format=summary'],
      {
        cwd: directory.path,
        env: { REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
      },
    );
    await directory.remove();
    expect(output).toContain('is valid');
    expect(output).not.toMatch(/You have \d+ (?:warning|error)/);
    expect(status).toBe(0);
  });

  it('has only valid schemas and examples, and describes every answer', () => {
    const ajv = new Ajv2020({ strict: false });
    addFormats.default(ajv);
    ajv.addSchema({ $id: 'document', components: document.components });
    for (const operation of Object.values(document.paths).flatMap((path) => Object.values(path))) {
      for (const answer of Object.values(operation.responses))
        expect(answer.description).toBeTruthy();
      const media = [operation.requestBody, ...Object.values(operation.responses)]
        .flatMap((part) => Object.values(part?.content ?? {}))
        .concat(operation.parameters ?? [])
        .map((one: Media) => one);
      for (const { schema, example, examples = {} } of media) {
        const check = ajv.compile(
          JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"document#/')),
        );
        const values = Object.values(examples).map(({ value }) => value);
        for (const value of example === undefined ? values : [...values, example]) {
          expect(check(value), `${operation.operationId}: ${ajv.errorsText(check.errors)}`).toBe(
            true,
          );
        }
      }
    }
  });
});
