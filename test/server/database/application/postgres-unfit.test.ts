// A Postgres server that cannot be used as it is set up is refused at the start, with what to change.
import pg from 'pg';
import { beforeAll, expect, it } from 'vitest';
import {
  openPostgres,
  type PostgresApplication,
} from '../../../../src/server/database/application/open-postgres.js';
import { createCleanup } from '../../../support/cleanup.js';
import { startPostgres, type TestPostgres } from '../../../support/postgres.js';
import { startSharingPooler } from '../../../support/sharing-pooler.js';

const cleanUp = createCleanup();
let postgres: TestPostgres;
let url: string;
let application: PostgresApplication;

beforeAll(async () => {
  postgres = await startPostgres();
  cleanUp(postgres.stop);
  url = postgres.newDatabase();
  application = await openPostgres({ url });
  cleanUp(application.close);
  await application.query("CREATE ROLE visitor LOGIN PASSWORD 'visit'");
});

const changed = (from: string, change: (url: URL) => void): string => {
  const copy = new URL(from);
  change(copy);
  return copy.href;
};

const asVisitor = (from: string): string =>
  changed(from, (to) => {
    [to.username, to.password] = ['visitor', 'visit'];
  });

/** A database with these tables, made by another program. */
const databaseWith = async (...statements: string[]): Promise<string> => {
  const database = postgres.newDatabase();
  // Not opened as ours, which would make our tables.
  const client = new pg.Client({ connectionString: database });
  await client.connect();
  for (const statement of statements) await client.query(statement);
  await client.end();
  return database;
};

const refusal = (message: string) => ({
  name: 'DatabaseUnfitError',
  message: expect.stringContaining(message),
});

it('a pooler that lends one session to several clients', async () => {
  const pooler = await startSharingPooler(url);
  cleanUp(pooler.stop);
  await expect(openPostgres({ url: pooler.url })).rejects.toMatchObject(refusal('session mode'));
});

it('a database whose encoding lacks characters', async () => {
  await application.query(
    "CREATE DATABASE latin TEMPLATE template0 ENCODING 'LATIN1' LC_COLLATE 'C' LC_CTYPE 'C'",
  );
  const latin = changed(url, (to) => {
    to.pathname = '/latin';
  });
  await expect(openPostgres({ url: latin })).rejects.toMatchObject(
    refusal('"latin" of APPLICATION_URL has the encoding LATIN1'),
  );
});

it.each([
  ['CREATE TABLE schema_migrations (version varchar PRIMARY KEY)', 'schema_migrations'],
  ['CREATE TABLE secrets (name text PRIMARY KEY, value text)', 'secrets'],
  ['CREATE VIEW boards AS SELECT 1 AS id', 'boards'],
])('a database of another program: %s', async (statement, name) => {
  const database = await databaseWith(statement);
  await expect(openPostgres({ url: database })).rejects.toMatchObject(
    refusal(`tables of another program: ${name}.`),
  );
});

it('a user who may not create tables', async () => {
  const database = asVisitor(await databaseWith('REVOKE CREATE ON SCHEMA public FROM public'));
  await expect(openPostgres({ url: database })).rejects.toMatchObject(
    refusal('permission denied for schema public'),
  );
});

it('not a user who may not create tables, once they are there', async () => {
  await application.query('REVOKE CREATE ON SCHEMA public FROM public');
  await application.query('GRANT ALL ON ALL TABLES IN SCHEMA public TO visitor');
  const restricted = await openPostgres({ url: asVisitor(url) });
  cleanUp(restricted.close);
  expect(await restricted.query('SELECT id FROM boards')).toEqual([]);
});

it('not a database in whose other schemas there are tables of such names', async () => {
  const database = await databaseWith(
    'CREATE TABLE boards (id int)',
    'CREATE SCHEMA "Ours"',
    'ALTER ROLE visitor SET search_path = "Ours"',
    'GRANT ALL ON SCHEMA "Ours" TO visitor',
  );
  const own = await openPostgres({ url: asVisitor(database) });
  cleanUp(own.close);
  expect(await own.query('SELECT project_id FROM boards')).toEqual([]);
});
